"""Makes pairs of objects for a real server: every base, with each field changed, taken away, emptied, or written out.

The bases are in ``server_truth_bases.yaml``. Beside what is changed field by field, each base becomes each
other one of its kind, and every default that the server fills in is written out.
"""

from __future__ import annotations

import itertools
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

BASES = Path(__file__).resolve().parent / "server_truth_bases.yaml"
Object = dict[str, Any]
Steps = tuple["str | int", ...]
_FIXED = (("apiVersion",), ("kind",), ("metadata",), ("metadata", "name"))
_OF_SERVER = ("status", "metadata")
GONE = object()


def bases() -> list[Object]:
    """Return the bases."""
    return list(yaml.safe_load_all(BASES.read_text(encoding="utf-8")))


def pairs(base: Object, stored: Object, number: int) -> Iterator[tuple[str, Object, Object]]:
    """Yield pairs of one base: name, before, after. stored: what a server stores of it."""
    name = f"{base['kind']}-{number}"
    for path, value in _fields(base, ()):
        if path in _FIXED:
            continue
        for how, changed in _variants(value):
            yield f"{name}:{_text(path)}:{how}", base, _with(base, path, changed)
    for path, value in _added(base, stored, ()):
        written = _with(base, path, value)
        yield f"{name}:{_text(path)}:written", base, written
        yield f"{name}:{_text(path)}:unwritten", written, base
        for how, changed in _variants(value):
            if changed is not GONE:
                yield f"{name}:{_text(path)}:filled-{how}", base, _with(base, path, changed)


def transitions(known: list[Object]) -> Iterator[tuple[str, Object, Object]]:
    """Yield each base with each other one of its kind that has its name."""
    for (one, before), (other, after) in itertools.permutations(enumerate(known), 2):
        if all(before[key] == after[key] for key in ("apiVersion", "kind")) and (
            before["metadata"]["name"] == after["metadata"]["name"]
        ):
            yield f"{before['kind']}-{one}:{before['kind']}-{other}", before, after


def _fields(value: Any, path: Steps) -> Iterator[tuple[Steps, Any]]:
    if isinstance(value, dict):
        for key, member in value.items():
            yield (*path, key), member
            yield from _fields(member, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield (*path, index), item
            yield from _fields(item, (*path, index))


def _variants(value: Any) -> Iterator[tuple[str, Any]]:
    yield "removed", GONE
    yield "null", None
    if isinstance(value, bool):
        yield "flipped", not value
    elif isinstance(value, int):
        yield "more", value + 1
        yield "less", value - 1
        yield "text", str(value)
    elif isinstance(value, str):
        yield "other", f"{value}x"
        yield "blank", ""
    elif isinstance(value, dict):
        yield "empty", {}
        yield "more", {**value, "zz": "zz"}
    elif isinstance(value, list):
        yield "empty", []
        if len(value) > 1:
            yield "reversed", value[::-1]
            yield "shorter", value[1:]
        if value:
            yield "twice", [*value, deepcopy(value[0])]


def _added(base: Any, stored: Any, path: Steps) -> Iterator[tuple[Steps, Any]]:
    """Yield what the server has filled in."""
    if isinstance(base, dict) and isinstance(stored, dict):
        for key, value in stored.items():
            if not path and key in _OF_SERVER:
                continue
            if key not in base:
                yield (*path, key), value
            else:
                yield from _added(base[key], value, (*path, key))
    elif isinstance(base, list) and isinstance(stored, list) and len(base) == len(stored):
        for index, (item, other) in enumerate(zip(base, stored, strict=True)):
            yield from _added(item, other, (*path, index))


def _with(base: Object, path: Steps, value: Any) -> Object:
    changed = deepcopy(base)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    if value is not GONE:
        place[path[-1]] = deepcopy(value)
    else:
        del place[path[-1]]
    return changed


def _text(path: Steps) -> str:
    return ".".join(map(str, path))
