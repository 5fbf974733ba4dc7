from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import ValuesError
from helmwright.values.maps import copy_values, load_values, merge_maps, path_value, table_at

VALUES: dict[str, Any] = {"a": {"b": {"c": 1.0, "n": None}}, "s": "x", "l": [1.0]}


def test_documents_are_merged_in_order():
    text = b"a: 1\nb: {c: 2, d: 3}\n---\nb: {c: null, e: [1]}\n--- # more\na: {x: z}\n"
    assert load_values(text) == {"a": {"x": "z"}, "b": {"c": None, "d": 3.0, "e": [1.0]}}


@pytest.mark.parametrize("text", ["", "# nothing\n", "null\n", "---\n---\n", "{}"])
def test_nothing_is_an_empty_map(text):
    assert load_values(text) == {}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "- a\n",
            (
                "cannot unmarshal yaml document: error unmarshaling JSON: while decoding JSON: "
                "json: cannot unmarshal array into Go value of type map[string]interface {}"
            ),
        ),
        (
            "a: [\n",
            (
                "cannot unmarshal yaml document: error converting YAML to JSON: yaml: line 1: "
                "did not find expected node content"
            ),
        ),
        ("a: 1\n---x\n", "error reading yaml document: invalid Yaml document separator: x"),
        (
            "a: [\n---x\n",
            "error reading yaml document: invalid Yaml document separator: x",
        ),
        (
            "a: [\n---\nb: 1\n---x\n",
            (
                "cannot unmarshal yaml document: error converting YAML to JSON: yaml: line 1: "
                "did not find expected node content"
            ),
        ),
    ],
)
def test_bad_yaml_is_refused_with_the_text_of_helm(text, message):
    with pytest.raises(ValuesError) as caught:
        load_values(text)
    assert caught.value.message == message


def test_position_is_given_with_a_path():
    with pytest.raises(ValuesError) as caught:
        load_values("a: 1\n---x\n", path="v.yaml")
    assert caught.value.position is not None
    assert caught.value.position[:2] == ("v.yaml", 2)


def test_windows_line_ends_are_normalised():
    assert load_values(b"a: |\r\n  x\r\n  y\r\n") == {"a": "x\ny\n"}


def test_maps_merge_and_all_else_is_replaced():
    below = {"a": {"b": 1.0, "c": [1.0]}, "d": {"e": 1.0}}
    above = {"a": {"c": [2.0]}, "d": None}
    assert merge_maps(below, above) == {"a": {"b": 1.0, "c": [2.0]}, "d": None}
    assert below == {"a": {"b": 1.0, "c": [1.0]}, "d": {"e": 1.0}}


def test_copies_share_no_map_or_list():
    original: dict[str, Any] = {"a": {"b": [{"c": 1.0}, [2.0]]}, "e": {}, "f": []}
    copied = copy_values(original)
    assert copied == original
    copied["a"]["b"][0]["c"] = 5.0
    copied["a"]["b"][1].append(3.0)
    copied["e"]["x"] = copied["f"]
    copied["f"].append(1.0)
    assert original == {"a": {"b": [{"c": 1.0}, [2.0]]}, "e": {}, "f": []}


def test_tables_are_found_by_dotted_names():
    assert table_at(VALUES, "a.b") is VALUES["a"]["b"]


@pytest.mark.parametrize(("name", "key"), [("a.x", "x"), ("s", "s"), ("a.b.c", "c"), ("", "")])
def test_what_is_no_table_is_named(name, key):
    with pytest.raises(ValuesError) as caught:
        table_at(VALUES, name)
    assert caught.value.message == f'"{key}" is not a table'


@pytest.mark.parametrize(
    ("path", "value"), [("a.b.c", 1.0), ("a.b.n", None), ("s", "x"), ("l", [1.0])]
)
def test_values_are_found_by_dotted_paths(path, value):
    assert path_value(VALUES, path) == value


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("a.b", '"b" is not a value'),
        ("a", '"a" is not a value'),
        ("s.t", '"t" is not a value'),
        ("a.b.x", '"x" is not a value'),
        ("", "YAML path cannot be empty"),
    ],
)
def test_what_is_no_value_is_named(path, message):
    with pytest.raises(ValuesError) as caught:
        path_value(VALUES, path)
    assert caught.value.message == message
