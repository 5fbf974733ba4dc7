from __future__ import annotations

import json

import pytest

from helmwright.base.errors import YAMLError
from helmwright.go import yaml_read
from helmwright.go.json_write import marshal

VALUES = [
    ("a: 1", '{"a":1}'),
    ("a: 0777", '{"a":511}'),
    ("a: 08", '{"a":8}'),
    ("a: 0o17", '{"a":15}'),
    ("a: 0o8", '{"a":"0o8"}'),
    ("a: 0x1F", '{"a":31}'),
    ("a: 0b11", '{"a":3}'),
    ("a: 0b-1", '{"a":-1}'),
    ("a: 1_000", '{"a":1000}'),
    ("a: _1", '{"a":"_1"}'),
    ("a: 1_0.5", '{"a":10.5}'),
    ("a: 1:30", '{"a":"1:30"}'),
    ("a: 1e400", '{"a":"1e400"}'),
    ("a: 1e3", '{"a":1000}'),
    (".5", "0.5"),
    ("5.", "5"),
    ("+1", "1"),
    ("-0", "0"),
    ("1.", "1"),
    ("18446744073709551615", "18446744073709552000"),
    ("18446744073709551616", "18446744073709552000"),
    ("-9223372036854775808", "-9223372036854776000"),
    ("99999999999999999999", "100000000000000000000"),
    ("12345678901234567890", "12345678901234567000"),
    ("a: y", '{"a":true}'),
    ("a: tRUE", '{"a":"tRUE"}'),
    ("a: On", '{"a":true}'),
    ("a: ~", '{"a":null}'),
    ("a: Null", '{"a":null}'),
    ("a:", '{"a":null}'),
    ("a: 2020-01-02", '{"a":"2020-01-02"}'),
    ("a: 2020-01-02T03:04:05Z", '{"a":"2020-01-02T03:04:05Z"}'),
    ("yes: 1", '{"true":1}'),
    ("1.10: x", '{"1.1":"x"}'),
    ("16777217.5: x", '{"1.6777218e+07":"x"}'),
    ("1: x", '{"1":"x"}'),
    ("[]: x", "[]"),
    ("a: &x {b: 1}\nc: *x", '{"a":{"b":1},"c":{"b":1}}'),
    ("a: 1\n<<: {a: 2, b: 3}\nb: 4", '{"a":2,"b":4}'),
    (
        "x: &x {a: 1}\ny: &y {a: 2, b: 2}\nz:\n  <<: [*x, *y]",
        '{"true":{"a":2,"b":2},"x":{"a":1},"z":{"a":1,"b":2}}',
    ),
    ("!!binary aGVsbG8=", '"hello"'),
    ("!!str 5", '"5"'),
    ("!!int '7'", "7"),
    ("!!float 3", "3"),
    ("!!timestamp 2020-01-01", '"2020-01-01"'),
    ("!foo bar", '"bar"'),
    ("a: 1\na: 2", '{"a":2}'),
    ("", "null"),
    ("# only\n", "null"),
    ("---\n", "null"),
    ("a: b\n---\nc: d", '{"a":"b"}'),
    ("a: b\n...\n}{", '{"a":"b"}'),
    ("%YAML 1.1\n---\na: b", '{"a":"b"}'),
    ("%TAG ! x\n---\na", '"a"'),
    ("{a: b, c}", '{"a":"b","c":null}'),
    ("[a: b, c: d]", '[{"a":"b"},{"c":"d"}]'),
    ("a: |\n  x\n   y\n\nb: >-\n  x\n  y\n", '{"a":"x\\n y\\n","b":"x y"}'),
    ("a: |2\n    x\n", '{"a":"  x\\n"}'),
    ("a: 'it''s'\nb: \"x\\\n   y\"", '{"a":"it\'s","b":"xy"}'),
    ("a: b\n  c\n\n  d", '{"a":"b c\\nd"}'),
    ("a: b # c\nd: e#f", '{"a":"b","d":"e#f"}'),
    ("key: [a,\n  b]\n", '{"key":["a","b"]}'),
    ("a\x85b", '"a b"'),
    ("- - a\n  - b\n-\n  - c", '[["a","b"],["c"]]'),
    ("? a\n? b", '{"a":null,"b":null}'),
    ("- ? a\n  : b", '[{"a":"b"}]'),
    ("{? a : b}", '{"a":"b"}'),
    ("'a': \"b\"", '{"a":"b"}'),
    ("\ufeffa: b", '{"a":"b"}'),
    ("a: \ufeff", '{"a":"\ufeff"}'),
    ("--- |\n x\n", '"x\\n"'),
    ("a: b\n--- |\n  x", '{"a":"b"}'),
    ("--- --- a", '"--- a"'),
    ("a:\r\n  b: c\r\n", '{"a":{"b":"c"}}'),
]

REFUSED = [
    ("a: .inf", "error converting YAML to JSON: json: unsupported value: +Inf"),
    ("a: -.INF", "error converting YAML to JSON: json: unsupported value: -Inf"),
    ("a: .nan", "error converting YAML to JSON: json: unsupported value: NaN"),
    (
        "~: d",
        'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "d"',
    ),
    (
        "null: {a: 1}",
        'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: map[interface {}]interface {}{"a":1}',
    ),
    (
        "18446744073709551615: u",
        'error converting YAML to JSON: unsupported map key of type: uint64, key: 0xffffffffffffffff, value: "u"',
    ),
    ("? [a]\n: b", 'error converting YAML to JSON: yaml: invalid map key: []interface {}{"a"}'),
    (
        "? {a: 1, 1: x, 1.5: y, true: z, ~: n}\n: v",
        'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{interface {}(nil):false, "a":1, 1:"x", 1.5:true, true:"z"}',
    ),
    (
        "<<: 5",
        "error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value",
    ),
    (
        "<<: [1]",
        "error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value",
    ),
    ("a: *nope", "error converting YAML to JSON: yaml: unknown anchor 'nope' referenced"),
    ("a: &a [*a]", "error converting YAML to JSON: yaml: anchor 'a' value contains itself"),
    (
        "!!binary '*'",
        "error converting YAML to JSON: yaml: !!binary value contains invalid base64 data",
    ),
    ("!!int x", "error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!int"),
    ("!!null x", "error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!null"),
    ("!!bool 1", "error converting YAML to JSON: yaml: cannot decode !!int `1` as a !!bool"),
    (
        "!!timestamp x",
        "error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!timestamp",
    ),
    (
        "!!float 18446744073709551615",
        "error converting YAML to JSON: yaml: cannot decode !!int `18446744073709551615` as a !!float",
    ),
    ("a: [", "error converting YAML to JSON: yaml: line 1: did not find expected node content"),
    ("a: {b: c", "error converting YAML to JSON: yaml: line 1: did not find expected ',' or '}'"),
    (
        "a: b: c",
        "error converting YAML to JSON: yaml: mapping values are not allowed in this context",
    ),
    (
        "a:\n\t- b",
        "error converting YAML to JSON: yaml: line 2: found character that cannot start any token",
    ),
    ("\ta: b", "error converting YAML to JSON: yaml: found character that cannot start any token"),
    (
        "a: b\n c: d\n",
        "error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context",
    ),
    (
        "x\n- a\nb: c",
        "error converting YAML to JSON: yaml: line 3: mapping values are not allowed in this context",
    ),
    (
        "- a\nb: c",
        "error converting YAML to JSON: yaml: line 1: did not find expected '-' indicator",
    ),
    ("a: 'x", "error converting YAML to JSON: yaml: found unexpected end of stream"),
    ('a: "x', "error converting YAML to JSON: yaml: found unexpected end of stream"),
    ('a: "\\q"', "error converting YAML to JSON: yaml: found unknown escape character"),
    (
        'a: "\\ud83d\\ude00"',
        "error converting YAML to JSON: yaml: found invalid Unicode character escape code",
    ),
    ('a: "\\u12"', "error converting YAML to JSON: yaml: did not find expected hexdecimal number"),
    ("a: @x", "error converting YAML to JSON: yaml: found character that cannot start any token"),
    ("a: `x", "error converting YAML to JSON: yaml: found character that cannot start any token"),
    ("a: %x", "error converting YAML to JSON: yaml: found character that cannot start any token"),
    (
        "%YAML 1.2\n---\na: b",
        "error converting YAML to JSON: yaml: found incompatible YAML document",
    ),
    ("%FOO\n---\na", "error converting YAML to JSON: yaml: found unknown directive name"),
    ("a: \x01", "error converting YAML to JSON: yaml: control characters are not allowed"),
    ("a: \udcff", "error converting YAML to JSON: yaml: invalid leading UTF-8 octet"),
    ("a: \udcc3", "error converting YAML to JSON: yaml: incomplete UTF-8 octet sequence"),
    ("a: \x7f", "error converting YAML to JSON: yaml: control characters are not allowed"),
    ("a: {b?: 1}", "error converting YAML to JSON: yaml: did not find expected ',' or '}'"),
    ("[a?]", "error converting YAML to JSON: yaml: did not find expected ',' or ']'"),
    ("a: |0\n x", "error converting YAML to JSON: yaml: found an indentation indicator equal to 0"),
    ("a: |x\n", "error converting YAML to JSON: yaml: did not find expected comment or line break"),
    ("a: !<x", "error converting YAML to JSON: yaml: did not find the expected '>'"),
    ("a: !!", "error converting YAML to JSON: yaml: did not find expected tag URI"),
    (
        "a: &",
        "error converting YAML to JSON: yaml: did not find expected alphabetic or numeric character",
    ),
    (
        "a: *",
        "error converting YAML to JSON: yaml: did not find expected alphabetic or numeric character",
    ),
    ("a: &x y\nb: *x z", "error converting YAML to JSON: yaml: line 1: did not find expected key"),
    (
        "--- a: b",
        "error converting YAML to JSON: yaml: mapping values are not allowed in this context",
    ),
    (
        "{{ foo }}: x",
        'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"foo":interface {}(nil)}',
    ),
    (
        "a: {{ foo }}",
        'error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{"foo":interface {}(nil)}',
    ),
    (
        "a: - b",
        "error converting YAML to JSON: yaml: block sequence entries are not allowed in this context",
    ),
    ("a: [b]]", "error converting YAML to JSON: yaml: did not find expected key"),
    ("}", "error converting YAML to JSON: yaml: did not find expected node content"),
    ("]", "error converting YAML to JSON: yaml: did not find expected node content"),
    (",", "error converting YAML to JSON: yaml: did not find expected node content"),
    ("a: >\n  x\n\n\n y", "error converting YAML to JSON: yaml: line 4: did not find expected key"),
    ("...", "error converting YAML to JSON: yaml: did not find expected node content"),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values_are_what_go_reads(text, expected):
    assert marshal(yaml_read.load(text)) == expected


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_errors_have_gos_words(text, message):
    with pytest.raises(YAMLError) as caught:
        yaml_read.load(text)

    assert caught.value.message == message


@pytest.mark.parametrize("text", [text for text, _ in VALUES])
def test_bytes_are_read_like_text(text):
    assert yaml_read.load(text.encode()) == yaml_read.load(text)


def test_all_numbers_are_floats():
    value = yaml_read.load("[1, 0x10, 1.5]")

    assert [type(number) for number in value] == [float, float, float]


def test_an_alias_brings_a_value_of_its_own():
    value = yaml_read.load("a: &x {b: [1]}\nc: *x")
    value["a"]["b"].append(2)

    assert value["c"] == {"b": [1.0]}


def test_an_error_knows_its_place():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load("a: b\nc: 'x\n", "values.yaml")

    assert str(caught.value.position) == "values.yaml:3:1"


def test_the_place_of_an_error_counts_from_the_stream():
    documents = yaml_read.split_documents("a: b\n---\nc: @x\n")

    with pytest.raises(YAMLError) as caught:
        yaml_read.load_map(documents[1], "values.yaml")

    assert str(caught.value.position) == "values.yaml:3:4"


def test_nothing_and_null_are_an_empty_map():
    assert yaml_read.load_map("") == {}
    assert yaml_read.load_map("null") == {}
    assert yaml_read.load_list("# none") == []


@pytest.mark.parametrize(
    ("text", "kind"), [("- a", "array"), ("a", "string"), ("5", "number"), ("yes", "bool")]
)
def test_a_map_is_demanded(text, kind):
    with pytest.raises(YAMLError) as caught:
        yaml_read.load_map(text)

    assert caught.value.message == (
        "error unmarshaling JSON: while decoding JSON: "
        f"json: cannot unmarshal {kind} into Go value of type map[string]interface {{}}"
    )


def test_a_list_is_demanded():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load_list("a: b")

    assert caught.value.message.endswith(
        "json: cannot unmarshal object into Go value of type []interface {}"
    )


def test_alias_bombs_are_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 10)]

    with pytest.raises(YAMLError) as caught:
        yaml_read.load("\n".join(lines))

    assert caught.value.message == (
        "error converting YAML to JSON: yaml: document contains excessive aliasing"
    )


def test_nesting_has_a_limit():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load("[" * 10001 + "]" * 10001)

    assert caught.value.message == (
        "error converting YAML to JSON: yaml: exceeded max depth of 10000"
    )


def test_deep_nesting_below_the_limit_is_read():
    value = yaml_read.load("[" * 5000 + "]" * 5000)

    assert json.dumps(value[0][0][0][:0]) == "[]"


def test_an_error_early_in_a_chunk_waits_for_a_bad_byte_in_it():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load("a: @x\n" + "b" * 100 + "\x01")

    assert caught.value.message.endswith("yaml: control characters are not allowed")


def test_an_error_comes_before_a_bad_byte_in_a_later_chunk():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load("a: @x\n" + "b" * 1000 + "\x01")

    assert caught.value.message.endswith("found character that cannot start any token")


STREAMS = [
    ("a: b\n---\nc: d\n", ["a: b\n", "c: d\n"]),
    ("---\na\n", ["---\na\n"]),
    ("---\n---\na", ["---\n", "a\n"]),
    ("a\r\n---\r\nb", ["a\n", "b\n"]),
    ("a\n--- # c\nb", ["a\n", "b\n"]),
    ("a\n---\n", ["a\n"]),
    ("", []),
    ("\n", ["\n"]),
    ("a\n ---\nb", ["a\n ---\nb\n"]),
]


@pytest.mark.parametrize(("text", "documents"), STREAMS)
def test_streams_are_split_as_kubernetes_does(text, documents):
    assert yaml_read.split_documents(text) == documents


def test_a_separator_takes_nothing_but_a_comment():
    with pytest.raises(YAMLError) as caught:
        yaml_read.split_documents("a: b\n--- x\n")

    assert caught.value.message == "invalid Yaml document separator: x"


def test_deep_errors_have_gos_words():
    with pytest.raises(YAMLError) as caught:
        yaml_read.load("[" * 3000 + "!!int x" + "]" * 3000)

    assert caught.value.message == (
        "error converting YAML to JSON: yaml: cannot decode !!str `x` as a !!int"
    )
