"""A lazy pattern is what it stands for."""

from __future__ import annotations

import re

import pytest

from helmwright.base.patterns import lazy_pattern


def test_methods_and_attributes_are_those_of_the_pattern() -> None:
    pattern = lazy_pattern("(?P<letter>[a-c])+", re.IGNORECASE)

    assert pattern.sub("-", "xABCx") == "x-x"
    assert [match["letter"] for match in pattern.finditer("a b")] == ["a", "b"]
    assert pattern.groups == 1


def test_pattern_is_compiled_when_it_is_used() -> None:
    broken = lazy_pattern("(")

    with pytest.raises(re.error):
        broken.match("")
