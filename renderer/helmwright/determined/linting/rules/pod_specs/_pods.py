"""Walks through the pod specs of values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError
from helmwright.determined.pods.refusals import TASK_CONTAINER
from helmwright.go.quantity import parse as parse_quantity

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

__all__ = ["TASK_CONTAINER", "Container", "all_containers", "containers_of", "maps_in", "spec_of"]

GPUS = ("nvidia.com/gpu", "amd.com/gpu")

GUIDE = "https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/custom-pod-specs.rst"
ASSEMBLY = "https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/rm/kubernetesrm/spec.go"


class Container(NamedTuple):
    """A container in a pod spec. kind: the list that it is in. name: blank if it has none."""

    path: Path
    fields: dict[str, Any]
    kind: str
    name: str

    @property
    def runs_task(self) -> bool:
        """Whether its fields go to the container of the task."""
        return self.kind == "containers" and self.name == TASK_CONTAINER


def spec_of(pod: dict[str, Any]) -> dict[str, Any]:
    """Return the spec of a pod; an empty map if there is something else."""
    spec = pod.get("spec")
    return spec if type(spec) is dict else {}


def maps_in(value: Any, key: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the items of the list at a key of a map that are maps, with their index."""
    items = value.get(key) if type(value) is dict else None
    for index, item in enumerate(items if type(items) is list else ()):
        if type(item) is dict:
            yield index, item


def containers_of(path: Path, pod: dict[str, Any]) -> Iterator[Container]:
    """Yield the containers and the init containers of the pod spec at ``path``."""
    for kind in ("containers", "initContainers"):
        for index, fields in maps_in(spec_of(pod), kind):
            name = fields.get("name")
            yield Container(
                (*path, "spec", kind, index), fields, kind, name if type(name) is str else ""
            )


def all_containers(settings: DeterminedSettings) -> Iterator[Container]:
    """Yield the containers of every pod spec in the values."""
    for path, pod in settings.pod_specs():
        yield from containers_of(path, pod)


def has_slots(path: Path) -> bool:
    """Tell whether the pod spec at ``path`` is for tasks with slots."""
    return path[-1] in ("gpuPodSpec", "gpu_pod_spec")


def is_some(amount: object) -> bool:
    """Tell whether a quantity is one, and not zero."""
    try:
        return str(parse_quantity(str(amount).removesuffix(".0"))) != "0"
    except GoError:
        return False
