"""Go functions that templates can call: a Python function and the Go types of its parameters.

The annotations of the Python function are its argument check. The compiler reads them and writes
the checks into the compiled template, where they can name the argument that was wrong; the Python
function itself is called with values that already have the declared types:

====================  =======================  ==========================================
annotation            Go parameter             receives
====================  =======================  ==========================================
``str``               string                   str
``int``               int                      int (exactly: never bool, never Int64)
``Int64``             int64                    Int64
``Uint32``            uint32                   int
``float``             float64                  float
``bool``              bool                     bool
``Value`` / ``Any``   interface {}             anything, None for nil
``dict[str, Value]``  map[string]interface {}  dict, or None for a nil map
``list[Value]``       []interface {}           list, or None for a nil slice
``StringSlice``       []string                 StringSlice, or None
a Struct class        that struct              an instance
====================  =======================  ==========================================

``*rest: T`` makes the Go function variadic. A first parameter named ``world`` receives the World
of the render (clock, randomness, environment); one named ``scope`` receives the engine's scope.
Neither counts as a template argument.

A function refuses by raising ``FunctionError`` with the text of Go's error or panic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

_GO_PARAMETERS = {
    "str": "string",
    "int": "int",
    "Int64": "int64",
    "Uint32": "uint32",
    "float": "float64",
    "bool": "bool",
    "Value": "interface {}",
    "Any": "interface {}",
    "object": "interface {}",
    "dict[str, Value]": "map[string]interface {}",
    "dict[str, Value] | None": "map[string]interface {}",
    "list[Value]": "[]interface {}",
    "list[Value] | None": "[]interface {}",
    "StringSlice": "[]string",
    "StringSlice | None": "[]string",
    "Time": "time.Time",
    "Duration": "time.Duration",
    "Certificate": "sprig.certificate",
}
F = TypeVar("F", bound=Callable[..., Any])
_GO_RESULTS = {"str": "string", "int": "int", "bool": "bool"}
_CONTEXTS = ("world", "scope")
_VARARGS = 4  # inspect.CO_VARARGS


class Function(NamedTuple):
    """A callable of a template.

    name: the name templates use.
    call: the Python function; its context (if any) comes first.
    parameters: Go type names of the fixed parameters.
    variadic: Go type name of the variadic parameter's elements, or None.
    context: ``"world"``, ``"scope"`` or ``""``: what is passed before the arguments.
    result: Go type name of the result if the annotation promises it, else ``""``.
    """

    name: str
    call: Callable[..., Any]
    parameters: tuple[str, ...]
    variadic: str | None = None
    context: str = ""
    result: str = ""


def describe(name: str, call: Callable[..., Any]) -> Function:
    """Return ``call`` as a ``Function`` named ``name``; its string annotations give Go's types.

    ``call`` must live in a module with ``from __future__ import annotations``. Code objects are
    read directly because importing ``inspect`` costs more than rendering a small chart.
    """
    code = call.__code__
    annotations = call.__annotations__
    names = code.co_varnames[: code.co_argcount]
    context = names[0] if names and names[0] in _CONTEXTS else ""
    fixed = names[1:] if context else names
    variadic = None
    if code.co_flags & _VARARGS:
        variadic = _GO_PARAMETERS[
            annotations[code.co_varnames[code.co_argcount + code.co_kwonlyargcount]]
        ]
    parameters = tuple(_GO_PARAMETERS[annotations[fixed_name]] for fixed_name in fixed)
    result = _GO_RESULTS.get(annotations.get("return", ""), "")
    return Function(name, call, parameters, variadic, context, result)


def describe_method(name: str, call: Callable[..., Any]) -> Function:
    """Return ``call`` as a method: like a function, but its first parameter is the receiver."""
    function = describe(name, call)
    return Function(name, call, function.parameters[1:], function.variadic, "", function.result)


class Family(dict[str, Function]):
    """A table of functions that fills itself: one per module of ``functions/``.

    ::

        STRINGS = Family()

        @STRINGS.function("trimAll", "trimall")
        def trim_all(cutset: str, text: str) -> str:
            ...
    """

    def function(self, *names: str) -> Callable[[F], F]:
        """Register the decorated function under each of ``names``."""

        def register(call: F) -> F:
            for name in names:
                self[name] = describe(name, call)
            return call

        return register

    @classmethod
    def joined(cls, families: Iterable[Family]) -> Family:
        """Return one table of all ``families``; a later family replaces names of an earlier one."""
        table = cls()
        for family in families:
            table.update(family)
        return table
