"""The reference of a chart's values, from schema, comments and defaults."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from helmwright import ChartError, load_chart
from helmwright.reference import Entry, values_reference

if TYPE_CHECKING:
    from pathlib import Path

CHART = "apiVersion: v2\nname: c\nversion: 0.1.0\n"


@pytest.fixture
def entries(tmp_path):
    """Returns what makes entries, by key, of the texts of values.yaml and of a schema."""

    def make(values: str, schema: object = None) -> dict[str, Entry]:
        return {
            entry.key: entry
            for section in _reference(tmp_path, values, schema).sections
            for entry in section.entries
        }

    return make


def _reference(folder: Path, values: str, schema: object = None):
    (folder / "Chart.yaml").write_text(CHART)
    (folder / "values.yaml").write_text(values)
    if schema is not None:
        text = schema if isinstance(schema, str) else json.dumps(schema)
        (folder / "values.schema.json").write_text(text)
    return values_reference(load_chart(str(folder)))


def test_every_key_has_a_row_in_the_order_of_the_file(entries):
    found = entries("b: 1\na: {z: 2, x: {}}\nl: [1]\nnil:\n")

    assert list(found) == ["b", "a.z", "a.x", "l", "nil"]


def test_types_come_from_defaults_without_a_schema(entries):
    found = entries('i: 1\ns: "1"\nb: false\nm: {}\nl: []\nnil:\n')

    types = {key: entry.type for key, entry in found.items()}
    assert types == {
        "i": "number",
        "s": "string",
        "b": "boolean",
        "m": "map",
        "l": "list",
        "nil": "",
    }


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("1", "1"),
        ("1.5", "1.5"),
        ('"1"', '"1"'),
        ("word", "word"),
        ("false", "false"),
        ('""', '""'),
        ("", ""),
        ("[a, {b: 1}]", '["a",{"b":1}]'),
        ("{}", "{}"),
        ("|-\n  a\n  b", r'"a\nb"'),
    ],
)
def test_a_default_is_one_line_of_yaml(entries, value, text):
    assert entries(f"k: {value}\n")["k"].default == text


def test_plain_comments_right_above_a_key_describe_it(entries):
    found = entries("# one\n# two\na: 1\n\n# away\n\nb: 2\nm:\n  # inner\n  c: 3\n")

    assert {key: entry.description for key, entry in found.items()} == {
        "a": "one two",
        "b": "",
        "m.c": "inner",
    }


def test_a_line_of_a_block_of_text_is_no_comment(entries):
    assert not entries("script: |\n  #!/bin/sh\n  # text\na: 1\n")["a"].description


def test_comments_of_helm_docs_are_read_as_it_does(entries):
    found = entries(
        "# not this\n# -- (quantity) First\n# line two\n# @default -- `all of it`\na:\n"
        "# plain\nb: 1\n# -- hidden\n# @ignored\nc: 1\n"
    )

    assert list(found) == ["a", "b"]
    assert found["a"].description == "First line two"
    assert (found["a"].type, found["a"].default) == ("quantity", "all of it")
    assert not found["b"].description


def test_comments_that_name_their_keys_count_alone(tmp_path):
    reference = _reference(
        tmp_path,
        "## @section Global\n## @param g.a [nullable] First `x`\n## more\n## @param g.b Second\n##\n"
        "g:\n  a: 1\n  # plain\n  b: 2\n  ## @skip g.c\n  c: 3\n## @section Other things\nd: 4\n",
    )

    rows = [(s.title, e.key, e.description) for s in reference.sections for e in s.entries]
    assert rows == [
        ("Global", "g.a", "First `x`"),
        ("Global", "g.b", "Second"),
        ("Other things", "d", ""),
    ]


def test_headings_and_marks_make_sections(tmp_path):
    reference = _reference(
        tmp_path,
        "## One ---\na: 1\n\n## Two words ------\n\n# -- text\n# @section -- Else\nb: 1\nc: 1\n",
        {"properties": {"new": {}, "old": {"deprecated": True}, "mine": {"x-section": "One"}}},
    )

    assert [(s.title, [e.key for e in s.entries]) for s in reference.sections] == [
        ("One", ["a", "mine"]),
        ("Two words", ["c"]),
        ("Else", ["b"]),
        ("Other values", ["new"]),
        ("Values of earlier charts", ["old"]),
    ]


def test_the_schema_says_more_than_the_comments(entries):
    schema = {
        "definitions": {"quantity": {"type": ["number", "string", "null"]}},
        "properties": {
            "a": {
                "description": "From the\n schema.",
                "allOf": [{"$ref": "#/definitions/quantity"}],
                "x-since": "0.14.0",
                "x-secret": True,
            },
            "b": {"enum": ["x", "", None], "x-since": "0.1.0", "x-until": "0.2.0"},
            "c": {"anyOf": [{"type": "integer"}, {"type": "string"}], "x-until": "0.3.0"},
            "d": {"type": "string", "x-since": "0.4.0", "x-until": "0.4.0"},
        },
    }

    found = entries("# comment\na: 1\n# b\nb: x\nc:\n", schema)

    assert found["a"] == Entry(
        "a", "number or string", "1", "0.14.0", "", "From the schema.", (), True, False
    )
    assert found["a"].versions == "0.14.0+"
    assert (found["b"].description, found["b"].choices) == ("b", ("x",))
    assert found["b"].versions == "0.1.0–0.2.0"
    assert (found["c"].type, found["c"].versions) == ("integer or string", "–0.3.0")
    assert found["d"].versions == "0.4.0"


def test_a_list_shows_its_default_and_the_keys_of_its_items(entries):
    schema = {"properties": {"l": {"items": {"properties": {"name": {"type": "string"}}}}}}

    found = entries("l:\n- name: x\n", schema)

    assert [(key, entry.default) for key, entry in found.items()] == [
        ("l", '[{"name":"x"}]'),
        ("l[].name", ""),
    ]


def test_keys_that_only_the_schema_knows_are_shown(entries):
    schema = {
        "properties": {
            "m": {
                "properties": {"z": {"type": "string", "default": "d"}, "a": {"type": "integer"}}
            },
            "l": {"items": {"properties": {"name": {"type": "string"}}}},
            "f": {"additionalProperties": {"properties": {"size": {"type": "string"}}}},
        }
    }

    found = entries("m: {a: 1}\nl: []\nf: {}\n", schema)

    assert list(found) == ["m.a", "m.z", "l", "l[].name", "f", "f.<name>.size"]
    assert found["m.z"].default == "d"


def test_a_schema_that_refers_to_itself_ends(entries):
    found = entries("t: {}\n", {"properties": {"t": {"$ref": "#"}}})

    assert all(key.startswith("t") for key in found)


def test_a_schema_that_is_no_json_is_refused_with_its_place(tmp_path):
    with pytest.raises(ChartError) as refusal:
        _reference(tmp_path, "a: 1\n", '{\n  "a": ,\n}')

    assert str(refusal.value) == (
        f"{tmp_path}/values.schema.json:2:8: cannot read values.schema.json: Expecting value"
    )


def test_keys_that_an_explained_key_leaves_unexplained_are_not_shown(entries):
    schema = {
        "properties": {
            "pod": {"description": "A Pod.", "properties": {"spec": {"properties": {"x": {}}}}},
            "list": {"description": "Tolerations.", "items": {"properties": {"key": {}}}},
            "map": {"properties": {"x": {}}},
        }
    }

    assert list(entries("pod: {kind: Pod}\n", schema)) == [
        "pod",
        "pod.kind",
        "list",
        "map",
        "map.x",
    ]


def test_keys_of_one_shape_are_shown_once(entries):
    schema = {
        "definitions": {"size": {"properties": {"cpu": {"description": "CPUs."}}}},
        "properties": {
            "a": {"$ref": "#/definitions/size"},
            "b": {"$ref": "#/definitions/size", "description": "Other."},
            "c": {"items": {"$ref": "#/definitions/size"}},
            "d": {"$ref": "#/definitions/size"},
        },
    }

    found = entries("d: {cpu: 1}\n", schema)

    assert list(found) == ["d.cpu", "a", "b", "c"]
    assert found["b"].description == "Other. The keys of `d`."
    assert found["c"].description == "The keys of `d`."


def test_choices_tell_the_type(entries):
    schema = {"properties": {"s": {"enum": ["a", None]}, "n": {"enum": [1, True, "x"]}}}

    found = entries("", schema)

    assert (found["s"].type, found["n"].type) == ("string", "boolean or number or string")
