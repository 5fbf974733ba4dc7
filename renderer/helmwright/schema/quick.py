"""A short way to "these values are fine", which is the answer nearly always.

Helm's library first checks the schema against its metaschema, then compiles all of it, and only
then looks at the values. Here schema and values are checked in one cheap walk each
(``shapes`` has the one over the schema), and only the usual keywords are known. The "yes" of
this module is the library's yes; where it finds anything wrong, or anything it does not know, the
answer is "do not know", and ``engine`` does everything properly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.limits import WORK, LimitError
from helmwright.schema.bounds import bounded
from helmwright.schema.drafts import DRAFTS, read_json
from helmwright.schema.equality import (
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
from helmwright.schema.numbers import Rational, compare, is_integral, is_multiple, rational
from helmwright.schema.shapes import TYPES, Unsure, UsableSchema

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

_CACHE_SIZE = 64
_STEPS_BETWEEN_LOOKS = 5000
_known: dict[bytes | str, _Quick | None] = {}


def accepts(schema: bytes | str, value: Value) -> bool:
    """Tell whether ``schema`` is usable and accepts ``value``; False means unknown.

    Raises SchemaError if it takes too long.
    """
    with bounded():
        return _accepts(schema, value)


def _accepts(schema: bytes | str, value: Value) -> bool:
    quick = _known.get(schema)
    if quick is None:
        if schema in _known:
            return False
        try:
            quick = _Quick(read_json(schema))
        except LimitError:
            raise
        except (GoError, Unsure, RecursionError):
            quick = None
        if len(_known) >= _CACHE_SIZE:
            _known.clear()
        _known[schema] = quick
        if quick is None:
            return False
    try:
        return quick.accepts(quick.root, value)
    except LimitError:
        raise
    except (GoError, Unsure, RecursionError):
        return False


class _Quick(UsableSchema):
    """A usable schema that looks at values.

    left: the schemas that are applied until the next look at the clock.
    """

    def __init__(self, root: Value) -> None:
        super().__init__(root)
        self.checks = _CHECKS[self.draft]
        self.left = _STEPS_BETWEEN_LOOKS

    def accepts(self, schema: Value, value: Value) -> bool:
        """Tell whether ``schema`` accepts ``value``."""
        if isinstance(schema, bool):
            return schema
        self.left -= 1
        if self.left < 0:
            self.left = _STEPS_BETWEEN_LOOKS
            WORK.look()
        if "$ref" in schema:
            if self.draft < 2019:
                if "const" in schema:
                    raise Unsure
                return self.accepts(self.targets[schema["$ref"]], value)
            if not self.accepts(self.targets[schema["$ref"]], value):
                return False
        kind = type_of(value)
        if not kind:
            raise Unsure
        checks = self.checks
        for keyword, argument in schema.items():
            check = checks.get(keyword)
            if (
                check is not None
                and check[0] & kind
                and not check[1](self, argument, value, schema)
            ):
                return False
        return True

    def check_type(self, wanted: Value, value: Value, _schema: Value) -> bool:
        """``type``."""
        kind = type_of(value)
        for name in wanted if isinstance(wanted, list) else [wanted]:
            if TYPES[name] == kind:
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
        from helmwright.schema.formats import FORMATS

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
            raise Unsure
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
        raise Unsure
    return number


# keyword; for a number its strictness ("" or not), for draft 4's boolean the bound; direction
_BOUNDS = (
    ("minimum", "", 1),
    ("maximum", "", -1),
    ("exclusiveMinimum", "minimum", 1),
    ("exclusiveMaximum", "maximum", -1),
)
_Q = _Quick
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


_CHECKS = {version: _checks(version) for version in DRAFTS}
