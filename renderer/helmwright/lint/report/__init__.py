"""The forms in which findings are reported, one module each with ``write(report, options)``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.base.printable import printable, printable_json
from helmwright.base.records import Record
from helmwright.base.style import PLAIN, Style

if TYPE_CHECKING:
    from helmwright.lint.result import LintReport

FORMATS = {
    "text": "text",
    "json": "json_data",
    "sarif": "sarif",
    "junit": "junit",
    "github": "github",
    "gitlab": "gitlab",
    "markdown": "markdown",
}
"""Name of a form to its module."""
_COMMANDS = "github"
"""Commands are what it writes, so it makes each of their parts printable itself."""
_JSON = frozenset(("json", "sarif", "gitlab"))


class ReportOptions(Record):
    """How a report is written.

    root: the folder that paths for other programs are relative to. style: colours and links of text.
    width: of a line of text. quiet: leave out advice, and the summary if there is nothing to say.
    """

    root: str = "."
    style: Style = PLAIN
    width: int = 100
    quiet: bool = False


def write_report(report: LintReport, form: str, options: ReportOptions) -> str:
    """Return a report in one of ``FORMATS``."""
    module = import_module(f"helmwright.lint.report.{FORMATS[form]}")
    text: str = module.write(report, options)
    if form == _COMMANDS:
        return text
    return printable_json(text) if form in _JSON else printable(text)
