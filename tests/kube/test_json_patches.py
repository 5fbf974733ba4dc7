"""JSON merge patch and JSON patch beyond the golden cases: the RFCs' own examples, and errors."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import JSONPatchError, PatchError, PreconditionError
from helmwright.kube.json_merge_patch import apply_merge_patch, create_three_way_merge_patch
from helmwright.kube.json_patch import apply_json_patch
from helmwright.kube.preconditions import key_unchanged

RFC_7386: list[tuple[Any, Any, Any]] = [
    # the shapes of the table in its appendix
    ({"k": "v"}, {"k": "w"}, {"k": "w"}),
    ({"k": "v"}, {"m": "w"}, {"k": "v", "m": "w"}),
    ({"k": "v"}, {"k": None}, {}),
    ({"k": "v", "m": "w"}, {"k": None}, {"m": "w"}),
    ({"k": ["v"]}, {"k": "w"}, {"k": "w"}),
    ({"k": "w"}, {"k": ["v"]}, {"k": ["v"]}),
    ({"k": {"m": "w"}}, {"k": {"m": "x", "n": None}}, {"k": {"m": "x"}}),
    ({"k": [{"m": "w"}]}, {"k": [1]}, {"k": [1]}),
    (["k", "m"], ["n", "o"], ["n", "o"]),
    ({"k": "m"}, ["n"], ["n"]),
    ({"k": "x"}, None, None),
    ({"k": "x"}, "bar", "bar"),
    ({"e": None}, {"k": 1}, {"e": None, "k": 1}),
    ([1, 2], {"k": "m", "n": None}, {"k": "m"}),
    ({}, {"k": {"mm": {"nnn": None}}}, {"k": {"mm": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7386)
def test_merge_patch_follows_the_rfc_if_asked_to(target: Any, patch: Any, result: Any) -> None:
    assert apply_merge_patch(target, patch, rfc=True) == result


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [row for row in RFC_7386 if isinstance(row[1], (dict, list))],
)
def test_merge_patch_is_kubernetes_own_by_default(target: Any, patch: Any, result: Any) -> None:
    assert apply_merge_patch(target, patch) == result


def test_rfc_keeps_nulls_in_lists_and_the_library_does_not() -> None:
    patch = {"a": [{"b": None, "c": 1}]}

    assert apply_merge_patch({}, patch, rfc=True) == patch
    assert apply_merge_patch({}, patch) == {"a": [{"c": 1}]}


def test_rfc_result_shares_nothing_with_its_inputs() -> None:
    target: Any = {"a": {"b": [1]}}
    patch: Any = {"c": {"d": [2]}}

    result = apply_merge_patch(target, patch, rfc=True)
    result["a"]["b"].append(9)
    result["c"]["d"].append(9)

    assert (target, patch) == ({"a": {"b": [1]}}, {"c": {"d": [2]}})


def test_three_documents_keep_preconditions() -> None:
    with pytest.raises(PreconditionError, match=r"^precondition failed for: map\[kind:Job\]$"):
        create_three_way_merge_patch(
            {"kind": "Pod"}, {"kind": "Job"}, {"kind": "Pod"}, [key_unchanged("kind")]
        )


@pytest.mark.parametrize(
    ("document", "operations", "result"),
    [
        # the shapes of the examples in RFC 6902's appendix
        ({"k": 1}, [{"op": "add", "path": "/m", "value": 2}], {"k": 1, "m": 2}),
        ({"k": [1, 3]}, [{"op": "add", "path": "/k/1", "value": 2}], {"k": [1, 2, 3]}),
        ({"k": 1, "m": 2}, [{"op": "remove", "path": "/m"}], {"k": 1}),
        ({"k": [1, 2, 3]}, [{"op": "remove", "path": "/k/1"}], {"k": [1, 3]}),
        ({"k": 1}, [{"op": "replace", "path": "/k", "value": 2}], {"k": 2}),
        (
            {"k": {"m": 1, "n": 2}, "o": {}},
            [{"op": "move", "from": "/k/n", "path": "/o/p"}],
            {"k": {"m": 1}, "o": {"p": 2}},
        ),
        ({"k": [1, 2, 3]}, [{"op": "move", "from": "/k/1", "path": "/k/2"}], {"k": [1, 3, 2]}),
        ({"k": "v"}, [{"op": "test", "path": "/k", "value": "v"}], {"k": "v"}),
        ({"k": 1}, [{"op": "add", "path": "/m", "value": {"n": {}}}], {"k": 1, "m": {"n": {}}}),
        ({"k": 1}, [{"op": "add", "path": "/m", "value": 2, "xyz": 3}], {"k": 1, "m": 2}),
        ({"/": 9, "~1": 10}, [{"op": "test", "path": "/~01", "value": 10}], {"/": 9, "~1": 10}),
        ({"k": [1]}, [{"op": "add", "path": "/k/-", "value": [2]}], {"k": [1, [2]]}),
    ],
)
def test_json_patch_follows_the_rfc(document: Any, operations: Any, result: Any) -> None:
    assert apply_json_patch(document, operations) == result


@pytest.mark.parametrize(
    ("operation", "message"),
    [
        (
            {"op": "test", "path": "/k", "value": "1"},
            "operation 2 (test /k): testing value /k failed: test failed",
        ),
        (
            {"op": "add", "path": "/m/n", "value": 1},
            'operation 2 (add /m/n): add operation does not apply: doc is missing path: "/m/n": missing value',
        ),
        ({"op": "spin", "path": "/k"}, "operation 2 (spin /k): Unexpected kind: spin"),
        (
            {"op": "move", "from": "/x", "path": "/y"},
            "operation 2 (move /x /y): error in move for path: 'x': Unable to remove nonexistent key: x: missing value",
        ),
    ],
)
def test_error_names_the_operation(operation: Any, message: str) -> None:
    with pytest.raises(JSONPatchError) as caught:
        apply_json_patch({"k": 1}, [{"op": "test", "path": "/k", "value": 1}, operation])

    assert caught.value.message == message
    assert caught.value.index == 1


@pytest.mark.parametrize("operations", [{"op": "add"}, ["add"], None, [None]])
def test_what_is_no_list_of_operations_is_refused(operations: Any) -> None:
    with pytest.raises(PatchError, match=r"^a JSON patch is a list of operations, each a map"):
        apply_json_patch({}, operations)


def test_whole_document_can_become_a_list_but_no_text() -> None:
    replaced = apply_json_patch({}, [{"op": "replace", "path": "", "value": [1]}])

    assert replaced == [1]
    with pytest.raises(JSONPatchError, match="value must be object or array"):
        apply_json_patch({}, [{"op": "replace", "path": "", "value": "x"}])


def test_test_tells_types_apart() -> None:
    with pytest.raises(JSONPatchError):
        apply_json_patch({"k": True}, [{"op": "test", "path": "/k", "value": 1}])
