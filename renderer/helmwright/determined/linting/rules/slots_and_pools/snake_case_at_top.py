"""A key at the top of the values is written as in resource pools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._pool_keys import camel
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_TOP = (
    "default_aux_resource_pool",
    "default_compute_resource_pool",
    "default_scheduler",
    "max_slots_per_pod",
    "resource_pools",
    "slot_resource_requests",
    "slot_type",
    "task_container_defaults",
)
_TASKS = (
    "checkpoint_gc_pod_spec",
    "cpu_pod_spec",
    "dtrain_network_interface",
    "force_pull_image",
    "gpu_pod_spec",
    "log_policies",
    "network_mode",
    "startup_hook",
)
_TASKS_OURS = (
    "add_capabilities",
    "bind_mounts",
    "devices",
    "drop_capabilities",
    "environment_variables",
    "gloo_port_range",
    "nccl_port_range",
    "preemption_timeout",
    "registry_auth",
    "shm_size_bytes",
    "work_dir",
)
"""Keys that the chart of Determined itself does not have."""


@rule(
    "snake-case-at-top",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R7",),
    judges_keys=True,
    summary="A key of the values is written gpu_pod_spec instead of gpuPodSpec",
    why="Only pools and additional managers have keys with underscores; no template reads these.",
    advice="Write the keys of the values as resourcePools and taskContainerDefaults.gpuPodSpec.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst",
    fixable=True,
    bad=(
        example(
            "taskContainerDefaults:\n  «gpu_pod_spec»:\n    spec:\n      hostIPC: true\n",
            message="is called gpuPodSpec",
        ),
        example(
            "«task_container_defaults»:\n  cpu_pod_spec: {}\n",
            upstream=True,
            message="is called taskContainerDefaults",
        ),
        example("«max_slots_per_pod»: 4\n", message="is called maxSlotsPerPod"),
        example("«resource_pools»:\n  - pool_name: prod\n", message="is called resourcePools"),
        example(
            "«additionalResourceManagers»: []\n", message="is called additional_resource_managers"
        ),
    ),
    good=(
        example("taskContainerDefaults:\n  gpuPodSpec: {}\n"),
        example("additional_resource_managers: []\n"),
        example("taskContainerDefaults:\n  unheard_of: 1\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the top of the values and at taskContainerDefaults."""
    for key in _TOP:
        yield from _found(settings, (key,), camel(key))
    yield from _found(settings, ("additionalResourceManagers",), "additional_resource_managers")
    for key in _TASKS if settings.upstream else (*_TASKS, *_TASKS_OURS):
        if camel(key) != key:
            yield from _found(settings, ("taskContainerDefaults", key), camel(key))


def _found(settings: DeterminedSettings, path: Path, right: str) -> Iterator[Problem]:
    if settings.get(*path) is None:
        return
    new: Path = (*path[:-1], right)
    yield settings.problem(
        path,
        f"{settings.name(path)} is called {right} in the values",
        of_key=True,
        fix=f"rename it to {right}",
        edits=() if settings.given(*new) else (Rename(path, new),),
        severity=None if settings.upstream else Severity.ERROR,
    )
