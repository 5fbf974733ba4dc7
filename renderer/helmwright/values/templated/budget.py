"""How much a template may cost, and how its values become text."""

from __future__ import annotations

import math
from time import thread_time
from typing import TYPE_CHECKING, Any

from jinja2 import Undefined

from helmwright.go.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SIZE = 16 << 20
"""Characters: of all that a template writes, and of every string on the way."""
_BITS = 4096
_ITEM = 8
"""What a value counts that is no string."""


class LimitError(Exception):
    """A template costs more than it may."""


class RefusedError(Exception):
    """Something that these templates cannot do; the message holds no values."""


class Budget:
    """What is left for one rendering."""

    def __init__(self) -> None:
        self._seconds = Limits.chosen().seconds
        self._deadline = thread_time() + self._seconds
        self._size = 0

    def spend(self, size: int = 0) -> None:
        """Count characters that were written; raises LimitError if it is too much, or too late."""
        self._size += size
        if self._size > SIZE:
            raise LimitError(f"it writes more than {SIZE >> 20} MiB")
        if thread_time() > self._deadline:
            raise LimitError(f"it takes more than {self._seconds:g} seconds of processor time")

    def collect(self, value: Any) -> Any:
        """Return a list or a map that a template writes down; what is shared counts each time.

        To compare lists whose lists share their items takes time that doubles with each level.
        """
        pending, count = [value], 0
        while pending:
            one = pending.pop()
            count += 1
            if isinstance(one, (list, tuple)):
                pending.extend(one)
            elif isinstance(one, dict):
                pending.extend(one.values())
            check_size((count + len(pending)) * _ITEM)
        self.spend()
        return value

    def steps(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the items of a loop, and look at the clock at each."""
        for item in iter(items):
            self.spend()
            yield item

    def joined(self, items: Iterable[Any]) -> str:
        """Return values as one string; what ``~`` makes of them."""
        texts = [self.text(item) for item in items]
        check_size(sum(map(len, texts)))
        return "".join(texts)

    def text(self, value: Any) -> str:
        """Return a value as templates write it: a string as it is, anything else as JSON."""
        if isinstance(value, str):
            return value
        if isinstance(value, Undefined):
            return str(value)  # which raises
        return to_json(value)


def check_size(size: float) -> None:
    """Raise LimitError for a string, or a list, that is too long."""
    if size > SIZE:
        raise LimitError(f"a value of more than {SIZE >> 20} MiB")


def to_json(value: Any) -> str:
    """Return a value as JSON, which is YAML, too."""
    import json

    return json.dumps(plain(value), ensure_ascii=False, allow_nan=False)


def plain(value: Any) -> Any:
    """Return a value as plain data; raises RefusedError for what is none.

    What is shared counts each time, so that a small value which is huge as text is refused.
    """
    return _Plain().value(value)


class _Plain:
    def __init__(self) -> None:
        self._size = 0

    def value(self, value: Any) -> Any:
        self._size += len(value) if isinstance(value, str) else _ITEM
        check_size(self._size)
        if value is None or isinstance(value, (bool, int, str, float)):
            return _scalar(value)
        if isinstance(value, Undefined):
            return str(value)  # which raises
        if isinstance(value, dict):
            return {self._key(key): self.value(item) for key, item in value.items()}
        if hasattr(value, "__iter__") and not callable(value):
            return [self.value(item) for item in value]
        raise RefusedError(f"a {type(value).__name__} is no value that can be written")

    def _key(self, key: Any) -> str:
        if isinstance(key, str):
            self._size += len(key)
            return str.__str__(key)
        return to_json(key)


def _scalar(value: float | str | None) -> Any:
    if isinstance(value, str):
        return str.__str__(value)
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        raise RefusedError("a number that is not finite")
    return int(value) if value.is_integer() and abs(value) < 1 << 53 else value


def combine(operator: str, left: Any, right: Any) -> Any:
    """Return what an operator gives that can make huge values of small ones."""
    for one in (left, right):
        if isinstance(one, Undefined):
            str(one)
    if operator == "%" and isinstance(left, str):
        raise RefusedError("% formats no strings here; ~ joins them")
    if operator == "**":
        return _power(left, right)
    if operator == "*":
        return _product(left, right)
    if _has_length(left) and _has_length(right):
        check_size(len(left) + len(right))
    return left + right if operator == "+" else left % right


def _has_length(value: Any) -> bool:
    return isinstance(value, (str, list, tuple))


def _product(left: Any, right: Any) -> Any:
    for sequence, count in ((left, right), (right, left)):
        if _has_length(sequence) and isinstance(count, int):
            check_size(len(sequence) * count)
    if isinstance(left, int) and isinstance(right, int):
        _check_bits(left.bit_length() + right.bit_length())
    return left * right


def _power(left: Any, right: Any) -> Any:
    if isinstance(left, int) and isinstance(right, int):
        _check_bits(left.bit_length() * abs(right))
    return left**right


def _check_bits(count: int) -> None:
    if count > _BITS:
        raise LimitError(f"a number of more than {_BITS} bits")
