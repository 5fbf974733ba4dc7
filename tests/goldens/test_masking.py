"""Masked fields: the mark stands where the value stood, all else keeps its bytes."""

from __future__ import annotations

import pytest

from helmwright.diff.paths import Pattern
from helmwright.go.yaml_read import load_map
from helmwright.goldens.masking import DYNAMIC, mask_fields

DOCUMENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: cm   # a comment
  annotations:
    checksum/config: "abc"
data:
  one: |
    a
      b

    c
  two: x
list:
- name: web
  image: nginx
  args:
  - a
  - b
- name: side
  image: envoy
"""


def masked(*patterns, document=DOCUMENT):
    return mask_fields(document, [Pattern.parse(text) for text in patterns])


@pytest.mark.parametrize(
    ("pattern", "before", "after"),
    [
        (
            'metadata.annotations["checksum/config"]',
            '    checksum/config: "abc"\n',
            f"    checksum/config: {DYNAMIC}\n",
        ),
        ("data.one", "  one: |\n    a\n      b\n\n    c\n", f"  one: {DYNAMIC}\n"),
        ("ConfigMap/cm:data.two", "  two: x\n", f"  two: {DYNAMIC}\n"),
        ("list[name=web].image", "  image: nginx\n", f"  image: {DYNAMIC}\n"),
        ("list[1].image", "  image: envoy\n", f"  image: {DYNAMIC}\n"),
        ("list[0].args", "  args:\n  - a\n  - b\n", f"  args: {DYNAMIC}\n"),
        ("list[0].args[1]", "  - b\n", f"  - {DYNAMIC}\n"),
        ("metadata.name", "  name: cm   # a comment\n", f"  name: {DYNAMIC}\n"),
    ],
)
def test_a_field_is_masked_in_its_place(pattern, before, after):
    assert masked(pattern) == DOCUMENT.replace(before, after)


def test_several_fields_and_wildcards_are_masked():
    text = masked("data.*", "list[*].image")

    data = load_map(text)
    assert data["data"] == {"one": DYNAMIC, "two": DYNAMIC}
    assert [item["image"] for item in data["list"]] == [DYNAMIC, DYNAMIC]
    assert "  name: cm   # a comment\n" in text


@pytest.mark.parametrize("pattern", ["Secret:data.two", "ConfigMap/other:data.two", "data.three"])
def test_other_objects_and_fields_stay(pattern):
    assert masked(pattern) == DOCUMENT


def test_a_value_in_a_flow_map_is_masked_though_the_document_is_written_anew():
    text = masked("data.a", document="kind: A\ndata: {a: 1, b: 2}\n")

    assert load_map(text) == {"kind": "A", "data": {"a": DYNAMIC, "b": 2.0}}


def test_what_is_no_yaml_stays():
    assert masked("data.a", document="a: [\n") == "a: [\n"
