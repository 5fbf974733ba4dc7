from __future__ import annotations

import pytest

from helmwright.base.errors import ManifestError
from helmwright.rendering.manifest import parse_manifests, split_manifests

HEADS = [
    (
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: 1.10\n  annotations: {a: 1, b: yes, c: ~, d: 1e10}\n",
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                "name": "1.1",
                "annotations": {"a": "1", "b": "true", "c": "", "d": "1e+10"},
            },
        },
    ),
    ("Kind: a\nkind: b\nKIND: c\n", {"apiVersion": "", "kind": "b"}),
    ("# c\n", {"apiVersion": ""}),
    ("kind: 0123\nmetadata: ~\n", {"apiVersion": "", "kind": "83"}),
    ("kind: Z\ndata: |\n  kind: no\nkind: Y\n", {"apiVersion": "", "kind": "true"}),
    ('a: "x\n\nkind: Q\n"\nkind: R\n', {"apiVersion": "", "kind": "R"}),
    ("kind: A\n...\n}{", {"apiVersion": "", "kind": "A"}),
]

REFUSED = [
    (
        "- a",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type util.SimpleHead",
    ),
    (
        "foo",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go value of type util.SimpleHead",
    ),
    (
        "kind: [a]",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field SimpleHead.kind of type string",
    ),
    (
        "kind: {a: b}",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal object into Go struct field SimpleHead.kind of type string",
    ),
    (
        "metadata: x",
        'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go struct field SimpleHead.metadata of type struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
    ),
    (
        "metadata: [x]",
        'error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field SimpleHead.metadata of type struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
    ),
    (
        "metadata:\n  name: [1]",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field .metadata.name of type string",
    ),
    (
        "metadata:\n  annotations: x",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal string into Go struct field .metadata.annotations of type map[string]string",
    ),
    (
        "metadata:\n  annotations: {a: [x]}",
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field .metadata.annotations of type string",
    ),
    (
        "a: b: c",
        "error converting YAML to JSON: yaml: mapping values are not allowed in this context",
    ),
    ("kind: A\nx: *y", "error converting YAML to JSON: yaml: unknown anchor 'y' referenced"),
    (
        "kind: A\n~: x",
        'error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: "x"',
    ),
    ("kind: A\nx: .nan", "error converting YAML to JSON: json: unsupported value: NaN"),
    (
        "kind: A\n? [a]\n: b",
        'error converting YAML to JSON: yaml: invalid map key: []interface {}{"a"}',
    ),
    (
        "kind: A\n<<: x",
        "error converting YAML to JSON: yaml: map merge requires map or sequence of maps as the value",
    ),
    (
        "kind: A\nx: {{ y }}",
        "error converting YAML to JSON: yaml: invalid map key: map[interface {}]interface {}{true:interface {}(nil)}",
    ),
    ("kind: A\n[]: x", "error converting YAML to JSON: yaml: line 1: did not find expected key"),
    (
        "kind: A\nx: [a?b: c]",
        "error converting YAML to JSON: yaml: line 1: did not find expected ',' or ']'",
    ),
    (
        "a: b\n c: d\n",
        "error converting YAML to JSON: yaml: line 2: mapping values are not allowed in this context",
    ),
    ("x: [\n", "error converting YAML to JSON: yaml: line 1: did not find expected node content"),
    (
        "kind: A\nx: !!int z",
        "error converting YAML to JSON: yaml: cannot decode !!str `z` as a !!int",
    ),
    ("kind: A\n: x", "error converting YAML to JSON: yaml: line 1: did not find expected key"),
    (
        "kind: A\nx: {~}",
        "error converting YAML to JSON: unsupported map key of type: %!s(<nil>), key: <nil>, value: <nil>",
    ),
    (
        "kind: A\n99999999999999999999: x\n18446744073709551615: y",
        "error converting YAML to JSON: unsupported map key of type: uint64, key: 0xffffffffffffffff, value: true",
    ),
]

HOOK = """kind: Job
metadata:
  name: h
  annotations:
    helm.sh/hook: post-install, Test-Success
    helm.sh/hook-weight: "-5"
    helm.sh/hook-delete-policy: Before-Hook-Creation,hook-failed
    helm.sh/hook-output-log-policy: hook-failed
"""


@pytest.mark.parametrize(("text", "head"), HEADS)
def test_heads_are_what_go_reads(text, head):
    ((manifest,), _) = parse_manifests({"t.yaml": text})
    metadata = head.get("metadata") or {}

    assert manifest.api_version == head["apiVersion"]
    assert manifest.kind == head.get("kind", "")
    assert manifest.name == metadata.get("name", "")
    assert manifest.annotations == (metadata.get("annotations") or {})


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_errors_anywhere_in_a_document_have_helms_words(text, message):
    with pytest.raises(ManifestError) as caught:
        parse_manifests({"c/templates/t.yaml": text})

    assert caught.value.message == f"YAML parse error on c/templates/t.yaml: {message}"
    assert caught.value.position is not None
    assert caught.value.position.path == "c/templates/t.yaml"


@pytest.mark.parametrize(
    ("text", "documents"),
    [
        ("a", ["a"]),
        (" \n\ta\n", ["a\n"]),
        ("a\n---\nb\n", ["a\n", "b\n"]),
        ("a\n---b\n", ["a\n", "b\n"]),
        ("a\n----\nb\n", ["a\n", "-\nb\n"]),
        ("---\n\n---\n# c\n--- \t\n", ["# c\n"]),
        ("a\n ---\nb\n", ["a\n ---\nb\n"]),
        ("", []),
        ("\u00a0\n", []),
        ("\x1ca", ["\x1ca"]),
    ],
)
def test_documents_are_split_at_lines_of_dashes(text, documents):
    assert split_manifests(text) == documents


def test_files_go_by_path_and_partials_are_left_out():
    manifests, hooks = parse_manifests(
        {"c/b.yaml": "kind: B", "c/a.yaml": "kind: A1\n---\nkind: A2", "c/_x.yaml": "kind: X"}
    )

    assert [manifest.kind for manifest in manifests] == ["A1", "A2", "B"]
    assert hooks == []


def test_hooks_are_told_apart():
    manifests, (hook,) = parse_manifests([("c/t.yaml", HOOK)])

    assert manifests == []
    assert hook.is_hook
    assert hook.events == ("post-install", "test")
    assert hook.weight == -5
    assert hook.delete_policies == ("before-hook-creation", "hook-failed")
    assert hook.output_log_policies == ("hook-failed",)


def test_hooks_with_an_unknown_event_are_dropped_with_a_record():
    records = []

    def log(level, message, /, **attributes):
        records.append((level, message, attributes))

    found = parse_manifests({"t": HOOK.replace("Test-Success", "crd-install")}, log)

    assert found == ([], [])
    assert records == [
        ("INFO", "skipping unknown hooks", {"hookTypes": "post-install, crd-install"})
    ]


@pytest.mark.parametrize(
    ("weight", "expected"),
    [("5", 5), ('"+3"', 3), ("x", 0), ('" 1"', 0), ("1.5", 0), ("99999999999999999999", 0)],
)
def test_weights_that_are_no_numbers_count_as_nothing(weight, expected):
    _, (hook,) = parse_manifests({"t": HOOK.replace('"-5"', weight)})

    assert hook.weight == expected


def test_an_object_is_read_when_it_is_asked_for():
    ((manifest,), _) = parse_manifests({"t": "kind: A\nspec: {replicas: 3}\n"})

    assert manifest.object == {"kind": "A", "spec": {"replicas": 3.0}}
