"""Commands, notebooks, shells and TensorBoards as the master decodes and validates them.

Source: master/internal/api_command.go, Validate in master/pkg/model/command_config.go,
experiment_config.go and environment_config.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.determined.pods.defaults import PodLayer
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.pod_merge import encode
from helmwright.determined.pods.refusals import refused_fields
from helmwright.determined.tasks.decoding import TaskDecoder
from helmwright.determined.tasks.problem import TaskProblem
from helmwright.determined.wording import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.versions import DeterminedRelease

_IDLE_TYPES = ("kernels_or_terminals", "kernel_connections", "activity")


def check_command(
    config: Any, release: DeterminedRelease, *, of_template: bool = False
) -> list[TaskProblem]:
    """Return what is wrong with a configuration; of a template, unknown keys are dropped."""
    decoder = TaskDecoder("command", release, strict=not of_template)
    decoded, problems = decoder.decode_task(config)
    said = {problem.path for problem in problems}
    return problems + [one for one in _validated(decoded, release) if one.path not in said]


def check_early_experiment(config: Any, release: DeterminedRelease) -> list[TaskProblem]:
    """Return what is wrong with an experiment of a release before there were schemas."""
    decoder = TaskDecoder("experiment", release)
    decoded, problems = decoder.decode_task(config)
    said = {problem.path for problem in problems}
    found = [*_resources(decoded, release, "slots_per_trial", 1), *_shared(decoded, release)]
    return problems + [one for one in found if one.path not in said]


def _validated(decoded: dict[str, Any], release: DeterminedRelease) -> Iterator[TaskProblem]:
    yield from _resources(decoded, release, "slots", 0)
    yield from _shared(decoded, release)
    idle = decoded.get("notebook_idle_type")
    if release.at_least(0, 17, 9) and idle is not None and idle not in _IDLE_TYPES:
        message = f"{shown(idle)} is none of {', '.join(_IDLE_TYPES)}"
        yield TaskProblem(("notebook_idle_type",), message)
    resources = decoded.get("resources") or {}
    if release.at_least(0, 28, 0) and resources.get("is_single_node") is not None:
        path, message = ("resources", "is_single_node"), "is of experiments only"
        yield TaskProblem(path, message, "leave it out", of_key=True)


def _resources(
    decoded: dict[str, Any], release: DeterminedRelease, slots: str, least: int
) -> Iterator[TaskProblem]:
    given = decoded.get("resources") or {}

    def wrong(key: str, value: Any, wanted: str) -> TaskProblem:
        return TaskProblem(("resources", key), f"{value:g} is not {wanted}")

    count, weight = given.get(slots), given.get("weight")
    if isinstance(count, int) and count < least:
        yield wrong(slots, count, f"at least {least}")
    if isinstance(weight, float | int) and weight <= 0:
        yield wrong("weight", weight, "greater than 0")
    size = given.get("shm_size")
    if isinstance(size, int) and size < 0 and not release.at_least(0, 18, 3):
        yield wrong("shm_size", size, "at least 0")
    priority = given.get("priority")
    ranged = release.at_least(0, 13, 10)
    if ranged and isinstance(priority, int) and not 1 <= priority <= 99:
        yield wrong("priority", priority, "from 1 to 99")


def _shared(decoded: dict[str, Any], release: DeterminedRelease) -> Iterator[TaskProblem]:
    for index, mount in enumerate(decoded.get("bind_mounts") or ()):
        yield from _mount(mount or {}, ("bind_mounts", index))
    pod = (decoded.get("environment") or {}).get("pod_spec")
    if isinstance(pod, dict):
        path: Path = ("environment", "pod_spec")
        layer = PodLayer("pod_spec", pod)
        try:
            refusals = refused_fields(layer, encode(layer), Era(release))
        except HelmwrightError:  # what is no pod has been said by the decoder
            return
        for refusal in refusals:
            yield TaskProblem((*path, *refusal.path), refusal.message, of_key=True)


def _mount(mount: dict[str, Any], path: Path) -> Iterator[TaskProblem]:
    host, container = mount.get("host_path") or "", mount.get("container_path") or ""
    if not host:
        yield TaskProblem(path, "host_path is missing", "add host_path", of_key=True)
    elif not host.startswith("/"):
        yield TaskProblem((*path, "host_path"), f'"{host}" is no absolute path')
    if container == ".":
        yield TaskProblem((*path, "container_path"), 'must not be "."')
