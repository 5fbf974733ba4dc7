"""Objects of built-in kinds as an API server stores them: decoded, and every default filled in.

The types are those of ``data/stored_types.json``: Go's own, of one release, with pointers and
``omitempty``, written by tests/conformance/update_defaults.py. Defaults are set from the outside
inwards, as the functions of zz_generated.defaults.go do.
"""

from __future__ import annotations

import json
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from helmwright.kube.data_files import read_data
from helmwright.kube.defaulting.rules import rules_of
from helmwright.kube.go_types import GoTypes
from helmwright.kube.typed import TypedCodec

if TYPE_CHECKING:
    from helmwright.kube.defaulting.rules import Apply

RELEASE = "v1.34.4"
"""The release of Kubernetes whose defaults these are."""
_STORED_AS_JSON = ("apiextensions/", "apiregistration/")


class _Plan:
    """What is set in a struct, and which of its fields hold structs with defaults."""

    __slots__ = ("members", "rules")

    def __init__(self, rules: tuple[Apply, ...]) -> None:
        self.rules = rules
        self.members: list[tuple[str, str, _Plan]] = []


class _Scheme:
    """The kinds, their types, and what was made for those that have been asked for."""

    def __init__(self) -> None:
        document = json.loads(read_data("stored_types.json"))
        self.kinds: dict[str, str] = document["kinds"]
        self._table: dict[str, list[list[str]]] = document["types"]
        self._types = GoTypes(self._table)
        self._lock = Lock()
        self._ready: dict[str, tuple[TypedCodec, _Plan]] = {}
        self._plans: dict[str, _Plan] = {}
        self._reach: dict[str, bool] = {}

    def kind(self, name: str) -> tuple[TypedCodec, _Plan]:
        """Return what decodes the objects of a kind, and what is set in them; one thread makes them."""
        found = self._ready.get(name)
        if found is None:
            with self._lock:
                stored = "json" if name.startswith(_STORED_AS_JSON) else "protobuf"
                found = TypedCodec(self._types[name], stored=stored), self._plan(name)
                self._ready[name] = found
        return found

    def _plan(self, name: str) -> _Plan:
        found = self._plans.get(name)
        if found is None:
            found = self._plans[name] = _Plan(rules_of(name, self._types[name]))
            for field, expression, *_ in self._table[name]:
                form, inner = _form(expression)
                if self._has_defaults(inner):
                    found.members.append((field, form, self._plan(inner)))
        return found

    def _has_defaults(self, name: str) -> bool:
        """Tell whether a type, or one below it, has rules."""
        found = self._reach.get(name)
        if found is None:
            self._reach[name] = False  # a struct that holds itself
            rows = self._table.get(name, ())
            found = bool(rows) and (
                bool(rules_of(name, self._types[name]))
                or any(self._has_defaults(_form(row[1])[1]) for row in rows)
            )
            self._reach[name] = found
        return found


def _form(expression: str) -> tuple[str, str]:
    """Return whether a type is a list, a map or one struct, and the name of the struct."""
    bare = expression.lstrip("*")
    if bare.startswith("[]"):
        return "list", bare[2:].lstrip("*")
    if bare.startswith("map[string]"):
        return "map", bare[len("map[string]") :].lstrip("*")
    return "one", bare


@lru_cache(maxsize=1)
def _scheme() -> _Scheme:
    return _Scheme()


def is_known(api_version: str, kind: str) -> bool:
    """Tell whether defaults of a kind are known here."""
    return f"{api_version}/{kind}" in _scheme().kinds


def stored_form(document: dict[str, Any], api_version: str, kind: str) -> dict[str, Any]:
    """Return an object of a built-in kind as a server answers it after it was created.

    Fields that no struct has are kept as they are. Raises ``PatchTypeError`` if the server could not
    decode it: a value of another type, a number out of range.
    """
    scheme = _scheme()
    name = scheme.kinds[f"{api_version}/{kind}"]
    codec, plan = scheme.kind(name)
    stored: dict[str, Any] = codec.round_trip(document)
    _fill(stored, plan)
    return stored


def _fill(value: Any, plan: _Plan) -> None:
    if type(value) is not dict:
        return
    for rule in plan.rules:
        rule(value)
    for name, form, inner in plan.members:
        member = value.get(name)
        if not member:
            if member is not None and form == "one":
                _fill(member, inner)
        elif form == "one":
            _fill(member, inner)
        elif form == "list":
            for item in member:
                _fill(item, inner)
        else:
            for item in member.values():
                _fill(item, inner)
