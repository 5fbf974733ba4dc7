"""Volumes with the names of those that the master adds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import ASSEMBLY, maps_in, spec_of
from helmwright.determined.pods.eras import Era

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ALWAYS = ("det-shm-volume", "archive-volume", "entrypoint-volume", "additional-files-volume")
_WITH_FLUENT = ("det-logs", "det-fluent")
_NUMBERED = lazy_pattern(r"(det-host|root)-volume-[0-9]+")
_POD = "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      volumes:\n"


@rule(
    "reserved-volume-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("O4",),
    since="0.13.2",
    summary="A volume has the name of one that the master adds",
    why="The pod has two volumes of that name, and the API server refuses it.",
    advice="Give the volume another name, in its mounts as well.",
    url=ASSEMBLY,
    bad=(
        example(
            _POD + "        - name: «det-shm-volume»\n          emptyDir:\n"
            "            medium: Memory\n",
            message="the master adds a volume of that name",
        ),
        example(_POD + "        - name: «det-host-volume-0»\n", message="det-host-volume-N"),
    ),
    good=(example(_POD + "        - name: shm-volume\n        - name: det-logs\n"),),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names of volumes."""
    reserved = _ALWAYS + (_WITH_FLUENT if Era(settings.release).has_fluent else ())
    for path, pod in settings.pod_specs():
        for index, volume in maps_in(spec_of(pod), "volumes"):
            name = volume.get("name")
            where = (*path, "spec", "volumes", index, "name")
            if name in reserved:
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: the master adds a volume of that name, {name}, itself",
                )
            elif type(name) is str and _NUMBERED.fullmatch(name):
                kind = name.rpartition("-")[0]
                yield settings.problem(
                    where,
                    f"{settings.name(where)}: {kind}-N are the names of volumes that the master"
                    " adds where a task needs them",
                    severity=Severity.WARNING,
                )
