"""Diffs as the summary of a job of GitHub Actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.diff.report.markdown import page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.diff.model import DiffReport
    from helmwright.diff.report import ReportOptions

LIMIT = 1_024 * 1_024
"""Bytes that the summary of a step can have."""


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as Markdown."""
    return page(reports, options, LIMIT, lambda text: len(text.encode("utf-8", "replace")))
