"""Walking a value and a compiled schema together, collecting a tree of failures.

What the library leaves to chance (the order of a map's keys) is sorted here.

Source: santhosh-tekuri/jsonschema validator.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.limits import WORK
from helmwright.go.stacks import descend
from helmwright.schema import messages
from helmwright.schema.compile import Schema
from helmwright.schema.equality import (
    ARRAY,
    INTEGER,
    NUMBER,
    OBJECT,
    STRING,
    duplicates,
    equal,
    type_of,
)
from helmwright.schema.formats import FORMATS
from helmwright.schema.frame import Frame
from helmwright.schema.messages import (
    GROUP,
    PROPERTY_NAMES,
    REFERENCE,
    SCHEMA,
    Failure,
    SchemaFault,
    ShownIndex,
    Token,
    fixed,
    lazily,
    quote,
)
from helmwright.schema.numbers import (
    Rational,
    compare,
    is_integral,
    is_multiple,
    localized_int,
    rational,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

    Metaschemas = Callable[[str, Schema], Schema | None]

_STEPS = 10
"""What applying a schema counts as, in steps."""
_NIL_POINTER = (
    "unable to validate schema: runtime error: invalid memory address or nil pointer dereference"
)


def validate(
    schema: Schema, value: Value, metaschemas: Metaschemas | None = None
) -> Failure | None:
    """Return what is wrong with ``value``, or None.

    metaschemas: only when ``schema`` is a metaschema: called with a pointer into the value and the
    metaschema in force, it returns the metaschema of a resource that begins there.
    """
    frame = Validation(schema, value, None, None)
    frame.metaschemas = metaschemas
    frame.metaschema = schema
    return _start(frame)


def _start(frame: Validation) -> Failure | None:
    frame.see(needed=False)
    failure = frame.run()
    if failure is None:
        return None
    location = frame.schema.location
    causes = failure.causes if failure.keyword == GROUP else [failure]
    message = lazily("jsonschema validation failed with {}".format, quote(location))
    return Failure(location, (), SCHEMA, message, causes)


class Validation(Frame):
    """A frame that knows the keywords; they are applied in the library's order."""

    __slots__ = ()

    def run(self) -> Failure | None:  # noqa: C901, PLR0911, PLR0912 - the keywords in the library's order
        """Validate and return the failure."""
        schema, value = self.schema, self.value
        WORK.spend(_STEPS)
        if schema.boolean is not None:
            return None if schema.boolean else self.failure("false", fixed("false schema"))
        if self.token is None and self.parent is not None:
            failure = self.cycle()
            if failure is not None:
                return failure
        kind = type_of(value)
        failure = self.scalar_keywords(schema, value, kind)
        if failure is not None:
            return failure
        if schema.reference is not None:
            failure = self.follow(schema.reference, "$ref")
            if schema.draft < 2019:
                return failure
            self.add(failure)
        if kind == OBJECT:
            self.run_object(value)
        elif kind == ARRAY:
            self.run_array(value)
        elif kind == STRING:
            self.run_string(value)
        elif kind == NUMBER:
            self.run_number(value)
        if not (self.quiet and self.errors):
            if schema.draft >= 2019:
                self.run_dynamic_references()
            self.run_combinations()
            if schema.draft >= 2019:
                self.run_unevaluated()
        if not self.errors:
            return None
        if len(self.errors) == 1:
            return self.errors[0]
        return self.failure(GROUP, fixed("validation failed"), self.errors)

    def scalar_keywords(self, schema: Schema, value: Value, kind: int) -> Failure | None:
        """Check the keywords whose failure ends the validation at once."""
        if not kind:
            from helmwright.go.kinds import type_name

            return self.failure("value", lazily("invalid jsonType {}".format, type_name(value)))
        types = schema.types
        if types and not types & kind:
            integral = types & INTEGER and kind == NUMBER and is_integral(value)
            if not integral:
                return self.failure("type", lazily(messages.type_message, kind, types))
        if schema.const is not None and not equal(value, schema.const[0]):
            return self.failure("const", lazily(messages.const_message, schema.const[0]))
        if schema.enum is not None:
            matches = schema.enum_types & kind and any(equal(value, item) for item in schema.enum)
            if not matches:
                return self.failure("enum", lazily(messages.enum_message, schema.enum))
        if schema.format and type(value) is str:
            reason = FORMATS[schema.format](value)
            if reason:
                message = lazily(messages.format_message, value, schema.format, reason)
                return self.failure("format", message)
        return None

    def run_object(self, value: dict[str, Value]) -> None:  # noqa: C901, PLR0912 - the keywords in the library's order
        """Apply the keywords for maps."""
        schema = self.schema
        if schema.min_properties is not None and len(value) < schema.min_properties:
            self.count("minProperties", len(value), schema.min_properties)
        if schema.max_properties is not None and len(value) > schema.max_properties:
            self.count("maxProperties", len(value), schema.max_properties)
        if schema.required:
            missing = [name for name in schema.required if name not in value]
            if missing:
                self.fail("required", lazily(messages.required_message, missing))
        if self.quiet and self.errors:
            return
        for name, needed in sorted(schema.dependencies.items(), key=_first):
            if name in value:
                if isinstance(needed, Schema):
                    self.add(self.apply(needed))
                else:
                    self.depend("dependencies", name, needed)
        if (
            schema.properties
            or schema.pattern_properties
            or schema.additional_properties is not None
        ):
            self.run_properties(value)
        if schema.property_names is not None:
            self.run_property_names(value, schema.property_names)
        for name, subschema in sorted(schema.dependent_schemas.items(), key=_first):
            if name in value:
                self.add(self.apply(subschema))
        for name, names in sorted(schema.dependent_required.items(), key=_first):
            if name in value:
                self.depend("dependentRequired", name, names)

    def run_properties(self, value: dict[str, Value]) -> None:  # noqa: C901 - the keywords in the library's order
        """Apply properties, patternProperties and additionalProperties."""
        schema = self.schema
        properties, patterns = schema.properties, schema.pattern_properties
        additional = schema.additional_properties
        unknown: list[str] = []
        for name in sorted(value):
            if self.quiet and self.errors:
                return
            evaluated = False
            subschema = properties.get(name)
            if subschema is not None:
                evaluated = True
                self.add(self.descend(subschema, value[name], name))
            for pattern, subschema in patterns:
                if pattern.match(name):
                    evaluated = True
                    self.add(self.descend(subschema, value[name], name))
            if not evaluated and additional is not None:
                evaluated = True
                if additional is False:
                    unknown.append(name)
                elif additional is not True:
                    self.add(self.descend(additional, value[name], name))
            if evaluated and self.properties:
                self.properties.discard(name)
        if unknown:
            message = "additional properties {} not allowed".format
            listed = messages.quoted_list
            self.fail("additionalProperties", lambda: message(listed(unknown)))

    def run_property_names(self, value: dict[str, Value], schema: Schema) -> None:
        """Apply propertyNames: each name is a value of its own."""
        metaschema = self.other_metaschema(schema)
        for name in sorted(value):
            frame = Validation(metaschema or schema, name, None, None)
            frame.metaschemas = self.metaschemas
            frame.metaschema = metaschema or self.metaschema
            failure = _start(frame)
            if failure is not None:
                failure.schema = schema.location
                failure.keyword = PROPERTY_NAMES
                failure.place = (*self.location(), name)
                failure.write(lazily("invalid propertyName {}".format, quote(name)))
                self.errors.append(failure)

    def run_array(self, value: list[Value]) -> None:  # noqa: C901, PLR0912 - the keywords in the library's order
        """Apply the keywords for lists."""
        schema = self.schema
        if schema.min_items is not None and len(value) < schema.min_items:
            self.count("minItems", len(value), schema.min_items)
        if schema.max_items is not None and len(value) > schema.max_items:
            self.count("maxItems", len(value), schema.max_items)
        if schema.unique_items and len(value) > 1:
            pair = duplicates(value)
            if pair is not None:
                self.fail("uniqueItems", lazily(messages.duplicates_message, *pair))
        items = schema.items
        if schema.draft < 2020:
            evaluated = 0
            if isinstance(items, Schema):
                evaluated = len(value)
                for index, item in enumerate(value):
                    self.add(self.descend(items, item, index))
            elif items:
                evaluated = min(len(value), len(items))
                for index in range(evaluated):
                    self.add(self.descend(items[index], value[index], index))
            additional = schema.additional_items
            if isinstance(additional, Schema):
                self.descend_behind(additional, value, evaluated)
            elif additional is False and evaluated != len(value):
                message = "last {} additionalItem(s) not allowed".format
                count = localized_int(len(value) - evaluated)
                self.fail("additionalItems", lazily(message, count))
        else:
            evaluated = min(len(value), len(schema.prefix_items))
            for index in range(evaluated):
                self.add(self.descend(schema.prefix_items[index], value[index], index))
            if isinstance(items, Schema):
                self.descend_behind(items, value, evaluated)
        if schema.contains is not None:
            self.run_contains(value, schema.contains)

    def descend_behind(self, schema: Schema, value: list[Value], offset: int) -> None:
        """Apply ``schema`` to the items from ``offset`` on, which the library counts from 0."""
        for index in range(offset, len(value)):
            token: int = index
            if offset:
                shown = ShownIndex(index - offset)
                shown.offset = offset
                token = shown
            self.add(self.descend(schema, value[index], token))

    def run_contains(self, value: list[Value], schema: Schema) -> None:
        """Apply contains, minContains and maxContains."""
        failures: list[Failure] = []
        matched: list[int] = []
        for index, item in enumerate(value):
            failure = self.descend(schema, item, index)
            if failure is not None:
                failures.append(failure)
            else:
                matched.append(index)
                if self.schema.draft >= 2020 and self.items:
                    self.items.discard(index)
        least, most = self.schema.min_contains, self.schema.max_contains
        if least is not None:
            if len(matched) < least:
                message = lazily(messages.contains_message, "min", matched, least)
                self.fail("minContains", message, failures)
        elif not matched:
            self.fail("contains", fixed("no items match contains schema"), failures)
        if most is not None and len(matched) > most:
            self.fail("maxContains", lazily(messages.contains_message, "max", matched, most))

    def run_string(self, value: str) -> None:
        """Apply the keywords for strings."""
        schema = self.schema
        if schema.min_length is not None or schema.max_length is not None:
            length = len(value)
            if schema.min_length is not None and length < schema.min_length:
                self.count("minLength", length, schema.min_length)
            if schema.max_length is not None and length > schema.max_length:
                self.count("maxLength", length, schema.max_length)
        pattern = schema.pattern
        if pattern is not None and not pattern.match(value):
            self.fail("pattern", lazily(messages.pattern_message, value, pattern.source))

    def run_number(self, value: Value) -> None:
        """Apply the keywords for numbers."""
        schema = self.schema
        number: Rational | None = None
        for keyword, bound, refuses in (
            ("minimum", schema.minimum, _below),
            ("maximum", schema.maximum, _above),
            ("exclusiveMinimum", schema.exclusive_minimum, _not_above),
            ("exclusiveMaximum", schema.exclusive_maximum, _not_below),
            ("multipleOf", schema.multiple_of, _no_multiple),
        ):
            if bound is None:
                continue
            if number is None:
                number = rational(value)
                if number is None:
                    raise SchemaFault(_NIL_POINTER)
            if refuses(number, bound):
                self.fail(keyword, lazily(messages.bound_message, keyword, number, bound))

    def run_combinations(self) -> None:  # noqa: C901 - the keywords in the library's order
        """Apply not, allOf, anyOf, oneOf and if."""
        schema = self.schema
        if schema.not_ is not None and self.apply(schema.not_, quiet=True) is None:
            self.fail("not", fixed("'not' failed"))
        if schema.all_of:
            failures = []
            for subschema in schema.all_of:
                failure = self.apply(subschema)
                if failure is not None:
                    failures.append(failure)
                    if self.quiet:
                        break
            if failures:
                self.fail("allOf", fixed("'allOf' failed"), failures)
        if schema.any_of:
            self.run_any_of()
        if schema.one_of:
            self.run_one_of()
        if schema.if_ is not None:
            if self.apply(schema.if_, quiet=True) is None:
                if schema.then is not None:
                    self.add(self.apply(schema.then))
            elif schema.else_ is not None:
                self.add(self.apply(schema.else_))

    def run_any_of(self) -> None:
        """Apply anyOf; all of it where unevaluated properties depend on it."""
        failures: list[Failure] = []
        matched = False
        for subschema in self.schema.any_of:
            failure = self.apply(subschema)
            if failure is not None:
                failures.append(failure)
            else:
                matched = True
                if not self.properties and not self.items:
                    break
        if not matched:
            self.fail("anyOf", fixed("'anyOf' failed"), failures)

    def run_one_of(self) -> None:
        """Apply oneOf."""
        failures: list[Failure] = []
        matched = -1
        for index, subschema in enumerate(self.schema.one_of):
            failure = self.apply(subschema, quiet=matched != -1)
            if failure is not None:
                if matched == -1:
                    failures.append(failure)
            elif matched == -1:
                matched = index
            else:
                self.fail("oneOf", lazily(messages.one_of_message, (matched, index)))
                break
        if matched == -1:
            self.fail("oneOf", lazily(messages.one_of_message, ()), failures)

    def run_unevaluated(self) -> None:
        """Apply unevaluatedProperties and unevaluatedItems to what is left."""
        schema, value = self.schema, self.value
        if isinstance(value, dict) and schema.unevaluated_properties is not None:
            for name in sorted(self.properties or ()):
                self.add(self.descend(schema.unevaluated_properties, value[name], name))
            self.properties = None
        if isinstance(value, list) and schema.unevaluated_items is not None:
            for index in sorted(self.items or ()):
                self.add(self.descend(schema.unevaluated_items, value[index], index))
            self.items = None

    def follow(self, schema: Schema, keyword: str) -> Failure | None:
        """Apply the target of a reference."""
        failure = self.apply(schema, keyword)
        if failure is None or self.quiet:
            return failure
        causes = failure.causes if failure.keyword == GROUP else [failure]
        message = fixed("validation failed")
        return Failure(schema.location, self.location(), REFERENCE, message, causes)

    def run_dynamic_references(self) -> None:
        """Apply $recursiveRef and $dynamicRef: the outermost scope has its way."""
        schema = self.schema
        target = schema.recursive_reference
        if target is not None:
            if target.recursive_anchor:
                scope: Frame | None = self
                while scope is not None:
                    if scope.entered.resource.recursive_anchor:
                        target = scope.entered
                    scope = scope.parent
            self.add(self.follow(target, "$recursiveRef"))
        if schema.dynamic_reference is not None:
            target, anchor = schema.dynamic_reference
            if anchor and target.dynamic_anchor == anchor:
                scope = self
                while scope is not None:
                    target = scope.entered.resource.dynamic_anchors.get(anchor, target)
                    scope = scope.parent
            self.add(self.follow(target, "$dynamicRef"))

    def apply(self, schema: Schema, keyword: str = "", *, quiet: bool = False) -> Failure | None:
        """Apply another schema to the same value."""
        child = Validation(schema, self.value, None, self)
        child.keyword = keyword
        child.quiet = quiet or self.quiet
        child.see(needed=bool(self.properties or self.items))
        if self.metaschemas is not None:
            child.inherit(self)
        failure = descend(child.run)
        if failure is None:
            if self.properties:
                self.properties &= child.properties or set()
            if self.items:
                self.items &= child.items or set()
        return failure

    def descend(self, schema: Schema, value: Value, token: Token) -> Failure | None:
        """Apply a schema to a value inside this one."""
        child = Validation(schema, value, token, self)
        child.quiet = self.quiet
        if schema.draft >= 2019:
            child.see(needed=False)
        if self.metaschemas is not None:
            child.inherit(self)
        return descend(child.run)


def _first(pair: tuple[str, object]) -> str:
    return pair[0]


def _below(number: Rational, bound: Rational) -> bool:
    return compare(number, bound) < 0


def _above(number: Rational, bound: Rational) -> bool:
    return compare(number, bound) > 0


def _not_above(number: Rational, bound: Rational) -> bool:
    return compare(number, bound) <= 0


def _not_below(number: Rational, bound: Rational) -> bool:
    return compare(number, bound) >= 0


def _no_multiple(number: Rational, unit: Rational) -> bool:
    return not is_multiple(number, unit)
