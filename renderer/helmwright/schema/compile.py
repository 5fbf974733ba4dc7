"""From schema documents to ``Schema`` objects that a validation can walk.

All schemas that can be reached are compiled before a value is looked at, because a reference that
leads nowhere is an error even where no value uses it.

Source: santhosh-tekuri/jsonschema compiler.go, objcompiler.go, schema.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.limits import WORK
from helmwright.go.strconv import quote
from helmwright.go.url import path_unescape
from helmwright.schema.equality import TYPE_NAMES, type_of
from helmwright.schema.formats import FORMATS
from helmwright.schema.messages import SchemaFault, escape
from helmwright.schema.numbers import Number, Rational, as_go_int, rational
from helmwright.schema.resources import (
    Document,
    Library,
    Place,
    Resource,
    encode_fragment,
    look_up,
    write_place,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

_STEPS = 50
"""What compiling a schema counts as, in steps."""
_TYPES = {name: bit for bit, name in TYPE_NAMES.items()}


class Pattern:
    """A regular expression and its source."""

    __slots__ = ("match", "source")

    def __init__(self, source: str) -> None:
        from helmwright.go.regexp import compile as compile_pattern

        self.source = source
        self.match: Callable[[str], bool] = compile_pattern(source).match


class Schema:
    """A compiled schema: its keywords, with other schemas in place of references.

    location: the URL with the JSON pointer that messages name. A keyword that is missing, or is
    not one of the schema's draft, is None (or empty, or False).
    """

    additional_items: Schema | bool | None = None
    additional_properties: Schema | bool | None = None
    all_items_evaluated = False
    all_of: list[Schema] = []  # noqa: RUF012 - these defaults are never changed
    all_properties_evaluated = False
    any_of: list[Schema] = []  # noqa: RUF012
    boolean: bool | None = None
    const: tuple[Value] | None = None
    contains: Schema | None = None
    dependencies: dict[str, list[str] | Schema] = {}  # noqa: RUF012
    dependent_required: dict[str, list[str]] = {}  # noqa: RUF012
    dependent_schemas: dict[str, Schema] = {}  # noqa: RUF012
    dynamic_anchor = ""
    dynamic_anchors: dict[str, Schema] = {}  # noqa: RUF012
    dynamic_reference: tuple[Schema, str] | None = None
    else_: Schema | None = None
    enum: list[Value] | None = None
    enum_types = 0
    exclusive_maximum: Rational | None = None
    exclusive_minimum: Rational | None = None
    format: str = ""
    if_: Schema | None = None
    items: Schema | list[Schema] | None = None
    items_evaluated = 0
    max_contains: int | None = None
    max_items: int | None = None
    max_length: int | None = None
    max_properties: int | None = None
    maximum: Rational | None = None
    min_contains: int | None = None
    min_items: int | None = None
    min_length: int | None = None
    min_properties: int | None = None
    minimum: Rational | None = None
    multiple_of: Rational | None = None
    not_: Schema | None = None
    one_of: list[Schema] = []  # noqa: RUF012
    pattern: Pattern | None = None
    pattern_properties: list[tuple[Pattern, Schema]] = []  # noqa: RUF012
    prefix_items: list[Schema] = []  # noqa: RUF012
    properties: dict[str, Schema] = {}  # noqa: RUF012
    property_names: Schema | None = None
    recursive_anchor = False
    recursive_reference: Schema | None = None
    reference: Schema | None = None
    required: list[str] = []  # noqa: RUF012
    then: Schema | None = None
    types = 0
    unevaluated_items: Schema | None = None
    unevaluated_properties: Schema | None = None
    unique_items = False

    def __init__(self, place: Place) -> None:
        self.place = place
        self.location = write_place(place)
        self.draft = 2020
        self.resource = self


class Compiler:
    """Compiles the documents of a library; ``formats`` asserts ``format`` in every draft."""

    def __init__(self, library: Library, *, formats: bool = False) -> None:
        self.library = library
        self.formats = formats
        self.schemas: dict[Place, Schema] = {}
        self.queue: list[Schema] = []

    def compile(self, url: str) -> Schema:
        """Return the root schema of the document at ``url``; raise SchemaFault if it is unusable."""
        document = self.library.document(url)
        root = self.enqueue(document.place("", document.resources[""]))
        done = 0
        while done < len(self.queue):
            schema = self.queue[done]
            WORK.spend(_STEPS)
            self._compile(schema)
            done += 1
        self.queue.clear()
        return root

    def enqueue(self, place: Place) -> Schema:
        """Return the schema at ``place``, which may still have to be compiled."""
        schema = self.schemas.get(place)
        if schema is None:
            schema = self.schemas[place] = Schema(place)
            self.queue.append(schema)
        return schema

    def _compile(self, schema: Schema) -> None:
        url, pointer = schema.place
        document = self.library.ensure(schema.place)
        value = look_up(schema.place, document.value)
        resource = document.resource(pointer)
        schema.draft = resource.dialect[0].version
        schema.resource = self.enqueue((url, resource.pointer))
        if schema.draft >= 2020 and schema is schema.resource:
            schema.dynamic_anchors = {
                anchor: self.enqueue((url, place))
                for anchor, place in resource.anchors.items()
                if anchor in resource.dynamic_anchors
            }
        if isinstance(value, bool):
            schema.boolean = value
        elif isinstance(value, dict):
            if value:
                _Keywords(self, document, resource, value, schema).compile()
            else:
                schema.boolean = True
        schema.all_properties_evaluated = schema.additional_properties is not None
        if schema.draft < 2020:
            schema.all_items_evaluated = schema.additional_items is not None
            if isinstance(schema.items, list):
                schema.items_evaluated = len(schema.items)
            elif schema.items is not None:
                schema.all_items_evaluated = True
        else:
            schema.all_items_evaluated = schema.items is not None
            schema.items_evaluated = len(schema.prefix_items)


class _Keywords:
    """The keywords of one schema, read into a ``Schema``."""

    def __init__(
        self,
        compiler: Compiler,
        document: Document,
        resource: Resource,
        keywords: dict[str, Value],
        schema: Schema,
    ) -> None:
        self.compiler = compiler
        self.document = document
        self.resource = resource
        self.keywords = keywords
        self.schema = schema

    def compile(self) -> None:
        """Fill the schema."""
        schema, keywords = self.schema, self.keywords
        draft = schema.draft
        applicator = self._has("applicator")
        validation = self._has("validation")
        schema.reference = self._reference("$ref")
        if draft >= 2019 or schema.reference is None:
            if applicator:
                self._applicators()
            if validation:
                self._assertions()
            self._format()
        if draft >= 6:
            if applicator:
                schema.contains = self._one("contains")
                schema.property_names = self._one("propertyNames")
            if validation and "const" in keywords:
                schema.const = (keywords["const"],)
        if draft >= 7 and applicator:
            self._condition()
        if draft >= 2019:
            self._later_drafts(applicator=applicator, validation=validation)
        if draft >= 2020 and applicator:
            schema.prefix_items = self._list("prefixItems")
            schema.items = self._one("items")

    def _has(self, vocabulary: str) -> bool:
        draft, vocabularies = self.resource.dialect
        if draft.version < 2019:
            return True
        return vocabulary in (draft.default_vocabularies if vocabularies is None else vocabularies)

    def _applicators(self) -> None:
        schema, keywords = self.schema, self.keywords
        schema.all_of = self._list("allOf")
        schema.any_of = self._list("anyOf")
        schema.one_of = self._list("oneOf")
        schema.not_ = self._one("not")
        if schema.draft < 2020 and "items" in keywords:
            if isinstance(keywords["items"], list):
                schema.items = self._list("items")
                schema.additional_items = self._additional("additionalItems")
            else:
                schema.items = self._one("items")
        schema.properties = self._map("properties")
        patterns = self._map("patternProperties")
        if patterns:
            schema.pattern_properties = [
                (self._pattern("patternProperties", source), subschema)
                for source, subschema in patterns.items()
            ]
        schema.additional_properties = self._additional("additionalProperties")
        dependencies = keywords.get("dependencies")
        if isinstance(dependencies, dict):
            schema.dependencies = {
                name: _strings(value)
                if isinstance(value, list)
                else self._at(f"/dependencies/{escape(name)}")
                for name, value in dependencies.items()
            }

    def _assertions(self) -> None:
        schema, keywords = self.schema, self.keywords
        if "type" in keywords:
            wanted = keywords["type"]
            for name in wanted if isinstance(wanted, list) else [wanted]:
                if type(name) is str:
                    schema.types |= _TYPES.get(name, 0)
        enum = keywords.get("enum")
        if isinstance(enum, list):
            schema.enum = enum
            for item in enum:
                schema.enum_types |= type_of(item)
        schema.multiple_of = self._number("multipleOf")
        schema.maximum = self._number("maximum")
        if keywords.get("exclusiveMaximum") is True:
            schema.exclusive_maximum, schema.maximum = schema.maximum, None
        else:
            schema.exclusive_maximum = self._number("exclusiveMaximum")
        schema.minimum = self._number("minimum")
        if keywords.get("exclusiveMinimum") is True:
            schema.exclusive_minimum, schema.minimum = schema.minimum, None
        else:
            schema.exclusive_minimum = self._number("exclusiveMinimum")
        schema.min_length = self._int("minLength")
        schema.max_length = self._int("maxLength")
        pattern = keywords.get("pattern")
        if type(pattern) is str:
            schema.pattern = self._pattern("pattern", pattern)
        schema.min_items = self._int("minItems")
        schema.max_items = self._int("maxItems")
        schema.unique_items = keywords.get("uniqueItems") is True
        schema.max_properties = self._int("maxProperties")
        schema.min_properties = self._int("minProperties")
        schema.required = _strings(keywords.get("required"))

    def _format(self) -> None:
        draft = self.schema.draft
        asserted = (
            self.compiler.formats
            or draft < 2019
            or self._has("format" if draft == 2019 else "format-assertion")
        )
        name = self.keywords.get("format")
        if asserted and type(name) is str and name in FORMATS:
            self.schema.format = name

    def _condition(self) -> None:
        schema = self.schema
        schema.if_ = self._one("if")
        if schema.if_ is not None:
            verdict = self.keywords["if"]
            if verdict is not False:
                schema.then = self._one("then")
            if verdict is not True:
                schema.else_ = self._one("else")

    def _later_drafts(self, *, applicator: bool, validation: bool) -> None:
        """Read what drafts 2019-09 and 2020-12 added."""
        schema, keywords = self.schema, self.keywords
        schema.recursive_reference = self._reference("$recursiveRef")
        schema.recursive_anchor = keywords.get("$recursiveAnchor") is True
        if validation:
            if schema.contains is not None:
                schema.min_contains = self._int("minContains")
                schema.max_contains = self._int("maxContains")
            required = keywords.get("dependentRequired")
            if isinstance(required, dict):
                schema.dependent_required = {
                    name: _strings(names)
                    for name, names in required.items()
                    if isinstance(names, list)
                }
        if applicator:
            schema.dependent_schemas = self._map("dependentSchemas")
        if applicator if schema.draft == 2019 else self._has("unevaluated"):
            schema.unevaluated_items = self._one("unevaluatedItems")
            schema.unevaluated_properties = self._one("unevaluatedProperties")
        if schema.draft >= 2020:
            target = self._reference("$dynamicRef")
            if target is not None:
                _, _, fragment = keywords["$dynamicRef"].partition("#")

                fragment = path_unescape(fragment)
                anchor = "" if fragment.startswith("/") else fragment
                schema.dynamic_reference = (target, anchor)
            name = keywords.get("$dynamicAnchor")
            schema.dynamic_anchor = name if type(name) is str else ""

    def _at(self, below: str) -> Schema:
        url, pointer = self.schema.place
        return self.compiler.enqueue((url, pointer + below))

    def _reference(self, keyword: str) -> Schema | None:
        text = self.keywords.get(keyword)
        if type(text) is not str:
            return None
        library = self.compiler.library
        return self.compiler.enqueue(library.reference(text, self.document, self.resource))

    def _one(self, keyword: str) -> Schema | None:
        return self._at(f"/{keyword}") if keyword in self.keywords else None

    def _list(self, keyword: str) -> list[Schema]:
        value = self.keywords.get(keyword)
        if not isinstance(value, list):
            return []
        return [self._at(f"/{keyword}/{index}") for index in range(len(value))]

    def _map(self, keyword: str) -> dict[str, Schema]:
        value = self.keywords.get(keyword)
        if not isinstance(value, dict):
            return {}
        return {name: self._at(f"/{keyword}/{escape(name)}") for name in value}

    def _additional(self, keyword: str) -> Schema | bool | None:
        value = self.keywords.get(keyword)
        return value if isinstance(value, bool) else self._one(keyword)

    def _pattern(self, keyword: str, source: str) -> Pattern:
        try:
            return Pattern(source)
        except GoError as error:
            url, pointer = self.schema.place
            place = f"{url}#{encode_fragment(pointer)}/{encode_fragment(keyword)}"
            message = f"invalid regex {quote(source)} at {quote(place)}: {error.message}"
            raise SchemaFault(message) from None

    def _number(self, keyword: str) -> Rational | None:
        value = self.keywords.get(keyword)
        return rational(value) if type(value) is Number else None

    def _int(self, keyword: str) -> int | None:
        number = self._number(keyword)
        if number is None or number[0] % number[1]:
            return None
        return as_go_int(number)


def _strings(value: Value) -> list[str]:
    if not isinstance(value, list):
        return []
    return [item for item in value if type(item) is str]
