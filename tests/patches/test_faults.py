"""What a patch may say about a kind: everything that real objects hold, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from helmwright import ChartRenderer, Release, load_chart, merge_sources
from helmwright.kube.custom_types import CustomTypes
from helmwright.kube.json_model import from_data
from helmwright.kube.schemas import built_in
from helmwright.patches.faults import cause, first_fault

CHART = Path(__file__).resolve().parent.parent.parent / "chart"


def fault(patch: dict[str, object], kind: str = "Pod") -> tuple[object, str] | None:
    schema = built_in("v1", kind)
    assert schema is not None
    found = first_fault(patch, schema)
    return None if found is None else (found.path, found.message)


@pytest.mark.parametrize("path", sorted(CHART.glob("examples/*.yaml")), ids=lambda path: path.name)
def test_every_object_of_the_chart_is_a_patch_without_fault(path: Path) -> None:
    rendering = ChartRenderer(load_chart(str(CHART))).render(
        merge_sources([str(path)]), Release("det", "determined")
    )
    checked = 0
    for manifest in (*rendering.manifests, *rendering.hooks):
        schema = built_in(manifest.api_version, manifest.kind)
        if schema is not None:
            checked += 1
            assert first_fault(from_data(manifest.object), schema) is None
    assert checked > 3


@pytest.mark.parametrize(
    "patch",
    [
        {"spec": {"containers": [{"name": "a", "ports": [{"containerPort": 80}], "env": None}]}},
        {"spec": {"containers": [{"$patch": "replace"}, {"name": "a"}]}},
        {"spec": {"$setElementOrder/containers": [{"name": "a"}], "$retainKeys": ["containers"]}},
        {
            "metadata": {
                "labels": {"$patch": "replace", "any-name/of.it": "text"},
                "finalizers": ["a"],
            }
        },
        {"spec": {"containers": [{"resources": {"limits": {"cpu": 1, "memory": "1Gi"}}}]}},
        {"spec": {"containers": [{"livenessProbe": {"httpGet": {"port": "http"}}}]}},
        {"spec": {"containers": [{"livenessProbe": {"httpGet": {"port": 80}}}]}},
        {"spec": {"volumes": [{"name": "a", "emptyDir": {}}], "nodeSelector": {}}},
    ],
)
def test_right_patches(patch: dict[str, object]) -> None:
    assert fault(patch) is None


@pytest.mark.parametrize(
    ("patch", "path", "message"),
    [
        ({"spec": []}, ("spec",), "spec is a map, not a list"),
        (
            {"spec": {"containers": ["a"]}},
            ("spec", "containers", 0),
            "spec.containers[0] is a map, not a text",
        ),
        (
            {"spec": {"containers": [{"command": "sh"}]}},
            ("spec", "containers", 0, "command"),
            "spec.containers[0].command is a list, not a text",
        ),
        (
            {"spec": {"containers": [{"env": [{"value": True}]}]}},
            ("spec", "containers", 0, "env", 0, "value"),
            "spec.containers[0].env[0].value is a text, not a boolean",
        ),
        (
            {"spec": {"hostNetwork": "true"}},
            ("spec", "hostNetwork"),
            "spec.hostNetwork is a boolean, not a text",
        ),
        (
            {"spec": {"priority": 1.5}},
            ("spec", "priority"),
            "spec.priority is a whole number, not a number",
        ),
        (
            {"metadata": {"labels": {"a": {}}}},
            ("metadata", "labels", "a"),
            "metadata.labels.a is a text, not a map",
        ),
        ({"spec": {"Containers": []}}, ("spec", "Containers"), 'PodSpec has no field "Containers"'),
        ({"tolerations": []}, ("tolerations",), 'Pod has no field "tolerations"'),
    ],
)
def test_wrong_patches(patch: dict[str, object], path: object, message: str) -> None:
    assert fault(patch) == (path, message)


def test_fields_of_custom_resources_are_not_known() -> None:
    crd = {
        "kind": "CustomResourceDefinition",
        "spec": {
            "group": "example.com",
            "names": {"kind": "Thing"},
            "versions": [{"name": "v1", "schema": {"openAPIV3Schema": {"type": "object"}}}],
        },
    }
    schema = CustomTypes([crd]).find("example.com/v1", "Thing")
    assert schema is not None

    assert first_fault({"spec": {"a": [{}]}, "metadata": {"labels": {"a": "b"}}}, schema) is None
    found = first_fault({"metadata": {"labels": []}}, schema)
    assert found is not None
    assert found.path == ("metadata", "labels")


def test_an_error_that_the_patch_does_not_explain_has_no_place() -> None:
    schema = built_in("v1", "Pod")
    assert schema is not None

    assert cause({}, schema, "something else") is None
    assert cause({}, schema, "unknown patch type: x in map: map[]") is None
