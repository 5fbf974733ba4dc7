"""Objects are held against the fields that Kubernetes knows."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.kube.conformity import faults, is_known


def found(spec: Any, kind: str = "Deployment", api_version: str = "apps/v1") -> list[Any]:
    data = {"apiVersion": api_version, "kind": kind, "metadata": {"name": "a"}, "spec": spec}
    return [(fault.kind, fault.path) for fault in faults(data)]


GOOD = {"selector": {}, "template": {"spec": {"containers": [{"name": "a"}]}}}


def test_good_object_has_no_faults() -> None:
    assert found(GOOD) == []
    assert found({**GOOD, "replicas": 2.0, "strategy": None, "paused": False}) == []


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"replica": 1.0}, ("unknown", ("spec", "replica"))),
        ({"replicas": "2"}, ("type", ("spec", "replicas"))),
        ({"replicas": 2.5}, ("type", ("spec", "replicas"))),
        ({"paused": "true"}, ("type", ("spec", "paused"))),
        ({"selector": []}, ("type", ("spec", "selector"))),
        ({"strategy": {"type": "Rolling"}}, ("choice", ("spec", "strategy", "type"))),
        (
            {"selector": {"matchLabels": {"a": True}}},
            ("type", ("spec", "selector", "matchLabels", "a")),
        ),
        (
            {"strategy": {"rollingUpdate": {"maxSurge": 1.5}}},
            ("type", ("spec", "strategy", "rollingUpdate", "maxSurge")),
        ),
        (
            {"template": {"spec": {"containers": {}}}},
            ("type", ("spec", "template", "spec", "containers")),
        ),
        (
            {"template": {"spec": {"containers": [{}]}}},
            ("missing", ("spec", "template", "spec", "containers", 0, "name")),
        ),
    ],
)
def test_faults_have_their_paths(more: dict[str, Any], fault: tuple[str, Any]) -> None:
    assert found({**GOOD, **more}) == [fault]


def test_status_and_custom_resources_are_free() -> None:
    data = {"apiVersion": "apps/v1", "kind": "Deployment", "spec": GOOD, "status": {"x": 1}}

    assert list(faults(data)) == []
    assert found({"anything": 1}, "Thing", "example.com/v1") == []
    assert not is_known("example.com/v1", "Thing")


def test_schemas_within_schemas_are_not_looked_into() -> None:
    schema = {"openAPIV3Schema": {"x-own": 1, "default": [1]}}
    spec = {
        "group": "example.com",
        "names": {"kind": "Thing", "plural": "things"},
        "scope": "Namespaced",
        "versions": [{"name": "v1", "served": True, "storage": True, "schema": schema}],
    }

    assert found(spec, "CustomResourceDefinition", "apiextensions.k8s.io/v1") == []
