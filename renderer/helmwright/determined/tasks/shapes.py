"""What the schemas of a release say about experiments: shapes of values, and types of maps.

They stand in ``experiment_shapes.json``, which scripts/determined_task_shapes.py wrote from the
JSON Schemas of every release. A *span* there is ``[value, since, until]``, as in master_keys.json.
A shape is written as ``KINDS [BOUND …] [=WORD,WORD] [@TYPE] [[SHAPE]] [{SHAPE}] [~CHECK]``, for
alternatives with `` / `` between them: kinds of values with ``|`` between; bounds of numbers; the
only texts; the type of a value that is not null; the shape of a list's items; that of a map's
values; a check of checks.py. A type has

- ``fields`` with their shapes, ``rest`` for the shape of all others (none: there are no others),
  ``needs`` for keys that must be there, ``wants`` for those that must be there when a template and
  the master's defaults are merged in, ``checks``;
- ``by`` and ``members``: a key, and for each of its values the type that the map has;
- or ``alias``, a shape; or ``written``, for what unions.py has a function.

Source: schemas/expconf/v0, master/pkg/schemas/schema.go and extensions/
"""

from __future__ import annotations

import functools
import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record
from helmwright.determined.spans import value_at, values_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from helmwright.determined.versions import Number

SCHEMAS_SINCE = (0, 15, 6)
"""From here on the master holds the configurations of experiments against schemas."""
ROOT = "experiment"
_BOUND = lazy_pattern(r"(>=|<=|>)(-?[0-9.]+)")


class Shape(Record):
    """What a value must be; see above. items, values: blank if nothing is said about them."""

    kinds: frozenset[str] = frozenset()
    least: float | None = None
    most: float | None = None
    above: float | None = None
    among: tuple[str, ...] = ()
    type_name: str = ""
    items: str = ""
    values: str = ""
    check: str = ""


class MapType(Record):
    """What a map must be at one release."""

    fields: Mapping[str, str]
    rest: str
    needs: tuple[str, ...]
    wants: tuple[str, ...]
    checks: tuple[str, ...]
    by: str
    members: Mapping[str, str]
    alias: str
    is_written: bool


class Shapes:
    """The types at one release."""

    def __init__(self, number: Number) -> None:
        self._number = number
        self._known: dict[str, MapType] = {}

    def type(self, name: str) -> MapType:
        """Return a type by its name."""
        if name not in self._known:
            entry = _data()["types"][name]
            self._known[name] = MapType(
                fields=values_at(entry.get("fields", {}), self._number),
                rest=self._text(entry, "rest"),
                needs=tuple(self._text(entry, "needs").split()),
                wants=tuple(self._text(entry, "wants").split()),
                checks=tuple(self._text(entry, "checks").split()),
                by=self._text(entry, "by"),
                members=values_at(entry.get("members", {}), self._number),
                alias=self._text(entry, "alias"),
                is_written="written" in entry,
            )
        return self._known[name]

    def _text(self, entry: Mapping[str, Any], fact: str) -> str:
        return value_at(entry.get(fact, ()), self._number) or ""

    def paths(self) -> Iterator[tuple[str, ...]]:
        """Yield the paths of all keys by name, those of lists' items as if there were no list."""
        yield from self._below(ROOT, (), ())

    def holds(self, path: Sequence[str]) -> bool:
        """Tell whether there is a key at a path of keys; indexes of lists are left out of it."""
        *above, key = path
        return any(key in self.type(name).fields for name in self._types_at(above))

    def members(self, path: Sequence[str]) -> frozenset[str]:
        """Return the words that choose a type for the map at a path."""
        return frozenset(word for name in self._types_at(path) for word in self.type(name).members)

    def _types_at(self, path: Sequence[str]) -> set[str]:
        """Return the types that a map at a path may have."""
        found = self._same({ROOT})
        for key in path:
            texts = [self.type(name).fields.get(key, "") for name in found]
            found = self._same({below for text in texts for below in _types_of(text)})
        return found

    def _same(self, names: set[str]) -> set[str]:
        """Return types with those that they stand for, or that a key chooses."""
        found: set[str] = set()
        pending = list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += [*_types_of(self.type(name).alias), *self.type(name).members.values()]
        return found

    def _below(
        self, name: str, path: tuple[str, ...], above: tuple[str, ...]
    ) -> Iterator[tuple[str, ...]]:
        if name in above:
            return
        found = self.type(name)
        above = (*above, name)
        for key, text in found.fields.items():
            yield (*path, key)
            for below in _types_of(text):
                yield from self._below(below, (*path, key), above)
        for below in (*_types_of(found.alias), *found.members.values()):
            yield from self._below(below, path, above)


@functools.lru_cache(maxsize=128)
def shapes_of(number: Number) -> Shapes:
    """Return the types of a release."""
    return Shapes(number)


@functools.cache
def parsed(text: str) -> tuple[Shape, ...]:
    """Return the alternatives of a shape as it is written."""
    parts = _split(text, " / ")
    return tuple(_one(part, is_only=len(parts) == 1) for part in parts)


def _one(text: str, *, is_only: bool) -> Shape:
    facts: dict[str, Any] = {}
    for word in _split(text, " "):
        bound = _BOUND.fullmatch(word)
        if bound:
            name = {">=": "least", "<=": "most", ">": "above"}[bound[1]]
            facts[name] = float(bound[2])
        elif word[0] in "[{":
            facts["items" if word[0] == "[" else "values"] = word[1:-1]
        elif word[0] in "@~":
            facts["type_name" if word[0] == "@" else "check"] = word[1:]
        elif word[0] == "=":
            facts["among"] = tuple(word[1:].split(","))
        else:
            facts["kinds"] = frozenset(word.split("|")) - {"any"}
    if "type_name" in facts and "kinds" not in facts and not is_only:
        facts["kinds"] = frozenset({"map"})
    return Shape(**facts)


def _split(text: str, separator: str) -> list[str]:
    """Split at separators outside of brackets."""
    parts, depth, start, index = [], 0, 0, 0
    while index < len(text):
        depth += (text[index] in "[{") - (text[index] in "]}")
        if not depth and text.startswith(separator, index):
            parts.append(text[start:index])
            index += len(separator)
            start = index
        else:
            index += 1
    return [*parts, text[start:]]


def _types_of(text: str) -> Iterator[str]:
    for shape in parsed(text) if text else ():
        if shape.type_name:
            yield shape.type_name
        yield from _types_of(shape.items)


@functools.cache
def _data() -> Any:
    path = os.path.join(os.path.dirname(__file__), "experiment_shapes.json")  # noqa: PTH118, PTH120
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow to import
        return json.load(file)
