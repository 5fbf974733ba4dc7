"""Expected orders are those of yaml.v2 v2.4.3 and yaml.v3 v3.0.4."""

from __future__ import annotations

import pytest

from helmwright.go.yaml_order import natural, natural_letters_after_digits

ORDERED = ["", "-x", "/y", "_a", "1", "2", "10", "A", "K2", "a-b", "a.b", "a_b"]
ORDERED += ["a1", "a01", "a2", "a10", "ab", "k1", "k9", "k10", "z", "é"]


@pytest.mark.parametrize("sort", [natural, natural_letters_after_digits])
def test_digit_runs_count_as_numbers_and_symbols_come_first(sort):
    assert sort(reversed(ORDERED)) == ORDERED


def test_symbol_after_a_digit_comes_before_letters_in_v2():
    assert natural(["a1b", "a1-", "a1B"]) == ["a1-", "a1B", "a1b"]


def test_letter_after_a_digit_comes_before_symbols_in_v3():
    assert natural_letters_after_digits(["a1-", "a1b", "a1B"]) == ["a1B", "a1b", "a1-"]


def test_underscore_comes_before_capital_letters():
    assert natural(["AB", "A_B"]) == ["A_B", "AB"]


def test_zeros_behind_a_digit_belong_to_the_number():
    assert natural(["a10", "a1-", "a100"]) == ["a1-", "a10", "a100"]
