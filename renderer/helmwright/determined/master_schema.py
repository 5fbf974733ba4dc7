"""The keys and types of the master's configuration, release by release.

They stand in ``master_keys.json``, which scripts/determined_master_keys.py wrote from the Go
structs of every release. There a *span* is ``[value, since, until]``; what is missing or null means
the first or the last release of all. A type is written as in Go with ``map:`` for ``map[string]``;
its ``decoder`` is

- ``plain``: the decoder that came to it goes on, strict or not;
- ``loose``: a decoder of its own that ignores unknown keys;
- ``union``: a key, mostly ``type``, chooses a member, keys of neither are refused, and what is
  below is decoded loosely;
- another name: see master_decoding.py.
"""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record
from helmwright.determined.spans import value_at, values_at
from helmwright.determined.versions import RELEASES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from helmwright.determined.versions import DeterminedRelease, Number

_ENTERPRISE_KEYS = ("oidc", "saml", "scim")
_MERGED = (0, 32, 0)
"""From here on the enterprise master is built from the public sources."""


class Struct(Record):
    """A Go struct at one release, by its JSON keys."""

    decoder: str
    fields: Mapping[str, str]
    union: Mapping[str, str]
    key: str
    """The key that chooses a member of the union."""

    def find(self, key: str) -> str | None:
        """Return the field that Go's decoder fills from a key, which may differ in case."""
        if key in self.fields:
            return key
        folded = key.lower()
        return next((name for name in self.fields if name.lower() == folded), None)


class MasterSchema:
    """Every type of the configuration at one release."""

    def __init__(self, number: Number, *, enterprise: bool) -> None:
        data = _data()
        self._number = number
        self._types = data["types"]
        self._extra = _ENTERPRISE_KEYS if enterprise and number < _MERGED else ()
        self._known: dict[str, Struct] = {}
        self.root = str(value_at(data["root"], number))
        self.flags: dict[str, str] = values_at(data["flags"], number)
        """Keys that are also command-line flags, by dotted path: their flag's type."""
        self.tasks: dict[str, str] = values_at(data["tasks"], number)
        """What the configurations of commands, and of experiments before 0.15.6, are decoded into."""

    def struct(self, name: str) -> Struct:
        """Return a type by its name."""
        if name not in self._known:
            entry = self._types[name]
            fields = values_at(entry.get("fields", {}), self._number)
            if name == self.root:
                fields |= {key: "any" for key in self._extra if key not in fields}
            self._known[name] = Struct(
                str(value_at(entry["decoder"], self._number)),
                fields,
                values_at(entry.get("union", {}), self._number),
                str(value_at(entry.get("key", ()), self._number)),
            )
        return self._known[name]

    def holds(self, path: Sequence[str], task: str = "") -> bool:
        """Tell whether there is a key at a path of keys; list indexes are left out of it.

        task: the kind of task in whose configuration, instead of that of the master.
        """
        root = self.tasks.get(task) if task else self.root
        return root is not None and any(self._below(root, path))

    def _below(self, expression: str, path: Sequence[str]) -> Iterable[bool]:
        if not path:
            yield True
            return
        if expression.startswith("map:"):
            yield from self._below(expression[len("map:") :], path[1:])
            return
        name = expression.lstrip("*[]")
        if name not in self._types:
            yield name == "any"
            return
        struct = self.struct(name)
        candidates = [struct, *(self.struct(member) for member in struct.union.values())]
        for candidate in candidates:
            key = candidate.find(path[0])
            if key is not None:
                yield from self._below(candidate.fields[key], path[1:])

    def paths(self, name: str, *, stop: str) -> Iterator[tuple[str, ...]]:
        """Yield the paths of all keys below a struct, without those below the struct ``stop``."""
        struct = self.struct(name)
        for key, expression in struct.fields.items():
            yield (key,)
            below = expression.removeprefix("map:").lstrip("*[]")
            if below in self._types and below != stop:
                yield from ((key, *path) for path in self.paths(below, stop=stop))

    def owners(self, struct: Struct, key: str) -> list[str]:
        """Return which members of a union know a key, by what chooses them, sorted."""
        return sorted(
            chosen
            for chosen, member in struct.union.items()
            if key in self.struct(member).fields and key not in struct.fields
        )


@functools.cache
def _schema(number: Number, *, enterprise: bool) -> MasterSchema:
    return MasterSchema(number, enterprise=enterprise)


def schema_of(release: DeterminedRelease) -> MasterSchema:
    """Return the types that a release knows."""
    return _schema(release.number, enterprise=release.enterprise)


def releases_with(path: Sequence[str]) -> list[tuple[DeterminedRelease, DeterminedRelease]]:
    """Return the unbroken runs (first, last) of releases that know a key."""
    return runs_of(lambda release: _schema(release.number, enterprise=False).holds(path))


def runs_of(
    holds: Callable[[DeterminedRelease], bool],
) -> list[tuple[DeterminedRelease, DeterminedRelease]]:
    """Return the unbroken runs (first, last) of releases for which something holds."""
    runs: list[tuple[DeterminedRelease, DeterminedRelease]] = []
    known = False
    for release in RELEASES:
        if not holds(release):
            known = False
            continue
        runs[-1:] = [(runs[-1][0], release)] if known else [*runs[-1:], (release, release)]
        known = True
    return runs


@functools.cache
def _data() -> Any:
    path = os.path.join(os.path.dirname(__file__), "master_keys.json")  # noqa: PTH118, PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to import
        return json.load(file)
