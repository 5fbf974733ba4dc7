"""Volumes and variables that have two sources only when pod specs are merged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import PODS, Severity, example, rule
from helmwright.determined.linting.rules.pod_specs._pods import GUIDE
from helmwright.determined.pods.fields import Named, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.pods import TaskPods
    from helmwright.determined.pods.effective import EffectivePods
    from helmwright.determined.pods.fields import FieldPath
    from helmwright.determined.pods.origins import Explained
    from helmwright.lint.finding import Problem

_BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\ntaskContainerDefaults:\n"


@rule(
    "two-sources-after-the-merge",
    reads=PODS,
    severity=Severity.ERROR,
    covers=("O6",),
    since="0.34.0",
    summary="A volume or a variable gets two sources when pod specs are merged",
    why=(
        "checkpointGcPodSpec is merged over gpuPodSpec, volumes and variables by their names. Of one "
        "that is in both, both sources stay, and the API server refuses the pod."
    ),
    advice="Give the volume or the variable in one of the pod specs another name.",
    url=GUIDE,
    bad=(
        example(
            _BASE + "  gpuPodSpec:\n    spec:\n      volumes:\n        - name: data\n"
            "          persistentVolumeClaim:\n            claimName: data\n"
            "  checkpointGcPodSpec:\n    spec:\n      volumes:\n        - name: data\n"
            "          «emptyDir»:\n            medium: Memory\n",
            message="emptyDir and persistentVolumeClaim",
        ),
    ),
    good=(
        example(
            _BASE + "  gpuPodSpec:\n    spec:\n      volumes:\n        - name: data\n"
            "          emptyDir:\n            sizeLimit: 1Gi\n"
            "  checkpointGcPodSpec:\n    spec:\n      volumes:\n        - name: data\n"
            "          emptyDir:\n            medium: Memory\n"
        ),
    ),
)
def check(pods: TaskPods) -> Iterator[Problem]:
    """Look at the fields that layers bring into one volume or variable."""
    for task in pods.tasks:
        if task.pods is not None and len(task.pods.layers) > 1:
            yield from _clashes(pods, task.pods)


def _clashes(pods: TaskPods, made: EffectivePods) -> Iterator[Problem]:
    found: dict[FieldPath, dict[str, Explained]] = {}
    for one in made.explain():
        for length in range(2, len(one.field)):
            last = one.field[length - 1]
            key = one.field[length] if isinstance(last, Named) else None
            owner = one.field[length - 2]
            counts = owner == "volumes" or (owner == "env" and key in ("value", "valueFrom"))
            if isinstance(key, str) and counts and key != "name":
                found.setdefault(one.field[:length], {}).setdefault(key, one)
    for path, sources in found.items():
        layers = {one.origin.layer for one in sources.values()}
        if len(sources) < 2 or len(layers) < 2:
            continue
        strongest = sources[min(sources, key=lambda key: _rank(made, sources[key]))]
        where = pods.path_of(strongest.origin.position)
        if where is None:
            continue
        names = [step for step in where if step in sources]
        at = where[: where.index(names[0]) + 1] if names else where
        yield pods.settings.problem(
            at,
            f"{pods.settings.name(at)}: merged, {shown(path)} has {' and '.join(sorted(sources))}",
            of_key=True,
        )


def _rank(made: EffectivePods, one: Explained) -> int:
    names = [layer.name for layer in made.layers]
    return -names.index(one.origin.layer) if one.origin.layer in names else 1
