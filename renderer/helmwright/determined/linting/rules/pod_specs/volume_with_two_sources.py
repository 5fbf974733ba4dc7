"""Volumes with two sources, and variables with two values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import all_containers, maps_in, spec_of
from helmwright.kube.schemas import NEWEST
from helmwright.kube.schemas import pod as pod_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "volume-with-two-sources",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O6",),
    since="0.13.2",
    summary="A volume has two sources, or a variable both value and valueFrom",
    why="The API server refuses the pod.",
    advice="Keep one of the two.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/",
    bad=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n"
            "        - name: data\n          emptyDir: {}\n"
            "          «persistentVolumeClaim»:\n            claimName: data\n",
            message="emptyDir and persistentVolumeClaim",
        ),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          env:\n            - name: TOKEN\n"
            "              value: plain\n              «valueFrom»:\n"
            "                secretKeyRef:\n                  name: s\n                  key: k\n",
            message="value and valueFrom",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n"
            "        - name: data\n          emptyDir: {}\n          hostPath:\n        - name: b\n"
            '      containers:\n        - name: a\n          env:\n            - value: ""\n'
            "              name: A\n              valueFrom: {}\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Count the sources of every volume and variable."""
    volumes = pod_type(NEWEST).fields["spec"].type.fields["volumes"].type.element
    for path, pod in settings.pod_specs():
        for index, volume in maps_in(spec_of(pod), "volumes"):
            sources = [
                key
                for key, value in volume.items()
                if key != "name" and value is not None and volumes and key in volumes.fields
            ]
            if len(sources) > 1:
                where = (*path, "spec", "volumes", index, sources[-1])
                yield settings.problem(
                    where,
                    f"{settings.name(where[:-1])} has the sources {' and '.join(sources)};"
                    " a volume has one",
                    of_key=True,
                )
    for container in all_containers(settings):
        for index, variable in maps_in(container.fields, "env"):
            if variable.get("value") not in (None, "") and variable.get("valueFrom"):
                where = (*container.path, "env", index, "valueFrom")
                yield settings.problem(
                    where,
                    f"{settings.name(where[:-1])} has both value and valueFrom",
                    of_key=True,
                )
