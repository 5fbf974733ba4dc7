from __future__ import annotations

import pytest

from helmwright.base.errors import YAMLError
from helmwright.go.yaml_read import load_record
from helmwright.go.yaml_shapes import ANY, BOOL, STRING, ListOf, MapOf, StructOf

PERSON = StructOf("v2.Maintainer", {"name": STRING, "email": STRING})
CHART = StructOf(
    "v2.Metadata",
    {
        "name": STRING,
        "version": STRING,
        "deprecated": BOOL,
        "keywords": ListOf(STRING),
        "annotations": MapOf(STRING),
        "maintainers": ListOf(PERSON, "[]*v2.Maintainer"),
        "extra": ANY,
    },
)


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("version: 1.10", {"version": "1.1"}),
        ("version: 0123", {"version": "83"}),
        ("version: 12345678", {"version": "12345678"}),
        ("version: 16777217.5", {"version": "1.6777218e+07"}),
        ("version: yes", {"version": "true"}),
        ("version: 2020-01-01", {"version": "2020-01-01"}),
        ("version: .inf", {"version": "+Inf"}),
        ("version: ~", {}),
        ("VERSION: 1\nname: x\nName: y", {"version": "1", "name": "x"}),
        ("deprecated: yes", {"deprecated": True}),
        ("keywords: [a, 1, ~]", {"keywords": ["a", "1", ""]}),
        ("keywords: ~", {"keywords": None}),
        ("annotations: {a: 1, 2: b, c: ~}", {"annotations": {"a": "1", "2": "b", "c": ""}}),
        ("Annotations: {a: x}\nannotations: {b: z}", {"annotations": {"a": "x", "b": "z"}}),
        ("maintainers: [{name: 5}, ~]", {"maintainers": [{"name": "5"}, None]}),
        ("extra: {a: [1]}", {"extra": {"a": [1.0]}}),
        ("unknown: 1", {}),
        ("null", {}),
    ],
)
def test_fields_are_what_go_stores(text, fields):
    assert load_record(text, CHART) == fields


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name: [a]", "array into Go struct field Metadata.name of type string"),
        ("name: {a: b}", "object into Go struct field Metadata.name of type string"),
        ("deprecated: 'x'", "string into Go struct field Metadata.deprecated of type bool"),
        ("deprecated: 1", "number into Go struct field Metadata.deprecated of type bool"),
        ("keywords: a", "string into Go struct field Metadata.keywords of type []string"),
        ("keywords: [[a]]", "array into Go struct field Metadata.keywords of type string"),
        (
            "annotations: a",
            "string into Go struct field Metadata.annotations of type map[string]string",
        ),
        (
            "maintainers: [a]",
            "string into Go struct field Metadata.maintainers of type v2.Maintainer",
        ),
        (
            "maintainers: [{name: [a]}]",
            "array into Go struct field Maintainer.maintainers.name of type string",
        ),
        ("[a]", "array into Go value of type v2.Metadata"),
        ("a", "string into Go value of type v2.Metadata"),
    ],
)
def test_what_does_not_fit_is_refused(text, message):
    with pytest.raises(YAMLError) as caught:
        load_record(text, CHART)

    assert caught.value.message == (
        f"error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {message}"
    )
