"""Fields of pod specs that keep the master from starting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import PatchError
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.pods.defaults import PodLayer
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.pod_merge import encode
from helmwright.determined.pods.refusals import TASK_CONTAINER, refused_fields
from helmwright.determined.pods.sources import json_value
from helmwright.values.editing import Remove

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


_SIDECARS_SINCE = (0, 13, 5)


@rule(
    "pod-field-that-is-refused",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O1", "O11"),
    since="0.13.2",
    fixable=True,
    summary="A pod spec sets what is the master's to set",
    why="The master checks the default pod specs when it starts, and does not start with these fields.",
    advice="Remove the field; the master sets it itself.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/pkg/model/environment_config.go",
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      name: «mine»\n",
            message="pod Name is not a configurable option",
        ),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n      cpu_pod_spec:\n"
            "        spec:\n          hostNetwork: «true»\n",
            message="host networking must be configured via master.yaml",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          image: «alpine:latest»\n"
            "          «command»: [/bin/sh]\n",
            message="container Image is not configurable",
        ),
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          «env»:\n            - name: A\n"
            '              value: "1"\n',
            release="0.17.5",
            message="came with 0.17.6",
        ),
        example(
            "taskContainerDefaults:\n  cpuPodSpec:\n    spec:\n      «initContainers»:\n"
            "        - name: prepare\n          image: alpine:3.20\n",
            release="0.13.4",
            message="init containers",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  networkMode: host\n  gpuPodSpec:\n    metadata:\n"
            "      labels:\n        name: mine\n    spec:\n      containers:\n"
            "        - name: determined-container\n          env:\n            - name: A\n"
            '              value: "1"\n        - name: sidecar\n          image: alpine:3.20\n'
            "          command: [/bin/sh]\n"
        ),
        example("taskContainerDefaults:\n  gpuPodSpec: [1]\n  cpuPodSpec:\n    spec: 5\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Ask what the master of the release would say to each pod spec."""
    era = Era(settings.release)
    for path, pod in settings.pod_specs():
        layer = PodLayer(settings.name(path), json_value(pod))
        try:
            refusals = refused_fields(layer, encode(layer), era)
        except PatchError:  # which the master has another message for
            continue
        for refusal in refusals:
            where = (*path, *refusal.path)
            field = str(refusal.path[-1])
            mechanical = refusal.path[0] == "metadata"
            yield settings.problem(
                where,
                f"{settings.name(where)}: the master does not start with it:"
                f" {refusal.message}{_came(field, settings)}",
                fix=_fix(path, refusal.path, sidecars=settings.release.at_least(*_SIDECARS_SINCE)),
                edits=[Remove(where)] if mechanical else (),
            )


def _came(field: str, settings: DeterminedSettings) -> str:
    since = {
        "env": (0, 17, 6),
        "envFrom": (0, 17, 6),
        "securityContext": (0, 23, 4),
        "initContainers": _SIDECARS_SINCE,
        "containers": _SIDECARS_SINCE,
        "name": _SIDECARS_SINCE,
    }.get(field)
    if since is None or settings.release.at_least(*since):
        return ""
    return f" in {settings.release}; that came with {'.'.join(map(str, since))}"


def _fix(path: Path, field: Path, *, sidecars: bool) -> str:
    own = path[0] == "taskContainerDefaults"
    last = field[-1]
    if last == "hostNetwork":
        key = "taskContainerDefaults.networkMode" if own else "task_container_defaults.network_mode"
        return f"remove it and set {key} to host"
    if last == "image" and own:
        key = "gpuImage" if path[-1] == "gpuPodSpec" else "cpuImage"
        instead = f"remove it and set taskContainerDefaults.{key}"
        return f"{instead}, or give a sidecar another name" if sidecars else instead
    if last in ("command", "args", "image") and sidecars:
        return f"remove it; if it is for a sidecar, give that another name than {TASK_CONTAINER}"
    if last == "imagePullPolicy" and own:
        return "remove it and set taskContainerDefaults.forcePullImage"
    return ""
