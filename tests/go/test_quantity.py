"""Quantities: parsing and the canonical text. More examples are in golden/patch/values.rows."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.errors import GoError
from helmwright.go.quantity import FORMAT_ERROR, NUMBER_ERROR, SUFFIX_ERROR, parse

SUFFIXES = ["", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "e3", "E-2"]
TEXTS = st.builds(
    lambda sign, number, suffix: sign + number + suffix,
    st.sampled_from(["", "", "+", "-"]),
    st.from_regex(r"[0-9]{1,6}(\.[0-9]{0,4})?", fullmatch=True),
    st.sampled_from(SUFFIXES),
)


@pytest.mark.parametrize(
    ("text", "canonical", "value"),
    [
        ("1000m", "1", Fraction(1)),
        ("0.5", "500m", Fraction(1, 2)),
        ("1.500", "1.500", Fraction(3, 2)),
        ("1024Mi", "1Gi", Fraction(1 << 30)),
        ("0.5Ki", "512", Fraction(512)),
        ("-1.5k", "-1500", Fraction(-1500)),
        ("1E3", "1E3", Fraction(1000)),
        ("1e2", "100", Fraction(100)),
        ("0.1n", "1n", Fraction(1, 10**9)),
        ("0", "0", Fraction(0)),
        ("m", "0", Fraction(0)),
        ("+", "0", Fraction(0)),
        ("16Ei", "9223372036854775807", Fraction((1 << 63) - 1)),
    ],
)
def test_text_is_made_canonical(text: str, canonical: str, value: Fraction) -> None:
    assert str(parse(text)) == canonical
    assert parse(text).value == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", FORMAT_ERROR),
        ("lots", FORMAT_ERROR),
        ("1 Gi", FORMAT_ERROR),
        ("1K", SUFFIX_ERROR),
        ("1e", SUFFIX_ERROR),
        ("1e99999999999999999999", SUFFIX_ERROR),
        ("9" * 5000, NUMBER_ERROR),
    ],
)
def test_what_is_no_quantity_is_refused(text: str, message: str) -> None:
    with pytest.raises(GoError) as caught:
        parse(text)

    assert caught.value.message == message


@given(TEXTS)
def test_canonical_text_has_the_same_value(text: str) -> None:
    quantity = parse(text)

    assert parse(str(quantity)).value == quantity.value


@given(TEXTS)
def test_value_is_not_below_what_was_written_nor_a_nano_above(text: str) -> None:
    plain = text.rstrip("numkMGTPEi") if not text.endswith(("e3", "E-2")) else ""
    if plain in {"", text}:
        exact = Fraction(text)
    else:
        return

    rounded = abs(parse(text).value)

    assert 0 <= rounded - abs(exact) < Fraction(1, 10**9)


def test_huge_exponents_take_no_time() -> None:
    assert str(parse("1e999999999")) == "1e999999999"
    assert str(parse("1e-999999999")) == "1e-9"
