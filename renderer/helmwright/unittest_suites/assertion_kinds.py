"""The assertions that suites can make, and the parameters of each.

Source: helm-unittest pkg/unittest/assertion.go and validators/.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from helmwright.go.kinds import Value


class Kind(NamedTuple):
    """One name of an assertion: the check that it makes, and whether it means the opposite."""

    check: str
    opposite: bool = False


_CHECKS = {
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
"""Check to its parameters: name to type."""

KINDS: dict[str, Kind] = {
    **{name: Kind(name) for name in _CHECKS},
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


def check_parameters(kind: str, given: Value, where: str) -> dict[str, Value]:
    """Return the parameters of an assertion, with those that are not given.

    Names are compared without regard to case, and unknown ones are passed over, as in the library
    that helm-unittest reads them with. Raises HelmwrightError for a value of a wrong type.
    """
    known = _CHECKS[KINDS[kind].check]
    if given is None:
        given = {}
    if not isinstance(given, dict):
        raise HelmwrightError(f"{where}: {kind} needs a map of parameters")
    folded = {name.lower(): value for name, value in given.items()}
    found = {}
    for name, wanted in known.items():
        value = given.get(name, folded.get(name.lower()))
        found[name] = (
            _EMPTY[wanted] if value is None else _typed(value, wanted, f"{where}.{kind}.{name}")
        )
    return found


def _typed(value: Value, wanted: str, where: str) -> Value:
    if wanted == "any":
        return value
    if wanted == "int" and isinstance(value, int | float) and not isinstance(value, bool):
        if isinstance(value, float) and not isfinite(value):
            raise HelmwrightError(f"{where} must be a number that is finite")
        return int(value)
    if wanted == "pattern" and isinstance(value, dict):
        pattern = value.get("pattern")
        return "" if pattern is None else _typed(pattern, "string", f"{where}.pattern")
    if wanted == "strings" and isinstance(value, list | str):
        items = value if isinstance(value, list) else [value]
        return tuple(_typed(item, "string", where) for item in items)
    fits = {"string": str, "bool": bool}.get(wanted)
    if fits is None or not isinstance(value, fits):
        raise HelmwrightError(f"{where} must be {_NAMES[wanted]}")
    return value


_NAMES = {
    "string": "a string",
    "bool": "true or false",
    "int": "a number",
    "strings": "a list of strings",
    "pattern": "a map with a pattern",
}
