"""What compiled templates call: fields, methods, argument checks, iteration.

These functions know nothing of places: they raise ``ExecutionError`` with Go's message and the
traceback tells frames.py which node of which template it happened at.

Go distinguishes an invalid value (the result of a pipeline that gave nil) from a nil that came out
of a ``map[string]interface {}`` or a list: a field of the former is silently nothing, a field of
the latter is an error. Both are None here; which of the two a None is follows from where it came
from, so the compiler passes the *holder*: the container that a range took its element from, or
None for values of pipelines, functions and dot. Source: text/template/exec.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from helmwright.base.errors import ExecutionError, FunctionError
from helmwright.go.kinds import MAPS, Int64, Map, NamedMap, Slice, Struct, Uint8, type_name
from helmwright.go.stacks import descend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Protocol

    from helmwright.go.function import Function
    from helmwright.go.kinds import Value

    Write = Callable[[str], None]
    Body = Callable[["Scope", Value, Write], None]

    class Templates(Protocol):
        """The compiled templates of a set, as ``template_set.Templates`` has them."""

        def __getitem__(self, name: str, /) -> Body:
            """Return the body of a template; raises KeyError."""
            ...

        def extended(self, added: Iterable[Any]) -> Templates:
            """Return these templates and more of them."""
            ...


MAX_TEMPLATE_DEPTH = 100_000
_FEW = 1000
"""So many typed integers are made at once."""
BETWEEN_LOOKS = 31
"""All but every 32nd level of nested bodies have a bit of this, and do not look at the stack."""


MARK = "__template__"
"""The name in the globals of compiled code by which its frames are known."""


class Boundary(NamedTuple):
    """A function that executes another template, such as ``include``.

    source: gives the text that a frame of it executes, or None if that is a file's.
    message: Go's wording between the function's error and the inner template's, made from the
        text; empty for functions that return the inner error unchanged.
    """

    source: Callable[[Mapping[str, object]], str] | None
    message: Callable[[str], str]


class MethodError(FunctionError):
    """A method returned an error; ``name`` is the method's."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class Scope:
    """The state of one execution: the template set and what impure functions need.

    templates: template name to compiled body.
    world: clock, randomness and the rest; passed to functions that ask for it.
    host: whatever the owner of the template set wants to find again in its own functions.
    strict: ``missingkey=error``.
    depth: how deeply template actions nest, as Go counts. nesting: how deeply bodies do.
    """

    __slots__ = ("depth", "host", "nesting", "strict", "templates", "world")

    def __init__(self, templates: Templates, world: Any, host: Any, *, strict: bool) -> None:
        self.templates = templates
        self.world = world
        self.host = host
        self.strict = strict
        self.depth = 0
        self.nesting = 0


def refuse(message: str) -> NoReturn:
    """Fail with Go's message."""
    raise ExecutionError(message)


# Fields and methods


def fields(value: Value, names: tuple[str, ...], holder: Value = None) -> Value:
    """Return the value at the end of a chain of fields; missing keys give None."""
    start = value
    for name in names:
        kind = type(value)
        if kind is dict:
            value = value.get(name)
        elif isinstance(value, NamedMap) and name not in kind.go_methods:
            value = value.plain.get(name)
        elif isinstance(value, Map) and name not in kind.go_methods:
            value = value.get(name, kind.go_zero)
        else:
            return _walk(start, names, is_interface=_holds_interfaces(holder), strict=False)
    return value


def strict_fields(value: Value, names: tuple[str, ...], holder: Value = None) -> Value:
    """Do as ``fields`` but refuse keys that do not exist (``missingkey=error``)."""
    return _walk(value, names, is_interface=_holds_interfaces(holder), strict=True)


def _holds_interfaces(container: Value) -> bool:
    """Tell whether elements of a container have Go's static type ``interface {}``."""
    kind = type(container)
    return (
        kind is list
        or kind is dict
        or (
            isinstance(container, Map | NamedMap | Slice) and container.go_element == "interface {}"
        )
    )


def _walk(value: Value, names: tuple[str, ...], *, is_interface: bool, strict: bool) -> Value:
    """Follow a chain field by field."""
    return _walk_to(value, names, is_interface=is_interface, strict=strict)[0]


def _walk_to(
    value: Value, names: tuple[str, ...], *, is_interface: bool, strict: bool
) -> tuple[Value, bool]:
    """Follow a chain and tell whether its end has the static type ``interface {}``."""
    for name in names:
        if value is None:
            _refuse_nil(name, is_interface=is_interface, strict=strict)
            return None, False
        method = _methods(value).get(name)
        if method is not None:
            value = _call_method(value, method, ())
            is_interface = False
        elif isinstance(value, MAPS):
            if strict and name not in value:
                raise ExecutionError(f'map has no entry for key "{name}"')
            zero = value.go_zero if isinstance(value, Map) else None
            is_interface = _holds_interfaces(value)
            value = value.get(name, zero)
        elif isinstance(value, Struct) and name in value.go_unexported:
            raise _unexported(name, value, is_interface=is_interface)
        elif isinstance(value, Struct) and name in value.go_fields:
            value = getattr(value, value.go_fields[name])
            is_interface = False
        else:
            static = "interface {}" if is_interface else type_name(value)
            raise ExecutionError(f"can't evaluate field {name} in type {static}")
    return value, is_interface


def _refuse_nil(name: str, *, is_interface: bool, strict: bool) -> None:
    """Refuse a field of nil unless it is the nil of a pipeline, which gives nil again."""
    if is_interface:
        raise ExecutionError(f"nil pointer evaluating interface {{}}.{name}")
    if strict:
        raise ExecutionError(f'nil data; no entry for key "{name}"')


def _unexported(name: str, value: Value, *, is_interface: bool) -> ExecutionError:
    static = "interface {}" if is_interface else type_name(value)
    return ExecutionError(f"{name} is an unexported field of struct type {static}")


def _methods(value: Value) -> Any:
    return getattr(type(value), "go_methods", {})


def _call_method(receiver: Value, method: Function, arguments: tuple[Value, ...]) -> Value:
    _check_arity(method, len(arguments))
    try:
        return method.call(receiver, *arguments)
    except MethodError:
        raise
    except FunctionError as error:
        raise MethodError(method.name, error.message) from error


def _check_arity(method: Function, given: int) -> None:
    """Refuse a wrong number of arguments."""
    wanted = len(method.parameters)
    if method.variadic is None:
        if given != wanted:
            message = f"wrong number of args for {method.name}: want {wanted} got {given}"
            raise ExecutionError(message)
    elif given < wanted:
        message = f"wrong number of args for {method.name}: want at least {wanted} got {given}"
        raise ExecutionError(message)


class Invocation:
    """A method found on a receiver, waiting for its arguments."""

    __slots__ = ("method", "receiver")

    def __init__(self, receiver: Value, method: Function) -> None:
        self.receiver = receiver
        self.method = method

    def parameter(self, index: int) -> str:
        """Return the Go type of the argument at ``index``."""
        fixed = self.method.parameters
        return fixed[index] if index < len(fixed) else self.method.variadic or "interface {}"


def find_method(
    scope: Scope, value: Value, names: tuple[str, ...], holder: Value, given: int
) -> Invocation | None:
    """Find the method that a chain with arguments names; None when there is nothing to call."""
    is_interface = _holds_interfaces(holder)
    if len(names) > 1:
        value, is_interface = _walk_to(
            value, names[:-1], is_interface=is_interface, strict=scope.strict
        )
    name = names[-1]
    if value is None:
        _refuse_nil(name, is_interface=is_interface, strict=scope.strict)
        return None
    method = _methods(value).get(name)
    if method is not None:
        _check_arity(method, given)
        return Invocation(value, method)
    if isinstance(value, MAPS):
        raise ExecutionError(f"{name} is not a method but has arguments")
    if isinstance(value, Struct) and name in value.go_unexported:
        raise _unexported(name, value, is_interface=is_interface)
    if isinstance(value, Struct) and name in value.go_fields:
        raise ExecutionError(f"{name} has arguments but cannot be invoked as function")
    static = "interface {}" if is_interface else type_name(value)
    raise ExecutionError(f"can't evaluate field {name} in type {static}")


def run_method(invocation: Invocation, *arguments: Value) -> Value:
    """Call a method with arguments that have been checked."""
    return _call_method(invocation.receiver, invocation.method, arguments)


def method_argument(
    invocation: Invocation, index: int, value: Value, holder: Value = None
) -> Value:
    """Return an argument of a method after checking its type."""
    return typed(value, invocation.parameter(index), holder)


def method_literal(
    invocation: Invocation, index: int, shapes: tuple[tuple[str, Value], ...], shown: str
) -> Value:
    """Return a literal argument of a method in the shape that the parameter wants.

    shapes: the items of ``literals.literal_shapes``.
    """
    go_type = invocation.parameter(index)
    if shown == "nil":
        if can_be_nil(go_type):
            return None
        raise ExecutionError(f"cannot assign nil to {go_type}")
    group = PARAMETER_GROUPS.get(go_type, "")
    values = dict(shapes)
    if group in values:
        value = values[group]
        return Int64(value) if go_type == "int64" else value
    raise ExecutionError(literal_refusal(go_type, shown))


PARAMETER_GROUPS = {
    "interface {}": "any",
    "string": "string",
    "bool": "bool",
    "float64": "float",
    "int": "integer",
    "int64": "integer",
    "int32": "integer",
    "time.Duration": "integer",
    "time.Month": "integer",
    "uint32": "unsigned integer",
    "uint64": "unsigned integer",
}


def literal_refusal(go_type: str, shown: str) -> str:
    """Return Go's message for a literal that does not fit a parameter."""
    group = PARAMETER_GROUPS.get(go_type)
    if group is None:
        return f"can't handle {shown} for arg of type {go_type}"
    return f"expected {group}; found {shown}"


# Argument checks


def text(value: Value, holder: Value = None) -> Value:
    """Return ``value`` if it can be passed as a string."""
    if type(value) is str:
        return value
    return typed(value, "string", holder)


def integer(value: Value, holder: Value = None) -> Value:
    """Return ``value`` if it can be passed as an int."""
    if type(value) is int:
        return value
    return typed(value, "int", holder)


def mapping(value: Value, holder: Value = None) -> Value:
    """Return ``value`` if it can be passed as a map[string]interface {}."""
    if type(value) is dict:
        return value
    return typed(value, _MAPPING, holder)


_MAPPING = "map[string]interface {}"
_LIST = "[]interface {}"
_NILLABLE_PREFIXES = ("map[", "[]", "*", "interface", "io.")


def can_be_nil(go_type: str) -> bool:
    """Tell whether nil can be passed for a parameter of this type."""
    return go_type.startswith(_NILLABLE_PREFIXES)


def typed(value: Value, go_type: str, holder: Value = None) -> Value:
    """Return ``value`` if it is assignable to ``go_type``, else fail as Go's validateType.

    holder: what a None came out of; None if it is the value of a pipeline.
    """
    if value is None:
        # Only a field, an element or a variable of such can be a nil interface.
        if holder is not None:
            raise ExecutionError(f"wrong type for value; expected {go_type}; got interface {{}}")
        if can_be_nil(go_type):
            return None
        raise ExecutionError(f"invalid value; expected {go_type}")
    name = type_name(value)
    if go_type in (name, "interface {}"):
        return value
    # A map or slice with a named type is converted to the type that the name stands for.
    if go_type == _MAPPING and isinstance(value, NamedMap):
        return value.plain
    if go_type == _LIST and isinstance(value, Slice) and value.go_underlying == _LIST:
        return value
    if name == "*" + go_type:
        return value
    raise ExecutionError(f"wrong type for value; expected {go_type}; got {name}")


def no_length(holder: Value) -> NoReturn:
    """Refuse the length of a nil as Go does.

    holder: what the nil came out of; None if it is the value of a pipeline.
    """
    if holder is None:
        raise FunctionError("reflect: call of reflect.Value.Type on zero Value")
    raise FunctionError("len of nil pointer")


# Iteration


def elements(value: Value) -> Iterable[Value]:
    """Return what a range with at most one variable goes through."""
    if isinstance(value, list):
        return value
    if isinstance(value, MAPS):
        return [value[key] for key in sorted(value)]
    if value is None:
        return ()
    if isinstance(value, int) and not isinstance(value, bool):
        return _count(value)
    if isinstance(value, bytes):
        return [Uint8(byte) for byte in value]
    shown = _shown(value)
    if isinstance(value, Struct) and value.go_kind == "ptr":  # Go looks through the pointer
        shown = shown.removeprefix("&")
    raise ExecutionError(f"range can't iterate over {shown}")


def _count(value: int) -> Iterable[int]:
    """Return the numbers below an integer, one after the other where they are many."""
    kind = type(value)
    if value < _FEW:
        return range(value) if kind is int else [kind(number) for number in range(value)]
    return iter(range(value)) if kind is int else map(kind, range(value))


def pairs(value: Value) -> Iterable[tuple[Value, Value]]:
    """Return what a range with two variables goes through, in a form that can be empty."""
    if isinstance(value, MAPS):
        return [(key, value[key]) for key in sorted(value)]
    if isinstance(value, int) and not isinstance(value, bool):
        message = f"can't use {_shown(value)} to iterate over more than one variable"
        raise ExecutionError(message)
    return list(enumerate(elements(value)))


def _shown(value: Value) -> str:
    from helmwright.go.fmt import format_value

    return format_value(value)


# Templates


def find_template(scope: Scope, name: str) -> Body:
    """Return the template that a template action names."""
    try:
        body: Body = scope.templates[name]
    except KeyError:
        from helmwright.go.strconv import quote

        raise ExecutionError(f"template {quote(name)} not defined") from None
    if scope.depth >= MAX_TEMPLATE_DEPTH:
        raise ExecutionError(f"exceeded maximum template depth ({MAX_TEMPLATE_DEPTH})")
    return body


def run_template(scope: Scope, body: Body, dot: Value, write: Write) -> None:
    """Execute the body of a template action."""
    scope.depth += 1
    scope.nesting = nesting = scope.nesting + 1
    if nesting & BETWEEN_LOOKS:
        body(scope, dot, write)
    else:
        descend(body, scope, dot, write)
    scope.nesting = nesting - 1
    scope.depth -= 1


NAMES: dict[str, Any] = {
    "Int64": Int64,
    "INTERFACE": {},
    "elements": elements,
    "fields": fields,
    "find_method": find_method,
    "find_template": find_template,
    "integer": integer,
    "mapping": mapping,
    "method_argument": method_argument,
    "method_literal": method_literal,
    "no_length": no_length,
    "pairs": pairs,
    "refuse": refuse,
    "run_method": run_method,
    "run_template": run_template,
    "text": text,
    "typed": typed,
}
"""The globals of compiled code; ``to_text`` and the functions join them in the engine."""
