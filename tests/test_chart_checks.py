"""The checks of the chart's objects find what is wrong: each fault here is found, and alone."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from tests.chart_cases import CaseError, split_output
from tests.chart_objects import Objects
from tests.kubernetes_schemas import complaints

POD = {
    "metadata": {"labels": {"app": "a"}},
    "spec": {
        "serviceAccountName": "a",
        "containers": [
            {
                "name": "a",
                "image": "a:1",
                "ports": [{"name": "http", "containerPort": 80}],
                "env": [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}],
                "volumeMounts": [{"name": "config", "mountPath": "/config"}],
                "resources": {"limits": {"memory": "1Gi"}},
            }
        ],
        "volumes": [{"name": "config", "configMap": {"name": "c"}}],
    },
}
GOOD: dict[str, dict[str, Any]] = {
    "deployment": {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "a"},
        "spec": {"selector": {"matchLabels": {"app": "a"}}, "template": POD},
    },
    "service": {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "a"},
        "spec": {"selector": {"app": "a"}, "ports": [{"port": 8080, "targetPort": "http"}]},
    },
    "ingress": {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "Ingress",
        "metadata": {"name": "a"},
        "spec": {
            "rules": [
                {
                    "http": {
                        "paths": [
                            {
                                "path": "/",
                                "pathType": "Prefix",
                                "backend": {"service": {"name": "a", "port": {"number": 8080}}},
                            }
                        ]
                    }
                }
            ]
        },
    },
    "account": {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "a"}},
    "config": {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}},
}
OWN = ("Secret/s",)
TEMPLATE = "deployment.spec.template"
CONTAINER = f"{TEMPLATE}.spec.containers.0"


def _changed(place: str, value: object) -> dict[str, dict[str, Any]]:
    """Returns the good objects with one field set, or removed if the value is None."""
    objects: Any = copy.deepcopy(GOOD)
    *path, last = place.split(".")
    inner = objects
    for key in path:
        inner = inner[int(key) if key.isdigit() else key]
    if value is None:
        del inner[last]
    else:
        inner[last] = value
    found: dict[str, dict[str, Any]] = objects
    return found


def test_what_fits_together_has_no_problem() -> None:
    assert Objects(GOOD.values(), "default", OWN).problems() == []
    assert [complaints(one, "1.31") for one in GOOD.values()] == [[]] * len(GOOD)


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        ("config", None, "refers to ConfigMap/default/c, which does not exist"),
        ("account", None, "refers to ServiceAccount/default/a, which does not exist"),
        ("config.metadata.name", "C", "the name 'C' is not valid"),
        ("config.metadata.namespace", "other", "the namespace other does not exist"),
        ("config.metadata.labels", {"a": "-"}, "the label a: '-' is not valid"),
        ("deployment.spec.selector", {"matchLabels": {"app": "b"}}, "does not match its pods'"),
        ("service.spec.selector", {"app": "b"}, "selects no pod"),
        ("service.spec.ports", [{"port": 8080, "targetPort": "x"}], "which no pod declares"),
        ("ingress.spec.tls", [{"secretName": "x"}], "refers to Secret/default/x"),
        ("service.spec.ports.0.port", 8081, "refers to port 8080 of Service a"),
        (f"{TEMPLATE}.spec.volumes", [], "mounts the volume config, which does not exist"),
        (f"{CONTAINER}.volumeMounts", [], "the volume config is mounted nowhere"),
        (f"{CONTAINER}.env", [{"name": "A"}, {"name": "A"}], "sets A twice"),
        (f"{CONTAINER}.resources", {"limits": {"cpu": "2 cores"}}, "cpu: 2 cores is no quantity"),
        (f"{CONTAINER}.livenessProbe", {"httpGet": {"port": "x"}}, "asks the port x"),
        (f"{TEMPLATE}.spec.priorityClassName", "x", "refers to PriorityClass//x"),
        (f"{TEMPLATE}.spec.imagePullSecrets", [{"name": "x"}], "refers to Secret/default/x"),
    ],
)
def test_a_fault_between_objects_is_found(place: str, value: object, problem: str) -> None:
    problems = Objects(_changed(place, value).values(), "default", OWN).problems()
    assert any(problem in one for one in problems), problems


def test_an_object_may_be_there_once() -> None:
    twice = [*GOOD.values(), GOOD["config"]]
    assert Objects(twice, "default", OWN).problems() == ["ConfigMap/default/c is there 2 times"]


@pytest.mark.parametrize(
    ("place", "value", "complaint"),
    [
        (f"{CONTAINER}.imagePullPolicyy", "Always", "Additional properties are not allowed"),
        (f"{CONTAINER}.image", 1, "1 is not of type"),
        ("deployment.spec.replicas", "1", "'1' is not of type"),
        ("deployment.apiVersion", "apps/v1beta1", "Kubernetes 1.31 has no apps/v1beta1 Deployment"),
    ],
)
def test_a_fault_in_an_object_is_found(place: str, value: object, complaint: str) -> None:
    found = complaints(_changed(place, value)["deployment"], "1.31")
    assert any(complaint in one for one in found), found


def test_a_field_without_a_value_is_a_fault() -> None:
    blank = {**GOOD["config"], "data": {"a": None}}
    assert complaints(blank, "1.31")[0] == ".data.a has no value"


def test_output_is_split_by_template_and_nothing_else_may_be_in_it() -> None:
    text = "---\n# Source: c/templates/a.yaml\na: 1\n\n---\n# Source: c/templates/b.yaml\nb: 1\n"
    assert split_output(text + "---\n# Source: c/templates/a.yaml\na: 2\n") == {
        "a.yaml": "---\n# Source: c/templates/a.yaml\na: 1\n---\n# Source: c/templates/a.yaml\na: 2\n",
        "b.yaml": "---\n# Source: c/templates/b.yaml\nb: 1\n",
    }
    with pytest.raises(CaseError):
        split_output("a: 1\n")
