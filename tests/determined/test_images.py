"""Images of tasks in the configuration of a master."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.paths import dotted
from helmwright.determined.images import images_of_tasks


def _images(text: str, key: str = "data", kind: str = "ConfigMap") -> list[tuple[str, str]]:
    data: dict[str, Any] = {"kind": kind, key: {"master.yaml": text}}
    found = list(images_of_tasks(data))
    assert {one.path for one in found} <= {(key, "master.yaml")}
    return [(one.text, dotted(one.inner)) for one in found]


def test_images_of_defaults_pools_and_managers_are_named() -> None:
    text = """\
task_container_defaults:
  image: {cpu: a:1, gpu: a:2}
  gpu_pod_spec: {spec: {initContainers: [{name: i, image: i:1}], containers: [{name: c}]}}
resource_pools:
- {pool_name: p, task_container_defaults: {image: b:1}}
- {pool_name: q}
resource_manager: {type: kubernetes, fluent: {image: fluent:1}}
additional_resource_managers:
- resource_manager: {name: other}
  resource_pools:
  - {pool_name: r, task_container_defaults: {image: c:1}}
"""
    assert _images(text) == [
        ("a:1", "task_container_defaults.image.cpu"),
        ("a:2", "task_container_defaults.image.gpu"),
        ("i:1", "task_container_defaults.gpu_pod_spec.spec.initContainers[0].image"),
        ("b:1", "resource_pools[0].task_container_defaults.image"),
        ("fluent:1", "resource_manager.fluent.image"),
        (
            "c:1",
            "additional_resource_managers[0].resource_pools[0].task_container_defaults.image",
        ),
    ]


def test_a_secret_that_holds_the_configuration_as_text_is_read() -> None:
    text = "task_container_defaults: {image: a:1}\n"

    assert _images(text, "stringData", "Secret") == [("a:1", "task_container_defaults.image")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "dGFza19jb250YWluZXI=",
        "task_container_defaults: 3\nresource_pools: {a: 1}\nresource_manager: []\n",
        "task_container_defaults: {image: [a], cpu_pod_spec: x}\nresource_pools: [1]\n",
        "additional_resource_managers: [1, {resource_manager: 2, resource_pools: 3}]\n",
    ],
)
def test_what_is_no_configuration_names_nothing(text: str) -> None:
    assert _images(text) == []


def test_other_objects_are_not_read() -> None:
    assert _images("task_container_defaults: {image: a:1}\n", kind="Deployment") == []
