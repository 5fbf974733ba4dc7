"""Terms for nodes stand directly below affinity, where Kubernetes has no such field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._affinity import (
    PREFERRED,
    REQUIRED,
    TERMS,
    affinities,
    crashes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_FIX = {
    "nodeSelectorTerms": f"write it below nodeAffinity.{REQUIRED}, as a list of matchExpressions",
    REQUIRED: "indent it so that it is below nodeAffinity",
    PREFERRED: "indent it so that it is below nodeAffinity",
}


@rule(
    "terms-outside-node-affinity",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R12",),
    since="0.13.2",
    summary="Terms for nodes stand directly below affinity",
    why="The master drops fields that Kubernetes does not have there, so that pods go to any node.",
    advice="Write affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution."
    "nodeSelectorTerms.",
    url="https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/",
    bad=(
        example(
            "taskContainerDefaults:\n"
            "  gpuPodSpec:\n"
            "    spec:\n"
            "      affinity:\n"
            "         «nodeSelectorTerms»:\n"
            '            kubernetes.io/hostname: "foo"\n'
            "         nodeAffinity:\n"
            "         «requiredDuringSchedulingIgnoredDuringExecution»:\n"
            "            nodeSelectorTerms: []\n",
            message="belongs below nodeAffinity",
        ),
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    task_container_defaults:\n"
            "      cpu_pod_spec:\n        spec:\n          affinity:\n"
            "            nodeAffinity:\n"
            "              «nodeSelectorTerms»: []\n",
            message="nodeAffinity.nodeSelectorTerms belongs below",
        ),
    ),
    good=(
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      affinity:\n"
            "        nodeAffinity:\n"
            "          requiredDuringSchedulingIgnoredDuringExecution:\n"
            "            nodeSelectorTerms: []\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the affinities of all pod specs."""
    for pod, path, affinity in affinities(settings):
        if crashes(settings, pod, affinity):
            continue  # the rule about that says where the terms belong
        for key in (TERMS, REQUIRED, PREFERRED):
            if affinity.get(key) is not None:
                here = (*path, key)
                yield settings.problem(
                    here,
                    f"{settings.name(here)} belongs below nodeAffinity and is dropped where it is",
                    of_key=True,
                    fix=_FIX[key],
                )
        here = (*path, "nodeAffinity", TERMS)
        if settings.get(*here) is not None:
            yield settings.problem(
                here,
                f"{settings.name(here)} belongs below {REQUIRED} and is dropped where it is",
                of_key=True,
                fix=f"write it below {REQUIRED}",
            )
