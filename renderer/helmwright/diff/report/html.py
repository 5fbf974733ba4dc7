"""Diffs as one page of HTML that needs nothing else: no network, no other file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import DictLoader, Environment, StrictUndefined

from helmwright.base.printable import printable_line
from helmwright.diff.model import ABSENT, Effect, Status
from helmwright.diff.report import display
from helmwright.diff.report.summaries import (
    all_names,
    folded,
    kinds,
    names_of_folds,
    parts,
    shown_groups,
    title,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.model import Change, DiffReport, Fold, ObjectDiff, ValueChange
    from helmwright.diff.report import ReportOptions
    from helmwright.diff.report.summaries import FoldNames

_TEMPLATE = "page.html.j2"
_GRAVITY = {
    Effect.DATA_AT_RISK: "grave",
    Effect.IMMUTABLE: "grave",
    Effect.MAY_FAIL: "warn",
    Effect.PERMISSIONS: "warn",
    Effect.NONE: "calm",
}

Piece = tuple[str, str]
"""A class, blank for what is the same, and a text."""
Row = tuple[str, list[Piece] | None, list[Piece] | None]
"""A class, and both sides of a line; None for the side that does not have it."""


def write(reports: Sequence[DiffReport], options: ReportOptions) -> str:
    """Return the reports as a page."""
    from helmwright.base.version import __version__

    folder = Path(__file__).parent
    environment = Environment(
        loader=DictLoader({_TEMPLATE: (folder / _TEMPLATE).read_text(encoding="utf-8")}),
        undefined=StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    views = [_report(at, report, options) for at, report in enumerate(reports)]
    page = environment.get_template(_TEMPLATE).render(
        reports=views,
        style=(folder / "page.css").read_text(encoding="utf-8"),
        script=(folder / "page.js").read_text(encoding="utf-8"),
        title=_title(reports),
        differs=any(report.differs or report.fails for report in reports),
        show_secrets=options.show_secrets,
        version=__version__,
    )
    return page.encode("utf-8", "replace").decode()


def _title(reports: Sequence[DiffReport]) -> str:
    if len(reports) == 1:
        return printable_line(display.sides(reports[0]))
    return display.counted(len(reports), "comparison")


def _report(at: int, report: DiffReport, options: ReportOptions) -> dict[str, Any]:
    shown = (part for group in shown_groups(report, options) for part in parts(group))
    known = names_of_folds(report)
    objects = [_object(f"o{at}-{number}", one, known, options) for number, one in enumerate(shown)]
    kinds: dict[str, list[dict[str, Any]]] = {}
    for view in objects:
        kinds.setdefault(view["kind"], []).append(view)
    counts = [
        (status.value, display.SIGNS[status], count, word)
        for status, (count, word) in zip(Status, display.counts(report), strict=True)
        if count
    ]
    notes = (*report.before.notes, *report.after.notes, *report.notes)
    return {
        "id": f"r{at}",
        "name": printable_line(report.environment or "Changes"),
        "before": printable_line(report.before.title),
        "after": printable_line(report.after.title),
        "summary": display.summary(report),
        "notes": list(map(printable_line, notes)),
        "failures": [
            (printable_line(sentence), "\n".join(map(printable_line, lines)))
            for sentence, lines in display.failures(report)
        ],
        "counts": counts,
        "kinds": sorted(kinds.items()),
        "objects": objects,
        "folds": [_fold(fold, options) for fold in report.folds],
        "folded": sum(fold.changes for fold in report.folds),
        "differing": [_value(change, options) for change in report.values],
        "sections": display.chart_sections(report),
        "unchanged": report.unchanged,
    }


def _object(name: str, group: Group, known: FoldNames, options: ReportOptions) -> dict[str, Any]:
    one = group.first
    shown = display.impacts(group)
    keys = [other.key for other in group.objects]
    return {
        "id": name,
        "status": one.status.value,
        "sign": display.SIGNS[one.status],
        "kind": printable_line(display.kind(one.key)),
        "place": printable_line(display.place(one.key) if group.is_single else kinds(group)),
        "title": printable_line(title(group)),
        "template": printable_line(display.template(one)) if group.is_single else "",
        "count": len(keys),
        "names": [] if group.is_single else all_names(keys),
        "impacts": [
            (
                _GRAVITY.get(impact.effect, "note"),
                impact.effect.value,
                printable_line(impact.message),
            )
            for impact in shown
        ],
        "gravity": _GRAVITY.get(shown[0].effect, "note") if shown else "",
        "changes": [_change(change, options) for change in group.changes] or _whole(one),
        "folded": printable_line(folded(group, known)),
    }


def _whole(one: ObjectDiff) -> list[dict[str, Any]]:
    """Return an object that is on one side only, as one change."""
    if one.before is not None and one.after is not None:
        return []
    rows: list[Row] = []
    if one.before is not None:
        rows = [("delete", [("", line)], None) for line in display.lines(one.before.data)]
    elif one.after is not None:
        rows = [("insert", None, [("", line)]) for line in display.lines(one.after.data)]
    return [{"path": "the whole object", "inside": "", "rows": rows}]


def _whole_line(line: str | None) -> list[Piece] | None:
    return None if line is None else [("", line)]


def _change(change: Change, options: ReportOptions) -> dict[str, Any]:
    outside, _, inside = display.change_path(change).partition(" ▸ ")
    rows = list(_rows(change.before, change.after, options.context))
    return {"path": printable_line(outside), "inside": printable_line(inside), "rows": rows}


def _value(change: ValueChange, options: ReportOptions) -> dict[str, Any]:
    rows = list(_rows(change.before, change.after, options.context))
    return {"path": printable_line(change.key), "inside": "", "rows": rows}


def _fold(fold: Fold, options: ReportOptions) -> dict[str, Any]:
    change = _change(display.example(fold), options) if fold.reason != "noise" else None
    return {
        "title": printable_line(display.fold_line(fold)),
        "change": change,
        "names": all_names(fold.objects),
    }


def _rows(before: Any, after: Any, context: int) -> Iterator[Row]:
    if not (display.is_block(before) or display.is_block(after)):
        yield _line(
            None if before is ABSENT else display.inline(before),
            None if after is ABSENT else display.inline(after),
        )
        return
    old, new = display.lines(before), display.lines(after)
    for at, group in enumerate(display.groups(old, new, context)):
        if at:
            yield "gap", [("", "…")], [("", "…")]
        for tag, i, j, k, m in group:
            if tag == "equal":
                yield from (("same", [("", line)], [("", line)]) for line in old[i:j])
                continue
            for step in range(max(j - i, m - k)):
                yield _line(
                    old[i + step] if i + step < j else None,
                    new[k + step] if k + step < m else None,
                )


def _line(before: str | None, after: str | None) -> Row:
    if before is None or after is None:
        return ("insert" if before is None else "delete", _whole_line(before), _whole_line(after))
    old: list[Piece] = []
    new: list[Piece] = []
    for tag, one, other in display.words(before, after):
        if one:
            old.append(("" if tag == "equal" else "del", one))
        if other:
            new.append(("" if tag == "equal" else "ins", other))
    return "replace", old, new
