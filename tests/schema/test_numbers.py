from __future__ import annotations

import pytest

from helmwright.go.kinds import Int64
from helmwright.schema.numbers import (
    Number,
    as_go_int,
    compare,
    is_integral,
    is_multiple,
    localized_int,
    localized_number,
    rational,
)

PRINTED = [
    (0.0, "0"),
    (1.0, "1"),
    (1000.0, "1,000"),
    (999999.0, "999,999"),
    (1000000.0, "1×10⁰⁶"),
    (1234567.0, "1.234567×10⁰⁶"),
    (-1200.5, "-1,200.5"),
    (0.1, "0.1"),
    (0.0001, "0.0001"),
    (1e-05, "1×10⁻⁰⁵"),
    (1e22, "1×10²²"),
    (1.5e300, "1.5×10³⁰⁰"),
    (-0.00012345, "-0.00012345"),
    (123456.75, "123,456.75"),
    (1e-07, "1×10⁻⁰⁷"),
]


def known(number):
    found = rational(number)
    assert found is not None
    return found


@pytest.mark.parametrize(("number", "text"), PRINTED)
def test_numbers_are_printed_by_the_english_locale(number, text):
    assert localized_number(known(number)) == text


def test_counts_have_commas():
    assert localized_int(1234567) == "1,234,567"
    assert localized_int(-1200) == "-1,200"


def test_floats_are_the_decimals_they_print_as():
    assert is_multiple(known(0.3), known(Number("0.1")))
    assert compare(known(0.1), known(Number("1e-1"))) == 0
    assert compare(known(1e23), known(Number("100000000000000000000000"))) == 0


def test_integers_may_be_written_as_floats():
    assert is_integral(2.0)
    assert is_integral(Number("1e3"))
    assert is_integral(Int64(5))
    assert not is_integral(0.5)
    assert not is_integral(Number("1e-3"))


@pytest.mark.parametrize("text", ["1e1000001", "1e-1000001", "1e99999999999999999999"])
def test_excessive_exponents_are_no_numbers(text):
    assert rational(Number(text)) is None


def test_zero_may_have_any_exponent():
    assert rational(Number("0e99999999")) == (0, 1)


def test_long_mantissas_are_read():
    assert compare(known(Number("9" * 5000)), (10**5000 - 1, 1)) == 0


def test_infinities_are_no_numbers():
    assert rational(float("inf")) is None


def test_large_limits_wrap_into_64_bits():
    assert as_go_int((18446744073709551617, 1)) == 1
    assert as_go_int((10**30, 1)) == 5076944270305263616


def test_numbers_beyond_floats_are_infinite():
    assert localized_number((10**400, 1)) == "∞"
    assert localized_number((-(10**400), 1)) == "-∞"
