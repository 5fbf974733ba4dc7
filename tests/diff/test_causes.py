"""The values that differ between two sides."""

from __future__ import annotations

import json
from typing import Any

from helmwright.diff.causes import key_text, value_changes
from helmwright.diff.model import ABSENT, Side, ValueChange
from helmwright.values_edit.assigning import read_path

SCHEMA = json.dumps(
    {"properties": {"db": {"properties": {"password": {"type": "string", "x-secret": True}}}}}
).encode()


def changes(before: dict[str, Any] | None, after: dict[str, Any] | None) -> tuple[ValueChange, ...]:
    return value_changes(
        Side("a", (), values=before, schema=SCHEMA), Side("b", (), values=after, schema=SCHEMA)
    )


def test_same_values_have_no_changes() -> None:
    values = {"a": 1.0, "b": [1.0, {"c": None}], "d": {}, "e": []}

    assert changes(values, json.loads(json.dumps(values))) == ()


def test_side_without_values_has_no_changes() -> None:
    assert changes(None, {"a": 1}) == ()


def test_changes_are_those_of_leaves_with_keys_as_set_writes_them() -> None:
    before = {"image": {"tag": "1"}, "list": [1.0, 2.0], "labels": {"a.b/c": "x"}, "gone": True}
    after = {
        "image": {"tag": "2"},
        "list": [1.0, 3.0, 4.0],
        "labels": {"a.b/c": "y"},
        "new": {"a": 1.0},
    }

    assert changes(before, after) == (
        ValueChange("image.tag", "1", "2"),
        ValueChange("list[1]", 2, 3),
        ValueChange("list[2]", ABSENT, 4),
        ValueChange(r"labels.a\.b/c", "x", "y"),
        ValueChange("gone", True, ABSENT),
        ValueChange("new.a", ABSENT, 1),
    )


def test_true_is_not_one_and_a_number_not_its_text() -> None:
    before, after = (
        {"a": 1.0, "b": 1.0, "c": None, "d": {}},
        {"a": True, "b": "1", "c": "", "d": []},
    )

    assert [change.key for change in changes(before, after)] == ["a", "b", "c", "d"]


def test_map_that_becomes_a_scalar() -> None:
    assert changes({"a": {"b": 1.0}}, {"a": "x"}) == (
        ValueChange("a.b", 1, ABSENT),
        ValueChange("a", ABSENT, "x"),
    )


def test_secrets_are_marked() -> None:
    before, after = {"db": {"password": "a", "host": "a"}}, {"db": {"password": "b", "host": "b"}}

    assert [(change.key, change.is_secret) for change in changes(before, after)] == [
        ("db.password", True),
        ("db.host", False),
    ]


def test_global_value_is_named_once() -> None:
    before = {"global": {"tag": "1"}, "db": {"global": {"tag": "1"}}}
    after = {"global": {"tag": "2"}, "db": {"global": {"tag": "2"}}}

    assert [change.key for change in changes(before, after)] == ["global.tag"]


def test_keys_can_be_read_again() -> None:
    for path in [("a", "b.c", 1), ("a,b=c", "d"), ("a[0]", "{x}")]:
        assert read_path(key_text(path)) == path
