"""What the master refuses in pod specs, in the words of the release.

Source: validatePodSpec in master/pkg/model/environment_config.go for defaults and for notebooks,
shells, commands and TensorBoards; schemas/expconf/v0/environment.json for experiments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import TaskRefusedError
from helmwright.base.records import Record
from helmwright.determined.pods.pod_merge import encode
from helmwright.determined.pods.sources import section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.errors import Position
    from helmwright.base.paths import Path
    from helmwright.determined.pods.defaults import PodLayer
    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.sources import Document

TASK_CONTAINER = "determined-container"
_EXPERIMENT = ", set it in the experiment config"
_CONTAINER_FIELDS = {
    "image": f"container Image is not configurable{_EXPERIMENT}",
    "command": "container Command is not configurable",
    "args": "container Args are not configurable",
    "workingDir": "container WorkingDir is not configurable",
    "ports": "container Ports are not configurable",
    "envFrom": "container EnvFrom is not configurable",
    "env": f"container Env is not configurable{_EXPERIMENT}",
    "livenessProbe": "container LivenessProbe is not configurable",
    "readinessProbe": "container ReadinessProbe is not configurable",
    "startupProbe": "container StartupProbe is not configurable",
    "lifecycle": "container Lifecycle is not configurable",
    "terminationMessagePath": "container TerminationMessagePath is not configurable",
    "terminationMessagePolicy": "container TerminationMessagePolicy is not configurable",
    "imagePullPolicy": f"container ImagePullPolicy is not configurable{_EXPERIMENT}",
    "securityContext": f"container SecurityContext is not configurable{_EXPERIMENT}",
}
_SCHEMA_SPELLINGS = {
    "envFrom": "env_from",
    "workingDir": "working_dir",
    "livenessProbe": "liveness_probe",
    "readinessProbe": "readiness_probe",
    "startupProbe": "startup_probe",
    "terminationMessagePath": "termination_message_path",
    "terminationMessagePolicy": "termination_message_policy",
    "imagePullPolicy": "image_pull_policy",
    "securityContext": "security_context",
}
"""The schema of experiments looks for these, which no pod spec has."""


class Refusal(Record):
    """A field that the master refuses: the layer, the path in it, and the master's words."""

    layer: str
    path: Path
    message: str
    position: Position | None = None


def refuse(refusals: list[Refusal]) -> None:
    """Raise ``TaskRefusedError`` for the first refusal, with the others as notes, if there are any."""
    if not refusals:
        return
    first, *others = refusals
    error = TaskRefusedError(f"{first.layer}: {first.message}", first.position)
    for other in others:
        place = f"{other.position}: " if other.position else ""
        error.add_note(f"{place}{other.layer}: {other.message}")
    raise error


def check_defaults(layers: Iterable[PodLayer], era: Era) -> None:
    """Raise ``TaskRefusedError`` for what keeps the master from starting."""
    refuse([refusal for layer in layers for refusal in refused_fields(layer, encode(layer), era)])


def refused_fields(layer: PodLayer, pod: Document, era: Era) -> list[Refusal]:
    """Return what the master refuses in a layer's pod as it has read it: defaults, commands."""
    return [
        Refusal(layer.name, path, message, layer.source.position(path))
        for path, message in _fields(pod, era)
    ]


def _fields(pod: Document, era: Era) -> Iterator[tuple[Path, str]]:
    metadata, spec = section(pod.get("metadata")), section(pod.get("spec"))
    if metadata.get("name"):
        yield ("metadata", "name"), "pod Name is not a configurable option"
    if metadata.get("namespace"):
        yield ("metadata", "namespace"), "pod Namespace is not a configurable option"
    if spec.get("hostNetwork"):
        yield ("spec", "hostNetwork"), "host networking must be configured via master.yaml"
    containers = spec.get("containers") or []
    if not era.takes_sidecars:
        yield from _others(spec, containers)
        containers = containers[:1]
    for index, container in enumerate(containers):
        if container.get("name") == TASK_CONTAINER or not era.takes_sidecars:
            for key in _fixed(era):
                if container.get(key) not in (None, "", []):
                    yield ("spec", "containers", index, key), _CONTAINER_FIELDS[key]


def _others(spec: Document, containers: list[Document]) -> Iterator[tuple[Path, str]]:
    """Yield what was refused until the master took other containers than its own."""
    if spec.get("initContainers"):
        yield ("spec", "initContainers"), "init containers are not a configurable option"
    if len(containers) > 1:
        yield ("spec", "containers"), "can specify at most one container in pod_spec"
    if containers and containers[0].get("name"):
        yield ("spec", "containers", 0, "name"), "container Name is not configurable"


def _fixed(era: Era) -> list[str]:
    taken = {"env", "envFrom"} if era.takes_env else set()
    if era.takes_security_context:
        taken.add("securityContext")
    return [key for key in _CONTAINER_FIELDS if key not in taken]


def refused_by_schema(layer: PodLayer, era: Era) -> list[Refusal]:
    """Return what the schema of experiments refuses in a layer as it was written.

    It knows other spellings than Kubernetes has, so that it misses most of what it is about.
    """
    return [
        Refusal(layer.name, path, message, layer.source.position(path))
        for path, message in schema_refusals(layer.pod, era)
    ]


def schema_refusals(pod: Document, era: Era) -> Iterator[tuple[Path, str]]:
    """Yield the paths in a pod spec that the schema of experiments refuses, with its messages."""
    if "name" in pod:
        yield ("name",), "pod Name is not a configurable option"
    if "name_space" in pod:
        yield ("name_space",), "pod NameSpace is not a configurable option"
    containers: Any = section(pod.get("spec")).get("containers")
    if type(containers) is not list:
        return
    for index, container in enumerate(map(section, containers)):
        is_own = container.get("name", TASK_CONTAINER) == TASK_CONTAINER
        if not is_own and era.schema_spares_sidecars:
            continue
        for key, message in _CONTAINER_FIELDS.items():
            written = _SCHEMA_SPELLINGS.get(key, key)
            known = key not in ("env", "envFrom") or not era.takes_env
            if known and written in container:
                yield ("spec", "containers", index, written), message
