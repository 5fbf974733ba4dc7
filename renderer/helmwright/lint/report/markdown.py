"""Findings as Markdown, for comments of pull requests and summaries of jobs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line
from helmwright.lint.fingerprint import relative_to
from helmwright.lint.report.related_places import related_places

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding
    from helmwright.lint.report import ReportOptions
    from helmwright.lint.result import LintReport

LIMIT = 65_536
"""Characters that a comment on GitHub can have."""
MARKER = "<!-- helmwright lint -->"
"""By this line a program finds the comment again that it wrote before."""
_RESERVE = 400
_ESCAPES = {
    **{ord(character): f"\\{character}" for character in "\\`*_[]#~"},
    **{ord(character): f"&#{ord(character)};" for character in "&<>@|"},
}
"""What means something in a cell of a table, and how it is written to mean nothing."""
_HEADING = "| line | | finding | fix |\n|---|---|---|---|\n"


def write(report: LintReport, options: ReportOptions) -> str:
    """Return the report; findings that do not fit are counted at the end."""
    state = "✅" if report.ok else "❌"
    text = f"{MARKER}\n### {state} helmwright lint: {report.summary()}\n"
    room = LIMIT - len(text) - _RESERVE
    left_out = 0
    shown: list[str] = []
    current = ""
    for finding in report.findings:
        path = finding.span.path
        piece = _row(finding, options.root)
        if path != current:
            name = relative_to(path, options.root)
            piece = f"\n**{code(name)}**\n\n{_HEADING}{piece}"
        if left_out or len(piece) > room:
            left_out += 1
            continue
        current = path
        room -= len(piece)
        shown.append(piece)
    text += "".join(shown)
    if left_out:
        noun = "finding does" if left_out == 1 else "findings do"
        text += f"\n*{left_out} more {noun} not fit in here.*\n"
    for rule, reason in report.failures[:3]:
        text += f"\nRule {rule} failed: {cell(reason)[:80]}\n"
    return text


def _row(finding: Finding, root: str) -> str:
    line = str(finding.span.line or "")
    message = f"{cell(finding.message)} ({code(finding.rule)})"
    for text in related_places(finding, root):
        message += f"<br>see {cell(text)}"
    return f"| {line} | {finding.severity} | {message} | {cell(finding.fix)} |\n"


def cell(text: str) -> str:
    """Return text that means nothing else in a cell of a table."""
    return printable_line(text.replace("\n", " ")).translate(_ESCAPES)


def code(text: str) -> str:
    """Return text as code in a cell of a table."""
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{printable_line(text)}{pad}{fence}".replace("|", "\\|")
