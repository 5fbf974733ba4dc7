"""Says which maps and lists a change of a values file replaces by something else, or the other way.

``values set image=nginx`` is right for one chart and takes all of ``image.repository``,
``image.tag`` … away from another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.commands.inputs import input_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.commands import Context
    from helmwright.commands.values_secrets import MeantMarks
    from helmwright.values.editing import Edit

_MOST_KEYS = 4


def say_other_kinds(
    context: Context, name: str, data: bytes, edits: Sequence[Edit], meant: MeantMarks
) -> None:
    """Say of each value of another kind than before, or than the chart's default, what it replaces.

    data: what the file held before.
    """
    from helmwright.base.paths import dotted
    from helmwright.values.editing.places import Text
    from helmwright.values.maps import load_values

    shown = input_name(name)
    values = load_values(data, path=shown)
    told: set[Path] = set()
    for path, old, new in _other_kinds(values, edits):
        told.add(path)
        place = Text(data.decode().removeprefix("\ufeff"), shown).position(path)
        context.say(f"{place}: {dotted(path)} was {_described(old)}, and is {_kind(new)} now")
    chart = meant.chart if any(map(_pairs_of, edits)) else None
    if chart is None:
        return
    for path, old, new in _other_kinds(chart.values, edits):
        if path not in told:
            context.say(
                f"{shown}: {dotted(path)} is {_kind(new)}, and in the chart {chart.metadata.name} "
                f"{_described(old)}"
            )


def _other_kinds(values: dict[str, Any], edits: Iterable[Edit]) -> Iterator[tuple[Path, Any, Any]]:
    """Yield path, old and new value of what was of another kind."""
    from helmwright.values.editing.operations import has, lookup

    for edit in edits:
        for path, value in _pairs_of(edit):
            if has(values, path):
                old = lookup(values, path)
                if old is not None and value is not None and _kind(old) != _kind(value):
                    yield path, old, value


def _pairs_of(edit: Edit) -> list[tuple[Path, Any]]:
    """Return what a change puts where: its value, and those in maps of it."""
    from helmwright.values.editing.operations import Put

    found: list[tuple[Path, Any]] = []
    waiting = [(edit.path, edit.value)] if isinstance(edit, Put) else []
    while waiting:
        path, value = waiting.pop()
        found.append((path, value))
        if type(value) is dict:
            waiting += [((*path, key), inner) for key, inner in value.items()]
    return found


def _kind(value: Any) -> str:
    """Return what Helm tells apart when it merges values."""
    if isinstance(value, dict):
        return "a map"
    return "a list" if isinstance(value, list) else "a single value"


def _described(value: Any) -> str:
    if not value and isinstance(value, dict | list):
        return f"an empty {_kind(value).removeprefix('a ')}"
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if not isinstance(value, dict):
        return _kind(value)
    keys = [str(key) for key in value]
    more = "" if len(keys) <= _MOST_KEYS else f" and {len(keys) - _MOST_KEYS} more"
    return f"a map with {', '.join(keys[:_MOST_KEYS])}{more}"
