"""What the functions of templates do with values, for the search in ``values_reads``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from helmwright.lint.abstract_values import (
    UNKNOWN,
    Abstract,
    At,
    Constant,
    Items,
    MadeMap,
    Merged,
    Root,
    either,
    element,
    elsewhere,
    field,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.template.nodes import Node

_TESTS = frozenset(
    [
        "and",
        "coalesce",
        "default",
        "empty",
        "eq",
        "fail",
        "ge",
        "gt",
        "kindIs",
        "kindOf",
        "le",
        "len",
        "lt",
        "ne",
        "not",
        "or",
        "required",
        "ternary",
        "typeIs",
        "typeIsLike",
        "typeOf",
    ]
)
"""Functions that do well without a value, or say themselves that it is missing."""
_PASSED_ON = frozenset({"and", "coalesce", "default", "or", "required", "ternary"})
_COPIES = frozenset({"deepCopy", "mustDeepCopy"})
_MERGES = frozenset({"merge", "mergeOverwrite", "mustMerge", "mustMergeOverwrite"})


class Search(Protocol):
    """What the functions ask of the search."""

    testing: int

    def operand(self, node: Node, scope: Any, /) -> Abstract:
        """Return what an argument stands for."""

    def consume(self, value: Abstract, depth: int = 0) -> None:
        """Note that a value is used with all that is in it."""

    def touch(self, value: Abstract) -> None:
        """Note that a value is looked at."""

    def test(self, value: Abstract) -> None:
        """Note that a value is looked at by what does well without it."""

    def change(self, value: Abstract, *names: str) -> None:
        """Note that a template changes the values."""

    def call(self, name: str, dot: Abstract) -> None:
        """Follow a template by its name."""

    def call_any(self, dot: Abstract) -> None:
        """Follow every template."""

    def run_text(self, text: Abstract, dot: Abstract) -> None:
        """Follow what ``tpl`` runs."""


def apply(
    search: Search, name: str, nodes: Sequence[Node], scope: Any, last: Abstract | None
) -> Abstract:
    """Return what a call stands for; ``last`` is the argument from the stage before it."""
    tests = name in _TESTS
    search.testing += tests
    arguments = [search.operand(node, scope) for node in nodes]
    if last is not None:
        arguments.append(last)
    search.testing -= tests
    if tests:
        for argument in arguments:
            search.test(argument)
        if name in _PASSED_ON:
            return elsewhere(either(*arguments))
        if name not in {"empty", "not", "kindIs", "kindOf", "typeOf", "typeIs", "typeIsLike"}:
            _use(search, arguments)
        return UNKNOWN
    special = _SPECIAL.get(name)
    if special is not None:
        return special(search, arguments)
    if name in _COPIES and len(arguments) == 1:
        return arguments[0]
    if name in _MERGES and arguments:
        search.change(arguments[0])
        return Merged(tuple(map(elsewhere, arguments)))
    _use(search, arguments)
    return UNKNOWN


def _use(search: Search, arguments: Sequence[Abstract]) -> None:
    for argument in arguments:
        search.consume(argument)


def _constant(value: Abstract) -> str | None:
    return value.value if isinstance(value, Constant) else None


def _constants(value: Abstract) -> list[str] | None:
    """Return the constants that a value may be; None if it may be something else."""
    parts = value.parts if isinstance(value, Merged) else (value,)
    found = [part.value for part in parts if isinstance(part, Constant)]
    return found if len(found) == len(parts) else None


def _include(search: Search, arguments: list[Abstract]) -> Abstract:
    if len(arguments) == 2:
        names = _constants(arguments[0])
        if names is None:
            search.consume(arguments[0])
            search.call_any(arguments[1])
        for name in names or ():
            search.call(name, arguments[1])
    return UNKNOWN


def _tpl(search: Search, arguments: list[Abstract]) -> Abstract:
    if len(arguments) == 2:
        search.consume(arguments[0])
        search.run_text(*arguments)
    return UNKNOWN


def _dict(search: Search, arguments: list[Abstract]) -> Abstract:
    names = [_constant(argument) for argument in arguments[::2]]
    made = MadeMap({})
    for name, value in zip(names, arguments[1::2], strict=False):
        made.put(name, value)
    _use(search, [one for one in arguments[::2] if not isinstance(one, Constant)])
    return made


def _list(_: Search, arguments: list[Abstract]) -> Abstract:
    return Items(tuple(arguments))


def _index(search: Search, arguments: list[Abstract]) -> Abstract:
    value = arguments[0] if arguments else UNKNOWN
    for key in arguments[1:]:
        names = _constants(key)
        if names is None:
            _use(search, [value, key])
            return UNKNOWN
        value = either(*(_item(value, name) for name in names))
    return value


def _item(value: Abstract, name: str) -> Abstract:
    if not name.isdecimal():
        return field(value, name, value.origin if isinstance(value, At) else None)
    if isinstance(value, Items) and int(name) < len(value.parts):
        return value.parts[int(name)]
    return element(value)


def _get(search: Search, arguments: list[Abstract]) -> Abstract:
    names = _constants(arguments[1]) if len(arguments) == 2 else None
    if names is None:
        _use(search, arguments)
        return UNKNOWN
    value = elsewhere(either(*(field(arguments[0], name) for name in names)))
    search.test(value)
    return value


def _has_key(search: Search, arguments: list[Abstract]) -> Abstract:
    _get(search, arguments)
    return UNKNOWN


def _dig(search: Search, arguments: list[Abstract]) -> Abstract:
    *keys, otherwise, value = arguments if len(arguments) > 2 else [UNKNOWN] * 3
    for key in keys:
        name = _constant(key)
        if name is None:
            _use(search, arguments)
            return UNKNOWN
        value = elsewhere(field(value, name))
        search.test(value)
    return elsewhere(either(value, otherwise))


def _set(search: Search, arguments: list[Abstract]) -> Abstract:
    if len(arguments) != 3:
        _use(search, arguments)
        return UNKNOWN
    target, key, value = arguments
    name = _constant(key)
    targets = target.parts if isinstance(target, Merged) else (target,)
    for one in targets:
        if isinstance(one, MadeMap):
            one.put(name, value)
            if isinstance(value, At):  # whoever else has the map may use it
                search.testing += 1
                search.consume(value)
                search.testing -= 1
        elif isinstance(one, Root) and name != "Values":
            search.consume(value)
        else:
            search.consume(value)
            search.change(one, *([] if name is None else [name]))
    return target


def _unset(search: Search, arguments: list[Abstract]) -> Abstract:
    target = arguments[0] if arguments else UNKNOWN
    search.change(target)
    return target


_SPECIAL: dict[str, Callable[[Search, list[Abstract]], Abstract]] = {
    "dict": _dict,
    "dig": _dig,
    "get": _get,
    "hasKey": _has_key,
    "include": _include,
    "index": _index,
    "list": _list,
    "set": _set,
    "tpl": _tpl,
    "tuple": _list,
    "unset": _unset,
}
