"""What every assertion takes for right and for wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.settings.formats import UNITTEST_SUITE
from helmwright.unittest_suites.assertion_kinds import CHECKS, KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

HOLDS = (
    "equal: {path: data.number, value: 3}",
    "equal: {path: data.yes, value: 'yes'}",
    'equal: {path: data.text, value: "a\\nb"}',
    "equal: {path: data.encoded, value: hello, decodeBase64: true}",
    "equal: {path: data.whole, value: 1}",
    "equal: {path: data.empty, value: {}}",
    "equal: {path: data.nothing, value: null}",
    "equal: {path: 'data.other[*]', value: c}, not: true",
    "greaterOrEqual: {path: data.number, value: 3}",
    "lessOrEqual: {path: data.number, value: 3}",
    "exists: {path: data.nothing}",
    "matchRegex: {path: metadata.name, pattern: '-config$'}",
    "matchRegex: {path: data.encoded, pattern: ^hel, decodeBase64: true}",
    "contains: {path: data.list, content: two}",
    "contains: {path: data.list, content: two, count: 2}",
    "contains: {path: data.list, content: {three: 3}, any: true}",
    "isKind: {of: ConfigMap}",
    "isAPIVersion: {of: v1}",
    "hasDocuments: {count: 1}",
    "isSubset: {path: metadata, content: {name: r-config}}",
    "isNullOrEmpty: {path: data.empty}",
    "isNullOrEmpty: {path: data.nothing}",
    "containsDocument: {kind: ConfigMap, apiVersion: v1, name: r-config}",
    "lengthEqual: {path: data.list, count: 4}",
    "isType: {path: data.number, type: int}",
    "isType: {path: data.list, type: '[]interface {}'}",
    "matchSnapshot: {path: metadata}",
    "matchSnapshot: {path: metadata, matchRegex: {pattern: shop}}",
)
FAILS = (
    "equal: {path: data.number, value: '3'}",
    "equal: {path: data.number, value: 3.0}",
    "equal: {path: data.whole, value: 1.0}",
    "equal: {path: data.yes, value: true}",
    "equal: {path: data.none, value: 1}",
    "equal: {path: 'data.[', value: 1}",
    "greaterOrEqual: {path: data.number, value: 4}",
    "greaterOrEqual: {path: data.number, value: 2.5}",
    "lessOrEqual: {path: data.number, value: 2}",
    "exists: {path: data.none}",
    "matchRegex: {path: metadata.name, pattern: ^config}",
    "matchRegex: {path: data.number, pattern: '3'}",
    "matchRegex: {path: metadata.name, pattern: '('}",
    "matchRegex: {path: metadata.name}",
    "contains: {path: data.list, content: three}",
    "contains: {path: data.list, content: two, count: 1}",
    "contains: {path: data.text, content: a}",
    "isKind: {of: Secret}",
    "isAPIVersion: {of: v2}",
    "hasDocuments: {count: 2}",
    "isSubset: {path: metadata, content: {name: x}}",
    "isSubset: {path: data.list, content: {name: x}}",
    "isNullOrEmpty: {path: data.number}",
    "isNullOrEmpty: {path: data.none}",
    "containsDocument: {kind: ConfigMap, apiVersion: v1, name: x}",
    "containsDocument: {kind: ConfigMap, apiVersion: v1, namespace: x}",
    "lengthEqual: {path: data.list, count: 3}",
    "lengthEqual: {path: data.list}",
    "lengthEqual: {paths: [data.list, data.other]}",
    "isType: {path: data.number, type: string}",
    "failedTemplate: {}",
    "failedTemplate: {errorMessage: x}",
    "matchSnapshot: {path: metadata, matchRegex: {pattern: nothing}}",
    "matchSnapshot: {path: metadata, notMatchRegex: {pattern: shop}}",
)
OPPOSITES = {
    "equal": "notEqual",
    "exists": "notExists",
    "contains": "notContains",
    "isSubset": "isNotSubset",
    "isNullOrEmpty": "isNotNullOrEmpty",
    "lengthEqual": "notLengthEqual",
    "isType": "isNotType",
    "matchRegex": "notMatchRegex",
}


@pytest.mark.parametrize("assertion", HOLDS)
def test_holds(verdict: Callable[..., bool], assertion: str) -> None:
    assert verdict("{" + assertion + "}")


@pytest.mark.parametrize("assertion", FAILS)
def test_fails(verdict: Callable[..., bool], assertion: str) -> None:
    assert not verdict("{" + assertion + "}")


@pytest.mark.parametrize(
    "assertion", [one for one in HOLDS if one.split(":")[0] in OPPOSITES and "not" not in one]
)
def test_opposite_of_what_holds_fails(verdict: Callable[..., bool], assertion: str) -> None:
    name, _, parameters = assertion.partition(":")

    assert not verdict("{" + f"{OPPOSITES[name]}:{parameters}" + "}")


@pytest.mark.parametrize(
    ("assertion", "expected"),
    [
        ("{notExists: {path: data.none}}", True),
        ("{isNull: {path: data.none}}", True),
        ("{isNotNull: {path: data.number}}", True),
        ("{isEmpty: {path: data.empty}}", True),
        ("{isNotEmpty: {path: data.number}}", True),
        ("{notEqual: {path: data.none, value: 1}}", True),
        ("{notFailedTemplate: {}}", True),
        ("{notLessOrEqual: {path: data.number, value: 2}}", True),
        ("{notLessOrEqual: {path: data.number, value: 3}}", False),
        # a quirk of helm-unittest: it is always right
        ("{notGreaterOrEqual: {path: data.number, value: 3}}", True),
        ("{lengthEqual: {paths: [data.list, data.list]}}", True),
        ("{lengthEqual: {path: data.text, count: 0}}", True),
    ],
)
def test_negations(verdict: Callable[..., bool], assertion: str, *, expected: bool) -> None:
    assert verdict(assertion) == expected


@pytest.mark.parametrize(
    ("assertion", "expected"),
    [
        ('{equalRaw: {value: "Hello r\\n"}}', True),
        ("{equalRaw: {value: Hello}}", False),
        ("{notEqualRaw: {value: Hello}}", True),
        ("{matchRegexRaw: {pattern: ^Hello}}", True),
        ("{notMatchRegexRaw: {pattern: ^Hello}}", False),
        ("{matchRegexRaw: {pattern: ''}}", False),
        ("{matchSnapshotRaw: {}}", True),
    ],
)
def test_texts(verdict: Callable[..., bool], assertion: str, *, expected: bool) -> None:
    assert verdict(assertion, "NOTES.txt") == expected


@pytest.mark.parametrize(
    ("assertion", "expected"),
    [
        ("{isKind: {of: A}, documentIndex: 0}", True),
        ("{isKind: {of: A}, documentIndex: 1}", False),
        ("{isKind: {of: A}, documentIndex: 2}", False),
        ("{isKind: {of: A}}", False),
        ("{isKind: {of: B}, documentSelector: {path: metadata.name, value: two}}", True),
        ("{isKind: {of: B}, documentSelector: {path: metadata.name, value: three}}", False),
        ("{exists: {path: kind}, documentSelector: {path: metadata.name}}", False),
        ("{exists: {path: kind}, documentSelector: {path: metadata.name, matchMany: true}}", True),
        ("{hasDocuments: {count: 2}}", True),
        ("{hasDocuments: {count: 1, filterAware: true}, documentIndex: 0}", True),
        ("{containsDocument: {kind: B, any: true}}", True),
        ("{containsDocument: {kind: B}}", False),
        ("{isKind: {of: A}, template: none.yaml}", False),
    ],
)
def test_documents(verdict: Callable[..., bool], assertion: str, *, expected: bool) -> None:
    assert verdict(assertion, "two.yaml") == expected


def test_the_schema_knows_every_assertion_and_the_type_of_each_parameter() -> None:
    types = {
        "string": ["string", "null"],
        "any": None,
        "bool": ["boolean", "null"],
        "int": ["number", "null"],
        "strings": ["array", "string", "null"],
        "pattern": ["object", "null"],
    }
    parts = UNITTEST_SUITE.schema["$defs"]

    known = parts["assertion"]["properties"]
    assert {name: one["$ref"] for name, one in known.items() if name in KINDS} == {
        name: f"#/$defs/{kind.check}" for name, kind in KINDS.items()
    }
    assert known.keys() - KINDS.keys() == {"template", "documentIndex", "not", "documentSelector"}
    for check, parameters in CHECKS.items():
        told = {name: one.get("type") for name, one in parts[check]["properties"].items()}
        assert told == {name: types[kind] for name, kind in parameters.items()}
