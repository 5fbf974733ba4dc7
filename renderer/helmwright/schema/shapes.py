"""What a usable schema looks like: the metaschemas of all drafts as one quick walk.

Only the usual keywords are known. Where a schema is wrong, or beyond this module (other documents,
anchors, subschemas with names of their own), it raises ``Unsure`` and the metaschema has to decide.

Source: the metaschemas in meta.json
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.schema.drafts import DRAFTS, LATEST, draft_of_url
from helmwright.schema.equality import ARRAY, BOOLEAN, NULL, NUMBER, OBJECT, STRING, duplicates
from helmwright.schema.numbers import Number, rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

TYPES = {
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


class Unsure(Exception):  # noqa: N818 - not an error, an answer
    """The schema or the value is beyond the quick way."""


class UsableSchema:
    """A schema that has been found usable; ``targets`` are the schemas that references name."""

    def __init__(self, root: Value) -> None:
        if not isinstance(root, dict):
            raise Unsure
        draft = LATEST
        if "$schema" in root:
            name = root["$schema"]
            found = draft_of_url(name) if type(name) is str else None
            if found is None:
                raise Unsure
            draft = found
        self.root = root
        self.draft = draft.version
        self.shapes = _SHAPES[draft.version]
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
                raise Unsure
            name = identifier.partition("://")[2]
            if not _IDENTIFIER.issuperset(name) or "." in name.replace("..", "/").split("/"):
                raise Unsure
            if ".." in name or "//" in name or "/" not in name.strip("/"):
                raise Unsure
        self.walk(
            {key: value for key, value in root.items() if key not in {"$schema", id_keyword}},
            id(root),
        )

    def walk(self, schema: Value, identity: int = 0) -> None:
        """Check that ``schema`` and all below it has the shape that the metaschema asks for."""
        if isinstance(schema, bool) and self.draft > 4:
            return
        if not isinstance(schema, dict):
            raise Unsure
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
            raise Unsure

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
                    raise Unsure

    def is_text(self, value: Value) -> None:
        """Check a string."""
        if type(value) is not str:
            raise Unsure

    def is_flag(self, value: Value) -> None:
        """Check a boolean."""
        if not isinstance(value, bool):
            raise Unsure

    def is_list(self, value: Value) -> None:
        """Check a list."""
        if not isinstance(value, list):
            raise Unsure

    def is_number(self, value: Value) -> None:
        """Check a number of ordinary size."""
        if type(value) is not Number or len(value) > 30 or rational(value) is None:
            raise Unsure

    def is_positive(self, value: Value) -> None:
        """Check a number above 0."""
        self.is_number(value)
        number = rational(value)
        if number is None or number[0] <= 0:
            raise Unsure

    def is_count(self, value: Value) -> None:
        """Check a whole number from 0 up."""
        if type(value) is not Number or not value.isdigit() or len(value) > 15:
            raise Unsure

    def is_names(self, value: Value) -> None:
        """Check a list of different strings."""
        if not isinstance(value, list) or (self.draft == 4 and not value):
            raise Unsure
        for name in value:
            if type(name) is not str:
                raise Unsure
        if len(set(value)) != len(value):
            raise Unsure

    def is_type(self, value: Value) -> None:
        """Check one type, or a list of different ones."""
        names = value if isinstance(value, list) else [value]
        self.is_names(names)
        if not names or not TYPES.keys() >= set(names):
            raise Unsure

    def is_enum(self, value: Value) -> None:
        """Check the list of an enum."""
        if not isinstance(value, list):
            raise Unsure
        if self.draft < 2019 and (not value or duplicates(value) is not None):
            raise Unsure

    def is_schema_or_flag(self, value: Value) -> None:
        """Check a schema; booleans are allowed in every draft."""
        if not isinstance(value, bool):
            self.walk(value)

    def is_schemas(self, value: Value) -> None:
        """Check a list of schemas that is not empty."""
        if not isinstance(value, list) or not value:
            raise Unsure
        for schema in value:
            self.walk(schema)

    def is_schema_map(self, value: Value) -> None:
        """Check a map of schemas."""
        if not isinstance(value, dict):
            raise Unsure
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
            raise Unsure
        for needed in value.values():
            if isinstance(needed, list):
                self.is_names(needed)
            else:
                self.walk(needed)

    def is_names_map(self, value: Value) -> None:
        """Check a map to lists of names."""
        if not isinstance(value, dict):
            raise Unsure
        for names in value.values():
            self.is_names(names)

    def is_reference(self, value: Value) -> None:
        """Check a reference into this document, and note it."""
        if type(value) is not str or value[:1] != "#" or value[1:2] not in {"", "/"}:
            raise Unsure
        if "%" in value or "\\" in value or "#" in value[1:]:
            raise Unsure
        self.targets.setdefault(value, _UNKNOWN)

    def is_unknown(self, _value: Value) -> None:
        """Give up."""
        raise Unsure

    def pattern(self, source: str) -> Callable[[str], bool]:
        """Return the function that matches a regular expression."""
        match = self.patterns.get(source)
        if match is None:
            from helmwright.go.regexp import compile as compile_pattern

            match = self.patterns[source] = compile_pattern(source).match
        return match


def _look_up(root: Value, reference: str) -> Value:
    value = root
    for raw in reference[1:].split("/")[1:]:
        token = raw.replace("~1", "/").replace("~0", "~")
        if "~" in raw and raw.count("~") != raw.count("~0") + raw.count("~1"):
            raise Unsure
        if isinstance(value, dict) and token in value:
            value = value[token]
        elif isinstance(value, list) and token.isdigit() and token.isascii() and len(token) < 9:
            if int(token) >= len(value):
                raise Unsure
            value = value[int(token)]
        else:
            raise Unsure
    return value


_Q = UsableSchema
_COUNTS = ("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties")


def _shapes(version: int) -> dict[str, Callable[[UsableSchema, Value], None]]:
    """Return what the metaschema of a draft asks for, keyword by keyword."""
    shapes: dict[str, Callable[[UsableSchema, Value], None]] = {
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


_SHAPES = {version: _shapes(version) for version in DRAFTS}
