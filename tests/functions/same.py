"""Equality of results, including the Go types that templates can see."""

from __future__ import annotations

from helmwright.go.kinds import Map, Slice


def assert_same(result, expected):
    assert type(result) is type(expected)
    if isinstance(expected, Map | Slice):
        assert result.nil == expected.nil
    if isinstance(expected, list):
        assert len(result) == len(expected)
        for one, other in zip(result, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, dict):
        assert result.keys() == expected.keys()
        for key, value in expected.items():
            assert_same(result[key], value)
    elif isinstance(expected, float):
        assert repr(result) == repr(expected)
    else:
        assert result == expected
