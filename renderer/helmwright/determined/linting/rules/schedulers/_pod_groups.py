"""The labels by which the classic scheduler knows a gang, in pod specs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.determined.linting.rules.schedulers._chosen import (
    is_decided_elsewhere,
    scheduler_of_tasks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

NAME = "pod-group.scheduling.sigs.k8s.io/name"
SIZE = "pod-group.scheduling.sigs.k8s.io/min-available"


class PodGroup(NamedTuple):
    """A pod spec with such labels.

    path: of the labels. scheduler: the name that its pods have, blank if the master gives none.
    completed: whether the master adds the labels that are missing.
    """

    pod: Path
    path: Path
    labels: dict[str, Any]
    scheduler: str
    completed: bool


def pod_groups(settings: DeterminedSettings) -> Iterator[PodGroup]:
    """Yield the pod specs with labels of a gang, if it is known which scheduler they get."""
    if is_decided_elsewhere(settings):
        return
    usual = scheduler_of_tasks(settings)
    for path, _ in settings.pod_specs():
        where = (*path, "metadata", "labels")
        labels = settings.section(*where)
        if NAME in labels or SIZE in labels:
            scheduler = str(settings.get(*path, "spec", "schedulerName", default="") or usual)
            completed = bool(usual) and scheduler == usual
            yield PodGroup(path, where, labels, scheduler, completed)
