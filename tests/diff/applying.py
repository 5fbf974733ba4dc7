"""Applies reported changes to an object: what a diff leaves out is then missing in the result."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from typing import Any

import yaml

from helmwright.diff.model import ABSENT, ORDER, Change

Rest = tuple[tuple["str | int", ...], Any, Any]
_KEY = re.compile(r"(?:^|,)(\w+)=")


def apply(before: dict[str, Any], changes: tuple[Change, ...]) -> Any:
    """Return ``before`` with the changes; a text with changes inside becomes the data in it."""
    texts = {
        change.path[: len(change.path) - change.embedded] for change in changes if change.embedded
    }
    opened = opened_at(before, texts)
    return _apply(opened, [(change.path, change.before, change.after) for change in changes])


def opened_at(data: dict[str, Any], texts: set[tuple[str | int, ...]]) -> dict[str, Any]:
    """Return an object in which texts are the data that they hold."""
    copy: dict[str, Any] = json.loads(json.dumps(data))
    for path in texts:
        parent: Any = copy
        for step in path[:-1]:
            parent = parent[step]
        text = parent[path[-1]]
        if data.get("kind") == "Secret" and path[0] == "data":
            text = b64decode(text).decode()
        parent[path[-1]] = yaml.safe_load(text)
    return copy


def _apply(value: Any, changes: list[Rest]) -> Any:
    if not changes:
        return value
    if not changes[0][0]:
        assert len(changes) == 1
        old = changes[0][1]
        assert value in (ABSENT, None, [], {}) if old is ABSENT else value == old
        return changes[0][2]
    first = changes[0][0][0]
    if isinstance(first, str) and not first.startswith("["):
        return _map({} if value in (ABSENT, None) else dict(value), changes)
    items = [] if value in (ABSENT, None) else list(value)
    return _by_position(items, changes) if isinstance(first, int) else _keyed(items, changes)


def _map(value: dict[str, Any], changes: list[Rest]) -> dict[str, Any]:
    for key, inner in _grouped(changes).items():
        result = _apply(value.get(str(key), ABSENT), inner)
        if result is ABSENT:
            value.pop(str(key), None)
        else:
            value[str(key)] = result
    return value


def _grouped(changes: list[Rest]) -> dict[str | int, list[Rest]]:
    groups: dict[str | int, list[Rest]] = {}
    for path, old, new in changes:
        groups.setdefault(path[0], []).append((path[1:], old, new))
    return groups


def _by_position(items: list[Any], changes: list[Rest]) -> list[Any]:
    removed = [int(path[0]) for path, _, new in changes if len(path) == 1 and new is ABSENT]
    added = {int(path[0]): new for path, old, new in changes if len(path) == 1 and old is ABSENT}
    others = [one for one in changes if len(one[0]) > 1 or ABSENT not in one[1:]]
    for place in sorted(removed, reverse=True):
        del items[place]
    for place in sorted(added):
        items.insert(place, added[place])
    for index, inner in _grouped(others).items():
        items[int(index)] = _apply(items[int(index)], inner)
    return items


def _keyed(items: list[Any], changes: list[Rest]) -> list[Any]:
    order = next((new for path, _, new in changes if path == (ORDER,)), None)
    for label, inner in _grouped([one for one in changes if one[0] != (ORDER,)]).items():
        place = next((at for at, item in enumerate(items) if _is(item, str(label))), None)
        result = _apply(ABSENT if place is None else items[place], inner)
        if place is not None:
            items[place] = result
        else:
            items.append(result)
    items = [item for item in items if item is not ABSENT]
    if order is not None:
        items.sort(key=lambda item: [_is(item, f"[{label}]") for label in order].index(True))
    return items


def _is(item: Any, label: str) -> bool:
    if item is ABSENT:
        return False
    if label.startswith("[="):
        return label == f"[={item}]"
    names = _KEY.findall(label[1:-1])
    default = {"protocol": "TCP"}
    values = [(name, item.get(name, default.get(name))) for name in names]
    return label == f"[{','.join(f'{name}={_shown(value)}' for name, value in values)}]"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
