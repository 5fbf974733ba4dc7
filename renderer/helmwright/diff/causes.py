"""The values that differ between two sides, which may be why their objects do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.diff.equality import same_scalar
from helmwright.diff.model import ABSENT, ValueChange
from helmwright.reference.secret_paths import secret_paths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.diff.model import ObjectDiff, Side

_SPECIAL = re.compile(r"[\\.,=\[\]{}]")
_GLOBAL = "global"


def value_changes(
    before: Side, after: Side, objects: Iterable[ObjectDiff] = ()
) -> tuple[ValueChange, ...]:
    """Return the values that differ, each by itself, in the order of the sides' keys.

    Nothing if a side has no values. Secrets are among them, marked as such by the sides' schemas.
    objects: those that differ. A null on one side and nothing on the other, which Helm makes of the
    nulls in a subchart's defaults as soon as anything is set there, counts only if its key comes out.
    """
    if before.values is None or after.values is None:
        return ()
    found = dict(_differences((), before.values, after.values))
    if any(map(_is_null_alone, found.values())):
        keys = _keys_of(objects)
        found = {
            path: pair
            for path, pair in found.items()
            if not _is_null_alone(pair) or _comes_out(str(path[-1]), keys)
        }
    is_secret = secret_paths((), (*before.schemas, *after.schemas))
    return tuple(
        ValueChange(key_text(path), plain(one), plain(other), is_secret(path))
        for path, (one, other) in found.items()
        if not _is_copy(path, (one, other), found)
    )


def key_text(path: Path) -> str:
    """Return a path of values as ``--set`` writes it."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            escaped = _SPECIAL.sub(r"\\\g<0>", step)
            text += f".{escaped}" if text else escaped
    return text


def _differences(path: Path, one: Any, other: Any) -> Iterator[tuple[Path, tuple[Any, Any]]]:
    """Yield the leaves that differ; what is on one side only comes in its parts, too."""
    left, right = _members(one), _members(other)
    if not left and not right:
        if not _same(one, other):
            yield path, (one, other)
        return
    if not left and one is not ABSENT and not _is_empty_like(one, other):
        yield path, (one, ABSENT)
    for step in (*left, *(step for step in right if step not in left)):
        inner = left.get(step, ABSENT), right.get(step, ABSENT)
        yield from _differences((*path, step), *inner)
    if not right and other is not ABSENT and not _is_empty_like(other, one):
        yield path, (ABSENT, other)


def _is_null_alone(pair: tuple[Any, Any]) -> bool:
    """Tell whether there is null on one side and nothing on the other: the same to templates."""
    return all(one is None or one is ABSENT for one in pair)


def _comes_out(key: str, keys: set[str]) -> bool:
    """Tell whether a key is among keys, or is one in a text among them."""
    return key in keys or any(f"{key}:" in text or f'"{key}"' in text for text in keys)


def _keys_of(objects: Iterable[ObjectDiff]) -> set[str]:
    """Return the keys of all that differs in objects, and the texts, which may hold keys."""
    found: set[str] = set()
    for one in objects:
        for change in one.changes:
            found.update(step for step in change.path if isinstance(step, str))
            pending = [change.before, change.after]
            while pending:
                value = pending.pop()
                if isinstance(value, dict):
                    found.update(map(str, value))
                    pending += value.values()
                elif isinstance(value, list):
                    pending += value
                elif isinstance(value, str) and "null" in value:
                    found.add(value)
    return found


def _members(value: Any) -> dict[str | int, Any]:
    if isinstance(value, dict):
        return {str(key): member for key, member in value.items()}
    return dict(enumerate(value)) if isinstance(value, list) else {}


def _is_empty_like(value: Any, other: Any) -> bool:
    return value in ({}, []) and isinstance(value, type(other))


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, (dict, list)) or isinstance(other, (dict, list)):
        return type(one) is type(other)  # both are empty
    return same_scalar(one, other)


def _is_copy(path: Path, values: tuple[Any, Any], found: dict[Path, tuple[Any, Any]]) -> bool:
    """Tell whether a value is there because every subchart gets the global ones."""
    if _GLOBAL not in path[1:]:
        return False
    own = found.get(path[path.index(_GLOBAL, 1) :])
    return own is not None and all(map(_same_value, own, values))


def _same_value(one: Any, other: Any) -> bool:
    return one is other or one == other


def plain(value: Any) -> Any:
    """Return a number without the fraction that it does not have."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
