"""Equality of structs and pointers, and of deep or cyclic values.

Texts and types of plain values are tested with the template functions.
"""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import FunctionError
from helmwright.go.compare import deep_equal, equal, is_true
from helmwright.go.kinds import Struct


class Point(Struct):
    __slots__ = ("x",)
    go_type = "image.Point"

    def __init__(self, x):
        self.x = x


class PointPointer(Point):
    __slots__ = ()
    go_type = "*image.Point"
    go_kind = "ptr"


def test_pointers_are_equal_if_they_are_the_same_but_deeply_equal_by_content():
    pointer = PointPointer(1)
    assert equal(pointer, pointer)
    assert not equal(pointer, PointPointer(1))
    assert deep_equal(pointer, PointPointer(1))
    assert not deep_equal(pointer, PointPointer(2))


def test_structs_are_equal_by_content():
    assert equal(Point(1), Point(1))
    assert not equal(Point(1), Point(2))
    assert not deep_equal(Point(1), PointPointer(1))


def test_a_struct_is_no_number():
    with pytest.raises(FunctionError) as caught:
        equal(Point(1), 1)
    assert caught.value.message == "incompatible types for comparison: image.Point and int"


def test_structs_are_true():
    assert is_true(Point(0))


def test_values_that_contain_themselves_can_be_compared():
    left: dict[str, Any] = {}
    right: dict[str, Any] = {}
    left["self"], right["self"] = left, right
    assert deep_equal(left, right)
    right["more"] = 1
    assert not deep_equal(left, right)


def test_depth_does_not_matter():
    left: list[Any] = []
    right: list[Any] = []
    for _ in range(20_000):
        left, right = [left], [right]
    assert deep_equal(left, right)
