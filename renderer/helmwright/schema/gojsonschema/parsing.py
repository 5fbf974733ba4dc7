"""Reading a schema into what is checked, with the library's refusals of keywords that are wrong.

Source: gojsonschema schema.go, subSchema.go, schemaType.go, schemaLoader.go, utils.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.go.json_write import marshal
from helmwright.go.regexp import compile as compile_pattern
from helmwright.go.url import parse as parse_url
from helmwright.schema.gojsonschema.references import HYBRID, Pool, draft_of
from helmwright.schema.messages import SchemaFault
from helmwright.schema.numbers import Number, Rational, is_integral, rational

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value
    from helmwright.go.regexp import Regexp

TYPES = ("array", "boolean", "integer", "number", "null", "object", "string")
_SCHEMAS = "array of schemas"
_STRINGS = "array of strings"
_SCHEMA = "valid schema"
_INT64 = 1 << 63


class Subschema:
    """A schema as the library checks it; what a keyword did not set is None, "" or empty."""

    def __init__(self, parent: Subschema | None = None, draft: int | None = None) -> None:
        self.draft: int | None = parent.draft if draft is None and parent is not None else draft
        self.verdict: bool | None = None
        self.target: Subschema | None = None
        self.types: list[str] = []
        self.properties: dict[str, Subschema] = {}
        self.pattern_properties: list[tuple[Regexp, Subschema]] = []
        self.additional_properties: bool | Subschema | None = None
        self.property_names: Subschema | None = None
        self.dependencies: dict[str, list[str] | Subschema] = {}
        self.required: list[str] = []
        self.counts: dict[str, int] = {}
        self.items: list[Subschema] = []
        self.items_is_one = False
        self.additional_items: bool | Subschema | None = None
        self.unique_items = False
        self.contains: Subschema | None = None
        self.bounds: dict[str, Rational] = {}
        self.pattern: Regexp | None = None
        self.pattern_text = ""
        self.format = ""
        self.constant: str | None = None
        self.enum: list[str] = []
        self.one_of: list[Subschema] = []
        self.any_of: list[Subschema] = []
        self.all_of: list[Subschema] = []
        self.negated: Subschema | None = None
        self.condition: Subschema | None = None
        self.consequence: Subschema | None = None
        self.alternative: Subschema | None = None


def parse(text: bytes | str) -> Subschema:
    """Return a schema ready to be checked.

    Raises SchemaFault with the library's text if it is unusable.
    """
    pool = Pool()
    document = pool.add_root(text)
    draft = draft_of(document)
    root = Subschema(draft=HYBRID if draft is None else draft)
    _Parser(pool).parse(document, root)
    return root


def json_text(value: Value) -> str:
    """Return the JSON by which the library compares values: numbers are floats, keys are sorted."""
    return marshal(_with_floats(value))


def _with_floats(value: Value) -> Value:
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, Number):
        number = float(value)
        if number - number != 0.0:
            raise SchemaFault(
                f"json: cannot unmarshal number {value!s} into Go value of type float64"
            )
        return number
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, list):
        return [_with_floats(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_floats(item) for key, item in value.items()}
    return value


class _Parser:
    """Reads the schemas of one compilation."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.targets: dict[str, Subschema] = {}

    def parse(self, node: Value, schema: Subschema) -> None:
        """Read ``node`` into ``schema``."""
        draft = HYBRID if schema.draft is None else schema.draft
        schema.draft = draft
        if draft >= 6 and isinstance(node, bool):
            schema.verdict = node
            return
        if not isinstance(node, dict):
            _kind(node)
            raise SchemaFault(f"Expected: {_SCHEMA}, given: Invalid JSON")
        self._names(node, schema, draft)
        if "$ref" in node:
            reference = _string(node, "$ref")
            parse_url(reference)
            known = self.targets.get(reference)
            if known is None:
                self._follow(reference, schema)
                return
            schema.target = known
        for step in _STEPS:
            step(self, node, schema)

    def _names(self, node: dict[str, Value], schema: Subschema, draft: int) -> None:
        keyword = "id" if draft == 4 or (draft == HYBRID and "id" in node) else "$id"
        if keyword in node:
            parse_url(_string(node, keyword))
        if "definitions" in node:
            definitions = node["definitions"]
            if isinstance(definitions, bool):
                raise _panic(definitions, "map[string]interface {}")
            if not isinstance(definitions, dict):
                raise _invalid_type(_SCHEMAS, "definitions", definitions)
            for name in sorted(definitions):
                if not isinstance(definitions[name], dict | bool):
                    raise _invalid_type(_SCHEMAS, "definitions", definitions[name])
                self.parse(definitions[name], Subschema(schema))
        for keyword in ("title", "description"):
            if keyword in node:
                _string(node, keyword)

    def _follow(self, reference: str, schema: Subschema) -> None:
        target = Subschema(schema)
        self.targets[reference] = target
        node, draft = self.pool.find(reference)
        if draft is not None:
            target.draft = draft
        if not isinstance(node, dict | bool):
            _kind(node)
            raise SchemaFault(f"{_SCHEMA} must be of type object")
        self.parse(node, target)
        schema.target = target

    def child(self, node: Value, parent: Subschema) -> Subschema:
        """Return the schema below another that ``node`` says."""
        schema = Subschema(parent)
        self.parse(node, schema)
        return schema


def _types(_: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    if "type" not in node:
        return
    types = node["type"]
    if isinstance(types, list):
        for one in types:
            if isinstance(one, Number):
                raise _panic(one, "string")
            if not isinstance(one, str):
                raise _invalid_type(f"string/{_STRINGS}", "type")
            _add_type(schema, one)
    elif isinstance(types, str) and not isinstance(types, Number):
        _add_type(schema, types)
    else:
        raise _invalid_type(f"string/{_STRINGS}", "type", types)


def _add_type(schema: Subschema, name: str) -> None:
    if name not in TYPES:
        known = " ".join(TYPES)
        raise SchemaFault(
            f"has a primitive type that is NOT VALID -- given: /{name}/ Expected valid values are:[{known}]"
        )
    if name in schema.types:
        raise SchemaFault(f"{name} type is duplicated")
    schema.types.append(name)


def _object(parser: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    if "properties" in node:
        properties = _map_of(node["properties"], "properties must be of type object")
        for name in sorted(properties):
            child = schema.properties[name] = Subschema(schema)
            parser.parse(properties[name], child)
    if "additionalProperties" in node:
        schema.additional_properties = _schema_or_bool(parser, node, "additionalProperties", schema)
    if "patternProperties" in node:
        _patterns(parser, node["patternProperties"], schema)
    if "propertyNames" in node and (schema.draft or 0) >= 6:
        names = node["propertyNames"]
        if not isinstance(names, dict | bool):
            raise _invalid_type(_SCHEMA, "patternProperties", names)
        schema.property_names = parser.child(names, schema)
    if "dependencies" in node:
        _dependencies(parser, node["dependencies"], schema)


def _patterns(parser: _Parser, patterns: Value, schema: Subschema) -> None:
    if not isinstance(patterns, dict):
        raise _invalid_type(_SCHEMA, "patternProperties", patterns)
    for text in sorted(patterns):
        try:
            pattern = compile_pattern(text)
        except GoError:
            raise SchemaFault(f"Invalid regex pattern '{text}'") from None
        schema.pattern_properties.append((pattern, parser.child(patterns[text], schema)))


def _dependencies(parser: _Parser, node: Value, schema: Subschema) -> None:
    dependencies = _map_of(node, "dependencies must be of type object")
    wrong = SchemaFault("dependency must be of type schema or array of strings")
    for name in sorted(dependencies):
        value = dependencies[name]
        if isinstance(value, list):
            for one in value:
                if not isinstance(one, str) or isinstance(one, Number):
                    raise wrong
            if value:
                schema.dependencies[name] = value
        elif isinstance(value, dict | bool):
            schema.dependencies[name] = parser.child(value, schema)
        else:
            raise wrong


def _items(parser: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    if "items" in node:
        items = node["items"]
        wrong = f"{_SCHEMA}/{_SCHEMAS}"
        if isinstance(items, list):
            for item in items:
                if not isinstance(item, dict | bool):
                    raise _invalid_type(wrong, "items", item)
                schema.items.append(parser.child(item, schema))
        elif isinstance(items, dict | bool):
            schema.items.append(parser.child(items, schema))
            schema.items_is_one = True
        else:
            raise _invalid_type(wrong, "items", items)
    if "additionalItems" in node:
        schema.additional_items = _schema_or_bool(parser, node, "additionalItems", schema)


def _numbers(_: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    if "multipleOf" in node:
        multiple = _number(node["multipleOf"])
        if multiple is None:
            raise _invalid_type("number", "multipleOf")
        if multiple[0] <= 0:
            raise SchemaFault("multipleOf must be strictly greater than 0")
        schema.bounds["multipleOf"] = multiple
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if bound in node:
            number = _number(node[bound])
            if number is None:
                raise SchemaFault(f"{bound} must be of a number")
            schema.bounds[bound] = number
        if exclusive in node:
            _exclusive(node[exclusive], schema, bound, exclusive)


def _exclusive(value: Value, schema: Subschema, bound: str, keyword: str) -> None:
    """Read an exclusive bound: a switch in draft 4, a number since draft 6."""
    takes_bool = schema.draft in {4, HYBRID}
    takes_number = schema.draft != 4
    if takes_bool and isinstance(value, bool):
        if bound not in schema.bounds:
            raise SchemaFault(f"{keyword} cannot be used without {bound}")
        if value:
            schema.bounds[keyword] = schema.bounds.pop(bound)
    elif takes_number and isinstance(value, Number):
        number = _number(value)
        if number is not None:
            schema.bounds[keyword] = number
    else:
        wanted = ["boolean"] * takes_bool + ["number"] * takes_number
        raise _invalid_type("/".join(wanted), keyword, value)


def _strings(_: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    _counts(node, schema, "minLength", "maxLength")
    if "pattern" in node:
        text = node["pattern"]
        if not isinstance(text, str) or isinstance(text, Number):
            _kind(text)
            raise SchemaFault("pattern must be of a string")
        try:
            schema.pattern = compile_pattern(text)
        except GoError:
            raise SchemaFault("pattern must be a valid regex") from None
        schema.pattern_text = text
    if "format" in node:
        name = node["format"]
        if not isinstance(name, str) or isinstance(name, Number):
            raise SchemaFault("format must be of type string")
        schema.format = name


def _sizes(parser: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    _counts(node, schema, "minProperties", "maxProperties")
    if "required" in node:
        required = _list_of(node, "required")
        for name in required:
            if not isinstance(name, str) or isinstance(name, Number):
                raise SchemaFault("required items must be string")
            if name in schema.required:
                raise SchemaFault("required items must be unique")
            schema.required.append(name)
    _counts(node, schema, "minItems", "maxItems", ordered=False)
    if "uniqueItems" in node:
        unique = node["uniqueItems"]
        if not isinstance(unique, bool):
            raise SchemaFault("uniqueItems must be of a boolean")
        schema.unique_items = unique
    if "contains" in node and (schema.draft or 0) >= 6:
        schema.contains = parser.child(node["contains"], schema)


def _counts(
    node: dict[str, Value], schema: Subschema, least: str, most: str, *, ordered: bool = True
) -> None:
    for keyword in (least, most):
        if keyword in node:
            count = _integer(node[keyword])
            if count is None:
                raise SchemaFault(f"{keyword} must be of an integer")
            if count < 0:
                raise SchemaFault(f"{keyword} must be greater than or equal to 0")
            schema.counts[keyword] = count
    counts = schema.counts
    if ordered and least in counts and most in counts and counts[least] > counts[most]:
        raise SchemaFault(f"{least} cannot be greater than {most}")


def _constants(_: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    if "const" in node and (schema.draft or 0) >= 6:
        schema.constant = json_text(node["const"])
    if "enum" in node:
        for value in _list_of(node, "enum"):
            text = json_text(value)
            if text in schema.enum:
                raise SchemaFault("enum items must be unique")
            schema.enum.append(text)


def _combinations(parser: _Parser, node: dict[str, Value], schema: Subschema) -> None:
    for keyword, into, named in (
        ("oneOf", schema.one_of, "oneOf"),
        ("anyOf", schema.any_of, "anyOf"),
        ("allOf", schema.all_of, "anyOf"),
    ):
        if keyword in node:
            for value in _list_of(node, keyword, named):
                into.append(parser.child(value, schema))
    if "not" in node:
        schema.negated = _schema_below(parser, node, "not", schema)
    if (schema.draft or 0) < 7:
        return
    if "if" in node:
        schema.condition = _schema_below(parser, node, "if", schema)
    if "then" in node:
        schema.consequence = _schema_below(parser, node, "then", schema)
    if "else" in node:
        schema.alternative = _schema_below(parser, node, "else", schema)


_STEPS: tuple[Callable[[_Parser, dict[str, Value], Subschema], None], ...] = (
    _types,
    _object,
    _items,
    _numbers,
    _strings,
    _sizes,
    _constants,
    _combinations,
)


def _schema_below(
    parser: _Parser, node: dict[str, Value], keyword: str, schema: Subschema
) -> Subschema:
    value = node[keyword]
    if not isinstance(value, dict | bool):
        _kind(value)
        raise SchemaFault(f"{keyword} must be of an object")
    return parser.child(value, schema)


def _schema_or_bool(
    parser: _Parser, node: dict[str, Value], keyword: str, schema: Subschema
) -> bool | Subschema:
    value = node[keyword]
    if isinstance(value, bool):
        return value
    if not isinstance(value, dict):
        raise _invalid_type(f"boolean/{_SCHEMA}", keyword, value)
    return parser.child(value, schema)


def _map_of(value: Value, message: str) -> dict[str, Value]:
    if not isinstance(value, dict):
        _kind(value)
        raise SchemaFault(message)
    return value


def _list_of(node: dict[str, Value], keyword: str, named: str = "") -> list[Value]:
    value = node[keyword]
    if not isinstance(value, list):
        _kind(value)
        raise SchemaFault(f"{named or keyword} must be of an array")
    return value


def _string(node: dict[str, Value], keyword: str) -> str:
    value = node[keyword]
    if not isinstance(value, str) or isinstance(value, Number):
        raise _invalid_type("string", keyword, value)
    return value


def _number(value: Value) -> Rational | None:
    return rational(value) if isinstance(value, Number) else None


def _integer(value: Value) -> int | None:
    """Return a whole number that is written without point and exponent."""
    if not isinstance(value, Number) or not is_integral(value):
        return None
    try:
        number = int(str(value))
    except ValueError:
        return None
    return number if -_INT64 <= number < _INT64 else None


def _kind(value: Value) -> None:
    """Raise what the library raises where it asks for the kind of a number too large for it."""
    if isinstance(value, Number) and rational(value) is None:
        raise SchemaFault(
            "unable to validate schema: runtime error: invalid memory address or nil pointer dereference"
        )


def _invalid_type(expected: str, given: str, value: Value = None) -> SchemaFault:
    _kind(value)
    return SchemaFault(f"Invalid type. Expected: {expected}, given: {given}")


def _panic(value: Any, wanted: str) -> SchemaFault:
    name = "json.Number" if isinstance(value, Number) else "bool"
    return SchemaFault(
        f"unable to validate schema: interface conversion: interface {{}} is {name}, not {wanted}"
    )
