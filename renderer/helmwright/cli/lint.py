"""``helmwright lint [CHART|FILE …]``: finds mistakes in values files and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.base.records import replace
from helmwright.cli.lint_flags import ChoiceFlags, LintedFlags, LintFlags, LintReportFlags
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags
from helmwright.commands.helm_flags import HelmFlags
from helmwright.commands.inputs import is_stdin
from helmwright.commands.options import CapabilitiesFlags, UserValuesFlags

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


def _run(context: Context, flags: LintFlags, positional: list[str]) -> int:
    """Lint and report; returns the exit code."""
    from helmwright.cli.lint_settings import read_settings

    if _shows(flags):
        from helmwright.cli.lint_rules import show

        return show(context, flags, positional)
    name, positional = _release_name(context, flags, positional)
    settings = read_settings(flags, positional, name)
    is_shown = _shows_fixes(flags, positional)
    if is_shown:
        from helmwright.cli.lint_fix import show_fixes

        changed = show_fixes(context, settings, positional)
        return 1 if changed and (flags.diff or flags.check) else 0
    if flags.fix or flags.write or flags.in_place:
        from helmwright.cli.lint_fix import fix

        fix(context, settings, positional)
    from helmwright.cli.lint_inputs import read_inputs
    from helmwright.lint.session import lint_inputs

    with context.progress("linting", quiet=settings.effective.quiet) as progress:
        inputs = read_inputs(context, settings, positional)
        report = lint_inputs(inputs, replace(settings.options(), told=progress.told))
    if flags.write_baseline:
        _write_baseline(context, settings, report)
        return 0
    from helmwright.cli.lint_output import write_outputs

    write_outputs(context, settings, report)
    return 0 if report.ok else 1


def _release_name(
    context: Context, flags: LintFlags, positional: list[str]
) -> tuple[str, list[str]]:
    """Return the release's name, which may stand before a chart as for ``template``, and the other arguments."""
    from helmwright.commands.release_name import chosen_name, named_before_chart

    name = named_before_chart(positional)
    chosen = chosen_name(flags, name)
    if name is None:
        return chosen, positional
    context.say(f"{name} is taken as the release's name: there is no file of that name")
    return chosen, positional[1:]


def _shows_fixes(flags: LintFlags, positional: list[str]) -> bool:
    """Tell whether fixes are shown and not made; raises ``UsageError`` for what contradicts that."""
    written = flags.write or flags.in_place
    asked = {"diff": flags.diff, "dry-run": flags.dry_run, "check": flags.check}
    shown = [name for name, is_on in asked.items() if is_on]
    is_about_files = written or flags.fix or shown
    if is_about_files and any(map(is_stdin, [*positional, *flags.values])):
        raise UsageError("--fix and --diff change files, and - is standard input")
    if written and shown:
        raise UsageError(f"--{shown[0]} writes nothing: leave --write out")
    if shown and (flags.output or flags.format not in ([], ["text"])):
        what = "a difference" if flags.diff else "names of files"
        raise UsageError(f"--{shown[0]} prints {what}, which has no other --format or --output")
    return bool(shown)


def _shows(flags: LintFlags) -> bool:
    return bool(flags.list_rules or flags.explain or flags.print_schema)


def _write_baseline(context: Context, settings: Settings, report: LintReport) -> None:
    from helmwright.commands.files import write_if_changed
    from helmwright.lint.baseline import baseline_text

    path = settings.effective.baseline
    text = baseline_text(path, report.findings)
    write_if_changed(context, path, text.encode("utf-8", "replace"))
    count = len(report.findings)
    context.say(f"{count} finding{'' if count == 1 else 's'} will not count from now on")


def _help() -> str:
    from helmwright.commands.help import class_table, describe

    return describe(
        USAGE,
        SUMMARY,
        (
            f"Examples:\n{EXAMPLES}",
            class_table("Rules and failure", ChoiceFlags),
            class_table("Report", Flags, LintReportFlags),
            class_table("Release and cluster", LintedFlags, HelmFlags, CapabilitiesFlags),
            class_table("Values", UserValuesFlags),
        ),
    )


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, LintFlags, _run, explain=_help)
run = COMMAND.run
