"""Schemas whose work grows without end are refused after the time that a check may take."""

from __future__ import annotations

import json
import time

import pytest

from helmwright.base.errors import SchemaError
from helmwright.charts.chart import Chart
from helmwright.charts.metadata import Metadata
from helmwright.go.limits import Limits
from helmwright.lint.violations import schema_violations
from helmwright.schema import validate, validate_single

LEVELS = 40


def doubling(keyword: str, last: object) -> bytes:
    """Return a schema of 40 levels, each of which applies the one below it twice."""
    levels = {
        f"l{level}": {keyword: [{"$ref": f"#/definitions/l{level + 1}"}] * 2}
        for level in range(LEVELS)
    }
    levels[f"l{LEVELS}"] = last  # type: ignore[assignment]
    return json.dumps({"$ref": "#/definitions/l0", "definitions": levels}).encode()


def conditions() -> bytes:
    levels: dict[str, object] = {
        f"l{level}": {
            "if": {"$ref": f"#/definitions/l{level + 1}"},
            "then": {"$ref": f"#/definitions/l{level + 1}"},
        }
        for level in range(LEVELS)
    }
    levels[f"l{LEVELS}"] = {"type": "object"}
    return json.dumps({"$ref": "#/definitions/l0", "definitions": levels}).encode()


ENDLESS = {
    "allOf that accepts": doubling("allOf", {"type": "object"}),
    "allOf that refuses": doubling("allOf", {"type": "string"}),
    "anyOf that refuses": doubling("anyOf", {"type": "string"}),
    "oneOf": doubling("oneOf", {"type": "object"}),
    "if and then": conditions(),
}


@pytest.mark.parametrize("schema", ENDLESS.values(), ids=ENDLESS)
def test_schemas_of_schemas_end_with_an_error(schema: bytes) -> None:
    chart = Chart(Metadata(), path="c")
    chart.schema = schema
    before = time.process_time()
    expected = "^checking values against a schema takes more than 0.1 seconds of processor time"
    with pytest.raises(SchemaError, match=expected):
        validate(chart, {"a": 1}, limits=Limits(seconds=0.1))
    assert time.process_time() - before < 2


@pytest.mark.parametrize("schema", ENDLESS.values(), ids=ENDLESS)
def test_the_linter_and_single_checks_end_too(
    monkeypatch: pytest.MonkeyPatch, schema: bytes
) -> None:
    monkeypatch.setenv("HELMWRIGHT_MAX_SECONDS", "0.1")
    with pytest.raises(SchemaError, match="takes more than"):
        validate_single(schema, {"a": 1})
    chart = Chart(Metadata(), path="c")
    chart.schema = schema
    with pytest.raises(SchemaError, match="takes more than"):
        list(schema_violations(chart, {"a": 1}))
