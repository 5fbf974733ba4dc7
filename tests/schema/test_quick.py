from __future__ import annotations

import pytest

from helmwright.schema.quick import accepts

VALUES = {"a": "x", "n": 5.0, "l": [1.0, 2.0], "o": {"x": None}}


@pytest.mark.parametrize(
    "schema",
    [
        '{"type":"object","required":["a"],"properties":{"n":{"type":"integer","maximum":5}}}',
        '{"properties":{"a":{"$ref":"#/$defs/s"}},"$defs":{"s":{"type":"string"}}}',
        '{"properties":{"a":{"$ref":"#/elsewhere/s"}},"elsewhere":{"s":{"pattern":"^x$"}}}',
        '{"properties":{"l":{"items":{"minimum":1},"uniqueItems":true,"maxItems":2}}}',
        '{"$schema":"http://json-schema.org/draft-07/schema#","$id":"https://e.com/v.json"}',
        '{"oneOf":[{"required":["a"]},{"required":["b"]}],"not":{"required":["c"]}}',
    ],
)
def test_ordinary_schemas_are_accepted_at_once(schema):
    assert accepts(schema, VALUES)
    assert accepts(schema, VALUES)


@pytest.mark.parametrize(
    "schema",
    [
        '{"required":["b"]}',
        '{"type":5}',
        '{"type":"object"',
        '{"unevaluatedProperties":true}',
        '{"$ref":"other.json"}',
        '{"$ref":"#"}',
        '{"$ref":"#/nope"}',
        '{"$defs":{"a":{"$id":"x"}}}',
        '{"$schema":"https://e.com/s"}',
        '{"pattern":"("}',
        '{"$schema":"http://json-schema.org/draft-04/schema#","exclusiveMaximum":true}',
        '{"properties":{"n":{"multipleOf":0}}}',
        '{"enum":[{},{}],"$schema":"http://json-schema.org/draft-07/schema#"}',
    ],
)
def test_anything_else_is_left_to_the_full_validator(schema):
    assert not accepts(schema, VALUES)
