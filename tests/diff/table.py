"""Reads cases.yaml: small pairs of objects, and what a diff is to say about them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.model import ABSENT, DiffReport, ObjectDiff, Side, Status
from helmwright.diff.objects import read_objects
from helmwright.diff.paths import path_text

if TYPE_CHECKING:
    from collections.abc import Iterator

CASES = Path(__file__).parent / "cases.yaml"
_SIGNS = {Status.ADDED: "+", Status.REMOVED: "-", Status.CHANGED: "~", Status.RENAMED: ">"}


class Case(NamedTuple):
    """A pair of sides; expect: the lines of ``lines_of``."""

    name: str
    before: str
    after: str
    options: DiffOptions
    expect: list[str]

    def report(self) -> DiffReport:
        return diff_sides(
            Side("before", read_objects(self.before, "before.yaml")),
            Side("after", read_objects(self.after, "after.yaml")),
            self.options,
        )


def cases() -> list[Case]:
    document = yaml.safe_load(CASES.read_text())
    return [_case(one, document["bases"]) for one in document["cases"]]


def _case(one: dict[str, Any], bases: dict[str, str]) -> Case:
    """Return a case: both sides are the base, with texts replaced, unless they are given."""
    options: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in one.get("options", {}).items()
    }
    before = one["before"] if "before" in one else _base(one["base"], bases)
    after = (
        one["after"] if "after" in one else _base(one.get("after_base", one.get("base", "")), bases)
    )
    return Case(
        one["name"],
        _replaced(before, one.get("replace_before", [])),
        _replaced(after, one.get("replace", [])),
        DiffOptions(**options),
        one.get("expect", []),
    )


def _base(names: str, bases: dict[str, str]) -> str:
    return "\n---\n".join(bases[name] for name in names.split("+"))


def _replaced(text: str, replacements: list[list[str]]) -> str:
    for old, new in replacements:
        assert old in text, old
        text = text.replace(old, new)
    return text


def lines_of(report: DiffReport) -> list[str]:
    """Return a report in lines that are easy to read and to compare."""
    lines = [line for one in report.objects for line in _object(one)]
    lines += [
        f"= {fold.reason}: {fold.title}: {_values(fold.change)} in {len(fold.objects)}"
        for fold in report.folds
    ]
    if report.suppressed:
        lines.append(f"{report.suppressed} suppressed")
    return lines


def _object(one: ObjectDiff) -> Iterator[str]:
    old = f" from {one.old_key.name}" if one.old_key else ""
    folded = f", {one.folded} folded" if one.folded else ""
    yield f"{_SIGNS[one.status]} {one.key}{old}{folded}"
    for change in one.changes:
        embedded = f" ({change.embedded} embedded)" if change.embedded else ""
        yield f"  {path_text(change.path)}: {_values(change)}{embedded}"
    for impact in one.impacts:
        yield f"  ! {impact.effect.value}: {impact.message}"


def _values(change: Any) -> str:
    return f"{_shown(change.before)} -> {_shown(change.after)}"


def _shown(value: Any) -> str:
    return "nothing" if value is ABSENT else repr(value)
