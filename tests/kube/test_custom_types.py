"""Custom resources: how their lists are merged is read from their schemas."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import PatchError
from helmwright.kube.custom_types import CustomTypes, type_of
from helmwright.kube.strategic_diff import create_two_way
from helmwright.kube.strategic_merge import apply_patch

LISTENERS = {
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    "items": {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "port": {"type": "integer"},
            "hosts": {
                "type": "array",
                "x-kubernetes-list-type": "set",
                "items": {"type": "string"},
            },
        },
    },
}
SPEC: dict[str, Any] = {
    "type": "object",
    "properties": {
        "listeners": LISTENERS,
        "rules": {"type": "array", "items": {"type": "object"}},
        "ports": {
            "type": "array",
            "x-kubernetes-list-type": "map",
            "x-kubernetes-list-map-keys": ["port", "protocol"],
            "items": {"type": "object"},
        },
        "selector": {
            "type": "object",
            "x-kubernetes-map-type": "atomic",
            "additionalProperties": {"type": "string"},
        },
        "groups": {
            "type": "object",
            "additionalProperties": {"type": "object", "properties": {"listeners": LISTENERS}},
        },
        "raw": {"type": "object", "x-kubernetes-preserve-unknown-fields": True},
        "named": {"type": "object", "additionalProperties": LISTENERS},
    },
}
CRD: dict[str, Any] = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "spec": {
        "group": "example.com",
        "names": {"kind": "Gate"},
        "versions": [
            {
                "name": "v1",
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": SPEC}}},
            }
        ],
    },
}
GATE = type_of({"apiVersion": "example.com/v1", "kind": "Gate"}, CustomTypes([CRD]))


def merged(original: dict[str, Any], patch: dict[str, Any]) -> Any:
    return apply_patch({"spec": original}, {"spec": patch}, GATE)["spec"]


def test_list_of_type_map_is_merged_by_its_key() -> None:
    assert merged(
        {"listeners": [{"name": "a", "port": 1}, {"name": "b"}]},
        {"listeners": [{"name": "a", "hosts": ["x"]}, {"name": "b", "$patch": "delete"}]},
    ) == {"listeners": [{"name": "a", "port": 1, "hosts": ["x"]}]}


def test_set_is_a_union() -> None:
    assert merged(
        {"listeners": [{"name": "a", "hosts": ["x", "y"]}]},
        {"listeners": [{"name": "a", "hosts": ["z"], "$deleteFromPrimitiveList/hosts": ["x"]}]},
    ) == {"listeners": [{"name": "a", "hosts": ["z", "y"]}]}


def test_other_lists_are_replaced() -> None:
    assert merged({"rules": [{"a": 1}]}, {"rules": [{"b": 2}]}) == {"rules": [{"b": 2}]}


def test_atomic_map_is_replaced() -> None:
    assert merged({"selector": {"a": "1"}}, {"selector": {"b": "2"}}) == {"selector": {"b": "2"}}


def test_several_keys_are_refused_when_the_list_is_merged() -> None:
    assert merged({}, {"ports": [{"port": 1}]}) == {"ports": [{"port": 1}]}
    with pytest.raises(
        PatchError, match=r"^ports: port and protocol together tell its elements apart"
    ):
        merged({"ports": [{"port": 1}]}, {"ports": [{"port": 2}]})


def test_members_of_free_maps_have_a_schema_too() -> None:
    listeners = [{"name": "a", "port": 1}]

    assert merged(
        {"groups": {"g": {"listeners": listeners}}, "named": {"n": listeners}},
        {
            "groups": {"g": {"listeners": [{"name": "b"}]}},
            "named": {"n": [{"name": "a", "port": 2}]},
        },
    ) == {
        "groups": {"g": {"listeners": [{"name": "b"}, {"name": "a", "port": 1}]}},
        "named": {"n": [{"name": "a", "port": 2}]},
    }


def test_without_a_schema_maps_are_merged_and_lists_replaced() -> None:
    assert merged(
        {"raw": {"a": {"b": 1}, "l": [{"name": "x"}]}},
        {"raw": {"a": {"c": 2}, "l": [{"name": "y"}]}},
    ) == {"raw": {"a": {"b": 1, "c": 2}, "l": [{"name": "y"}]}}


def test_unknown_field_is_an_error_as_in_built_in_kinds() -> None:
    with pytest.raises(
        PatchError, match=r'^unable to find api field in struct spec for the json field "bogus"$'
    ):
        merged({"bogus": {"a": 1}}, {"bogus": {"b": 1}})


def test_metadata_is_that_of_every_object() -> None:
    original = {"metadata": {"finalizers": ["a", "b"], "labels": {"x": "1"}}}
    patch = {"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"], "labels": {"y": "2"}}}

    assert apply_patch(original, patch, GATE) == {
        "metadata": {"finalizers": ["b"], "labels": {"x": "1", "y": "2"}}
    }


def test_created_patch_can_be_applied() -> None:
    before = {"spec": {"listeners": [{"name": "a"}, {"name": "b", "port": 1}], "rules": [1]}}
    after = {"spec": {"listeners": [{"name": "b", "port": 2}, {"name": "c"}], "rules": [2]}}

    patch = create_two_way(before, after, GATE)

    assert patch["spec"]["$setElementOrder/listeners"] == [{"name": "b"}, {"name": "c"}]
    assert apply_patch(before, patch, GATE) == after


def test_openapi_document_with_references() -> None:
    thing = "com.example.v1.Thing"
    document = {
        "openapi": "3.0.0",
        "components": {
            "schemas": {
                thing: {
                    "type": "object",
                    "x-kubernetes-group-version-kind": [
                        {"group": "example.com", "version": "v1", "kind": "Thing"}
                    ],
                    "properties": {
                        "spec": {"allOf": [{"$ref": "#/components/schemas/Node"}], "default": {}}
                    },
                },
                "Node": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "children": {
                            "type": "array",
                            "items": {"$ref": "#/components/schemas/Node"},
                            "x-kubernetes-patch-strategy": "merge",
                            "x-kubernetes-patch-merge-key": "name",
                        },
                    },
                },
            }
        },
    }
    schema = CustomTypes([document]).find("example.com/v1", "Thing")
    assert schema is not None

    tree = {"children": [{"name": "a", "children": [{"name": "b"}]}]}
    patch = {"children": [{"name": "a", "children": [{"name": "c"}]}]}

    assert apply_patch({"spec": tree}, {"spec": patch}, schema) == {
        "spec": {"children": [{"name": "a", "children": [{"name": "c"}, {"name": "b"}]}]}
    }


def test_old_crd_with_one_schema_for_all_versions() -> None:
    crd = {
        "kind": "CustomResourceDefinition",
        "spec": {
            "group": "example.com",
            "version": "v1beta1",
            "names": {"kind": "Gate"},
            "validation": {"openAPIV3Schema": {"properties": {"spec": SPEC}}},
        },
    }

    assert CustomTypes([crd]).find("example.com/v1beta1", "Gate") is not None


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        {"kind": "CustomResourceDefinition"},
        {"kind": "CustomResourceDefinition", "spec": 1},
        {"components": {"schemas": [1]}},
    ],
)
def test_documents_that_define_nothing_are_left_alone(document: Any) -> None:
    assert CustomTypes([document]).find("example.com/v1", "Gate") is None


def test_built_in_kind_needs_no_schema() -> None:
    assert type_of({"apiVersion": "apps/v1", "kind": "Deployment"}).name == "Deployment"


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            {"spec": {}},
            "an object without apiVersion and kind: how its lists are merged is not known; add both, or use a JSON merge patch",
        ),
        (
            {"apiVersion": "example.com/v1", "kind": "Gone"},
            "example.com/v1 Gone is no kind of Kubernetes: how its lists are merged is not known; give its CustomResourceDefinition, or use a JSON merge patch",
        ),
        (
            [],
            "an object without apiVersion and kind: how its lists are merged is not known; add both, or use a JSON merge patch",
        ),
    ],
)
def test_unknown_kind_is_refused_with_what_to_do(document: Any, message: str) -> None:
    with pytest.raises(PatchError) as caught:
        type_of(document, CustomTypes([CRD]))

    assert caught.value.message == message
