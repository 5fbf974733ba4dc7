"""``helmwright lint [CHART|FILE …]``: finds mistakes in values files and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.commands.command_line import HelpRequested, parse
from helmwright.commands.flags import INT, STRING, STRINGS
from helmwright.commands.in_place import IN_PLACE
from helmwright.commands.inputs import is_stdin
from helmwright.commands.old_flags import Flag, switch
from helmwright.commands.options import CAPABILITIES, CONTEXT, RELEASE_NAME, VALUES
from helmwright.commands.report_flags import report_flags
from helmwright.determined.commands.options import DET_VERSION

if TYPE_CHECKING:
    from helmwright.cli.lint_settings import Settings
    from helmwright.commands import Context
    from helmwright.lint.result import LintReport

USAGE = "helmwright lint [CHART|FILE ...] [FLAGS]"
SUMMARY = """Find mistakes in values files and charts: where they are, what they do, how to mend them.

A directory or a .tgz archive is linted as a chart, with the values of -f and --set. Any
other file is the configuration of a task of Determined, if its content is clearly one
(experiments, commands, notebooks, shells, TensorBoards, templates; --kind), else a values
file: for --chart, for the chart around it, or else around this folder. Several are linted
one by one, - is standard input. Without an argument the chart around this folder is linted,
or with -f the values for it; where there is none, the chart of Determined that comes with
Helmwright (--chart determined). Comments '# helmwright: allow RULE reason' allow what is
meant; settings come from .helmwright.yaml or pyproject.toml. No cluster is contacted.
"""
EXAMPLES = """\
  helmwright lint prod.yaml                           # values for the chart around them
  helmwright lint prod.yaml --det-version 0.26.4 --nodes nodes.yaml
  helmwright lint ./chart -f prod.yaml --strict       # a chart; warnings fail as well
  helmwright lint */values.yaml --format sarif --output lint.sarif --format github --output -
  helmwright lint prod.yaml --baseline known.json --write-baseline # only new ones count
  helmwright lint prod.yaml --fix                     # write the fixes that are sure
  helmwright lint --explain max-slots-per-pod-missing
"""
_FORMAT_NAMES = "text|json|sarif|junit|github|gitlab|markdown"
RELEASE = (
    DET_VERSION,
    Flag("namespace", STRING, "the release's namespace", "n"),
    *RELEASE_NAME,
    switch("is-upgrade", "the values are for an upgrade, and not for a new installation"),
    Flag(
        "nodes",
        STRING,
        "the nodes: output of 'kubectl get nodes -o json' or a short list, - for standard input",
        value_name="file",
    ),
    Flag("chart", STRING, "the chart that values files are for", value_name="chart"),
    Flag(
        "kind",
        STRING,
        "read files as values, experiment, command, notebook, shell, tensorboard or template,"
        " and not as what they seem to be",
        value_name="kind",
    ),
)
CHOICE = (
    Flag(
        "select",
        STRINGS,
        "run only these rules and groups; repeatable; 'default' are those that run without it",
        value_name="rules",
    ),
    Flag("ignore", STRINGS, "do not run these rules and groups; repeatable", value_name="rules"),
    Flag(
        "severity",
        STRINGS,
        "make findings of a rule or group an error, a warning or an info; repeatable",
        value_name="rule=level",
    ),
    Flag(
        "fail-level",
        STRING,
        "the least severity that makes the exit code 1; error by default",
        value_name="error|warning|info|never",
    ),
    switch("strict", "the same as --fail-level warning"),
    Flag("baseline", STRING, "file of findings that do not count", value_name="file"),
    switch("write-baseline", "record all findings in the file of --baseline"),
    switch("fix", "mend in the values files what needs no judgement, and report what is left"),
    switch("write", "the same as --fix", "i"),
    IN_PLACE,
    switch("diff", "print what --fix would change, and change nothing; exit with 1 if it would"),
    switch("dry-run", "with --fix, name the files that would change, and change nothing"),
    switch("check", "as --dry-run; exit with 1 if a file would change"),
    switch("with-subcharts", "lint the charts below charts/ as charts of their own, too"),
    switch("skip-schema-validation", "do not hold the values against values.schema.json"),
    Flag("config", STRING, "file with settings; the nearest one by default", value_name="file"),
    switch("no-config", "read no file with settings"),
)
OUTPUT = (
    *report_flags(_FORMAT_NAMES),
    switch("quiet", "print no advice, and nothing if there is no finding"),
    switch("timing", "print how long each rule took"),
    Flag("jobs", INT, "processes for many files; one for each core by default", "j"),
    switch("list-rules", "print all rules; with --format json as data"),
    Flag("explain", STRING, "print what a rule is about, with examples", value_name="rule"),
    switch("print-schema", "print the JSON Schema of --format json"),
)
FLAGS = (*RELEASE, *CHOICE, *OUTPUT, *VALUES, *CONTEXT, *CAPABILITIES)


def run(context: Context, arguments: list[str]) -> int:
    """Lint and report; returns the exit code."""
    try:
        flags, positional, given = parse(FLAGS, arguments, context)
    except HelpRequested:
        context.show_help(_help())
        return 0
    from helmwright.cli.lint_settings import read_settings

    if _shows(flags):
        from helmwright.cli.lint_rules import show

        return show(context, flags, positional)
    positional = _without_name(context, flags, positional)
    settings = read_settings(flags, positional, given)
    is_shown = _shows_fixes(flags, positional)
    if is_shown:
        from helmwright.cli.lint_fix import show_fixes

        changed = show_fixes(context, settings, positional)
        return 1 if changed and (flags["diff"] or flags["check"]) else 0
    if flags["fix"] or flags["write"] or flags["in-place"]:
        from helmwright.cli.lint_fix import fix

        fix(context, settings, positional)
    from helmwright.cli.lint_inputs import read_inputs
    from helmwright.lint.session import lint_inputs

    inputs = read_inputs(context, settings, positional)
    report = lint_inputs(inputs, settings.options())
    if flags["write-baseline"]:
        _write_baseline(context, settings, report)
        return 0
    from helmwright.cli.lint_output import write_outputs

    write_outputs(context, settings, report)
    return 0 if report.ok else 1


def _without_name(context: Context, flags: dict[str, Any], positional: list[str]) -> list[str]:
    """Return the arguments without the release's name, as ``template`` takes it before a chart."""
    from helmwright.commands.release_name import chosen_name, named_before_chart

    name = named_before_chart(positional)
    flags["name"] = chosen_name(flags, name)
    if name is None:
        return positional
    context.say(f"{name} is taken as the release's name: there is no file of that name")
    return positional[1:]


def _shows_fixes(flags: dict[str, Any], positional: list[str]) -> bool:
    """Tell whether fixes are shown and not made; raises ``UsageError`` for what contradicts that."""
    written = flags["write"] or flags["in-place"]
    shown = [name for name in ("diff", "dry-run", "check") if flags[name]]
    is_about_files = written or flags["fix"] or shown
    if is_about_files and any(map(is_stdin, [*positional, *flags["values"]])):
        raise UsageError("--fix and --diff change files, and - is standard input")
    if written and shown:
        raise UsageError(f"--{shown[0]} writes nothing: leave --write out")
    if shown and (flags["output"] or flags["format"] not in ([], ["text"])):
        what = "a difference" if flags["diff"] else "names of files"
        raise UsageError(f"--{shown[0]} prints {what}, which has no other --format or --output")
    return bool(shown)


def _shows(flags: dict[str, Any]) -> bool:
    return bool(flags["list-rules"] or flags["explain"] or flags["print-schema"])


def _write_baseline(context: Context, settings: Settings, report: LintReport) -> None:
    from helmwright.commands.files import write_if_changed
    from helmwright.lint.baseline import baseline_text

    path = settings.text("baseline")
    text = baseline_text(path, report.findings)
    write_if_changed(context, path, text.encode("utf-8", "replace"))
    count = len(report.findings)
    context.say(f"{count} finding{'' if count == 1 else 's'} will not count from now on")


def _help() -> str:
    from helmwright.commands.help import describe, flag_table
    from helmwright.commands.old_flags import EVERY_COMMAND

    return describe(
        USAGE,
        SUMMARY,
        (
            f"Examples:\n{EXAMPLES}",
            flag_table("Rules and failure", CHOICE),
            flag_table("Report", (*OUTPUT, *EVERY_COMMAND)),
            flag_table("Release and cluster", (*RELEASE, *CAPABILITIES)),
            flag_table("Values", (*VALUES, *CONTEXT)),
        ),
    )
