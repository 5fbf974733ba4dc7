"""With a registry of one's own, other images still come from public ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import PODS, Severity, example, rule
from helmwright.determined.linting.rules.images._references import (
    DOCKER_HUB,
    registry_of,
    registry_of_folder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.pods import TaskPods
    from helmwright.lint.finding import Problem

_PUBLIC = (DOCKER_HUB, "k8s.gcr.io", "registry.k8s.io", "gcr.io", "quay.io", "nvcr.io", "ghcr.io")
_OF_HPE = "hub.myenterpriselicense.hpe.com"
_BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"


@rule(
    "images-outside-the-mirror",
    reads=PODS,
    severity=Severity.INFO,
    covers=("I5",),
    since="0.14.2",
    summary="imageRegistry is a mirror, and other images still come from public registries",
    why=(
        "imageRegistry is for the master's image only. Where the cluster cannot reach Docker Hub, "
        "the database and the tasks wait for ever."
    ),
    advice="Name the copies in the mirror, too, if the cluster cannot reach public registries.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            f"{_BASE}imageRegistry: «mirror.example.com/det»\n",
            message=(
                "docker.io: defaultImages.postgreSQL, taskContainerDefaults.cpuImage, "
                "taskContainerDefaults.gpuImage"
            ),
        ),
    ),
    good=(
        example(_BASE),
        example(
            f"{_BASE}imageRegistry: mirror.example.com/det\n"
            "defaultImages:\n"
            "  postgreSQL: mirror.example.com/postgres:10.14\n"
            "  cpuImage: mirror.example.com/pytorch-ngc:0.38.1\n"
            "  gpuImage: mirror.example.com/pytorch-ngc:0.38.1\n"
        ),
        example(f"{_BASE}imageRegistry: hub.myenterpriselicense.hpe.com/hpe-mlde/s\n"),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Compare the registries of all images that are certainly pulled."""
    settings = pods.settings
    mirror = registry_of_folder(str(settings.get("imageRegistry", default="")))
    if mirror in (*_PUBLIC, _OF_HPE):
        return
    outside: dict[str, list[str]] = {}
    for key, image in _images(pods):
        registry = registry_of(image)
        if registry in _PUBLIC:
            outside.setdefault(registry, []).append(key)
    if outside:
        listed = "; ".join(f"{registry}: {', '.join(keys)}" for registry, keys in outside.items())
        message = f"imageRegistry: other images do not come from {mirror} ({listed})"
        yield settings.problem(("imageRegistry",), message)


def _images(pods: TaskPods) -> Iterator[tuple[str, str]]:
    """Yield the images of the database, the scheduler and the tasks, with the keys that set them."""
    workloads = pods.rendered.of_kind("Deployment", "StatefulSet")
    for prefix, key in (
        ("determined-db-", "defaultImages.postgreSQL"),
        ("preemption-scheduler", "defaultImages.kubeSchedulerPreemption"),
        ("coscheduler", "defaultImages.kubeScheduler"),
    ):
        for one in workloads:
            if one.name.startswith(prefix):
                yield from ((key, image) for image in _container_images(one.data))
    config = pods.config or {}
    defaults = config.get("task_container_defaults")
    images = defaults.get("image") if isinstance(defaults, dict) else None
    for device in ("cpu", "gpu"):
        image = images.get(device) if isinstance(images, dict) else None
        if isinstance(image, str):
            yield f"taskContainerDefaults.{device}Image", image


def _container_images(workload: dict[str, object]) -> Iterator[str]:
    part: object = workload
    for step in ("spec", "template", "spec", "containers"):
        part = part.get(step) if isinstance(part, dict) else None
    for container in part if isinstance(part, list) else ():
        image = container.get("image") if isinstance(container, dict) else None
        if isinstance(image, str):
            yield image
