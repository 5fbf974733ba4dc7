"""Holds data against a JSON Schema: quickly whether it fits, and by ``jsonschema`` what is wrong.

Importing ``jsonschema`` takes 50 milliseconds and more, and nearly all files are right. ``fits`` knows
the keywords that the schemas of our formats use, and answers as ``jsonschema`` does.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.settings.formats import referred

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.base.paths import Path

Schema = dict[str, Any]
UNKNOWN = "additionalProperties"
"""The keyword that is broken by keys that are not known."""
_DEPTH = 40
"""Deeper than the schema of any format looks."""


class Breach(NamedTuple):
    """A keyword of a schema that a value breaks.

    path: the keys and indexes that lead to the value. schema: the one that has the keyword.
    """

    path: Path
    value: Any
    keyword: str
    schema: Schema


class Undecided(Exception):  # noqa: N818 - a signal, not an error
    """A schema has a keyword that only ``jsonschema`` knows."""


def breaches(value: Any, schema: Schema, root: Schema, *, strict: bool = True) -> list[Breach]:
    """Return what a value breaks of a schema, none if it fits.

    root: the schema that references are looked up in. strict: keys that are not known count.
    """
    try:
        if fits(value, schema, root, strict=strict):
            return []
    except Undecided:
        pass
    from jsonschema import Draft202012Validator

    whole = {**schema, "$defs": root.get("$defs", {})}
    whole.pop("$id", None)
    found = [
        Breach(tuple(error.absolute_path), error.instance, str(error.validator), error.schema)
        for error in Draft202012Validator(whole).iter_errors(_shallow(value))
    ]
    return [one for one in found if strict or one.keyword != UNKNOWN]


def fits(value: Any, schema: Schema, root: Schema, *, strict: bool = True) -> bool:
    """Tell whether a value fits a schema; raise Undecided for keywords that are not known here."""
    return _Walk(root, strict=strict).fits(value, schema)


def plain(value: Any, schema: Schema, root: Schema) -> Any:
    """Return a value that fits a schema in the kinds that it names.

    A text becomes a list of one where a list may be written so, and 2.0 becomes 2 where a whole number
    is wanted. What a schema says nothing of stays as it is.
    """
    if "$ref" in schema:
        schema = referred(schema["$ref"], root)
    types = schema.get("type", ())
    if isinstance(value, str) and "array" in types and "string" in types:
        return [value]
    if type(value) is float and "integer" in types and value.is_integer():
        return int(value)
    if isinstance(value, list) and "items" in schema:
        return [plain(item, schema["items"], root) for item in value]
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        return {
            key: plain(item, known[key], root) if key in known else item
            for key, item in value.items()
        }
    return value


def _shallow(value: Any, depth: int = 0) -> Any:
    """Return a value without what is too deep to matter, since messages of the library show it."""
    if isinstance(value, dict):
        return {key: _shallow(item, depth + 1) for key, item in value.items() if depth < _DEPTH}
    if isinstance(value, list):
        return [_shallow(item, depth + 1) for item in value if depth < _DEPTH]
    return value


class _Walk:
    def __init__(self, root: Schema, *, strict: bool) -> None:
        self._root = root
        self._strict = strict

    def fits(self, value: Any, schema: Schema) -> bool:
        for keyword, wanted in schema.items():
            check = _CHECKS.get(keyword)
            if check is not None:
                if not check(self, value, wanted, schema):
                    return False
            elif keyword not in _WORDS:
                raise Undecided(keyword)
        return True

    def _ref(self, value: Any, wanted: str, _: Schema) -> bool:
        return self.fits(value, referred(wanted, self._root))

    def _properties(self, value: Any, wanted: Schema, _: Schema) -> bool:
        if not isinstance(value, dict):
            return True
        return all(self.fits(value[key], of) for key, of in wanted.items() if key in value)

    def _additional(self, value: Any, wanted: Any, schema: Schema) -> bool:
        if not isinstance(value, dict):
            return True
        known = schema.get("properties", {})
        if isinstance(wanted, dict):
            return all(self.fits(item, wanted) for key, item in value.items() if key not in known)
        return bool(wanted) or not self._strict or value.keys() <= known.keys()

    def _items(self, value: Any, wanted: Schema, _: Schema) -> bool:
        return not isinstance(value, list) or all(self.fits(item, wanted) for item in value)

    def _if(self, value: Any, wanted: Schema, schema: Schema) -> bool:
        chosen = schema.get("then" if self.fits(value, wanted) else "else")
        return chosen is None or self.fits(value, chosen)


def is_type(value: Any, name: str) -> bool:
    """Tell whether a value is of a type of JSON Schema; 2.0 is an integer."""
    if isinstance(value, bool):
        return name == "boolean"
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[name])


def kind_of(value: Any) -> str:
    """Return what people call the type of a value."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "a map"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, bool):
        return "true or false"
    return "a text" if isinstance(value, str) else "a number"


def _type(_: _Walk, value: Any, wanted: Any, __: Schema) -> bool:
    if isinstance(wanted, str):
        return is_type(value, wanted)
    return any(is_type(value, name) for name in wanted)


def _required(_: _Walk, value: Any, wanted: list[str], __: Schema) -> bool:
    return not isinstance(value, dict) or all(key in value for key in wanted)


def _enum(_: _Walk, value: Any, wanted: list[Any], __: Schema) -> bool:
    if isinstance(value, list | dict):
        raise Undecided("enum")
    is_switch = isinstance(value, bool)
    return any(value == one and isinstance(one, bool) == is_switch for one in wanted)


def _pattern(_: _Walk, value: Any, wanted: str, __: Schema) -> bool:
    return not isinstance(value, str) or re.search(wanted, value) is not None


def _minimum(_: _Walk, value: Any, wanted: float, __: Schema) -> bool:
    return not is_type(value, "number") or not value < wanted


def _maximum(_: _Walk, value: Any, wanted: float, __: Schema) -> bool:
    return not is_type(value, "number") or not value > wanted


def _min_length(_: _Walk, value: Any, wanted: int, __: Schema) -> bool:
    return not isinstance(value, str) or len(value) >= wanted


def _then_or_else(_: _Walk, __: Any, ___: Any, ____: Schema) -> bool:
    return True  # what ``if`` looks at


_TYPES: dict[str, tuple[type, ...]] = {
    "array": (list,),
    "boolean": (bool,),
    "integer": (int,),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}
_CHECKS: dict[str, Callable[[_Walk, Any, Any, Schema], bool]] = {
    "$ref": _Walk._ref,  # noqa: SLF001 - its own
    "additionalProperties": _Walk._additional,  # noqa: SLF001
    "else": _then_or_else,
    "enum": _enum,
    "if": _Walk._if,  # noqa: SLF001
    "items": _Walk._items,  # noqa: SLF001
    "maximum": _maximum,
    "minLength": _min_length,
    "minimum": _minimum,
    "pattern": _pattern,
    "properties": _Walk._properties,  # noqa: SLF001
    "required": _required,
    "then": _then_or_else,
    "type": _type,
}
_WORDS = frozenset(
    "$comment $defs $id $schema default deprecated description examples title x-kind".split()  # noqa: SIM905 - a table
)
"""Keywords that say something to readers only."""
