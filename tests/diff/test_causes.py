"""The values that differ between two sides."""

from __future__ import annotations

import json
from typing import Any

from helmwright.diff.causes import key_text, value_changes
from helmwright.diff.diffing import diff_sides
from helmwright.diff.model import ABSENT, DiffObject, ObjectKey, Side, ValueChange
from helmwright.values.editing.assigning import read_path

SCHEMA = json.dumps(
    {"properties": {"db": {"properties": {"password": {"type": "string", "x-secret": True}}}}}
).encode()


def changes(before: dict[str, Any] | None, after: dict[str, Any] | None) -> tuple[ValueChange, ...]:
    return value_changes(
        Side("a", (), values=before, schemas=(SCHEMA,)),
        Side("b", (), values=after, schemas=(SCHEMA,)),
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
    before: dict[str, Any]
    after: dict[str, Any]
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


def test_null_on_one_side_and_nothing_on_the_other_is_no_change() -> None:
    before = {"db": {"size": "8Gi"}, "a": None}
    after = {"db": {"size": "8Gi", "class": None, "deep": {"x": None}}, "b": {"c": None}}

    assert changes(before, after) == ()
    assert changes(after, before) == ()


def test_a_null_in_place_of_a_value_is_a_change() -> None:
    assert changes({"a": 1.0, "m": {"x": 1.0}}, {"a": None, "m": None}) == (
        ValueChange("a", 1, None),
        ValueChange("m.x", 1, ABSENT),
    )


def test_a_null_that_comes_out_in_an_object_is_a_change() -> None:
    def side(title: str, text: str, values: dict[str, Any]) -> Side:
        one = DiffObject(ObjectKey("", "ConfigMap", "", "a"), {"data": {"a.yaml": text}}, "")
        return Side(title, (one,), values=values)

    before = side("a", "size: 1\n", {"size": 1.0})
    after = side("b", "class: null\nsize: 1\n", {"size": 1.0, "class": None, "other": None})

    assert diff_sides(before, after).values == (ValueChange("class", ABSENT, None),)
