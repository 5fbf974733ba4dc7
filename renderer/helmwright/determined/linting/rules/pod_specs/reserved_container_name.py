"""Containers with the names of those that the master adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import (
    ASSEMBLY,
    TASK_CONTAINER,
    all_containers,
)
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.generated import FLUENT_CONTAINER, INIT_CONTAINER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      {}:\n        - name: {}\n"


@rule(
    "reserved-container-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O4",),
    since="0.13.5",
    summary="A container has the name of one that the master adds",
    why=(
        "Only determined-container in containers is merged with the master's own. Of the others "
        "there would be two, and the API server refuses the pod."
    ),
    advice="Give the container another name.",
    url=ASSEMBLY,
    bad=(
        example(_POD.format("initContainers", "«determined-init-container»")),
        example(_POD.format("initContainers", "«determined-container»"), message="initContainers"),
        example(_POD.format("containers", "«determined-fluent-container»"), release="0.24.0"),
    ),
    good=(
        example(_POD.format("initContainers", "prepare")),
        example(_POD.format("containers", "determined-container")),
        example(_POD.format("containers", "determined-fluent-container")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names of containers."""
    era = Era(settings.release)
    reserved = {INIT_CONTAINER, *([FLUENT_CONTAINER] if era.has_fluent else [])}
    for container in all_containers(settings) if era.takes_sidecars else ():
        where = (*container.path, "name")
        if container.name in reserved:
            yield settings.problem(
                where,
                f"{settings.name(where)}: the master adds {container.name} itself, and a pod"
                " cannot have two",
            )
        elif container.name == TASK_CONTAINER and container.kind != "containers":
            yield settings.problem(
                where,
                f"{settings.name(where)}: {TASK_CONTAINER} is the container of the task and"
                " cannot be in initContainers, too",
            )
