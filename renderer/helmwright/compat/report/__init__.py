"""The forms in which a comparison of two Helms is reported, one module each with ``write(report, options)``.

``sarif`` and ``junit`` are those of the linter, for findings are its findings.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.base.printable import printable, printable_json
from helmwright.lint.report import ReportOptions
from helmwright.lint.report import write_report as write_findings

if TYPE_CHECKING:
    from helmwright.compat.model import Compatibility

FORMS = {
    "text": "text",
    "json": "json_data",
    "markdown": "markdown",
    "html": "html",
    "sarif": "as_findings",
    "junit": "as_findings",
}
"""Name of a form to its module."""
_JSON = frozenset(("json", "sarif"))


def write_report(report: Compatibility, form: str, options: ReportOptions | None = None) -> str:
    """Return a report in one of ``FORMS``."""
    options = options or ReportOptions()
    if FORMS[form] == "as_findings":
        from helmwright.compat.report.as_findings import lint_report

        return write_findings(lint_report(report), form, options)
    module = import_module(f"helmwright.compat.report.{FORMS[form]}")
    text: str = module.write(report, options)
    return printable_json(text) if form in _JSON else printable(text)
