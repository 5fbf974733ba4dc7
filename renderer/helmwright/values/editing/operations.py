"""Changes of values files as data, and what they do to the values."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from helmwright.base.paths import Path, dotted
from helmwright.base.records import Record, field, replace
from helmwright.values.maps import copy_values

if TYPE_CHECKING:
    from collections.abc import Iterable


class Put(Record):
    """Set the value at ``path``, making the maps above it."""

    path: Path
    value: Any = field(hash=False)


class Quote(Record):
    """Write the scalar at ``path`` as a quoted string that holds what is written there now."""

    path: Path


class Remove(Record):
    """Remove the key or item at ``path``."""

    path: Path


class Rename(Record):
    """Move the value at ``path`` to ``new``; under the same parent it stays where it is."""

    path: Path
    new: Path


Edit = Put | Quote | Remove | Rename


class NotPossibleError(Exception):
    """An operation that the values do not allow; the text says why, after the path."""


def below(edit: Edit, prefix: Path) -> Edit:
    """Return the same change of what stands at ``prefix``."""
    if isinstance(edit, Rename):
        return Rename((*prefix, *edit.path), (*prefix, *edit.new))
    return replace(edit, path=(*prefix, *edit.path))


def lookup(values: Any, path: Path) -> Any:
    """Return the value at ``path``; raises KeyError if there is none."""
    found = values
    for step in path:
        of_map = isinstance(found, dict) and isinstance(step, str)
        of_list = isinstance(found, list) and isinstance(step, int) and 0 <= step < len(found)
        if not (of_map or of_list):
            raise KeyError(path)
        found = found[step]
    return found


def has(values: Any, path: Path) -> bool:
    """Tell whether there is a value at ``path``, if only a null."""
    try:
        lookup(values, path)
    except KeyError:
        return False
    return True


def apply_to_values(values: dict[str, Any], edit: Edit, written: str = "") -> dict[str, Any]:
    """Return ``values`` with the change; they stay as they are.

    written: what ``Quote`` makes a string of. Raises NotPossibleError.
    """
    found = copy_values(values)
    if isinstance(edit, Put):
        return _put(found, edit.path, edit.value)
    if isinstance(edit, Quote):
        return _put(found, edit.path, written)
    if not has(found, edit.path):
        return found
    moved = lookup(found, edit.path)
    parent = lookup(found, edit.path[:-1])
    del parent[edit.path[-1]]
    if not isinstance(edit, Rename):
        return found
    if has(values, edit.new) and not same(lookup(values, edit.new), moved):
        raise NotPossibleError(f"{dotted(edit.new)} is set to something else")
    return _put(found, edit.new, moved)


def _put(values: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    container: Any = values
    for step, following in pairwise(path):
        inner = _existing(container, step)
        if inner is None:
            inner = [] if isinstance(following, int) else {}
            _store(container, step, inner)
        container = inner
    _existing(container, path[-1])
    _store(container, path[-1], value)
    return values


def _existing(container: Any, step: str | int) -> Any:
    """Return what ``step`` names in ``container``; None if there is nothing."""
    if isinstance(step, str):
        if not isinstance(container, dict):
            raise NotPossibleError(f"what holds the key {step} is no map")
        return container.get(step)
    if not isinstance(container, list):
        raise NotPossibleError(f"what holds the item {step} is no list")
    return container[step] if step < len(container) else None


def _store(container: Any, step: str | int, value: Any) -> None:
    if isinstance(step, int):
        container.extend([None] * (step + 1 - len(container)))
    container[step] = value


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same; 1 is 1.0, but not true."""
    return difference(one, other) is None


def difference(one: Any, other: Any, path: Path = ()) -> Path | None:
    """Return the path of the first difference of two values; None if they are the same."""
    steps: Iterable[str | int]
    if isinstance(one, dict) and isinstance(other, dict):
        steps = {**one, **other}
    elif isinstance(one, list) and isinstance(other, list):
        steps = range(max(len(one), len(other)))
    else:
        equal = one == other and isinstance(one, bool) == isinstance(other, bool)
        return None if equal else path
    for step in steps:
        inner = (*path, step)
        if not (has(one, (step,)) and has(other, (step,))):
            return inner
        found = difference(one[step], other[step], inner)
        if found is not None:
            return found
    return None
