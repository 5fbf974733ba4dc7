"""The defaults of built-in kinds, read from ``data/default_rules.json``.

A rule is about one or more Go types and says where Kubernetes' code has it (``source``). It holds
``when`` its paths have one of the values given (``null`` is a field that is not there) and what
``present`` names is there. Then it sets what is missing (``set``), takes fields away (``remove``) or
calls a function of ``computed`` (``call``). A field is missing if it is not there, or has Go's zero
value and is no pointer.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.kube.data_files import read_data
from helmwright.kube.defaulting import computed
from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.kube.patch_meta import Type

    Apply = Callable[[dict[str, Any]], None]
    """Sets defaults in one struct, as the JSON that Go would write."""
    Steps = tuple[str, ...]


@lru_cache(maxsize=1)
def _by_type() -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for row in json.loads(read_data("default_rules.json"))["rules"]:
        for name in row["types"]:
            found.setdefault(name, []).append(row)
    return found


def rules_of(name: str, of: Type) -> tuple[Apply, ...]:
    """Return what sets the defaults of a struct, in order.

    name: of the type in the table of types, such as ``core/v1.Container``.
    """
    return tuple(_bound(row, of) for row in _by_type().get(name, ()))


def _bound(row: dict[str, Any], of: Type) -> Apply:
    """Return a rule as a function for the type it is about."""
    when = [(_steps(path), values) for path, values in row.get("when", {}).items()]
    present = _steps(row["present"]) if "present" in row else ()
    does = _action(row, of)

    def apply(value: dict[str, Any]) -> None:
        for steps, wanted in when:
            found = _found(value, steps)
            if (None if found == "" else found) not in wanted:
                return
        if not present or _found(value, present) not in (None, ""):
            does(value)

    return apply if when or present else does


def _action(row: dict[str, Any], of: Type) -> Apply:
    if "call" in row:
        called: Apply = computed.BY_NAME[row["call"]]
        return called
    if "remove" in row:
        paths = [_steps(path) for path in row["remove"]]
        return lambda value: _remove(value, paths)
    settings = []
    for path, default in row["set"].items():
        steps = _steps(path)
        settings.append((steps[:-1], steps[-1], _is_pointer(of, steps), default))
    return lambda value: _set(value, settings)


def _set(value: dict[str, Any], settings: list[tuple[Steps, str, bool, Any]]) -> None:
    for within, name, is_pointer, default in settings:
        place = value
        for step in within:
            place = place.setdefault(step, {})
        given = place.get(name)
        if given is None or (not is_pointer and not given):
            place[name] = copy_document(default)


def _remove(value: dict[str, Any], paths: list[Steps]) -> None:
    for steps in paths:
        place = _found(value, steps[:-1])
        if place is not None:
            place.pop(steps[-1], None)


def _found(value: Any, steps: Steps) -> Any:
    for step in steps:
        value = value.get(step) if type(value) is dict else None
    return value


def _steps(path: str) -> Steps:
    return tuple(path.split("."))


def _is_pointer(of: Type, steps: Steps) -> bool:
    for step in steps[:-1]:
        of = of.fields[step].type
        of = of.element if of.kind == "ptr" and of.element is not None else of
    return of.fields[steps[-1]].type.kind == "ptr"
