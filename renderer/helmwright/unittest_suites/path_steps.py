"""What the parts of a JSON path select: functions from a value to the values that it leads to.

Maps are gone through in the order in which yaml.v3 writes them. Source: the JSON path library for
YAML that the test suites of helm-unittest are written for, pkg/yamlpath path.go and slicer.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.yaml_order import natural_letters_after_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.go.kinds import Value

    Step = Callable[[Value, Value], Sequence[Value]]
    """From a value, and the root of the document, to what is selected."""
    Filter = Callable[[Value, Value], bool]


def ordered(mapping: dict[str, Value]) -> list[str]:
    """Return the keys of a map in the order in which they are written."""
    return natural_letters_after_digits(mapping)


def follow(steps: Sequence[Step], value: Value, root: Value) -> list[Value]:
    """Return what all steps, one after the other, lead to."""
    found: list[Value] = [value]
    for step in steps:
        found = [one for current in found for one in step(current, root)]
    return found


def child(name: str) -> Step:
    """Select the value of a key; ``*`` stands for all values."""
    if name == "*":
        return all_children
    key = unescape(name)
    return lambda value, _: [value[key]] if isinstance(value, dict) and key in value else ()


def children(names: Sequence[str]) -> Step:
    """Select the values of several keys."""
    return lambda value, _: (
        [value[name] for name in names if name in value] if isinstance(value, dict) else ()
    )


def key_names(names: Sequence[str]) -> Step:
    """Select those of the names that are keys."""
    return lambda value, _: (
        [name for name in names if name in value] if isinstance(value, dict) else ()
    )


def all_key_names(value: Value, _: Value) -> Sequence[Value]:
    """Select the keys of a map."""
    return ordered(value) if isinstance(value, dict) else ()


def all_children(value: Value, _: Value) -> Sequence[Value]:
    """Select the values of a map, or the items of a list."""
    if isinstance(value, dict):
        return [value[key] for key in ordered(value)]
    return value if isinstance(value, list) else ()


def descendants(value: Value, _: Value) -> Sequence[Value]:
    """Select everything below a value, keys too, and the value itself behind them."""
    return list(_descend(value))


def _descend(value: Value) -> Iterator[Value]:
    if isinstance(value, dict):
        for key in ordered(value):
            yield key
            yield from _descend(value[key])
    elif isinstance(value, list):
        for item in value:
            yield from _descend(item)
    yield value


def subscript(text: str) -> Step:
    """Select items of a list by indexes and ranges; ``*`` takes the values of a map, too."""

    def select(value: Value, root: Value) -> Sequence[Value]:
        if isinstance(value, dict) and text == "*":
            return all_children(value, root)
        if not isinstance(value, list):
            return ()
        return [value[index] for index in indexes(text, len(value))]

    return select


def filtered(accept: Filter, *, recursive: bool) -> Step:
    """Select the items of a list that a filter accepts, or a value that is no list."""

    def select(value: Value, root: Value) -> Sequence[Value]:
        if isinstance(value, list) and not recursive:
            return [item for item in value if accept(item, root)]
        return [value] if accept(value, root) else ()

    return select


def unescape(text: str) -> str:
    r"""Return ``text`` without the backslashes that escape; ``\\`` is one."""
    pieces = text.split("\\\\")
    return "\\".join(piece.replace("\\", "") for piece in pieces)


def indexes(text: str, length: int) -> list[int]:
    """Return the indexes that the inside of square brackets means for a list.

    Raises ValueError, with the library's text, for what is no index.
    """
    union = text.split(",")
    if len(union) > 1:
        found = []
        for number, member in enumerate(union):
            if member.strip() == "*":
                raise ValueError(
                    f"error in union member {number}: wildcard cannot be used in union"
                )
            try:
                found += indexes(member, length)
            except ValueError as error:
                raise ValueError(f"error in union member {number}: {error}") from None
        return found
    text = text.strip()
    if text == "*":
        return list(range(length))
    parts = text.split(":")
    if len(parts) > 3:
        raise ValueError("malformed array index, too many colons")
    numbers = [_integer(part.strip()) for part in parts]
    if len(numbers) == 1:
        if numbers[0] is None:
            raise ValueError("array index missing")
        start = numbers[0] + length if numbers[0] < 0 else numbers[0]
        return [start] if 0 <= start < length else []
    return _range(numbers, length)


def _range(numbers: list[int | None], length: int) -> list[int]:
    step = numbers[2] if len(numbers) == 3 and numbers[2] is not None else 1
    if step == 0:
        raise ValueError("array index step value must be non-zero")
    first, last = (0, length) if step > 0 else (length - 1, -1)
    if numbers[0] is not None:
        first = numbers[0] + length if numbers[0] < 0 else numbers[0]
    if numbers[1] is not None:
        last = numbers[1] + length if numbers[1] < 0 else numbers[1]
    if step > 0:
        first, last = max(first, 0), min(last, length)
    else:
        first, last = min(first, length), max(last, -1)
    return [index for index in range(first, last, step) if 0 <= index < length]


def _integer(text: str) -> int | None:
    if not text:
        return None
    digits = text[1:] if text[0] in "+-" else text
    if not (digits.isascii() and digits.isdigit()):
        raise ValueError("non-integer array index")
    return int(text)
