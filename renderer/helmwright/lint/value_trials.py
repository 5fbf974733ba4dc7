"""Other values to render a chart with, each told from all others, to see where a value goes to.

What is put in the place of a value keeps its shape, so that templates take the same way with it: a
letter for a letter, a digit for a digit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_ACTION = lazy_pattern(r"\{\{.*?\}\}")
_DIGITS = "123456789"
_SMALL = "abcdefghijklmnopqrstuvwxyz"
_LARGE = _SMALL.upper()
MARK = "qzq"
"""What is put where nothing is."""
_MOST = 200


class Substitutes:
    """Makes values that are told from each other, and from those that they stand for."""

    def __init__(self) -> None:
        self._given: set[str] = set()

    def of(self, value: Any) -> Any:
        """Return something else for a value; the value itself if there is nothing like it.

        For true that is a text, which is as true to templates.
        """
        if value is False:
            return True
        for one in _variants(value):
            text = scalar_text(one)
            if text not in self._given:
                self._given.add(text)
                return one
        return value


def _variants(value: Any) -> Iterator[Any]:
    if type(value) is str and value:
        yield from _texts(value)
    elif type(value) in (int, float):
        for step in range(1, _MOST):
            yield value + step
    else:
        marks = (f"{MARK}{number or ''}" for number in range(_MOST))
        for mark in marks:
            yield [mark] if type(value) is list else {mark: mark} if type(value) is dict else mark


def _texts(text: str) -> Iterator[str]:
    """Yield texts with one character changed; none within an action of a template."""
    actions = [match.span() for match in _ACTION.finditer(text)]
    places = [
        index
        for index, character in enumerate(text)
        if character.isalnum() and not any(start <= index < end for start, end in actions)
    ]
    for index in places[:_MOST]:
        own = text[index]
        kind = _DIGITS if own.isdecimal() else _LARGE if own.isupper() else _SMALL
        start = kind.find(own) + 1
        for character in (kind + kind)[start : start + len(kind)]:
            if character != own:
                yield text[:index] + character + text[index + 1 :]
    for number in range(1, _MOST):
        yield f"{text}{MARK}{number}"


def scalar_text(value: Any) -> str:
    """Return a scalar as templates print it; what is no scalar, and null, as JSON does."""
    if type(value) is str:
        return value
    if type(value) is float and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    import json

    return json.dumps(value, default=str)


def with_value(given: dict[str, Any], effective: Any, path: Path, new: Any) -> dict[str, Any]:
    """Return what a user gives with one more value, at a path in the effective values.

    Maps are laid over the defaults, as Helm does; a list takes the place of the whole list, so the
    rest of it comes from the effective values.
    """
    result = dict(given)
    target: Any = result
    for depth, step in enumerate(path[:-1]):
        effective = _at(effective, step)
        below = _at(target, step)
        if type(effective) is list:
            whole = type(below) is list and len(below) == len(effective)
            below = list(below if whole else effective)
        elif type(path[depth + 1]) is int or type(effective) is not dict:
            return given
        elif type(below) is dict:
            below = dict(below)
        else:
            below = {} if type(target) is dict else dict(effective)
        target[step] = below
        target = below
    target[path[-1]] = new
    return result


def _at(value: Any, step: str | int) -> Any:
    if type(value) is dict:
        return value.get(step)
    if type(value) is list and type(step) is int and step < len(value):
        return value[step]
    return None


def value_at(value: Any, path: Path) -> tuple[Any, bool]:
    """Return what is at a path, and whether anything is."""
    for step in path:
        in_list = type(value) is list and type(step) is int and step < len(value)
        if not in_list and (type(value) is not dict or step not in value):
            return None, False
        value = value[step]
    return value, True


def nodes_of(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield all values in a value with their paths, those outside before those within."""
    pending = [(path, value)]
    while pending:
        where, one = pending.pop()
        yield where, one
        if type(one) is dict:
            pending += [((*where, key), part) for key, part in reversed(one.items())]
        elif type(one) is list:
            pending += [((*where, index), one[index]) for index in reversed(range(len(one)))]
