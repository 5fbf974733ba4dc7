"""Float arithmetic by way of exact decimals."""

from __future__ import annotations

import pytest
from tests.functions.same import assert_same

from helmwright.base.errors import FunctionError
from helmwright.functions.floats import FLOATS

NAN = float("nan")
INF = float("inf")


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("addf", (0.1, 0.2), 0.3),
        ("addf", (), 0.0),
        ("addf", ("1.5", 2, None), 3.5),
        ("add1f", (0.1,), 1.1),
        ("subf", (0.3, 0.1), 0.2),
        ("subf", (1,), 1.0),
        ("mulf", (1.1, 1.1), 1.21),
        ("mulf", (3, "0.1"), 0.3),
        ("mulf", (1e300, 1e300), INF),
        ("addf", (-0.0,), 0.0),
        ("addf", (1e308, 5e-324), 1e308),
    ],
)
def test_sums_and_products_are_exact(name, arguments, expected):
    assert_same(FLOATS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("divf", (10, 3), 3.3333333333333335),
        ("divf", (1, 8), 0.125),
        ("divf", (-2, 3), -0.6666666666666667),
        ("divf", (1, 1e17), 0.0),
        ("divf", (5e-17, 1), 1e-16),
        ("divf", (-5e-17, 1), -1e-16),
        ("divf", (1,), 1.0),
    ],
)
def test_quotients_are_rounded_to_16_decimals(name, arguments, expected):
    assert_same(FLOATS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("divf", (1, 0), "decimal division by 0"),
        ("addf", (NAN,), "Cannot create a Decimal from NaN"),
        ("addf", (INF,), "Cannot create a Decimal from +Inf"),
        ("mulf", (1, -INF), "Cannot create a Decimal from -Inf"),
        ("divf", (0, 0), "decimal division by 0"),
    ],
)
def test_impossible_arithmetic_panics(name, arguments, message):
    with pytest.raises(FunctionError) as caught:
        FLOATS[name].call(*arguments)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("maxf", (1, "2.5", 2), 2.5),
        ("maxf", (NAN, 1.0), NAN),
        ("maxf", (NAN, INF), INF),
        ("maxf", (NAN, -INF), NAN),
        ("maxf", (-0.0, 0.0), 0.0),
        ("minf", (1, "0.5"), 0.5),
        ("minf", (0.0, -0.0), -0.0),
        ("minf", (NAN, -INF), -INF),
        ("minf", (NAN, INF), NAN),
    ],
)
def test_maxf_and_minf_order_special_values(name, arguments, expected):
    assert_same(FLOATS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("floor", (1.9,), 1.0),
        ("floor", (-1.1,), -2.0),
        ("floor", ("x",), 0.0),
        ("floor", (INF,), INF),
        ("floor", (1e300,), 1e300),
        ("ceil", (1.1,), 2.0),
        ("ceil", (-0.5,), -0.0),
        ("ceil", (-0.0,), -0.0),
        ("ceil", (NAN,), NAN),
    ],
)
def test_floor_and_ceil_keep_the_sign_of_zero(name, arguments, expected):
    assert_same(FLOATS[name].call(*arguments), expected)


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("round", (2.5, 0), 3.0),
        ("round", (-1.5, 0), -2.0),
        ("round", (-2.5, 0), -3.0),
        ("round", (1.005, 2), 1.0),
        ("round", (123.5555, 3), 123.556),
        ("round", (123.456, -1), 120.0),
        ("round", ("3.14159", 2), 3.14),
        ("round", (1.2345, 2, 0.1), 1.24),
        ("round", (1.2, 0, 0.9), 1.0),
        ("round", (1.5, 400), NAN),
        ("round", (1.5, -400), NAN),
        ("round", (0, -400), NAN),
        ("round", (INF, 2), INF),
        ("round", (1.23456789e-20, 30), 1.23456789e-20),
        ("round", (5.0, 23), 5.0),
    ],
)
def test_round_sends_fractions_from_the_threshold_up(name, arguments, expected):
    assert_same(FLOATS[name].call(*arguments), expected)
