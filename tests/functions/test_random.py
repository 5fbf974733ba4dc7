"""Random text and numbers: their alphabets, lengths and bounds, and that a seed repeats them."""

from __future__ import annotations

import re

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.random import RANDOM
from helmwright.go.world import World


@pytest.fixture
def world():
    return World.fixed(seed=1)


@pytest.mark.parametrize(
    ("name", "pattern", "size"),
    [
        ("randAlphaNum", "[A-Za-z0-9]{5000}", 62),
        ("randAlpha", "[A-Za-z]{5000}", 52),
        ("randNumeric", "[0-9]{5000}", 10),
        ("randAscii", "[ -~]{5000}", 95),
    ],
)
def test_random_text_uses_its_whole_alphabet(world, name, pattern, size):
    text = RANDOM[name].call(world, 5000)
    assert re.fullmatch(pattern, text)
    assert len(set(text)) == size


@pytest.mark.parametrize("name", ["randAlphaNum", "randAlpha", "randNumeric", "randAscii"])
@pytest.mark.parametrize("count", [0, -1, -(1 << 63)])
def test_no_text_for_counts_below_one(world, name, count):
    assert RANDOM[name].call(world, count) == ""


def test_absurd_counts_are_refused(world):
    with pytest.raises(FunctionError, match="too large"):
        RANDOM["randAlpha"].call(world, 1 << 40)


def test_shuffle_keeps_the_characters(world):
    text = "abcdefghijé\udcff"
    shuffled = RANDOM["shuffle"].call(world, text)
    assert shuffled != text
    assert sorted(shuffled) == sorted("abcdefghijé\ufffd")
    assert RANDOM["shuffle"].call(world, "") == ""


def test_rand_int_stays_below_its_upper_bound(world):
    assert {RANDOM["randInt"].call(world, -2, 2) for _ in range(200)} == {-2, -1, 0, 1}


@pytest.mark.parametrize(("low", "high"), [(3, 3), (5, 3), (-(1 << 63), (1 << 63) - 1)])
def test_rand_int_without_room_panics(world, low, high):
    with pytest.raises(FunctionError, match=r"^invalid argument to Intn$"):
        RANDOM["randInt"].call(world, low, high)


def test_uuidv4_is_a_random_uuid(world):
    pattern = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
    first, second = (RANDOM["uuidv4"].call(world) for _ in range(2))
    assert re.fullmatch(pattern, first)
    assert first != second


@pytest.mark.parametrize("name", ["randAlphaNum", "shuffle", "uuidv4"])
def test_a_seed_repeats_everything(name):
    arguments = {"randAlphaNum": (20,), "shuffle": ("abcdefgh",), "uuidv4": ()}[name]
    texts = {RANDOM[name].call(World.fixed(seed=7), *arguments) for _ in range(3)}
    assert len(texts) == 1
