"""``helmwright compat [CHART]``: what the move from one Helm to another changes for a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.cli.compat_flags import (
    CompatFlags,
    CompatRenderFlags,
    CompatReportFlags,
    MoveFlags,
)
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags
from helmwright.commands.options import UserValuesFlags
from helmwright.commands.report_flags import STDOUT

if TYPE_CHECKING:
    from helmwright.cli.compat_settings import CompatSettings
    from helmwright.commands import Context
    from helmwright.compat.model import Compatibility

USAGE = "helmwright compat [NAME] [CHART] [--commands FILE ...] [FLAGS]"
SUMMARY = """Say what the move from Helm 3 to Helm 4 changes for a chart, and why.

The chart is rendered as both do it, with the same clock and the same randomness. Objects that
differ are told field by field, each with its cause: found by rendering again with one rule
of Helm exchanged, down to the file and line of a null. Then comes what the server refuses, or
may refuse, when it applies what is rendered, in its own words; --release and --live say what
is installed. --commands looks for flags that change in scripts and pipelines; without CHART it
does nothing else. No cluster is contacted, no Helm is needed, and nothing is run.

The exit code is 1 if an object changes, the server refuses one, or a command does not work any
more (--fail-level). Findings are allowed by --allow, 'compat: {allow: [...]}' in
.helmwright.yaml, or comments '# helmwright: allow ID reason', as for the linter. Without CHART
it is the one around this folder.
"""
EXAMPLES = """\
  helmwright compat charts/app -f prod.yaml
  helmwright compat charts/app --from 3.14 --to 4.1
  kubectl get secret -l owner=helm,name=app -o yaml > release.yaml
  kubectl get deploy,svc -o yaml --show-managed-fields > live.yaml
  helmwright compat app charts/app -f prod.yaml --release release.yaml --live live.yaml
  helmwright compat --commands deploy.sh Makefile .github/workflows/*.yml
  helmwright compat charts/app --format sarif --output compat.sarif --allow blank-lines
"""


def _run(context: Context, flags: CompatFlags, positional: list[str]) -> int:
    """Compare and report; returns the exit code."""
    if flags.list_findings or flags.explain or flags.print_schema:
        return _show(context, flags, positional)
    from helmwright.cli.compat_inputs import Request, told
    from helmwright.cli.compat_settings import read_settings

    request = Request.of(flags, positional)
    settings = read_settings(flags, request.chart)
    with context.progress("comparing", quiet=flags.quiet):
        report = told(context, settings, request)
    if flags.print_role:
        from helmwright.compat.permissions import roles_text

        context.write(roles_text(report.watched, request.release_name or "release-name"))
        return 0
    _write(context, settings, report)
    return 0 if report.ok else 1


def _write(context: Context, settings: CompatSettings, report: Compatibility) -> None:
    """Write all reports: nothing before all of them are made, each file as a whole."""
    import os

    from helmwright.commands.files import say_written, write_file
    from helmwright.commands.terminal.output import WIDTH
    from helmwright.compat.report import write_report
    from helmwright.lint.report import ReportOptions
    from helmwright.settings.files import repository_of

    start = report.inputs[0] if report.inputs else "."
    root = repository_of(start if os.path.exists(start) else ".")  # noqa: PTH110 - quick
    quiet = settings.flags.quiet
    made = []
    for form, path in settings.formats():
        options = ReportOptions(root, context.file_style, WIDTH, quiet)
        if path == STDOUT:
            options = ReportOptions(root, context.style, context.width, quiet)
        made.append((path, write_report(report, form, options)))
    for path, text in sorted(made, key=lambda one: one[0] == STDOUT):
        if path == STDOUT:
            context.show(text)
        else:
            write_file(path, text.encode("utf-8", "replace"))
            say_written(context, path)


def _show(context: Context, flags: CompatFlags, positional: list[str]) -> int:
    """Print what is asked for instead of a report."""
    if positional:
        raise UsageError("--list-findings, --explain and --print-schema take no arguments")
    if flags.print_schema:
        from helmwright.compat.report.json_data import schema_text

        context.write(schema_text())
        return 0
    from helmwright.compat.reference import explain, list_findings

    context.show(explain(flags.explain) if flags.explain else list_findings())
    return 0


def _help() -> str:
    from helmwright.commands.help import class_table, describe

    return describe(
        USAGE,
        SUMMARY,
        (
            f"Examples:\n{EXAMPLES}",
            class_table("Comparison", MoveFlags),
            class_table("Report", Flags, CompatReportFlags),
            class_table("Release and cluster", CompatRenderFlags),
            class_table("Values", UserValuesFlags),
        ),
    )


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, CompatFlags, _run, explain=_help)
run = COMMAND.run
