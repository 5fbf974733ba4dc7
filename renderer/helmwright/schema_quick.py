"""A short way to "these values are fine", which is the answer nearly always.

Helm's library first checks the schema against its metaschema, then compiles all of it, and only
then looks at the values. This module checks schema and values in one cheap walk each and knows
only the usual keywords. Its "yes" is the library's yes; where it finds anything wrong, or anything
it does not know, the answer is "do not know", and ``schema_engine`` does everything properly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import GoError
from helmwright.schema_drafts import DRAFTS, LATEST, draft_of_url, read_json
from helmwright.schema_equality import (
    ARRAY,
    BOOLEAN,
    NULL,
    NUMBER,
    OBJECT,
    STRING,
    duplicates,
    equal,
    type_of,
)
from helmwright.schema_numbers import Number, Rational, compare, is_integral, is_multiple, rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

_CACHE_SIZE = 64
_TYPES = {
    "null": NULL,
    "boolean": BOOLEAN,
    "number": NUMBER,
    "integer": 0,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}
_IDENTIFIER = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_-")
_UNKNOWN = object()
_known: dict[bytes | str, _Quick | None] = {}


class _Unsure(Exception):  # noqa: N818 - not an error, an answer
    """The schema or the value is beyond this module."""


def accepts(schema: bytes | str, value: Value) -> bool:
    """Tell whether ``schema`` is usable and accepts ``value``; False means unknown."""
    quick = _known.get(schema)
    if quick is None:
        if schema in _known:
            return False
        try:
            quick = _Quick(read_json(schema))
        except (GoError, _Unsure, RecursionError):
            quick = None
        if len(_known) >= _CACHE_SIZE:
            _known.clear()
        _known[schema] = quick
        if quick is None:
            return False
    try:
        return quick.accepts(quick.root, value)
    except (GoError, _Unsure, RecursionError):
        return False


class _Quick:
    """A schema that has been found usable; ``targets`` are the schemas that references name."""

    def __init__(self, root: Value) -> None:
        if not isinstance(root, dict):
            raise _Unsure
        draft = LATEST
        if "$schema" in root:
            name = root["$schema"]
            found = draft_of_url(name) if type(name) is str else None
            if found is None:
                raise _Unsure
            draft = found
        self.root = root
        self.draft = draft.version
        self.shapes = _SHAPES[draft.version]
        self.checks = _CHECKS[draft.version]
        self.targets: dict[str, Value] = {}
        self.patterns: dict[str, Callable[[str], bool]] = {}
        self.visited: set[int] = set()
        self.root_keywords(root, draft.id_keyword)
        self.walk_references()

    # -- the schema

    def root_keywords(self, root: dict[str, Value], id_keyword: str) -> None:
        """Check the root schema, where two more keywords may stand."""
        identifier = root.get(id_keyword, "")
        if identifier:
            if type(identifier) is not str or not identifier.startswith(("http://", "https://")):
                raise _Unsure
            name = identifier.partition("://")[2]
            if not _IDENTIFIER.issuperset(name) or "." in name.replace("..", "/").split("/"):
                raise _Unsure
            if ".." in name or "//" in name or "/" not in name.strip("/"):
                raise _Unsure
        self.walk(
            {key: value for key, value in root.items() if key not in {"$schema", id_keyword}},
            id(root),
        )

    def walk(self, schema: Value, identity: int = 0) -> None:
        """Check that ``schema`` and all below it has the shape that the metaschema asks for."""
        if isinstance(schema, bool) and self.draft > 4:
            return
        if not isinstance(schema, dict):
            raise _Unsure
        self.visited.add(identity or id(schema))
        shapes = self.shapes
        for keyword, value in schema.items():
            shape = shapes.get(keyword)
            if shape is not None:
                shape(self, value)
        if self.draft == 4 and (
            ("exclusiveMaximum" in schema and "maximum" not in schema)
            or ("exclusiveMinimum" in schema and "minimum" not in schema)
        ):
            raise _Unsure

    def walk_references(self) -> None:
        """Find the schema of each reference, and check it if it is not among those checked."""
        done = 0
        while done < len(self.targets):
            for reference in list(self.targets)[done:]:
                done += 1
                target = _look_up(self.root, reference)
                self.targets[reference] = target
                if isinstance(target, dict) and id(target) not in self.visited:
                    self.walk(target)
                elif not isinstance(target, dict | bool) or (
                    isinstance(target, bool) and self.draft == 4
                ):
                    raise _Unsure

    def is_text(self, value: Value) -> None:
        """Check a string."""
        if type(value) is not str:
            raise _Unsure

    def is_flag(self, value: Value) -> None:
        """Check a boolean."""
        if not isinstance(value, bool):
            raise _Unsure

    def is_list(self, value: Value) -> None:
        """Check a list."""
        if not isinstance(value, list):
            raise _Unsure

    def is_number(self, value: Value) -> None:
        """Check a number of ordinary size."""
        if type(value) is not Number or len(value) > 30 or rational(value) is None:
            raise _Unsure

    def is_positive(self, value: Value) -> None:
        """Check a number above 0."""
        self.is_number(value)
        number = rational(value)
        if number is None or number[0] <= 0:
            raise _Unsure

    def is_count(self, value: Value) -> None:
        """Check a whole number from 0 up."""
        if type(value) is not Number or not value.isdigit() or len(value) > 15:
            raise _Unsure

    def is_names(self, value: Value) -> None:
        """Check a list of different strings."""
        if not isinstance(value, list) or (self.draft == 4 and not value):
            raise _Unsure
        for name in value:
            if type(name) is not str:
                raise _Unsure
        if len(set(value)) != len(value):
            raise _Unsure

    def is_type(self, value: Value) -> None:
        """Check one type, or a list of different ones."""
        names = value if isinstance(value, list) else [value]
        self.is_names(names)
        if not names or not _TYPES.keys() >= set(names):
            raise _Unsure

    def is_enum(self, value: Value) -> None:
        """Check the list of an enum."""
        if not isinstance(value, list):
            raise _Unsure
        if self.draft < 2019 and (not value or duplicates(value) is not None):
            raise _Unsure

    def is_schema_or_flag(self, value: Value) -> None:
        """Check a schema; booleans are allowed in every draft."""
        if not isinstance(value, bool):
            self.walk(value)

    def is_schemas(self, value: Value) -> None:
        """Check a list of schemas that is not empty."""
        if not isinstance(value, list) or not value:
            raise _Unsure
        for schema in value:
            self.walk(schema)

    def is_schema_map(self, value: Value) -> None:
        """Check a map of schemas."""
        if not isinstance(value, dict):
            raise _Unsure
        for schema in value.values():
            self.walk(schema)

    def is_pattern(self, value: Value) -> None:
        """Check a regular expression."""
        self.is_text(value)
        self.pattern(value)

    def is_pattern_map(self, value: Value) -> None:
        """Check a map from regular expressions to schemas."""
        self.is_schema_map(value)
        for source in value:
            self.pattern(source)

    def is_items(self, value: Value) -> None:
        """Check a schema or a list of schemas."""
        if isinstance(value, list):
            self.is_schemas(value)
        else:
            self.walk(value)

    def is_dependencies(self, value: Value) -> None:
        """Check a map to schemas or lists of names."""
        if not isinstance(value, dict):
            raise _Unsure
        for needed in value.values():
            if isinstance(needed, list):
                self.is_names(needed)
            else:
                self.walk(needed)

    def is_names_map(self, value: Value) -> None:
        """Check a map to lists of names."""
        if not isinstance(value, dict):
            raise _Unsure
        for names in value.values():
            self.is_names(names)

    def is_reference(self, value: Value) -> None:
        """Check a reference into this document, and note it."""
        if type(value) is not str or value[:1] != "#" or value[1:2] not in {"", "/"}:
            raise _Unsure
        if "%" in value or "\\" in value or "#" in value[1:]:
            raise _Unsure
        self.targets.setdefault(value, _UNKNOWN)

    def is_unknown(self, _value: Value) -> None:
        """Give up."""
        raise _Unsure

    def pattern(self, source: str) -> Callable[[str], bool]:
        """Return the function that matches a regular expression."""
        match = self.patterns.get(source)
        if match is None:
            from helmwright.go.regexp import compile as compile_pattern

            match = self.patterns[source] = compile_pattern(source).match
        return match

    # -- the values

    def accepts(self, schema: Value, value: Value) -> bool:
        """Tell whether ``schema`` accepts ``value``."""
        if isinstance(schema, bool):
            return schema
        if "$ref" in schema:
            if self.draft < 2019:
                if "const" in schema:
                    raise _Unsure
                return self.accepts(self.targets[schema["$ref"]], value)
            if not self.accepts(self.targets[schema["$ref"]], value):
                return False
        kind = type_of(value)
        if not kind:
            raise _Unsure
        checks = self.checks
        for keyword, argument in schema.items():
            check = checks.get(keyword)
            if check is not None and check[0] & kind and not check[1](self, argument, value, schema):
                return False
        return True

    def check_type(self, wanted: Value, value: Value, _schema: Value) -> bool:
        """``type``."""
        kind = type_of(value)
        for name in wanted if isinstance(wanted, list) else [wanted]:
            if _TYPES[name] == kind:
                return True
            if name == "integer" and kind == NUMBER and is_integral(value):
                return True
        return False

    def check_enum(self, wanted: Value, value: Value, _schema: Value) -> bool:
        """``enum``."""
        return any(equal(value, item) for item in wanted)

    def check_const(self, wanted: Value, value: Value, _schema: Value) -> bool:
        """``const``."""
        return equal(value, wanted)

    def check_format(self, name: Value, value: Value, _schema: Value) -> bool:
        """``format``, which later drafts do not assert."""
        from helmwright.schema_formats import FORMATS

        check = FORMATS.get(name)
        return check is None or not check(value)

    def check_number(self, _bound: Value, value: Value, schema: Value) -> bool:
        """The keywords for numbers, all at once."""
        number = _rational(value)
        for keyword, at_bound, sign in _BOUNDS:
            if keyword not in schema:
                continue
            bound = schema[keyword]
            if isinstance(bound, bool):
                if bound and compare(number, _rational(schema[at_bound])) == 0:
                    return False
                continue
            order = compare(number, _rational(bound)) * sign
            if order < 0 or (order == 0 and at_bound):
                return False
        return "multipleOf" not in schema or is_multiple(number, _rational(schema["multipleOf"]))

    def check_min_length(self, least: Value, value: Value, _schema: Value) -> bool:
        """``minLength``, ``minItems``, ``minProperties``."""
        return len(value) >= int(least)

    def check_max_length(self, most: Value, value: Value, _schema: Value) -> bool:
        """``maxLength``, ``maxItems``, ``maxProperties``."""
        return len(value) <= int(most)

    def check_pattern(self, source: Value, value: Value, _schema: Value) -> bool:
        """``pattern``."""
        return self.pattern(source)(value)

    def check_required(self, names: Value, value: Value, _schema: Value) -> bool:
        """``required``."""
        return all(name in value for name in names)

    def check_properties(self, properties: Value, value: Value, _schema: Value) -> bool:
        """``properties``."""
        for name, item in value.items():
            if name in properties and not self.accepts(properties[name], item):
                return False
        return True

    def check_patterns(self, patterns: Value, value: Value, _schema: Value) -> bool:
        """``patternProperties``."""
        for source, schema in patterns.items():
            match = self.pattern(source)
            for name, item in value.items():
                if match(name) and not self.accepts(schema, item):
                    return False
        return True

    def check_additional(self, additional: Value, value: Value, schema: Value) -> bool:
        """``additionalProperties``."""
        if additional is True:
            return True
        properties = schema.get("properties", ())
        matches = [self.pattern(source) for source in schema.get("patternProperties", ())]
        for name, item in value.items():
            if name in properties or any(match(name) for match in matches):
                continue
            if additional is False or not self.accepts(additional, item):
                return False
        return True

    def check_dependencies(self, dependencies: Value, value: Value, _schema: Value) -> bool:
        """``dependencies``, ``dependentSchemas`` and ``dependentRequired``."""
        for name, needed in dependencies.items():
            if name in value:
                if isinstance(needed, list):
                    if not all(other in value for other in needed):
                        return False
                elif not self.accepts(needed, value):
                    return False
        return True

    def check_property_names(self, schema: Value, value: Value, _schema: Value) -> bool:
        """``propertyNames``."""
        return all(self.accepts(schema, name) for name in value)

    def check_items(self, items: Value, value: Value, schema: Value) -> bool:
        """``items``, with ``additionalItems`` or ``prefixItems``."""
        if isinstance(items, list):
            for subschema, item in zip(items, value, strict=False):
                if not self.accepts(subschema, item):
                    return False
            rest: Value = schema.get("additionalItems", True)
            start = len(items)
        else:
            rest = items
            start = len(schema.get("prefixItems", ())) if self.draft >= 2020 else 0
        return rest is True or all(self.accepts(rest, item) for item in value[start:])

    def check_prefix_items(self, items: Value, value: Value, _schema: Value) -> bool:
        """``prefixItems``."""
        return all(map(self.accepts, items, value))

    def check_unique(self, wanted: Value, value: Value, _schema: Value) -> bool:
        """``uniqueItems``."""
        return wanted is not True or duplicates(value) is None

    def check_contains(self, schema: Value, value: Value, outer: Value) -> bool:
        """``contains``; with bounds only the full validator knows it."""
        if self.draft >= 2019 and ("minContains" in outer or "maxContains" in outer):
            raise _Unsure
        return any(self.accepts(schema, item) for item in value)

    def check_not(self, schema: Value, value: Value, _schema: Value) -> bool:
        """``not``."""
        return not self.accepts(schema, value)

    def check_all_of(self, schemas: Value, value: Value, _schema: Value) -> bool:
        """``allOf``."""
        return all(self.accepts(schema, value) for schema in schemas)

    def check_any_of(self, schemas: Value, value: Value, _schema: Value) -> bool:
        """``anyOf``."""
        return any(self.accepts(schema, value) for schema in schemas)

    def check_one_of(self, schemas: Value, value: Value, _schema: Value) -> bool:
        """``oneOf``."""
        return sum(self.accepts(schema, value) for schema in schemas) == 1

    def check_if(self, condition: Value, value: Value, schema: Value) -> bool:
        """``if``, ``then`` and ``else``."""
        branch = "then" if self.accepts(condition, value) else "else"
        return self.accepts(schema.get(branch, True), value)


def _rational(value: Value) -> Rational:
    number = rational(value)
    if number is None:
        raise _Unsure
    return number


def _look_up(root: Value, reference: str) -> Value:
    value = root
    for raw in reference[1:].split("/")[1:]:
        token = raw.replace("~1", "/").replace("~0", "~")
        if "~" in raw and raw.count("~") != raw.count("~0") + raw.count("~1"):
            raise _Unsure
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and token.isascii() and len(token) < 9:
            if int(token) >= len(value):
                raise _Unsure
            value = value[int(token)]
        else:
            raise _Unsure
    return value


# keyword; for a number its strictness ("" or not), for draft 4's boolean the bound; direction
_BOUNDS = (
    ("minimum", "", 1),
    ("maximum", "", -1),
    ("exclusiveMinimum", "minimum", 1),
    ("exclusiveMaximum", "maximum", -1),
)

Shape = "Callable[[_Quick, Value], None]"
_Q = _Quick
_COUNTS = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")


def _shapes(version: int) -> dict[str, Callable[[_Quick, Value], None]]:
    """Return what the metaschema of a draft asks for, keyword by keyword."""
    shapes: dict[str, Callable[[_Quick, Value], None]] = {
        "title": _Q.is_text,
        "description": _Q.is_text,
        "format": _Q.is_text,
        "$ref": _Q.is_reference,
        "multipleOf": _Q.is_positive,
        "maximum": _Q.is_number,
        "minimum": _Q.is_number,
        "exclusiveMaximum": _Q.is_flag if version == 4 else _Q.is_number,
        "exclusiveMinimum": _Q.is_flag if version == 4 else _Q.is_number,
        "pattern": _Q.is_pattern,
        "items": _Q.walk if version == 2020 else _Q.is_items,
        "additionalItems": _Q.is_unknown if version == 2020 else _Q.is_schema_or_flag,
        "uniqueItems": _Q.is_flag,
        "required": _Q.is_names,
        "additionalProperties": _Q.is_schema_or_flag,
        "definitions": _Q.is_schema_map,
        "properties": _Q.is_schema_map,
        "patternProperties": _Q.is_pattern_map,
        "dependencies": _Q.is_dependencies,
        "enum": _Q.is_enum,
        "type": _Q.is_type,
        "allOf": _Q.is_schemas,
        "anyOf": _Q.is_schemas,
        "oneOf": _Q.is_schemas,
        "not": _Q.walk,
        "$schema": _Q.is_unknown,
        DRAFTS[version].id_keyword: _Q.is_unknown,
    }
    shapes.update(dict.fromkeys(_COUNTS, _Q.is_count))
    if version >= 6:
        shapes.update(contains=_Q.walk, propertyNames=_Q.walk)
    if version >= 7:
        shapes.update(dict.fromkeys(("if", "then", "else"), _Q.walk))
        texts = ("$comment", "contentMediaType", "contentEncoding")
        shapes.update(dict.fromkeys(texts, _Q.is_text))
        shapes.update(readOnly=_Q.is_flag, writeOnly=_Q.is_flag, examples=_Q.is_list)
    if version >= 2019:
        shapes.update(
            dict.fromkeys(
                (
                    "$anchor",
                    "$dynamicAnchor",
                    "$dynamicRef",
                    "$recursiveAnchor",
                    "$recursiveRef",
                    "$vocabulary",
                    "unevaluatedItems",
                    "unevaluatedProperties",
                ),
                _Q.is_unknown,
            )
        )
        shapes.update(dict.fromkeys(("$defs", "dependentSchemas"), _Q.is_schema_map))
        shapes.update(dict.fromkeys(("minContains", "maxContains"), _Q.is_count))
        shapes["dependentRequired"] = _Q.is_names_map
        shapes["contentSchema"] = _Q.walk
        shapes["deprecated"] = _Q.is_flag
    if version >= 2020:
        shapes["prefixItems"] = _Q.is_schemas
    return shapes


_ANY = NULL | BOOLEAN | NUMBER | STRING | ARRAY | OBJECT
_Check = tuple[int, "Callable[[_Quick, Value, Value, Value], bool]"]


def _checks(version: int) -> dict[str, _Check]:
    """Return for each keyword of a draft the types it looks at, and its check."""
    checks: dict[str, _Check] = {
        "type": (_ANY, _Q.check_type),
        "enum": (_ANY, _Q.check_enum),
        "minLength": (STRING, _Q.check_min_length),
        "maxLength": (STRING, _Q.check_max_length),
        "minItems": (ARRAY, _Q.check_min_length),
        "maxItems": (ARRAY, _Q.check_max_length),
        "minProperties": (OBJECT, _Q.check_min_length),
        "maxProperties": (OBJECT, _Q.check_max_length),
        "pattern": (STRING, _Q.check_pattern),
        "required": (OBJECT, _Q.check_required),
        "properties": (OBJECT, _Q.check_properties),
        "patternProperties": (OBJECT, _Q.check_patterns),
        "additionalProperties": (OBJECT, _Q.check_additional),
        "dependencies": (OBJECT, _Q.check_dependencies),
        "items": (ARRAY, _Q.check_items),
        "uniqueItems": (ARRAY, _Q.check_unique),
        "not": (_ANY, _Q.check_not),
        "allOf": (_ANY, _Q.check_all_of),
        "anyOf": (_ANY, _Q.check_any_of),
        "oneOf": (_ANY, _Q.check_one_of),
    }
    bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
    checks.update(dict.fromkeys(bounds, (NUMBER, _Q.check_number)))
    if version < 2019:
        checks["format"] = (STRING, _Q.check_format)
    if version >= 6:
        checks["const"] = (_ANY, _Q.check_const)
        checks["contains"] = (ARRAY, _Q.check_contains)
        checks["propertyNames"] = (OBJECT, _Q.check_property_names)
    if version >= 7:
        checks["if"] = (_ANY, _Q.check_if)
    if version >= 2019:
        checks["dependentSchemas"] = (OBJECT, _Q.check_dependencies)
        checks["dependentRequired"] = (OBJECT, _Q.check_dependencies)
    if version >= 2020:
        checks["prefixItems"] = (ARRAY, _Q.check_prefix_items)
    return checks


_SHAPES = {version: _shapes(version) for version in DRAFTS}
_CHECKS = {version: _checks(version) for version in DRAFTS}
