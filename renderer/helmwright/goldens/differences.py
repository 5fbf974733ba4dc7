"""How golden files differ from what cases give, for people: as a diff of objects, or of lines."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.style import PLAIN
from helmwright.diff.model import Side
from helmwright.diff.redacted_text import redacted_manifests
from helmwright.diff.redaction import redact

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.base.style import Style
    from helmwright.goldens.expected import Change

_MOST_LINES = 300
"""So many lines of one difference are shown."""


def object_diff(
    changes: Sequence[Change],
    *,
    before: str = "golden files",
    after: str = "now",
    style: Style = PLAIN,
    width: int = 100,
) -> str:
    """Return what differs in the objects of some files; where none does, the lines.

    before, after: what the sides are called. Secrets are hidden. style: of the text, for a
    report that ends in ``printable``. width: of its lines.
    """
    from helmwright.diff.diffing import diff_sides
    from helmwright.diff.report import ReportOptions
    from helmwright.diff.report.text import write

    try:
        old = _side(before, [change.before for change in changes])
        new = _side(after, [change.after for change in changes])
        report = diff_sides(old, new)
    except HelmwrightError:  # a golden file that somebody has edited
        report = None
    if report is None or not report.differs:
        shown = (line_diff(one, before=before, after=after, style=style) for one in changes)
        return "\n".join(shown)
    text = write(redact([report]), ReportOptions(style, width=width)).rstrip("\n")
    return _shortened(text.split("\n"))


def _side(title: str, texts: Iterable[str | None]) -> Side:
    from helmwright.diff.objects import read_objects

    return Side(title, read_objects("".join(text or "" for text in texts), title))


def line_diff(
    change: Change, *, before: str = "golden files", after: str = "now", style: Style = PLAIN
) -> str:
    """Return the lines that differ, with three around them; secrets are hidden on both sides.

    before, after: what the sides are called. style: of a report that ends in ``printable``.
    """
    old, new = _lines(change.before), _lines(change.after)
    found = list(style.diff(unified_diff(old, new, before, after, lineterm="")))
    return _shortened(found)


def _shortened(lines: list[str]) -> str:
    if len(lines) > _MOST_LINES:
        left = len(lines) - _MOST_LINES
        lines = [*lines[:_MOST_LINES], f"… and {left} more lines"]
    return "\n".join(lines)


def _lines(text: str | None) -> list[str]:
    return [] if text is None else redacted_manifests(text).splitlines()


def indented(text: str, prefix: str) -> str:
    """Return lines behind a prefix; blank ones stay blank."""
    return "\n".join(f"{prefix}{line}".rstrip() for line in text.split("\n"))


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 case``, ``2 cases``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def kinds_of(changes: Iterable[Change]) -> str:
    """Return how many files are changed, missing and stale: ``1 changed, 2 missing``."""
    kinds = [change.kind for change in changes]
    counts = ((kind, kinds.count(kind)) for kind in ("changed", "missing", "stale"))
    return ", ".join(f"{number} {kind}" for kind, number in counts if number)
