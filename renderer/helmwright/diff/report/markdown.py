"""Diffs as Markdown, for comments of pull requests."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line
from helmwright.diff.model import ABSENT, Effect
from helmwright.diff.report import display
from helmwright.diff.report.summaries import (
    all_names,
    folded,
    kinds,
    names,
    names_of_folds,
    parts,
    shown_groups,
    title,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.model import Change, DiffReport, ObjectDiff, ObjectKey
    from helmwright.diff.report import ReportOptions
    from helmwright.diff.report.summaries import FoldNames

LIMIT = 65_536
"""Characters that a comment on GitHub can have."""
MARKER = "<!-- helmwright diff -->"
"""By this line a program finds the comment again that it wrote before."""
_RESERVE = 1_000
_MOST_OF_ONE = 12_000
_MOST_ROWS = 60
_LONGEST_CELL = 160
_MOST_NAMES = 5
_MOST_LISTED = 200
_ESCAPES = {
    **{ord(character): f"\\{character}" for character in "\\`*_[]#~"},
    **{ord(character): f"&#{ord(character)};" for character in "&<>@|"},
}
"""What means something in Markdown, and how it is written to mean nothing."""
_GRAVE = {
    Effect.DATA_AT_RISK: "🛑",
    Effect.IMMUTABLE: "🛑",
    Effect.MAY_FAIL: "⚠️",
    Effect.PERMISSIONS: "⚠️",
}


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as a comment."""
    return page(reports, options, LIMIT, len)


def page(
    reports: Sequence[DiffReport],
    options: ReportOptions,
    limit: int,
    measure: Callable[[str], int],
) -> str:
    """Return the reports as Markdown; at the end it says what did not fit.

    limit: of the whole page, as ``measure`` counts.
    """
    text = f"{MARKER}\n### helmwright diff: {_heading(reports)}\n"
    if options.show_secrets:
        text += "\n> **This page shows secrets.**\n"
    room = limit - measure(text) - _RESERVE
    left_out: dict[str, int] = {}
    pieces = []
    for piece, instead, what, count in _pieces(reports, options):
        for one in (piece, instead):
            if measure(one) <= room:
                pieces.append(one)
                room -= measure(one)
                break
        if not pieces or pieces[-1] is not piece:
            left_out[what] = left_out.get(what, 0) + count
    text += "".join(pieces)
    if left_out:
        counts = ", ".join(f"{count} {what}" for what, count in left_out.items())
        text += (
            f"\n*Left out, since this page can have no more than {limit:,} characters: {counts}.*\n"
        )
    return text


def _heading(reports: Sequence[DiffReport]) -> str:
    if any(report.fails for report in reports):
        return "what does not render"
    return "what will change" if any(report.differs for report in reports) else "no changes"


def _pieces(
    reports: Sequence[DiffReport], options: ReportOptions
) -> Iterator[tuple[str, str, str, int]]:
    """Yield parts of the page, each with what may stand there if it is too long, its name and count.

    What tells most comes first: summaries, then tables, then the details.
    """
    for report in reports:
        yield _summary(report), f"\n{escape(display.summary(report))}\n", "summaries", 1
        for sentence, lines in display.failures(report):
            yield _failure(sentence, lines), f"\n> {escape(sentence)}\n", "errors", 1
    for report in reports:
        if not (report.objects or report.folds or report.values or report.chart):
            continue
        name = report.environment or display.sides(report)
        heading = f"\n#### {escape(name)}\n" if len(reports) > 1 else "\n"
        shown = shown_groups(report, options)
        yield f"{heading}{_table(shown)}", "", "tables of objects", 1
        known = names_of_folds(report)
        for group in shown:
            for one in parts(group):
                whole, short = _details(one, known, options)
                yield whole, short, "objects with their changes", len(one.objects)
        if report.folds:
            yield _folds(report), "", "lists of folded changes", 1
        if report.values:
            yield _values(report), "", "tables of values", 1
        for heading, told in display.chart_sections(report):
            yield _section(heading, told), "", "lists about the chart", 1


def _summary(report: DiffReport) -> str:
    lines = [f"**{escape(display.sides(report))}**: {escape(display.summary(report))}"]
    notes = [*report.before.notes, *report.after.notes, *report.notes]
    lines += [f"> {escape(note)}" for note in notes[:5]]
    return "".join(f"\n{line}\n" for line in lines)


def _failure(sentence: str, lines: list[str]) -> str:
    """Return why a side does not render."""
    return f"\n> 🛑 {escape(sentence)}\n{_fenced(list(map(printable_line, lines)), 'text')}"


def _table(groups: Sequence[Group]) -> str:
    if not groups:
        return ""
    rows = []
    for group in groups[:_MOST_ROWS]:
        effects = [impact for impact in display.impacts(group) if impact.effect is not Effect.NONE]
        said = " · ".join(
            f"{_GRAVE.get(impact.effect, '')} {escape(impact.message)}".strip()
            for impact in effects[:3]
        )
        what = f"{display.SIGNS[group.first.status]} {group.first.status.value}"
        each = "" if group.is_single else " each"
        count = f"{len(group.changes)}{each}" if group.changes else ""
        rows.append(f"| {what} | {_called(group)} | {count} | {said} |")
    if more := sum(len(group.objects) for group in groups[_MOST_ROWS:]):
        rows.append(f"| | {display.counted(more, 'more object')} | | |")
    head = "\n| | object | changes | what happens |\n|---|---|---|---|\n"
    return head + "".join(f"{row}\n" for row in rows)


def _called(group: Group) -> str:
    """Return what a group is called in a cell: an object's name, or how many of which kind and a few names."""
    if group.is_single:
        return code(title(group))
    keys = [one.key for one in group.objects]
    return f"{escape(kinds(group))}: {code(names(keys, _LONGEST_CELL, most=_MOST_NAMES))}"


def _details(group: Group, known: FoldNames, options: ReportOptions) -> tuple[str, str]:
    """Return the part of the page of an object, or of alike ones, and the same without changes."""
    one = group.first
    sign = f"{display.SIGNS[one.status]} {one.status.value}"
    head = f"\n<details><summary>{sign} <b>{plain(title(group))}</b></summary>\n\n"
    place = display.template(one) if group.is_single else ""
    head += f"{code(place)}\n\n" if place else ""
    if not group.is_single:
        head += _names([other.key for other in group.objects])
    lines = [
        f"- {_GRAVE.get(impact.effect, '▫️')} **{impact.effect.value}**: {escape(impact.message)}"
        for impact in display.impacts(group)
    ]
    if others := folded(group, known):
        lines.append(f"- also folded below: {escape(others)}")
    head += "".join(f"{line}\n" for line in lines)
    body = _diff(_lines(group, options)) if group.changes else _whole(one)
    short = (
        f"{head}\n{display.counted(len(group.changes), 'change')}, not shown here.\n</details>\n"
    )
    return f"{head}{body}</details>\n", short


def _names(keys: Sequence[ObjectKey]) -> str:
    """Return the names of objects in a fold of their own."""
    listed = ", ".join(map(code, all_names(keys[:_MOST_LISTED])))
    if (more := len(keys) - _MOST_LISTED) > 0:
        listed += f" and {more} more"
    count = display.counted(len(keys), "object")
    return f"<details><summary>{count}</summary>\n\n{listed}\n\n</details>\n\n"


def _whole(one: ObjectDiff) -> str:
    """Return the text of an object that is on one side only."""
    if one.before is not None and one.after is not None:
        return ""
    lines = [f"-{line}" for line in display.lines(one.before.data)] if one.before else []
    lines += [f"+{line}" for line in display.lines(one.after.data)] if one.after else []
    return _diff(lines)


def _diff(lines: list[str]) -> str:
    return _fenced(lines, "diff")


def _fenced(lines: list[str], language: str) -> str:
    text = ""
    for at, line in enumerate(lines):
        if len(text) + len(line) > _MOST_OF_ONE:
            text += f"# … {display.counted(len(lines) - at, 'more line')}\n"
            break
        text += f"{line}\n"
    fence = "```"
    while fence in text:
        fence += "`"
    return f"\n{fence}{language}\n{text}{fence}\n"


def _lines(group: Group, options: ReportOptions) -> list[str]:
    return [line for change in group.changes for line in change_lines(change, options.context)]


def change_lines(change: Change, context: int) -> Iterator[str]:
    """Yield a change as lines of a diff."""
    yield f"@@ {printable_line(display.change_path(change))} @@"
    states = change.before, change.after
    if any(map(display.is_block, states)):
        old, new = (display.lines(state) for state in states)
        yield from display.hunk_lines(old, new, context)
        return
    for sign, state in zip("-+", states, strict=True):
        if state is not ABSENT:
            yield f"{sign} {display.inline(state)}"


def _folds(report: DiffReport) -> str:
    count = display.counted(sum(fold.changes for fold in report.folds), "folded change")
    text = f"\n<details><summary>{count}</summary>\n\n"
    for fold in report.folds:
        text += f"- {escape(display.fold_line(fold))}\n"
        if fold.reason != "noise":
            before, after = display.inline(fold.change.before), display.inline(fold.change.after)
            pair = f"{_cut(before)} → {_cut(after)}"
            text += f"  {code(display.change_path(display.example(fold)))}: {code(pair)}\n"
        text += (
            f"  {escape(names(fold.objects, _LONGEST_CELL, most=_MOST_NAMES, with_kind=True))}\n"
        )
    return f"{text}\n</details>\n"


def _values(report: DiffReport) -> str:
    text = f"\n<details><summary>{display.values_differ(report)}</summary>\n\n"
    text += "| value | before | after |\n|---|---|---|\n"
    for change in report.values:
        cells = [
            "" if value is ABSENT else code(_cut(display.inline(value)))
            for value in (change.before, change.after)
        ]
        text += f"| {code(change.key)} | {cells[0]} | {cells[1]} |\n"
    return f"{text}\n</details>\n"


def _section(heading: str, told: list[str]) -> str:
    """Return what is told of the chart under one heading, in a fold of its own."""
    lines = "".join(f"- {escape(line)}\n" for line in told[:_MOST_LISTED])
    if (more := len(told) - _MOST_LISTED) > 0:
        lines += f"- and {more} more\n"
    summary = f"{plain(heading)} ({len(told)})"
    return f"\n<details><summary>{summary}</summary>\n\n{lines}\n</details>\n"


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_CELL else f"{text[: _LONGEST_CELL - 1]}…"


def escape(text: str) -> str:
    """Return text that means nothing else in Markdown."""
    return printable_line(text.replace("\n", " ")).translate(_ESCAPES)


def plain(text: str) -> str:
    """Return text that means nothing else in a line of HTML within Markdown."""
    return html.escape(printable_line(text.replace("\n", " ")))


def code(text: str) -> str:
    """Return text as code in a line, also in a table."""
    text = printable_line(text.replace("\n", " "))
    fence = "``" if "`" in text else "`"
    pad = " " if "`" in text else ""
    return f"{fence}{pad}{text}{pad}{fence}".replace("|", "\\|")
