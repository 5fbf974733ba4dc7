"""Structs and pointers in merged maps; everything else is tested with sprig's functions."""

from __future__ import annotations

import pytest

from helmwright.go.mergo import MergeError, merge
from helmwright.go.semver_version import parse_version


def test_a_map_does_not_merge_into_a_pointer():
    with pytest.raises(MergeError) as caught:
        merge({"a": parse_version("1.2.3")}, {"a": {"b": 1}}, overwrite=False)
    assert caught.value.message == "src and dst must be of same type"


def test_a_map_overwrites_a_pointer():
    target = {"a": parse_version("1.2.3")}
    assert merge(target, {"a": {"b": 1}}, overwrite=True) == {"a": {"b": 1}}


@pytest.mark.parametrize(("overwrite", "expected"), [(False, "1.2.3"), (True, "1.2.4")])
def test_pointers_count_as_values(overwrite, expected):
    target = {"a": parse_version("1.2.3")}
    merge(target, {"a": parse_version("1.2.4")}, overwrite=overwrite)
    assert str(target["a"]) == expected


def test_a_pointer_does_not_replace_a_map():
    target = {"a": {"b": 1}}
    assert merge(target, {"a": parse_version("1.2.3")}, overwrite=False) == {"a": {"b": 1}}
