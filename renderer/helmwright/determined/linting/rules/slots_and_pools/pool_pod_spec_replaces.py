"""The pod spec of a pool takes the place of the top-level one, and something of that is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PODS = {
    "cpu_pod_spec": "cpuPodSpec",
    "gpu_pod_spec": "gpuPodSpec",
    "checkpoint_gc_pod_spec": "checkpointGcPodSpec",
}
_LISTS = {
    "volumes": "volume",
    "imagePullSecrets": "pull secret",
    "initContainers": "init container",
    "containers": "container",
}
_TASK_CONTAINER = "determined-container"
_TASKS = "taskContainerDefaults"
_TOP = (
    "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
    "      tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n"
    "      volumes: [{name: scratch, emptyDir: {}}]\n"
    "resourcePools:\n  - pool_name: prod_pool\n    task_container_defaults:\n"
)


@rule(
    "pool-pod-spec-replaces",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R11",),
    since="0.19.10",
    summary="A pool's pod spec leaves out volumes, tolerations or accounts of the top-level one",
    why="The pod spec of a pool takes the place of that in taskContainerDefaults as a whole; the two "
    "are not merged.",
    advice="Repeat in the pool's pod spec what its tasks need of the top-level one, for example with "
    "a YAML anchor.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/custom-pod-specs.rst",
    bad=(
        example(
            _TOP + "      «gpu_pod_spec»:\n        spec:\n"
            "          tolerations: [{key: pool_taint, value: prod, effect: NoSchedule}]\n",
            message="toleration of nvidia.com/gpu, volume scratch",
        ),
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    spec:\n      serviceAccountName: writer\n"
            "      containers: [{name: determined-container, env: [{name: A, value: b}]}]\n"
            "resourcePools:\n  - pool_name: prod_pool\n    task_container_defaults:\n"
            "      «cpu_pod_spec»: {metadata: {labels: {a: b}}}\n",
            message="serviceAccountName writer, env A of determined-container",
        ),
    ),
    good=(
        example(
            _TOP + "      gpu_pod_spec:\n        spec:\n"
            "          tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n"
            "          volumes: [{name: scratch, hostPath: {path: /scratch}}]\n"
        ),
        example(_TOP + "      cpu_pod_spec:\n        spec: {nodeSelector: {pool: prod}}\n"),
        example(
            _TOP + "      gpu_pod_spec:\n        spec:\n"
            "          tolerations: [{operator: Exists}]\n          volumes: [{name: scratch}]\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the pod specs of all pools with the top-level ones of their kind."""
    for path, _ in settings.pools():
        for key, top in _PODS.items():
            where: Path = (*path, "task_container_defaults", key)
            above: Path = (_TASKS, top)
            pod, replaced = settings.get(*where), settings.get(*above)
            if type(pod) is not dict or type(replaced) is not dict:
                continue
            lost = list(_lost(_section(replaced, "spec"), _section(pod, "spec")))
            if lost:
                yield settings.problem(
                    where,
                    f"{settings.name(where)} replaces {settings.name(above)}, which is not merged "
                    f"into it; lost: {', '.join(lost)}",
                    of_key=True,
                    related=[Related(settings.span(above, of_key=True), "what is replaced")],
                )


def _lost(top: dict[str, Any], pool: dict[str, Any]) -> Iterator[str]:
    kept = [item for item in _items(pool, "tolerations") if type(item) is dict]
    for toleration in _items(top, "tolerations"):
        if type(toleration) is dict and not any(_covers(one, toleration) for one in kept):
            yield f"toleration of {toleration.get('key') or 'every taint'}"
    for key, what in _LISTS.items():
        names = _names(pool, key)
        lost = (name for name in _names(top, key) if name not in names)
        yield from (f"{what} {name}" for name in lost if name != _TASK_CONTAINER)
    for key in ("serviceAccountName", "runtimeClassName", "priorityClassName", "schedulerName"):
        if top.get(key) and not pool.get(key):
            yield f"{key} {top[key]}"
    yield from _lost_of_task(_task_container(top), _task_container(pool))


def _lost_of_task(top: dict[str, Any], pool: dict[str, Any]) -> Iterator[str]:
    names = _names(pool, "env")
    for name in _names(top, "env"):
        if name not in names:
            yield f"env {name} of {_TASK_CONTAINER}"
    for key in ("envFrom", "resources", "securityContext"):
        if top.get(key) and not pool.get(key):
            yield f"{key} of {_TASK_CONTAINER}"


def _covers(kept: dict[str, Any], lost: dict[str, Any]) -> bool:
    """Tell whether one toleration tolerates all that another does."""
    for key in ("key", "effect"):
        if kept.get(key) and kept.get(key) != lost.get(key):
            return False
    if kept.get("operator") == "Exists":
        return True
    return lost.get("operator") != "Exists" and kept.get("value") == lost.get("value")


def _task_container(spec: dict[str, Any]) -> dict[str, Any]:
    for item in _items(spec, "containers"):
        if type(item) is dict and item.get("name") == _TASK_CONTAINER:
            return item
    return {}


def _names(value: dict[str, Any], key: str) -> list[str]:
    found = (item.get("name") for item in _items(value, key) if type(item) is dict)
    return [name for name in found if isinstance(name, str) and name]


def _section(value: dict[str, Any], key: str) -> dict[str, Any]:
    found = value.get(key)
    return found if type(found) is dict else {}


def _items(value: dict[str, Any], key: str) -> list[Any]:
    found = value.get(key)
    return found if type(found) is list else []
