from __future__ import annotations

from typing import Any

import pytest

from helmwright.charts.chart import Chart
from helmwright.charts.metadata import Metadata
from helmwright.go.kinds import Int64
from helmwright.schema import SchemaViolations, validate, validate_single

VALUES = {"a": "sx", "n": 1234567.0, "l": [1.0, 1.0, 2.0], "o": {"x": 1.0}, "z": None}
# Schema and what Helm prints about VALUES; siblings, which Helm prints in any order, are sorted.
TEXTS = [
    pytest.param(
        '{"properties":{"a":{"type":["integer","null"]},"n":{"type":"integer"}}}',
        "- at '/a': got string, want null or integer\n",
        id="type",
    ),
    pytest.param(
        '{"required":["b","c"],"properties":{"o":{"required":["y"]}}}',
        "- at '': missing properties 'b', 'c'\n- at '/o': missing property 'y'\n",
        id="required",
    ),
    pytest.param(
        '{"properties":{"o":{"additionalProperties":false}}}',
        "- at '/o': additional properties 'x' not allowed\n",
        id="additional properties",
    ),
    pytest.param(
        '{"properties":{"n":{"maximum":1200,"multipleOf":1000000}}}',
        "- at '/n': maximum: got 1.234567×10⁰⁶, want 1,200\n- at '/n': multipleOf: got 1.234567×10⁰⁶, want 1×10⁰⁶\n",
        id="bounds with the locale",
    ),
    pytest.param(
        '{"properties":{"a":{"minLength":3,"maxLength":1},"l":{"maxItems":2,"minItems":1200}}}',
        "- at '/a': validation failed\n  - at '/a': minLength: got 2, want 3\n  - at '/a': maxLength: got 2, want 1\n- at '/l': validation failed\n  - at '/l': minItems: got 3, want 1,200\n  - at '/l': maxItems: got 3, want 2\n",
        id="lengths",
    ),
    pytest.param(
        '{"properties":{"a":{"enum":["x",null,1.50,true]},"n":{"const":5},"l":{"enum":[[1]]},"o":{"const":{}}}}',
        "- at '/a': value must be one of 'x', <nil>, 1.50, true\n- at '/l': 'enum' failed\n- at '/n': value must be 5\n- at '/o': 'const' failed\n",
        id="enum and const",
    ),
    pytest.param(
        '{"properties":{"a":{"pattern":"^y\'"}}}',
        "- at '/a': 'sx' does not match pattern '^y\\''\n",
        id="pattern",
    ),
    pytest.param(
        '{"allOf":[{"required":["b"]},{"type":"array"}]}',
        "- at '': 'allOf' failed\n  - at '': missing property 'b'\n  - at '': got object, want array\n",
        id="allOf",
    ),
    pytest.param(
        '{"properties":{"a":{"$ref":"#/$defs/d"}},"$defs":{"d":{"anyOf":[{"type":"number"},{"minLength":9}]}}}',
        "- at '/a': 'anyOf' failed\n  - at '/a': got string, want number\n  - at '/a': minLength: got 2, want 9\n",
        id="anyOf nested in a reference",
    ),
    pytest.param(
        '{"properties":{"a":{"oneOf":[{"type":"string"},{"minLength":1}]},"n":{"oneOf":[{"type":"null"},{"maximum":1}]}}}',
        "- at '/a': 'oneOf' failed, subschemas 0, 1 matched\n- at '/n': 'oneOf' failed, none matched\n  - at '/n': got number, want null\n  - at '/n': maximum: got 1.234567×10⁰⁶, want 1\n",
        id="oneOf",
    ),
    pytest.param(
        '{"not":{"required":["a"]},"properties":{"z":false}}',
        "- at '/z': false schema\n- at '': 'not' failed\n",
        id="not and false",
    ),
    pytest.param(
        '{"if":{"required":["a"]},"then":{"required":["q"]},"else":false}',
        "- at '': missing property 'q'\n",
        id="if then else",
    ),
    pytest.param(
        '{"properties":{"o":{"allOf":[{"minProperties":2,"required":["k"]}]}}}',
        "- at '/o': 'allOf' failed\n  - at '/o': validation failed\n    - at '/o': minProperties: got 1, want 2\n    - at '/o': missing property 'k'\n",
        id="group",
    ),
    pytest.param(
        '{"properties":{"l":{"uniqueItems":true,"contains":{"type":"null"}}}}',
        "- at '/l': items at 0 and 1 are equal\n- at '/l': no items match contains schema\n  - at '/l/0': got number, want null\n  - at '/l/1': got number, want null\n  - at '/l/2': got number, want null\n",
        id="unique and contains",
    ),
    pytest.param(
        '{"properties":{"l":{"contains":{"const":1},"maxContains":1,"minContains":1}}}',
        "- at '/l': max 1 items required to match contains schema, but matched 2 items at 0 1\n",
        id="contains bounds",
    ),
    pytest.param(
        '{"properties":{"o":{"propertyNames":{"minLength":2}}}}',
        "- at '': invalid propertyName 'x'\n  - at '': minLength: got 1, want 2\n",
        id="property names",
    ),
    pytest.param(
        '{"dependentRequired":{"a":["b","c"]},"properties":{"o":{"dependentSchemas":{"x":{"maxProperties":0}}}}}',
        "- at '/o': maxProperties: got 1, want 0\n- at '': properties 'b', 'c' required, if 'a' exists\n",
        id="dependencies",
    ),
    pytest.param(
        '{"properties":{"a":true,"l":{"prefixItems":[true],"unevaluatedItems":{"type":"null"}}},"patternProperties":{"^[nl]":true},"unevaluatedProperties":false}',
        "- at '/l': validation failed\n  - at '/l/1': got number, want null\n  - at '/l/2': got number, want null\n- at '/o': false schema\n- at '/z': false schema\n",
        id="unevaluated",
    ),
    pytest.param(
        '{"properties":{"l":{"prefixItems":[true,true],"items":{"type":"string"}}}}',
        "- at '/l/0': got number, want string\n",
        id="items behind prefixItems",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"l":{"items":[true],"additionalItems":false}}}',
        "- at '/l': last 2 additionalItem(s) not allowed\n",
        id="additionalItems",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"maximum":1234567,"exclusiveMaximum":true}}}',
        "- at '/n': exclusiveMaximum: got 1.234567×10⁰⁶, want 1.234567×10⁰⁶\n",
        id="draft 4 exclusive",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"format":"email"}}}',
        "- at '/a': 'sx' is not valid email: missing @\n",
        id="format asserted in draft 7",
    ),
    pytest.param(
        '{"properties":{"a":{"format":"email"}}}',
        "",
        id="format not asserted in 2020-12",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"$ref":"#/definitions/s","type":"null"}},"definitions":{"s":{"type":"string"}}}',
        "",
        id="siblings of a reference are ignored in draft 7",
    ),
    pytest.param(
        '{"$ref":"#"}',
        "- at '': both /$ref and  resolve to \"file:///values.schema.json#\" causing reference cycle\n",
        id="recursion",
    ),
    pytest.param(
        '{"type":5}',
        "\"file:///values.schema.json#\" is not valid against metaschema: jsonschema validation failed with 'https://json-schema.org/draft/2020-12/schema#'\n- at '': 'allOf' failed\n  - at '/type': 'anyOf' failed\n    - at '/type': value must be one of 'array', 'boolean', 'integer', 'null', 'number', 'object', 'string'\n    - at '/type': got number, want array",
        id="metaschema 2020-12",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-07/schema#","minLength":-1}',
        "\"file:///values.schema.json#\" is not valid against metaschema: jsonschema validation failed with 'http://json-schema.org/draft-07/schema#'\n- at '/minLength': 'allOf' failed\n  - at '/minLength': minimum: got -1, want 0",
        id="metaschema draft 7",
    ),
    pytest.param(
        '{"pattern":"(?=a)"}',
        "\"file:///values.schema.json#\" is not valid against metaschema: jsonschema validation failed with 'https://json-schema.org/draft/2020-12/schema#'\n- at '': 'allOf' failed\n  - at '/pattern': '(?=a)' is not valid regex: error parsing regexp: invalid or unsupported Perl syntax: `(?=`",
        id="bad pattern",
    ),
    pytest.param(
        '{"$schema":"http://json-schema.org/draft-04/schema","patternProperties":{"(":{}}}',
        'invalid regex "(" at "file:///values.schema.json#/patternProperties": error parsing regexp: missing closing ): `(`',
        id="bad pattern that only compiling finds",
    ),
    pytest.param(
        '{"properties":{"a":{"$ref":"#/definitions/nope"}}}',
        'json-pointer in "file:///values.schema.json#/definitions/nope" not found',
        id="missing pointer",
    ),
    pytest.param(
        '{"$ref":"#nope"}',
        'anchor in "file:///values.schema.json#nope" not found in schema "file:///values.schema.json"',
        id="missing anchor",
    ),
    pytest.param(
        '{"$defs":{"a":{"$id":"x"},"b":{"$id":"x"}}}',
        'duplicate id "file:///x" in "file:///values.schema.json" at "/$defs/b" and "/$defs/a"',
        id="duplicate id",
    ),
    pytest.param(
        '{"$ref":"other.json"}',
        'failing loading "file:///other.json": open /other.json: no such file or directory',
        id="missing file",
    ),
    pytest.param(
        '{"$ref":"ftp://x/y"}',
        'failing loading "ftp://x/y": no URLLoader registered for "ftp://x/y"',
        id="unknown scheme",
    ),
    pytest.param(
        '{"$schema":"file:///values.schema.json"}',
        'draft "file:///values.schema.json" is not supported',
        id="own url as draft",
    ),
    pytest.param(
        "",
        "EOF",
        id="empty file",
    ),
    pytest.param(
        "{",
        "unexpected EOF",
        id="cut off",
    ),
    pytest.param(
        '{"a":}',
        "invalid character '}' looking for beginning of value",
        id="bad JSON",
    ),
    pytest.param(
        "{} {}",
        "invalid character after top-level value",
        id="two values",
    ),
    pytest.param(
        "nope",
        "invalid character 'o' in literal null (expecting 'u')",
        id="bad literal",
    ),
    pytest.param(
        '{"multipleOf":1e9999999}',
        "unable to validate schema: runtime error: invalid memory address or nil pointer dereference",
        id="numbers too large",
    ),
    pytest.param(
        '{"$ref":"http://json-schema.org/draft-07/schema#"}',
        "",
        id="metaschema as schema",
    ),
    pytest.param(
        "true",
        "",
        id="true",
    ),
    pytest.param(
        '{"properties":{"a":{"enum":[]}}}',
        "- at '/a': value must be one of \n",
        id="empty enum",
    ),
    pytest.param(
        '{"$dynamicAnchor":"m","properties":{"o":{"$dynamicRef":"#m"},"x":{"type":"string"}}}',
        "- at '/o/x': got number, want string\n",
        id="dynamic reference",
    ),
    pytest.param(
        '{"$schema":"https://json-schema.org/draft/2019-09/schema","$recursiveAnchor":true,"properties":{"o":{"$recursiveRef":"#"},"x":{"type":"string"}}}',
        "- at '/o/x': got number, want string\n",
        id="recursive reference",
    ),
    pytest.param(
        '{"properties":{"o":{"properties":{"x":false}},"a":{"const":"it\'s \\"q\\""}}}',
        "- at '/a': value must be 'it\\'s \"q\"'\n- at '/o/x': false schema\n",
        id="invalid locations are quoted",
    ),
]


def chart(name, schema, *subcharts):
    made = Chart(Metadata(name))
    made.schema = schema
    made.dependencies = list(subcharts)
    return made


@pytest.mark.parametrize(("schema", "text"), TEXTS)
def test_text_is_that_of_helm(schema, text):
    assert validate_single(schema, VALUES)[0] == text


@pytest.mark.parametrize(("schema", "text"), TEXTS)
def test_bytes_and_second_use_give_the_same_text(schema, text):
    assert validate_single(schema.encode(), VALUES)[0] == text


def test_whole_tree_is_reported_with_names_in_front():
    needs_b = b'{"required":["b"]}'
    tree = chart(
        "c",
        needs_b,
        chart("sub", needs_b, chart("deep", b'{"type":7}')),
        chart("number", needs_b),
        chart("none", None, chart("below", needs_b)),
        chart("null", needs_b),
        chart("absent", needs_b),
    )
    values = {"sub": {"deep": {}}, "number": 5.0, "none": {"below": {}}, "null": None}
    with pytest.raises(SchemaViolations) as caught:
        validate(tree, values)
    assert caught.value.message == (
        "values don't meet the specifications of the schema(s) in the following chart(s):\n"
        "c:\n- at '': missing property 'b'\n"
        "sub:\n- at '': missing property 'b'\n"
        'deep:\n"file:///values.schema.json#" is not valid against metaschema: '
        "jsonschema validation failed with 'https://json-schema.org/draft/2020-12/schema#'\n"
        "- at '': 'allOf' failed\n  - at '/type': 'anyOf' failed\n"
        "    - at '/type': value must be one of 'array', 'boolean', 'integer', 'null', "
        "'number', 'object', 'string'\n    - at '/type': got number, want array"
        "number:\ninvalid type for values: expected object (map), got float64\n"
        "below:\n- at '': missing property 'b'\n"
    )
    assert [violation.chart for violation in caught.value.violations] == [
        "c",
        "sub",
        "deep",
        "number",
        "below",
    ]


def test_valid_tree_raises_nothing():
    validate(chart("c", b'{"type":"object"}', chart("sub", None)), {"sub": {}})


def test_violations_name_path_keyword_and_schema():
    schema = '{"properties":{"l":{"items":{"properties":{"p":{"maximum":1}}}}}}'
    _, (violation,) = validate_single(schema, {"l": [{}, {"p": 2.0}]}, chart="c")
    assert violation.path == ("l", 1, "p")
    assert violation.keyword == "maximum"
    assert violation.message == "maximum: got 2, want 1"
    assert violation.chart == "c"
    assert violation.schema_location == (
        "file:///values.schema.json#/properties/l/items/properties/p"
    )


def test_path_of_an_item_is_right_where_the_text_counts_wrongly():
    schema = '{"properties":{"l":{"prefixItems":[true,true],"items":{"type":"string"}}}}'
    text, (violation,) = validate_single(schema, {"l": [1.0, 2.0, 3.0]})
    assert text == "- at '/l/0': got number, want string\n"
    assert violation.path == ("l", 2)


def test_path_of_a_property_name_is_the_property():
    schema = '{"properties":{"o":{"propertyNames":{"maxLength":1}}}}'
    _, (violation,) = validate_single(schema, {"o": {"long": 1.0}})
    assert violation.path == ("o", "long")
    assert violation.message == "invalid propertyName 'long': maxLength: got 4, want 1"


def test_int64_is_a_number_and_an_integer():
    schema = '{"properties":{"a":{"type":"integer","maximum":5}}}'
    assert validate_single(schema, {"a": Int64(5)})[0] == ""
    assert validate_single(schema, {"a": Int64(1200)})[0] == (
        "- at '/a': maximum: got 1,200, want 5\n"
    )


def test_unresolved_urn_is_permissive_and_warned_about_once():
    records = []
    reference = b'{"properties":{"a":{"$ref":"urn:x:y"}}}'
    tree = chart("c", reference, chart("sub", reference))
    validate(
        tree,
        {"a": 1.0, "sub": {"a": 2.0}},
        log=lambda level, message, /, **attributes: records.append((level, message, attributes)),
    )
    assert records == [
        (
            "WARN",
            "unresolved URN reference ignored; using permissive schema",
            {"urn": "urn:x:y"},
        )
    ]


def test_network_references_are_refused_by_name():
    text, _ = validate_single('{"$ref":"https://example.com/s.json"}', {})
    assert text == (
        'failing loading "https://example.com/s.json": network references are not fetched: '
        "helmwright.sources.fetch_schemas() allows it"
    )


def test_file_references_are_read(tmp_path):
    (tmp_path / "other.json").write_text('{"$defs":{"q":{"minLength":3}}}')
    url = f"file://{tmp_path}/other.json#/$defs/q"
    text, _ = validate_single(f'{{"properties":{{"a":{{"$ref":"{url}"}}}}}}', {"a": "x"})
    assert text == "- at '/a': minLength: got 1, want 3\n"


def test_custom_metaschema_chooses_vocabularies(tmp_path):
    meta = tmp_path / "meta.json"
    meta.write_text(
        '{"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":'
        '{"https://json-schema.org/draft/2020-12/vocab/validation":true}}'
    )
    schema = f'{{"$schema":"file://{meta}","type":"string","properties":{{"a":false}}}}'
    assert validate_single(schema, {"a": 1.0})[0] == "- at '': got object, want string\n"
    assert validate_single(schema.replace("string", "object"), {"a": 1.0})[0] == ""


def test_metaschema_of_a_custom_dialect_is_named(tmp_path):
    meta = tmp_path / "meta.json"
    meta.write_text(
        '{"$schema":"https://json-schema.org/draft/2020-12/schema","$vocabulary":'
        '{"https://json-schema.org/draft/2020-12/vocab/validation":true}}'
    )
    text, _ = validate_single(f'{{"$schema":"file://{meta}","minLength":-1}}', {})
    assert text.split("\n")[0].endswith("jsonschema validation failed with 'urn:mem:metaschema'")


@pytest.mark.slow
@pytest.mark.parametrize("depth", [400, 3000, 50000])
def test_deep_nesting_ends_with_a_verdict(depth):
    value: Any = 1.0
    for _ in range(depth):
        value = {"a": value}
    text, _ = validate_single('{"additionalProperties":{"$ref":"#"},"type":"object"}', value)
    assert "want object" in text or "nested too deeply" in text


def test_deep_schema_ends_with_a_verdict():
    schema = '{"not":' * 3000 + "{}" + "}" * 3000
    text, _ = validate_single(schema, {})
    assert text == "" or "nested too deeply" in text or "failed" in text


def test_verdict_agrees_with_another_validator_on_ordinary_schemas():
    jsonschema = pytest.importorskip("jsonschema")
    hypothesis = pytest.importorskip("hypothesis")
    import json

    strategies = hypothesis.strategies
    names = strategies.sampled_from("abc")
    scalars = strategies.one_of(
        strategies.none(),
        strategies.booleans(),
        strategies.integers(-3, 3).map(float),
        strategies.sampled_from(["", "a", "ab"]),
    )
    instances = strategies.recursive(
        scalars,
        lambda inner: (
            strategies.lists(inner, max_size=3) | strategies.dictionaries(names, inner, max_size=3)
        ),
        max_leaves=6,
    )
    types = strategies.sampled_from(
        ["null", "boolean", "number", "integer", "string", "array", "object"]
    )

    def schemas(inner):
        some = strategies.lists(inner, min_size=1, max_size=2)
        return strategies.fixed_dictionaries(
            {},
            optional={
                "type": types,
                "properties": strategies.dictionaries(names, inner, max_size=2),
                "additionalProperties": inner | strategies.booleans(),
                "items": inner,
                "prefixItems": some,
                "allOf": some,
                "anyOf": some,
                "oneOf": some,
                "not": inner,
                "if": inner,
                "then": inner,
                "required": strategies.lists(names, unique=True, max_size=2),
                "maximum": strategies.integers(-2, 2),
                "minLength": strategies.integers(0, 2),
                "maxItems": strategies.integers(0, 2),
                "uniqueItems": strategies.booleans(),
                "const": scalars,
            },
        )

    every = strategies.recursive(schemas(strategies.booleans()), schemas, max_leaves=5)

    @hypothesis.settings(max_examples=60, deadline=None, database=None)
    @hypothesis.given(every, instances)
    def agree(schema, instance):
        valid = jsonschema.Draft202012Validator(schema).is_valid({"v": instance, **VALUES})
        text, _ = validate_single(json.dumps(schema), {"v": instance, **VALUES})
        assert (text == "") == valid

    agree()
