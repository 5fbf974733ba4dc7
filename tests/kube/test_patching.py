"""The Python interface of patches."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import PatchConflictError, PatchError, PatchTypeError
from helmwright.go.quantity import FORMAT_ERROR
from helmwright.kube import patching

POD: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "Pod",
    "spec": {"containers": [{"name": "app", "ports": [{"containerPort": 80.0}]}]},
}


def with_spec(**spec: Any) -> dict[str, Any]:
    return {"apiVersion": "v1", "kind": "Pod", "spec": spec}


def test_floats_without_fraction_are_integers() -> None:
    patch = {
        "spec": {"containers": [{"name": "app", "ports": [{"containerPort": 80, "name": "http"}]}]}
    }

    patched = patching.apply_strategic_patch(POD, patch)

    assert patched["spec"]["containers"][0]["ports"] == [{"containerPort": 80, "name": "http"}]
    assert type(patched["spec"]["containers"][0]["ports"][0]["containerPort"]) is int
    assert patching.create_merge_patch({"a": 1.0}, {"a": 1}) == {}


def test_create_and_apply() -> None:
    wanted = with_spec(containers=[{"name": "web"}], nodeSelector={"a": "b"})

    patch = patching.create_strategic_patch(POD, wanted)

    assert patch["spec"]["containers"] == [{"name": "web"}, {"name": "app", "$patch": "delete"}]
    assert patching.apply_strategic_patch(POD, patch) == wanted


def test_three_way_wins_or_conflicts() -> None:
    original, modified, current = (with_spec(nodeName=name) for name in ("a", "b", "c"))

    assert patching.create_three_way_patch(original, modified, current) == {
        "spec": {"nodeName": "b"}
    }
    with pytest.raises(PatchConflictError):
        patching.create_three_way_patch(original, modified, current, overwrite=False)


def test_combine() -> None:
    patches: list[dict[str, Any]] = [
        {"spec": {"nodeName": "a"}},
        {"spec": {"nodeName": "b", "hostname": None}},
    ]

    assert patching.combine_strategic_patches(patches, "v1", "Pod") == {
        "spec": {"nodeName": "b", "hostname": None}
    }


def test_json_patches() -> None:
    assert patching.apply_merge_patch({"a": 1.0, "b": 2}, {"b": None}) == {"a": 1}
    assert patching.apply_json_patch({"a": 1.0}, [{"op": "test", "path": "/a", "value": 1}]) == {
        "a": 1
    }


def test_task_without_containers_deletes_those_of_the_defaults() -> None:
    defaults = {"spec": {"containers": [{"name": "determined-container"}]}}

    merged = patching.merge_pod_specs(defaults, {"spec": {"tolerations": [{"key": "gpu"}]}})

    assert merged is not None
    assert merged["spec"] == {"containers": None, "tolerations": [{"key": "gpu"}]}


def test_pod_spec_that_is_not_set_leaves_the_other_as_it_is() -> None:
    spec = {"spec": {"containers": [{"name": "a"}], "priority": 5.0}}

    assert patching.merge_pod_specs(None, None) is None
    for merged in (patching.merge_pod_specs(spec, None), patching.merge_pod_specs(None, spec)):
        assert merged is not None
        assert merged["spec"] == {"containers": [{"name": "a", "resources": {}}], "priority": 5}


@pytest.mark.parametrize(
    ("spec", "message", "path"),
    [
        (
            {"containers": [{"name": "a"}, {"name": 1}]},
            "spec.containers[1].name: json: cannot unmarshal number into type string",
            ("spec", "containers", 1, "name"),
        ),
        (
            {"containers": [{"resources": {"limits": {"cpu": "lots"}}}]},
            f"spec.containers[0].resources.limits.cpu: {FORMAT_ERROR}",
            ("spec", "containers", 0, "resources", "limits", "cpu"),
        ),
        (
            {"nodeSelector": {1: "a"}},
            "spec.nodeSelector: a map has strings as keys, not 1",
            ("spec", "nodeSelector"),
        ),
        (
            {"priority": 1.5},
            "spec.priority: json: cannot unmarshal number into type int32",
            ("spec", "priority"),
        ),
        ([], "spec: json: cannot unmarshal array into type PodSpec", ("spec",)),
    ],
)
def test_value_that_does_not_fit_is_named(spec: Any, message: str, path: tuple[str | int]) -> None:
    with pytest.raises(PatchTypeError) as caught:
        patching.merge_pod_specs({"spec": spec}, None)

    assert (caught.value.message, caught.value.path) == (message, path)


@pytest.mark.parametrize("document", [None, [], "x", 1])
def test_what_is_no_object_is_refused(document: Any) -> None:
    with pytest.raises(PatchError, match=r"^invalid JSON document$"):
        patching.apply_strategic_patch(document, {})


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (float("nan"), "a JSON document cannot hold nan"),
        (float("inf"), "a JSON document cannot hold inf"),
        (b"x", "a JSON document cannot hold b'x'"),
        ({1: "a"}, "a JSON document has strings as keys, not 1"),
    ],
)
def test_what_json_cannot_say_is_refused(value: Any, message: str) -> None:
    with pytest.raises(PatchError) as caught:
        patching.apply_merge_patch({}, {"a": [value]})

    assert caught.value.message == message


def test_other_classes_of_numbers_and_texts_become_plain() -> None:
    class Text(str):
        __slots__ = ()

    class Number(int):
        pass

    result = patching.apply_merge_patch({}, {"a": Text("x"), "b": Number(3), "c": True, "d": 2**70})

    assert {type(value) for value in result.values()} == {str, int, bool, float}
