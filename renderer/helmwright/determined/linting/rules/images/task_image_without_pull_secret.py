"""Tasks whose image is in a registry with a login, and whose pods have no imagePullSecrets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import PODS, Severity, example, rule
from helmwright.determined.linting.rules.images._references import (
    DOCKER_HUB,
    registry_of,
    registry_of_folder,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.pods import TaskPod, TaskPods
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"


@rule(
    "task-image-without-pull-secret",
    reads=PODS,
    severity=Severity.INFO,
    covers=("I5",),
    since="0.13.5",
    summary="Tasks have an image of a registry with a login, and no imagePullSecrets",
    why=(
        "imagePullSecretName and registryCredentials are not for tasks: each pod of a task names its "
        "own Secret, which must be in its namespace."
    ),
    advice="Name the Secret in taskContainerDefaults.imagePullSecrets, or in the pod specs of all pools.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/model-dev-guide/prepare-container/custom-env.rst",
    bad=(
        example(
            f"{_BASE}imageRegistry: registry.example.com/det\nimagePullSecretName: login\n"
            "taskContainerDefaults:\n"
            "  cpuImage: registry.example.com/tasks/cpu:1\n"
            "  gpuImage: «registry.example.com/tasks/gpu:1»\n"
            "  cpuPodSpec:\n    spec:\n      imagePullSecrets:\n        - name: login\n",
            message='taskContainerDefaults.gpuImage: tasks of pool "default" pull from',
        ),
        example(
            f"{_BASE}registryCredentials:\n"
            "  - name: ngc\n    registry: nvcr.io\n    password: x\n"
            "defaultImages:\n"
            "  cpuImage: docker.io/determinedai/pytorch-ngc:0.38.1\n"
            "  gpuImage: «nvcr.io/nvaie/pytorch:2»\n"
        ),
    ),
    good=(
        example(_BASE),
        example(
            f"{_BASE}imageRegistry: registry.example.com/det\nimagePullSecretName: login\n"
            "taskContainerDefaults:\n"
            "  imagePullSecrets: [login]\n"
            "  cpuImage: registry.example.com/tasks/cpu:1\n"
            "  gpuImage: registry.example.com/tasks/gpu:1\n"
        ),
        example(
            f"{_BASE}taskContainerDefaults:\n"
            "  cpuImage: registry.example.com/tasks/cpu:1\n"
            "  gpuImage: registry.example.com/tasks/gpu:1\n"
        ),
        example(
            f"{_BASE}imageRegistry: registry.example.com/det\nimagePullSecretName: login\n"
            "taskContainerDefaults:\n"
            "  cpuImage: registry.example.com/tasks/cpu:1\n"
            "  gpuImage: registry.example.com/tasks/gpu:1\n"
            "  cpuPodSpec:\n    spec:\n      serviceAccountName: puller\n"
            "  gpuPodSpec:\n    spec:\n      serviceAccountName: puller\n"
        ),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Look at the pods of tasks with and without slots in each pool."""
    private = _private(pods.settings)
    said: set[tuple[Path, str]] = set()
    for task in pods.tasks if private else ():
        pod = task.pods.pod.get("spec") if task.pods is not None else None
        if not isinstance(pod, dict) or pod.get("imagePullSecrets"):
            continue
        if pod.get("serviceAccountName") not in (None, "", "default"):
            continue
        registry = registry_of(_image(pod))
        path = _path(pods.settings, task)
        if registry in private and (path, task.pool) not in said:
            said.add((path, task.pool))
            name = pods.settings.name(path)
            message = (
                f'{name}: tasks of pool "{task.pool or "default"}" pull from {registry} and name no '
                "imagePullSecrets"
            )
            yield pods.settings.problem(path, message)


def _private(settings: DeterminedSettings) -> frozenset[str]:
    """Return the registries that take a login, as far as the values tell."""
    found = {
        registry_of_folder(str(item.get("registry") or ""))
        for item in settings.items("registryCredentials")
        if isinstance(item, dict)
    }
    if settings.get("imagePullSecretName") or settings.items("imagePullSecrets"):
        found.add(registry_of_folder(str(settings.get("imageRegistry", default=""))))
    return frozenset(found - {DOCKER_HUB})


def _image(pod: dict[str, Any]) -> str:
    for container in pod.get("containers") or ():
        if isinstance(container, dict) and container.get("name") == "determined-container":
            return str(container.get("image") or "")
    return ""


def _path(settings: DeterminedSettings, task: TaskPod) -> Path:
    """Return the key that the image of a task comes from."""
    for path, pool in settings.pools():
        own = (*path, "task_container_defaults", "image")
        if pool.get("pool_name") == task.pool and settings.get(*own) is not None:
            return own
    key = "gpuImage" if task.slots else "cpuImage"
    for holder in ("taskContainerDefaults", "defaultImages"):
        if settings.get(holder, key) is not None:
            return (holder, key)
    return ("imageRegistry",)
