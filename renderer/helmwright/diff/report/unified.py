"""The classic diff: the YAML of the objects, keys in order, lines with signs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line
from helmwright.diff.report import display

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.diff.model import DiffObject, DiffReport, ObjectDiff
    from helmwright.diff.report import ReportOptions

_NOWHERE = "/dev/null"


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as one diff."""
    text = []
    for report in reports:
        for sentence, lines in display.failures(report):
            text += [f"# {printable_line(line)}\n" for line in (sentence, *lines)]
        for one in report.objects:
            shown = options.style.diff(_object(report, one, options.context))
            text += [f"{line}\n" for line in shown]
    return "".join(text)


def _object(report: DiffReport, one: ObjectDiff, context: int) -> Iterator[str]:
    before, after = _lines(one.before), _lines(one.after)
    heads = _name("a", one.before, report), _name("b", one.after, report)
    for at, group in enumerate(display.groups(before, after, context)):
        if not at:
            yield f"--- {heads[0]}"
            yield f"+++ {heads[1]}"
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@"
        yield from display.group_lines(group, before, after)


def _lines(state: DiffObject | None) -> list[str]:
    return [] if state is None else display.lines(state.data)


def _name(side: str, state: DiffObject | None, report: DiffReport) -> str:
    if state is None:
        return _NOWHERE
    title = report.before.title if side == "a" else report.after.title
    folder = f"{report.environment}/" if report.environment else ""
    name = f"{side}/{folder}{display.kind(state.key)}/{display.place(state.key)}"
    return f"{printable_line(name)}\t{printable_line(title)}"


def _range(start: int, stop: int) -> str:
    """Return lines as a diff counts them, from 1; of no lines the one before."""
    length = stop - start
    if length == 1:
        return f"{start + 1}"
    return f"{start + bool(length)},{length}"
