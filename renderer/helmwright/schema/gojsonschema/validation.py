"""Checking values as the library does: what it refuses, in which order, and which alternative it shows.

Source: gojsonschema validation.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.schema.gojsonschema.parsing import Subschema, json_text
from helmwright.schema.gojsonschema.results import Path, Result, big_float, field
from helmwright.schema.numbers import compare, is_integral, is_multiple, rational

if TYPE_CHECKING:
    from collections.abc import Sized

    from helmwright.go.kinds import Value
    from helmwright.schema.gojsonschema.results import Refusal
    from helmwright.schema.numbers import Rational

_BOUNDS = ("multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum")

_COUNTS = {
    "minItems": "Array must have at least {} items",
    "maxItems": "Array must have at most {} items",
    "minProperties": "Must have at least {} properties",
    "maxProperties": "Must have at most {} properties",
    "minLength": "String length must be greater than or equal to {}",
    "maxLength": "String length must be less than or equal to {}",
}


def validate(schema: Subschema, values: Value) -> list[Refusal]:
    """Return what the schema refuses."""
    return _check(schema, values, ()).refusals


def _check(schema: Subschema, value: Value, path: Path) -> Result:
    result = Result()
    _walk(schema, value, path, result)
    return result


def _walk(  # noqa: C901 - one kind of value after the other, as in Go
    schema: Subschema, value: Value, path: Path, result: Result
) -> None:
    while schema.verdict is None and schema.target is not None:
        if schema.target is schema:
            raise RecursionError
        schema = schema.target
    if schema.verdict is not None:
        if not schema.verdict:
            result.refuse(path, "false", "False always fails validation")
        return
    given = _type_of(value)
    if schema.types and not _is_allowed(schema.types, given):
        wanted = f"[{','.join(schema.types)}]" if len(schema.types) > 1 else schema.types[0]
        result.refuse(path, "type", f"Invalid type. Expected: {wanted}, given: {given}")
        return
    _combinations(schema, value, path, result)
    if isinstance(value, list):
        _array(schema, value, path, result)
    elif isinstance(value, dict):
        _object(schema, value, path, result)
    elif given in {"integer", "number"}:
        _number(schema, value, path, result)
    _common(schema, value, path, result)
    if isinstance(value, dict):
        for name, child in schema.properties.items():
            if name in value:
                _walk(child, value[name], (*path, name), result)
    elif given == "string":
        _string(schema, str(value), path, result)
    result.score += 1


def _type_of(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, list):
        return "array"
    if isinstance(value, dict):
        return "object"
    return "integer" if is_integral(value) else "number"


def _is_allowed(types: list[str], given: str) -> bool:
    return given in types or (given == "integer" and "number" in types)


def _combinations(schema: Subschema, value: Value, path: Path, result: Result) -> None:
    if schema.any_of:
        best = _best_of(schema.any_of, value, path)
        if best is not None:
            result.refuse(path, "anyOf", "Must validate at least one schema (anyOf)")
            result.merge(best)
    if schema.one_of:
        _one_of(schema.one_of, value, path, result)
    if schema.all_of:
        results = [_check(one, value, path) for one in schema.all_of]
        for one in results:
            result.merge(one)
        if not all(one.valid for one in results):
            result.refuse(path, "allOf", "Must validate all the schemas (allOf)")
    if schema.negated is not None and _check(schema.negated, value, path).valid:
        result.refuse(path, "not", "Must not validate the schema (not)")
    if schema.dependencies and isinstance(value, dict):
        _dependencies(schema, value, path, result)
    if schema.condition is not None:
        _condition(schema, schema.condition, value, path, result)
    result.score += 1


def _best_of(schemas: list[Subschema], value: Value, path: Path) -> Result | None:
    """Return the failure of the closest schema, None if one of them accepts the value."""
    best: Result | None = None
    for one in schemas:
        found = _check(one, value, path)
        if found.valid:
            return None
        if best is None or found.score > best.score:
            best = found
    return best


def _one_of(schemas: list[Subschema], value: Value, path: Path, result: Result) -> None:
    accepted = 0
    best: Result | None = None
    for one in schemas:
        found = _check(one, value, path)
        if found.valid:
            accepted += 1
        elif not accepted and (best is None or found.score > best.score):
            best = found
    if accepted == 1:
        return
    result.refuse(path, "oneOf", "Must validate one and only one schema (oneOf)")
    if not accepted and best is not None:
        result.merge(best)


def _dependencies(schema: Subschema, value: dict[str, Value], path: Path, result: Result) -> None:
    for name in sorted(value):
        dependency = schema.dependencies.get(name)
        if isinstance(dependency, list):
            for other in dependency:
                if other not in value:
                    result.refuse(path, "dependencies", f"Has a dependency on {other}")
        elif dependency is not None:
            _walk(dependency, value, path, result)


def _condition(
    schema: Subschema, condition: Subschema, value: Value, path: Path, result: Result
) -> None:
    holds = _check(condition, value, path).valid
    branch = schema.consequence if holds else schema.alternative
    if branch is None:
        return
    found = _check(branch, value, path)
    if found.valid:
        return
    if holds:
        result.refuse(path, "then", 'Must validate "then" as "if" was valid')
    else:
        result.refuse(path, "else", 'Must validate "else" as "if" was not valid')
    result.merge(found)


def _common(schema: Subschema, value: Value, path: Path, result: Result) -> None:
    if schema.constant is not None and json_text(value) != schema.constant:
        result.refuse(path, "const", f"{field(path)} does not match: {schema.constant}")
    if schema.enum and json_text(value) not in schema.enum:
        allowed = ", ".join(schema.enum)
        result.refuse(path, "enum", f"{field(path)} must be one of the following: {allowed}")
    result.score += 1


def _array(schema: Subschema, value: list[Value], path: Path, result: Result) -> None:
    if schema.items_is_one:
        for index, item in enumerate(value):
            result.merge(_check(schema.items[0], item, (*path, index)))
    elif schema.items:
        for index, (one, item) in enumerate(zip(schema.items, value, strict=False)):
            result.merge(_check(one, item, (*path, index)))
        if len(schema.items) < len(value):
            _additional_items(schema, value, path, result)
    _count(schema, "minItems", value, path, result)
    _count(schema, "maxItems", value, path, result)
    if schema.unique_items:
        seen: dict[str, int] = {}
        for index, item in enumerate(value):
            text = json_text(item)
            if text in seen:
                message = f"array items[{seen[text]},{index}] must be unique"
                result.refuse(path, "uniqueItems", message)
            seen[text] = index
    if schema.contains is not None:
        _contains(schema.contains, value, path, result)
    result.score += 1


def _additional_items(schema: Subschema, value: list[Value], path: Path, result: Result) -> None:
    others = schema.additional_items
    if isinstance(others, bool):
        if not others:
            message = "No additional items allowed on array"
            result.refuse(path, "additionalItems", message)
    elif others is not None:
        for index in range(len(schema.items), len(value)):
            result.merge(_check(others, value[index], (*path, index)))


def _contains(schema: Subschema, value: list[Value], path: Path, result: Result) -> None:
    best: Result | None = None
    for index, item in enumerate(value):
        found = _check(schema, item, (*path, index))
        if found.valid:
            return
        if best is None or found.score > best.score:
            best = found
    result.refuse(path, "contains", "At least one of the items must match")
    if best is not None:
        result.merge(best)


def _object(schema: Subschema, value: dict[str, Value], path: Path, result: Result) -> None:
    _count(schema, "minProperties", value, path, result)
    _count(schema, "maxProperties", value, path, result)
    for name in schema.required:
        if name in value:
            result.score += 1
        else:
            result.refuse(path, "required", f"{name} is required")
    if schema.pattern_properties or schema.additional_properties is not None:
        for name in sorted(value):
            _other_property(schema, name, value[name], path, result)
    if schema.property_names is not None:
        for name in sorted(value):
            found = _check(schema.property_names, name, path)
            if not found.valid:
                message = f'Property name of "{name}" does not match'
                result.refuse(path, "propertyNames", message)
                result.merge(found)
    result.score += 1


def _other_property(schema: Subschema, name: str, value: Value, path: Path, result: Result) -> None:
    """Check a property against the patterns and, if nothing describes it, as an additional one."""
    below = (*path, name)
    matched = False
    for pattern, one in schema.pattern_properties:
        if pattern.match(name):
            matched = True
            result.merge(_check(one, value, below))
    if matched:
        result.score += 1
    elif name not in schema.properties:
        others = schema.additional_properties
        if isinstance(others, bool):
            if not others:
                message = f"Additional property {name} is not allowed"
                result.refuse(path, "additionalProperties", message)
        elif others is not None:
            result.merge(_check(others, value, below))


def _string(schema: Subschema, value: str, path: Path, result: Result) -> None:
    _count(schema, "minLength", value, path, result)
    _count(schema, "maxLength", value, path, result)
    if schema.pattern is not None and not schema.pattern.match(value):
        result.refuse(path, "pattern", f"Does not match pattern '{schema.pattern_text}'")
    if schema.format:
        _format(schema, value, path, result)
    result.score += 1


def _number(schema: Subschema, value: Value, path: Path, result: Result) -> None:
    number = rational(value)
    if number is None:
        return
    for keyword in _BOUNDS:
        limit = schema.bounds.get(keyword)
        reason = "" if limit is None else _bound(keyword, number, limit)
        if limit is not None and reason:
            result.refuse(path, keyword, reason + big_float(limit))
    if schema.format:
        _format(schema, None, path, result)
    result.score += 1


def _bound(keyword: str, number: Rational, limit: Rational) -> str:
    """Return the beginning of the message if ``number`` is refused."""
    if keyword == "multipleOf":
        return "" if is_multiple(number, limit) else "Must be a multiple of "
    order = compare(number, limit)
    if keyword == "maximum":
        return "Must be less than or equal to " if order > 0 else ""
    if keyword == "exclusiveMaximum":
        return "Must be less than " if order >= 0 else ""
    if keyword == "minimum":
        return "Must be greater than or equal to " if order < 0 else ""
    return "Must be greater than " if order <= 0 else ""


def _format(schema: Subschema, value: str | None, path: Path, result: Result) -> None:
    """Check the format of a string; a number, here None, is of no format that is known."""
    from helmwright.schema.gojsonschema.formats import FORMATS

    check = FORMATS.get(schema.format)
    if check is not None and (value is None or not check(value)):
        result.refuse(path, "format", f"Does not match format '{schema.format}'")


def _count(schema: Subschema, keyword: str, counted: Sized, path: Path, result: Result) -> None:
    """Refuse what has too few or too many of something."""
    limit = schema.counts.get(keyword)
    if limit is None:
        return
    count = len(counted)
    if count < limit if keyword.startswith("min") else count > limit:
        result.refuse(path, keyword, _COUNTS[keyword].format(limit))
