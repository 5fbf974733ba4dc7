"""The assertions that suites can make, and the parameters of each.

Source: helm-unittest pkg/unittest/assertion.go and validators/.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value


class Kind(NamedTuple):
    """One name of an assertion: the check that it makes, and whether it means the opposite."""

    check: str
    opposite: bool = False


CHECKS = {
    "equal": {"path": "string", "value": "any", "decodeBase64": "bool"},
    "equalRaw": {"value": "string"},
    "greaterOrEqual": {"path": "string", "value": "any"},
    "lessOrEqual": {"path": "string", "value": "any"},
    "exists": {"path": "string"},
    "matchRegex": {"path": "string", "pattern": "string", "decodeBase64": "bool"},
    "matchRegexRaw": {"pattern": "string"},
    "contains": {"path": "string", "content": "any", "count": "int", "any": "bool"},
    "isKind": {"of": "string"},
    "isAPIVersion": {"of": "string"},
    "hasDocuments": {"count": "int", "filterAware": "bool"},
    "isSubset": {"path": "string", "content": "any"},
    "isNullOrEmpty": {"path": "string"},
    "failedTemplate": {"errorMessage": "string", "errorPattern": "string"},
    "containsDocument": {
        "kind": "string",
        "apiVersion": "string",
        "name": "string",
        "namespace": "string",
        "any": "bool",
    },
    "lengthEqual": {"path": "string", "paths": "strings", "count": "int"},
    "isType": {"path": "string", "type": "string"},
    "matchSnapshot": {"path": "string", "matchRegex": "pattern", "notMatchRegex": "pattern"},
    "matchSnapshotRaw": {},
}
"""Check to its parameters: name to type; the schema of suites says what each type takes."""

KINDS: dict[str, Kind] = {
    **{name: Kind(name) for name in CHECKS},
    "notEqual": Kind("equal", opposite=True),
    "notEqualRaw": Kind("equalRaw", opposite=True),
    "notGreaterOrEqual": Kind("greaterOrEqual", opposite=True),
    "notLessOrEqual": Kind("lessOrEqual", opposite=True),
    "notExists": Kind("exists", opposite=True),
    "notMatchRegex": Kind("matchRegex", opposite=True),
    "notMatchRegexRaw": Kind("matchRegexRaw", opposite=True),
    "notContains": Kind("contains", opposite=True),
    "isNotSubset": Kind("isSubset", opposite=True),
    "isNotNullOrEmpty": Kind("isNullOrEmpty", opposite=True),
    "notFailedTemplate": Kind("failedTemplate", opposite=True),
    "notLengthEqual": Kind("lengthEqual", opposite=True),
    "isNotType": Kind("isType", opposite=True),
    "isNull": Kind("exists", opposite=True),
    "isNotNull": Kind("exists"),
    "isEmpty": Kind("isNullOrEmpty"),
    "isNotEmpty": Kind("isNullOrEmpty", opposite=True),
}
"""Every name of an assertion."""

_EMPTY: dict[str, Value] = {
    "string": "",
    "bool": False,
    "any": None,
    "int": None,
    "strings": (),
    "pattern": "",
}


def named_as_known(kind: str, given: Value) -> Value:
    """Return the parameters of an assertion by their names; what is no map stays as it is.

    Names are compared without regard to case, as in the library that helm-unittest reads them with.
    """
    if not isinstance(given, dict):
        return given
    known = {name.lower(): name for name in CHECKS[KINDS[kind].check]}
    folded = {known[name.lower()]: value for name, value in given.items() if name.lower() in known}
    return {**folded, **given}


def parameters_of(kind: str, given: dict[str, Value] | None, where: str) -> dict[str, Value]:
    """Return the parameters of an assertion that was checked, with those that are not given.

    Unknown ones are passed over. Raises HelmwrightError for a number that is infinite.
    """
    found = {}
    for name, wanted in CHECKS[KINDS[kind].check].items():
        value = (given or {}).get(name)
        if value is None:
            found[name] = _EMPTY[wanted]
            continue
        if isinstance(value, float) and wanted == "int" and not isfinite(value):
            raise HelmwrightError(f"{where}.{kind}.{name} must be a number that is finite")
        found[name] = _MADE[wanted](value)
    return found


def _pattern(value: dict[str, Value]) -> Value:
    return value.get("pattern") or ""


def _strings(value: Value) -> Value:
    return tuple(value) if isinstance(value, list) else (value,)


def _same(value: Value) -> Value:
    return value


_MADE: dict[str, Callable[..., Value]] = {
    "string": _same,
    "bool": _same,
    "any": _same,
    "int": int,
    "strings": _strings,
    "pattern": _pattern,
}
"""Type to what makes of a value what checks are called with."""
