"""The filters of JSON paths: comparisons of the values that terms lead to.

Source: pkg/yamlpath filter.go and comparison.go of the JSON path library for YAML.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.ftoa import format_float
from helmwright.go.yaml_v3 import Timestamp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.go.kinds import Value
    from helmwright.unittest_suites.path_steps import Filter

    Term = Callable[[Value, Value], Sequence["Typed"]]

_NUMBERS = frozenset(("int", "float"))


class Typed(NamedTuple):
    """A scalar's type and text; the type is blank for what cannot be compared."""

    type: str
    text: str


def typed(value: Value) -> Typed:  # noqa: PLR0911 - one per type
    """Return a value as filters see it."""
    if value is None:
        return Typed("null", "null")
    if isinstance(value, bool):
        return Typed("bool", "true" if value else "false")
    if isinstance(value, Timestamp):
        return Typed("", value)
    if isinstance(value, str):
        return Typed("str", value)
    if isinstance(value, int):
        return Typed("int", str(value))
    if isinstance(value, float):
        return Typed("float", format_float(value, "g"))
    return Typed("", "")


def comparison(left: Term, operator: str, right: Term) -> Filter:
    """Accept where every pair of values of the two terms compares so, and there is a pair."""
    return _pairs(left, right, lambda one, other: _compare(one, operator, other))


def matching(left: Term, pattern: str) -> Filter:
    """Accept where all values of a term are strings that match a regular expression."""
    from helmwright.go.regexp import compile as compile_pattern

    expression = compile_pattern(pattern)

    def accept(value: Value, root: Value) -> bool:
        found = left(value, root)
        return bool(found) and all(
            one.type == "str" and expression.match(one.text) for one in found
        )

    return accept


def _pairs(left: Term, right: Term, accept: Callable[[Typed, Typed], bool]) -> Filter:
    def check(value: Value, root: Value) -> bool:
        lefts, rights = left(value, root), right(value, root)
        return bool(lefts and rights) and all(
            accept(one, other) for one in lefts for other in rights
        )

    return check


def _compare(left: Typed, operator: str, right: Typed) -> bool:
    order = _order(left, right)
    if operator == "==":
        return order == 0
    if operator == "!=":
        return order != 0
    if order is None:
        return False
    return {">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0}[operator]


def _order(left: Typed, right: Typed) -> int | None:
    """Return -1, 0 or 1, or None where the two cannot be compared."""
    if left.type in _NUMBERS and right.type in _NUMBERS:
        one, other = float(left.text), float(right.text)
        return (one > other) - (one < other)
    if left.type != right.type or not left.type:
        return None
    if left.type == "null":
        return 0
    if left.type == "bool":
        return 0 if left.text == right.text else None
    return (left.text > right.text) - (left.text < right.text)
