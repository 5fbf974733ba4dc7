"""A diff for people at a terminal: objects, what happens to them, and their changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.columns import columns, wrapped
from helmwright.base.printable import printable_line
from helmwright.base.style import LINES, Role
from helmwright.diff.model import ABSENT, Effect, Status
from helmwright.diff.report import display
from helmwright.diff.report.summaries import folded, names, names_of_folds, shown_groups, title

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.model import Change, DiffReport, Fold, Impact
    from helmwright.diff.report import ReportOptions
    from helmwright.diff.report.summaries import FoldNames

_NARROWEST = 20
_MOST_NAMES = 5
_ROLES = {
    Status.ADDED: Role.NEW,
    Status.REMOVED: Role.GONE,
    Status.CHANGED: Role.OTHER,
    Status.RENAMED: Role.RENAMED,
}
_GRAVE = (Effect.DATA_AT_RISK, Effect.IMMUTABLE)


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as text."""
    writer = _Writer(options)
    return "\n".join("".join(f"{line}\n" for line in writer.report(one)) for one in reports)


class _Writer:
    def __init__(self, options: ReportOptions) -> None:
        self._options = options
        self._width = max(options.width, _NARROWEST)
        self._paint = options.style.paint

    def report(self, report: DiffReport) -> Iterator[str]:
        """Yield the lines of a report."""
        headings, lines_of = self._options.style.headings, self._options.style.lines
        yield from headings(printable_line(display.sides(report)))
        for sentence, lines in display.failures(report):
            told = lines_of(f"note: {printable_line(sentence)}")
            yield from (self._paint(line, Role.ERROR) for line in told)
            yield from (f"    {printable_line(line)}".rstrip() for line in lines)
        for side in (report.before, report.after):
            for note in side.notes:
                yield from lines_of(f"note: {printable_line(side.title)}: {printable_line(note)}")
        for note in report.notes:
            yield from lines_of(f"note: {printable_line(note)}")
        known = names_of_folds(report)
        for group in shown_groups(report, self._options):
            yield ""
            yield from self._object(group, known)
        yield from self._folds(report)
        yield from self._values(report)
        yield from self._chart(report)
        yield ""
        yield from headings(display.summary(report))

    def _object(self, group: Group, known: FoldNames) -> Iterator[str]:
        one = group.first
        sign = f"{display.SIGNS[one.status]} {one.status.value}"
        style = self._options.style
        heading = f"{self._paint(sign, _ROLES[one.status])} "
        named = printable_line(title(group))
        template = printable_line(display.template(one)) if group.is_single else ""
        whole = f"{sign} {named}  {template}"
        shown = style.link(template, display.template_file(one))
        shown = self._paint(f"  {shown}", Role.FAINT) if template else ""
        if style.width is None or columns(whole) <= style.width:
            yield f"{heading}{self._paint(named, Role.HEADING)}{shown}"
        else:
            before = " " * columns(f"{sign} ")
            first, *rest = wrapped(named, style.width, first=before, rest="  ")
            yield f"{heading}{self._paint(first[len(before) :], Role.HEADING)}"
            yield from (self._paint(line, Role.HEADING) for line in rest)
            if shown:
                yield shown
        impacts = display.impacts(group)
        if not group.is_single:
            yield from self._names(group, impacts)
        for impact in impacts:
            mark = "!" if impact.effect in _GRAVE else "·"
            role = Role.FAINT if impact.effect is Effect.NONE else Role.CHANGED
            role = Role.ERROR if mark == "!" else role
            text = printable_line(f"{impact.effect.value}: {impact.message}")
            first, *rest = wrapped(text, self._width - 4) or [""]
            yield f"  {self._paint(f'{mark} {first}', role)}"
            yield from (f"    {self._paint(line, role)}" for line in rest)
        for change in group.changes:
            yield from self._change(change, "  ")
        if others := folded(group, known):
            lines = wrapped(f"… also folded below: {others}", self._width - 2)
            yield from (self._paint(f"  {printable_line(line)}", Role.FAINT) for line in lines)

    def _names(self, group: Group, impacts: list[Impact]) -> Iterator[str]:
        """Yield the names of a group's objects: all where data or the upgrade is in danger."""
        keys = [one.key for one in group.objects]
        if any(impact.effect in _GRAVE for impact in impacts):
            text = names(keys, len(keys) * self._width * 8)
        else:
            text = names(keys, self._width - 20, most=_MOST_NAMES)
        for line in wrapped(text, self._width - 2):
            yield self._paint(f"  {line}", Role.FAINT)

    def _change(self, change: Change, indent: str) -> Iterator[str]:
        path = printable_line(display.change_path(change))
        yield from self._pair(path, change.before, change.after, indent)

    def _pair(self, name: str, before: Any, after: Any, indent: str) -> Iterator[str]:
        if display.is_block(before) or display.is_block(after):
            yield f"{indent}{name}:"
            yield from self._block(before, after, f"{indent}  ")
            return
        old, new = display.inline(before), display.inline(after)
        line = f"{indent}{name}: {old} → {new}"
        old_role, new_role = Role.REMOVED, Role.ADDED
        if columns(line) <= self._width:
            yield f"{indent}{name}: {self._paint(old, old_role)} → {self._paint(new, new_role)}"
            return
        yield f"{indent}{name}:"
        if before is not ABSENT and after is not ABSENT:
            old, new = self._marked(old, new)
        yield f"{indent}  {self._paint('-', old_role)} {old}"
        yield f"{indent}  {self._paint('+', new_role)} {new}"

    def _marked(self, before: str, after: str) -> tuple[str, str]:
        """Return both texts with marks around the words that differ."""
        old = new = ""
        for tag, one, other in display.words(before, after):
            old += one if tag == "equal" or not one else self._paint(f"[-{one}-]", Role.REMOVED)
            new += (
                other if tag == "equal" or not other else self._paint(f"{{+{other}+}}", Role.ADDED)
            )
        return old, new

    def _block(self, before: Any, after: Any, indent: str) -> Iterator[str]:
        if before is not ABSENT and after is not ABSENT and type(before) is not type(after):
            old, new = [display.inline(before)], [display.inline(after)]
        else:
            old, new = display.lines(before), display.lines(after)
        for line in display.hunk_lines(old, new, self._options.context):
            shown = f"{line[0]} {line[1:]}".rstrip()
            role = LINES.get(line[0])
            yield f"{indent}{self._paint(shown, role) if role else shown}"
        if old == new:
            yield f"{indent}only blanks at the ends of lines differ"

    def _folds(self, report: DiffReport) -> Iterator[str]:
        if not report.folds:
            return
        yield ""
        yield self._paint("folded", Role.HEADING)
        for fold in report.folds:
            yield from self._fold_line(fold)
            shown = names(fold.objects, self._width - 20, most=_MOST_NAMES, with_kind=True)
            yield self._paint(f"    {shown}", Role.FAINT)

    def _fold_line(self, fold: Fold) -> Iterator[str]:
        """Yield what is folded; where it is one change, in a line if there is room for it."""
        change = display.example(fold)
        if fold.reason == "same" and not any(map(display.is_block, (change.before, change.after))):
            old, new = display.inline(change.before), display.inline(change.after)
            line = display.fold_line(fold, f"{display.change_path(change)}: {old} → {new}")
            if columns(line) <= self._width - 4:
                yield f"  × {printable_line(line)}"
                return
        line = printable_line(f"× {display.fold_line(fold)}")
        is_narrow = self._options.style.width is not None
        first, *rest = wrapped(line, self._width - (4 if is_narrow else 2))
        yield f"  {first}"
        yield from (f"    {one}" for one in rest)
        if fold.reason != "noise":
            yield from self._change(change, "    ")

    def _values(self, report: DiffReport) -> Iterator[str]:
        if not report.values:
            return
        yield ""
        yield self._paint("values", Role.HEADING)
        for change in report.values:
            yield from self._pair(printable_line(change.key), change.before, change.after, "  ")

    def _chart(self, report: DiffReport) -> Iterator[str]:
        for heading, told in display.chart_sections(report):
            yield ""
            yield self._paint(heading, Role.HEADING)
            for line in told:
                first, *rest = wrapped(line, self._width - 2) or [""]
                yield f"  {first}"
                yield from (f"    {one}" for one in rest)
