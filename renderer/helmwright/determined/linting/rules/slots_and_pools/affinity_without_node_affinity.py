"""The pod spec of a pool has an affinity, but no nodeAffinity: the master crashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._affinity import (
    REQUIRED,
    affinities,
    crashes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_HEAD = (
    "resourcePools:\n"
    "  - pool_name: prod_pool\n"
    "    task_container_defaults:\n"
    "      gpu_pod_spec:\n"
    "        apiVersion: v1\n"
    "        kind: Pod\n"
    "        spec:\n"
)


@rule(
    "affinity-without-node-affinity",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R12",),
    since="0.34.0",
    summary="The pod spec of a pool has an affinity without nodeAffinity",
    why="The master asks the pod specs of pools which nodes belong to the pool, and crashes on an "
    "affinity without nodeAffinity.",
    advice="Write the terms below nodeAffinity, or leave affinity out; a nodeAffinity: {} is enough "
    "beside podAffinity.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/rm/kubernetesrm/jobs.go",
    bad=(
        example(
            _HEAD
            + "          «affinity»:\n"
            + "            # Define an example node selector label.\n"
            + "            nodeSelectorTerms:\n"
            + '              kubernetes.io/hostname: "foo"\n',
            message="nodeSelectorTerms is not below nodeAffinity",
        ),
        example(
            _HEAD
            + "          «affinity»:\n"
            + "            nodeAffinity:\n"
            + "            requiredDuringSchedulingIgnoredDuringExecution:\n"
            + "              nodeSelectorTerms: []\n",
            message="nodeAffinity is blank",
        ),
        example(
            _HEAD + "          «affinity»:\n            podAntiAffinity: {}\n",
            message="has no nodeAffinity",
        ),
        example(
            "resourcePools:\n  - pool_name: prod_pool\n    task_container_defaults:\n"
            "      gpu_pod_spec: {spec: {}}\n"
            "      cpu_pod_spec:\n        spec:\n          «affinity»: {podAffinity: {}}\n",
            message="as soon as a node has no GPU",
        ),
        example(
            "slotType: cpu\n"
            "resourcePools:\n  - pool_name: prod_pool\n    task_container_defaults:\n"
            "      cpu_pod_spec:\n        spec:\n          «affinity»: {}\n",
            message="has no nodeAffinity",
        ),
    ),
    good=(
        example(
            _HEAD
            + "          affinity:\n"
            + "            nodeAffinity:\n"
            + "              requiredDuringSchedulingIgnoredDuringExecution:\n"
            + "                nodeSelectorTerms:\n"
            + "                  - matchExpressions:\n"
            + "                      - {key: zone, operator: In, values: [antarctica-west1]}\n"
        ),
        example(_HEAD + "          affinity: {podAffinity: {}}\n", release="0.33.0"),
        example(_HEAD + "          affinity: {podAffinity: {}, nodeAffinity: {}}\n"),
        example(_HEAD + "          affinity:\n"),
        example("slotType: cpu\n" + _HEAD + "          affinity: {podAffinity: {}}\n"),
        example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      affinity: {podAffinity: {}}\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pod specs of pools; those of the top level are not asked."""
    for pod, path, affinity in affinities(settings):
        surely = crashes(settings, pod, affinity)
        if surely is None:
            continue
        name = settings.name(path)
        when = "" if surely else " as soon as a node has no GPU"
        yield settings.problem(
            path,
            f"{name} {_what(affinity)}, and the master crashes on that{when}",
            of_key=True,
            fix=_fix(affinity),
            severity=None if surely else Severity.WARNING,
        )


def _misplaced(affinity: dict[str, object]) -> str:
    return next((key for key in (REQUIRED, "nodeSelectorTerms") if key in affinity), "")


def _what(affinity: dict[str, object]) -> str:
    misplaced = _misplaced(affinity)
    if misplaced == "nodeSelectorTerms" and "nodeAffinity" not in affinity:
        return "has no nodeAffinity: nodeSelectorTerms is not below nodeAffinity"
    if "nodeAffinity" in affinity:
        return "has no nodeAffinity: nodeAffinity is blank"
    return "has no nodeAffinity"


def _fix(affinity: dict[str, object]) -> str:
    misplaced = _misplaced(affinity)
    if misplaced == REQUIRED:
        return f"indent {REQUIRED} so that it is below nodeAffinity"
    if misplaced:
        return (
            f"write nodeSelectorTerms below nodeAffinity.{REQUIRED}, as a list of matchExpressions; "
            "for one label a nodeSelector is enough"
        )
    return "add 'nodeAffinity: {}' to it"
