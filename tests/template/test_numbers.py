"""Number constants and the shapes they fit. Source of the rows: parse_test.go, numberTests."""

from __future__ import annotations

import pytest

from helmwright.base.errors import GoError
from helmwright.template.lexer import Source, tokenize
from helmwright.template.literals import ideal_constant, literal_shapes
from helmwright.template.numbers import parse_number

# text, int, unsigned int, float, complex
NUMBERS = (
    ("0", 0, 0, 0.0, None),
    ("-0", 0, 0, 0.0, None),
    ("73", 73, 73, 73.0, None),
    ("7_3", 73, 73, 73.0, None),
    ("0b10_010_01", 73, 73, 73.0, None),
    ("0B10_010_01", 73, 73, 73.0, None),
    ("073", 0o73, 0o73, 59.0, None),
    ("0o73", 0o73, 0o73, 59.0, None),
    ("0x73", 0x73, 0x73, 115.0, None),
    ("0x7_3", 0x73, 0x73, 115.0, None),
    ("-73", -73, None, -73.0, None),
    ("+73", 73, None, 73.0, None),
    ("100", 100, 100, 100.0, None),
    ("1e9", 10**9, 10**9, 1e9, None),
    ("-1e9", -(10**9), None, -1e9, None),
    ("-1.2", None, None, -1.2, None),
    ("1e19", None, 10**19, 1e19, None),
    ("1e20", None, None, 1e20, None),
    ("-1e19", None, None, -1e19, None),
    ("0x1p4", 16, 16, 16.0, None),
    ("0x_1.e_0p+02", None, None, 7.5, None),
    ("4i", None, None, None, 4j),
    ("-1.2+4.2i", None, None, None, -1.2 + 4.2j),
    ("73i", None, None, None, 73j),
    ("0i", 0, 0, 0.0, 0j),
    ("-1.2+0i", None, None, -1.2, -1.2 + 0j),
    ("-12+0i", -12, None, -12.0, -12 + 0j),
    ("13+0i", 13, 13, 13.0, 13 + 0j),
    ("0123", 0o123, 0o123, 83.0, None),
    ("'a'", 97, 97, 97.0, None),
    ("'\\n'", 10, 10, 10.0, None),
    ("'\\xFF'", 255, 255, 255.0, None),
    ("'パ'", 0x30D1, 0x30D1, 12497.0, None),
    ("18446744073709551615", None, 2**64 - 1, 18446744073709551615.0, None),
    ("9223372036854775807", 2**63 - 1, 2**63 - 1, 9223372036854775807.0, None),
)


def constant(text):
    token = tokenize(Source("t", "{{ " + text + " }}"))[1]
    return parse_number(token)


@pytest.mark.parametrize(("text", "integer", "unsigned", "real", "imaginary"), NUMBERS)
def test_a_constant_has_the_shapes_that_it_has_in_go(text, integer, unsigned, real, imaginary):
    number = constant(text)
    shapes = (number.int, number.uint, number.float, number.complex)
    assert shapes == (integer, unsigned, real, imaginary)


def test_malformed_constants_are_refused_in_go_s_words():
    for text, message in (
        ("'ab'", "malformed character constant: 'ab'"),
        ("99999999999999999999", 'integer overflow: "99999999999999999999"'),
        ("089", 'integer overflow: "089"'),
        ("2+i", "syntax error scanning complex number"),
    ):
        with pytest.raises(GoError) as caught:
            constant(text)
        assert caught.value.message == message


def test_syntax_chooses_the_type_where_no_parameter_does():
    for text, value in (
        ("1", 1),
        ("1.0", 1.0),
        ("1e3", 1000.0),
        ("0x1E", 30),
        ("0x1p4", 16.0),
        ("'e'", 101),
        ("2i", 2j),
        ("18446744073709551615", None),
    ):
        ideal = ideal_constant(constant(text))
        assert (ideal, type(ideal)) == (value, type(value))


def test_an_integral_float_fits_parameters_of_integers():
    assert literal_shapes(constant("2.0")) == {
        "any": 2.0,
        "float": 2.0,
        "integer": 2,
        "unsigned integer": 2,
    }
    assert literal_shapes(constant("-2.5")) == {"any": -2.5, "float": -2.5}
