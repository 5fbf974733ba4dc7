"""Expected results are those of helm v4.2.4."""

from __future__ import annotations

import pytest

from helmwright.base.errors import FunctionError
from helmwright.functions.helm import HELM
from helmwright.go.world import World

CYCLE: dict[str, object] = {}
CYCLE["a"] = CYCLE
REFUSED = {
    "a delete character": ("mustToYaml", {"a": "\x7f"}, "yaml: control characters are not allowed"),
    "not a number in YAML": (
        "mustToYaml",
        [float("nan")],
        "error marshaling into JSON: json: unsupported value: NaN",
    ),
    "a cycle": (
        "mustToYaml",
        CYCLE,
        (
            "error marshaling into JSON: json: unsupported value: "
            "encountered a cycle via map[string]interface {}"
        ),
    ),
    "not a number in JSON": ("mustToJson", float("nan"), "json: unsupported value: NaN"),
    "nil in a TOML array": ("mustToToml", [None], "toml: cannot encode array with nil element"),
    "nil in TOML": ("toToml", None, "reflect: call of reflect.Value.Type on zero Value"),
    "a complex number": ("toYamlPretty", 1j, "cannot marshal type: complex128"),
}
ROUND_TRIP = (
    "a = 1979-05-27T07:32:00Z\nb=1979-05-27\nc=07:32:00\nd=1979-05-27T07:32:00\n"
    "e=[{x=1}]\n[[f]]\ny=1.5\n"
)


def call(name, *arguments):
    function = HELM[name]
    if function.context:
        return function.call(World.fixed(), *arguments)
    return function.call(*arguments)


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("toYaml", {"a": [1.0, "x\n"]}, "a:\n- 1\n- |\n  x"),
        ("toYaml", None, "null"),
        ("toYaml", "x\n\n", "|+\n  x\n"),
        ("mustToYaml", {"a": 1.0}, "a: 1"),
        ("toYamlPretty", {"a": [1e6]}, "a:\n  - 1e+06"),
        ("toYamlPretty", "x\n", "|\n  x"),
        ("toToml", {"a": 1.0, "b": {"c": "x"}}, 'a = 1.0\n\n[b]\n  c = "x"\n'),
        ("mustToToml", {"a": 1.0}, "a = 1.0\n"),
        ("toJson", {"b": 1e6, "a": "<"}, '{"a":"\\u003c","b":1000000}'),
        ("mustToJson", [None], "[null]"),
    ],
)
def test_value_is_written(name, value, text):
    assert call(name, value) == text


@pytest.mark.parametrize("name", ["toYaml", "toJson"])
@pytest.mark.parametrize("value", [[float("inf")], 1j, CYCLE])
def test_value_that_cannot_be_written_gives_nothing(name, value):
    assert call(name, value) == ""


def test_value_without_toml_gives_the_error():
    assert call("toToml", {"a": 1j}) == "unsupported type: complex128"
    assert call("toToml", [{"a": 1.0}]) == ("toml: top-level values must be Go maps or structs")


@pytest.mark.parametrize(("name", "value", "message"), REFUSED.values(), ids=REFUSED)
def test_function_panics_with_the_words_of_go(name, value, message):
    with pytest.raises(FunctionError) as raised:
        call(name, value)
    assert raised.value.message == message


@pytest.mark.parametrize(
    ("name", "text", "json"),
    [
        ("fromYaml", "a: 1\n---\nb: 2", '{"a":1}'),
        ("fromYaml", "", "{}"),
        ("fromYaml", "null", "{}"),
        (
            "fromYaml",
            "a: [",
            (
                '{"Error":"error converting YAML to JSON: yaml: line 1: '
                'did not find expected node content"}'
            ),
        ),
        (
            "fromYaml",
            "- 1",
            (
                '{"Error":"error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array '
                'into Go value of type map[string]interface {}"}'
            ),
        ),
        ("fromYamlArray", "[1, {a: b}]", '[1,{"a":"b"}]'),
        ("fromYamlArray", "", "[]"),
        (
            "fromYamlArray",
            "a: 1",
            (
                '["error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object '
                'into Go value of type []interface {}"]'
            ),
        ),
        ("fromJson", '{"a": [1]}', '{"a":[1]}'),
        ("fromJson", " null\n", "null"),
        ("fromJson", "", '{"Error":"unexpected end of JSON input"}'),
        (
            "fromJson",
            "bad",
            '{"Error":"invalid character \'b\' looking for beginning of value"}',
        ),
        ("fromJsonArray", "[1]", "[1]"),
        ("fromJsonArray", "null", "null"),
        (
            "fromJsonArray",
            "{}",
            '["json: cannot unmarshal object into Go value of type []interface {}"]',
        ),
        ("fromToml", "a = 1", '{"a":1}'),
        (
            "fromToml",
            "bad",
            '{"Error":"toml: line 1: unexpected EOF; expected key separator \'=\'"}',
        ),
    ],
)
def test_text_is_read(name, text, json):
    assert call("toJson", call(name, text)) == json


def test_toml_times_are_written_back_as_they_were():
    assert call("toToml", call("fromToml", ROUND_TRIP)) == (
        "a = 1979-05-27T07:32:00Z\nb = 1979-05-27\nc = 07:32:00\nd = 1979-05-27T07:32:00\n"
        "\n[[e]]\n  x = 1\n\n[[f]]\n  y = 1.5\n"
    )


def test_toml_times_in_yaml():
    tables = call("fromToml", "a = 1979-05-27T07:32:00Z\nb=1979-05-27\n[[f]]\ny=1\n")
    assert call("toYaml", tables) == (
        'a: "1979-05-27T07:32:00Z"\nb: "1979-05-27T00:00:00Z"\nf:\n- "y": 1'
    )
    assert call("toYamlPretty", tables) == (
        'a: 1979-05-27T07:32:00Z\nb: 1979-05-27T00:00:00Z\nf:\n  - "y": 1'
    )
