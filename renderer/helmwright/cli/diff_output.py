"""Writes what ``helmwright diff`` has found, in one or several forms."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.report_flags import STDOUT, paired

if TYPE_CHECKING:
    from helmwright.cli.diff_flags import DiffFlags
    from helmwright.cli.diff_sides import Outcome
    from helmwright.commands import Context
    from helmwright.diff.model import DiffReport, Failure

_SUMMARY = "github-summary"


def check_output(flags: DiffFlags) -> list[tuple[str, str]]:
    """Return the forms of the report with the file that each goes to; raises ``UsageError``."""
    from helmwright.diff.report import FORMS

    names = flags.format or ["text"]
    for name in names:
        if name not in FORMS:
            raise UsageError(f'--format is one of {", ".join(FORMS)}, not "{name}"')
    if flags.context < -1:
        raise UsageError(f"--context is a number of lines, or -1 for all, not {flags.context}")
    return paired(names, flags.output)


def write_reports(context: Context, flags: DiffFlags, outcome: Outcome) -> None:
    """Write all reports: nothing before all of them are made, each file as a whole."""
    from helmwright.diff.report import ReportOptions, render

    reports = outcome.reports
    if not flags.show_secrets:
        from helmwright.diff.redaction import redact
        from helmwright.diff.sources.attempts import with_safe_failures

        reports = [with_safe_failures(report, context.leaving.safe) for report in reports]
        reports = redact(reports, outcome.charts)
    if flags.no_color:
        context.screen.color = "never"
    made = []
    for form, path in check_output(flags):
        to_stdout = path == STDOUT
        options = ReportOptions(
            style=context.style if to_stdout else context.file_style,
            context=flags.context,
            width=context.width,
            show_secrets=flags.show_secrets,
            group=not (flags.no_group or flags.no_fold),
        )
        made.append((form, path, render(form, reports, options)))
    for form, path, text in sorted(made, key=lambda one: one[1] == STDOUT):
        _write(context, flags, form, path, text)
    for report in reports:
        if report.after.failure is not None:
            _say_failure(context, report, report.after.failure)


def _say_failure(context: Context, report: DiffReport, failure: Failure) -> None:
    """Say why the exit code is 1, as any other command does; the report may be in a file."""
    if failure.position is not None and failure.position.line is not None:
        context.say(f"{failure.position}:")
    environment = f"{report.environment}: " if report.environment else ""
    context.say(f"Error: {environment}{report.after.title}: {failure.message}")


def _write(context: Context, flags: DiffFlags, form: str, path: str, text: str) -> None:
    from helmwright.commands.files import say_written, write_file

    data = text.encode("utf-8", "replace")
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "")
    if form == _SUMMARY and summary and not flags.output:
        write_file(summary, data, keep=True)
        context.say("wrote the summary of the run")
    elif path == STDOUT:
        context.show(text)
    else:
        write_file(path, data)
        say_written(context, path)
