"""When two values are the same."""

from __future__ import annotations

import json
from typing import Any

from helmwright.base.errors import GoError
from helmwright.go import quantity

_FAR = 1000
"""Exponents from here on are compared as texts: the numbers would not fit a memory."""


def ordered_text(value: Any) -> str:
    """Return a text that is the same for the same data, whatever the order of maps.

    Numbers, texts and booleans that look alike have different ones.
    """
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=repr)


def same_scalar(one: Any, other: Any, kind: str = "") -> bool:
    """Tell whether two values, of which not both are maps or lists, say the same.

    kind: "quantity" for ``1`` and ``1000m``, which are one text to a server, though not ``1Gi`` and
    ``1073741824``; "amount" for those, too.
    """
    if type(one) is type(other):
        if one == other:
            return True
    elif not (isinstance(one, bool) or isinstance(other, bool)) and _both_numbers(one, other):
        return bool(one == other)
    if kind == "quantity":
        text = _canonical(one)
        return text is not None and text == _canonical(other)
    return kind == "amount" and _same_quantity(one, other)


def _both_numbers(one: Any, other: Any) -> bool:
    return isinstance(one, (int, float)) and isinstance(other, (int, float))


def _canonical(value: Any) -> str | None:
    """Return the text of a quantity that a server stores."""
    if type(value) not in (str, int, float):
        return None
    try:
        return str(quantity.parse(value if type(value) is str else json.dumps(value)))
    except GoError:
        return None


def _same_quantity(one: Any, other: Any) -> bool:
    left, right = _number(one), _number(other)
    return left is not None and left == right


def _number(value: Any) -> tuple[int, int] | None:
    """Return a quantity as mantissa, without zeros at its end, and exponent."""
    if type(value) not in (str, int, float):
        return None
    try:
        found = quantity.parse(value if type(value) is str else json.dumps(value))
    except GoError:
        return None
    mantissa, exponent = found.mantissa, found.exponent
    if not mantissa:
        return 0, 0
    while not mantissa % 10 and -_FAR < exponent < _FAR:
        mantissa //= 10
        exponent += 1
    return mantissa, exponent


def amount(value: Any) -> Any:
    """Return the number that a quantity stands for, ``None`` if it is none or out of reason."""
    found = _number(value)
    if found is None or abs(found[1]) >= _FAR:
        return None
    from fractions import Fraction

    return found[0] * Fraction(10) ** found[1]
