"""The forms in which diffs are reported, one module each with ``write(reports, options)``."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.base.printable import printable, printable_json
from helmwright.base.records import Record
from helmwright.base.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.diff.model import DiffReport

FORMS = {
    "text": "text",
    "unified": "unified",
    "json": "json_data",
    "markdown": "markdown",
    "html": "html",
    "github-summary": "github_summary",
}
"""Name of a form to its module."""


class ReportOptions(Record):
    """How a diff is written.

    style: colours and links of text. context: lines around a difference. width: of a line of text.
    show_secrets: nothing was hidden, which the page and the comment say at their head. group: objects
    whose changes are alike are shown as one; JSON has both, and a unified diff each object.
    """

    style: Style = PLAIN
    context: int = 3
    width: int = 100
    show_secrets: bool = False
    group: bool = True


def render(form: str, reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return diffs in one of ``FORMS``.

    Secrets are hidden before, by ``redaction.redact``: what is given here is what is written.
    """
    module = import_module(f"helmwright.diff.report.{FORMS[form]}")
    text: str = module.write(reports, options)
    return printable_json(text) if form == "json" else printable(text)
