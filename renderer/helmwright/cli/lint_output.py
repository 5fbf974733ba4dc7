"""Writes what ``helmwright lint`` has found: reports, timing, and what went wrong in rules."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.cli.lint_settings import Settings
    from helmwright.commands import Context
    from helmwright.lint.finding import Finding
    from helmwright.lint.result import LintReport


def write_outputs(context: Context, settings: Settings, report: LintReport) -> None:
    """Write all reports, each file as a whole; standard output comes last."""
    from helmwright.commands.files import say_written, write_file
    from helmwright.commands.terminal.output import WIDTH
    from helmwright.lint.report import ReportOptions, write_report
    from helmwright.settings.files import repository_of

    start = report.inputs[0] if report.inputs else "."
    root = repository_of(start if os.path.exists(start) else ".")  # noqa: PTH110 - quick
    quiet = settings.effective.quiet
    report = _safe(context, report)
    to_stdout = ""
    for form, path in settings.formats():
        if path == "-":
            options = ReportOptions(root, context.style, context.width, quiet)
            to_stdout = write_report(report, form, options)
        else:
            options = ReportOptions(root, context.file_style, WIDTH, quiet)
            text = write_report(report, form, options)
            write_file(path, text.encode("utf-8", "surrogateescape"))
            say_written(context, path)
    if to_stdout:
        context.show(to_stdout)
    elif not quiet:
        context.say(report.summary())
    for rule, reason in report.failures:
        context.say(
            f"Error: rule {rule} failed, which is a fault of {_owner(rule)}; all others have run: {reason}"
        )
    if settings.flags.timing:
        context.say(timing(report))


def _owner(rule: str) -> str:
    """Return whose fault it is if a rule fails."""
    from helmwright.lint.catalogue import find_rule
    from helmwright.packs.loading import load_packs

    return load_packs().owner_of(find_rule(rule).pack)


def _safe(context: Context, report: LintReport) -> LintReport:
    """Return a report in which no message shows a secret of this run."""
    from helmwright.base.records import replace

    safe = context.leaving.safe

    def of(finding: Finding) -> Finding:
        related = tuple(one._replace(message=safe(one.message)) for one in finding.related)
        return replace(
            finding, message=safe(finding.message), fix=safe(finding.fix), related=related
        )

    return replace(
        report,
        findings=tuple(map(of, report.findings)),
        known=tuple(map(of, report.known)),
        failures=tuple((name, safe(reason)) for name, reason in report.failures),
    )


def timing(report: LintReport) -> str:
    """Return a table of the rules with the time that each took, the slowest first.

    Below it is what could not be decided.
    """
    rows = sorted(report.seconds.items(), key=lambda item: (-item[1], item[0]))
    width = max([len(name) for name, _ in rows] + [5])
    lines = [f"{'RULE':<{width}}  MILLISECONDS"]
    lines += [f"{name:<{width}}  {seconds * 1000:12.1f}" for name, seconds in rows]
    total = sum(seconds for _, seconds in rows)
    lines.append(f"{'all':<{width}}  {total * 1000:12.1f}")
    lines.append("What several rules look at counts for the first of them.")
    if report.undecided:
        lines.append(
            "Keys that the chart does not know, and that no rule can tell from right ones:"
        )
        lines += [f"  {text}" for text in report.undecided]
    return "\n".join(lines)
