"""Integers that wrap around, casts that never fail, and sequences."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.math import MATH
from helmwright.go.kinds import Int64, IntSlice, Uint64

NAN = float("nan")
INF = float("inf")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("int", (1.9,), 1),
        ("int", (-1.9,), -1),
        ("int", ("010",), 8),
        ("int", ("0x1F",), 31),
        ("int", ("0b11",), 3),
        ("int", ("1_000",), 1000),
        ("int", ("5.00",), 5),
        ("int", ("1.",), 0),
        ("int", ("1.0.",), 1),
        ("int", ("1.9",), 0),
        ("int", ("08",), 0),
        ("int", (" 1",), 0),
        ("int", ("1e3",), 0),
        ("int", ("+5",), 5),
        ("int", ("",), 0),
        ("int", (True,), 1),
        ("int", (None,), 0),
        ("int", ([1],), 0),
        ("int", ({},), 0),
        ("int", (Uint64(18446744073709551615),), -1),
        ("int", (Int64(5),), 5),
        ("int", (1e19,), -9223372036854775808),
        ("int", (NAN,), -9223372036854775808),
        ("int", ("9223372036854775808",), 0),
        ("int", ("12345678901234567890.0",), 0),
        ("int", (b"1",), 0),
    ],
)
def test_int_reads_numbers_of_any_kind(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("int64", ("42",), Int64(42)),
        ("int64", (7,), Int64(7)),
        ("float64", ("1e3",), 1000.0),
        ("float64", ("inf",), INF),
        ("float64", ("1_000",), 1000.0),
        ("float64", (" 1",), 0.0),
        ("float64", (True,), 1.0),
        ("float64", (None,), 0.0),
        ("float64", ("1e400",), 0.0),
        ("float64", (Uint64(18446744073709551615),), 1.8446744073709552e19),
        ("float64", ([1],), 0.0),
        ("atoi", ("12",), 12),
        ("atoi", ("-3",), -3),
        ("atoi", ("1.5",), 0),
        ("atoi", ("0x1",), 0),
        ("atoi", ("9999999999999999999",), 9223372036854775807),
        ("atoi", ("-9999999999999999999",), -9223372036854775808),
    ],
)
def test_int64_float64_and_atoi(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("toDecimal", ("777",), Int64(511)),
        ("toDecimal", (777.0,), Int64(511)),
        ("toDecimal", ("8",), Int64(0)),
        ("toDecimal", ("-10",), Int64(-8)),
        ("toDecimal", ("+7",), Int64(7)),
        ("toDecimal", ("",), Int64(0)),
        ("toDecimal", ("1e3",), Int64(0)),
        ("toDecimal", (1000000.0,), Int64(0)),
        ("toDecimal", (None,), Int64(0)),
        ("toDecimal", ("777777777777777777777",), Int64(9223372036854775807)),
        ("toDecimal", ("1777777777777777777777",), Int64(0)),
        ("toDecimal", (True,), Int64(0)),
    ],
)
def test_to_decimal_reads_octal(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("add", (), Int64(0)),
        ("add", (1.9, 1.9), Int64(2)),
        ("add", ("5", 1), Int64(6)),
        ("add", (9223372036854775807, 1), Int64(-9223372036854775808)),
        ("add1", (-1,), Int64(0)),
        ("add1", (9223372036854775807,), Int64(-9223372036854775808)),
        ("sub", (1, 3), Int64(-2)),
        ("sub", (-9223372036854775808, 1), Int64(9223372036854775807)),
        ("mul", (1.9, 2), Int64(2)),
        ("mul", (4611686018427387904, 2, 2), Int64(0)),
        ("mul", (3,), Int64(3)),
    ],
)
def test_sums_truncate_each_value_and_wrap_around(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("div", (7, 2), Int64(3)),
        ("div", (-7, 2), Int64(-3)),
        ("div", (7, -2), Int64(-3)),
        ("div", (-9223372036854775808, -1), Int64(-9223372036854775808)),
        ("mod", (-7, 2), Int64(-1)),
        ("mod", (7, -2), Int64(1)),
        ("mod", (-9223372036854775808, -1), Int64(0)),
        ("div", (1.9, 1.9), Int64(1)),
    ],
)
def test_division_truncates_towards_zero(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("div", (1, 0), "runtime error: integer divide by zero"),
        ("mod", (1, 0), "runtime error: integer divide by zero"),
        ("div", (1, "x"), "runtime error: integer divide by zero"),
    ],
)
def test_division_by_zero_panics(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        MATH[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("max", (1.9, "3", 2), Int64(3)),
        ("biggest", (-1,), Int64(-1)),
        ("min", (1.9, "3", 2), Int64(1)),
        ("min", (None, 1), Int64(0)),
    ],
)
def test_max_and_min_are_integers(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("until", (3,), IntSlice([0, 1, 2])),
        ("until", (0,), IntSlice([])),
        ("until", (-3,), IntSlice([0, -1, -2])),
        ("untilStep", (3, 9, 3), IntSlice([3, 6])),
        ("untilStep", (9, 3, -3), IntSlice([9, 6])),
        ("untilStep", (0, 5, -1), IntSlice([])),
        ("untilStep", (5, 0, 1), IntSlice([])),
        ("untilStep", (1, 5, 0), IntSlice([])),
        ("untilStep", (2, 2, 1), IntSlice([])),
    ],
)
def test_until_counts_either_way(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("seq", (5,), "1 2 3 4 5"),
        ("seq", (0,), "1 0"),
        ("seq", (-3,), "1 0 -1 -2 -3"),
        ("seq", (2, 4), "2 3 4"),
        ("seq", (4, 2), "4 3 2"),
        ("seq", (1, 2, 7), "1 3 5 7"),
        ("seq", (5, -2, 1), "5 3 1"),
        ("seq", (5, 2, 1), ""),
        ("seq", (0, -1, 3), ""),
        ("seq", (), ""),
        ("seq", (1, 2, 3, 4), ""),
        ("seq", (9223372036854775807,), ""),
    ],
)
def test_seq_prints_like_the_command(name, arguments, expected):
    assert_same(MATH[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("until", (1 << 40,)), ("untilStep", (0, 1 << 62, 1)), ("seq", (1 << 40,))],
)
def test_sequences_beyond_reason_are_refused(name, arguments):
    with pytest.raises(FunctionError, match="too large"):
        MATH[name].call(*arguments)
