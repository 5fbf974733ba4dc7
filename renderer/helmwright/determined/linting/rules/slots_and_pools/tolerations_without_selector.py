"""Pods tolerate a taint of some nodes, but may run on others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OF_SYSTEM = (
    "nvidia.com/",
    "amd.com/",
    "node.kubernetes.io/",
    "node-role.kubernetes.io/",
    "cloud.google.com/",
    "kubernetes.azure.com/",
    "eks.amazonaws.com/",
    "karpenter.sh/",
)
"""Taints that are there for another reason than to keep a pool's nodes apart."""
_HEAD = (
    "resourcePools:\n"
    "  - pool_name: prod_pool\n"
    "    task_container_defaults:\n"
    "      gpu_pod_spec:\n"
    "        spec:\n"
)
_TAINT = "[{key: pool_taint, operator: Equal, value: prod, effect: NoSchedule}]\n"


@rule(
    "tolerations-without-selector",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R15",),
    since="0.19.10",
    summary="A pool's pod spec tolerates a taint, and selects no nodes",
    why="A toleration lets pods run on the tainted nodes, but does not keep them there: tasks of the "
    "pool may run on any node without a taint.",
    advice="Label the nodes of the pool, and add a nodeSelector or a nodeAffinity to its pod spec.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(example(_HEAD + f"          «tolerations»: {_TAINT}", message="pool_taint"),),
    good=(
        example(_HEAD + f"          tolerations: {_TAINT}          nodeSelector: {{pool: prod}}\n"),
        example(
            _HEAD + f"          tolerations: {_TAINT}"
            "          affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
            "{nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}\n"
        ),
        example(f"taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      tolerations: {_TAINT}"),
        example(_HEAD + "          tolerations: [{key: nvidia.com/gpu, operator: Exists}]\n"),
        example(
            _HEAD.replace("    task", "    kubernetes_namespace: prod\n    task")
            + f"          tolerations: {_TAINT}",
            release="0.34.0",
        ),
        example(
            _HEAD + f"          tolerations: {_TAINT}",
            nodes="[{gpus: 8, taints: ['pool_taint=prod:NoSchedule']}]",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the pod specs of pools; at the top level it is usual to allow more nodes only.

    An admission plugin may select nodes by the namespace, so pools with one of their own, and
    namespaces that the chart makes, say nothing; nor does an inventory in which all is tainted.
    """
    if settings.items("poolNamespaces") or _all_tainted(settings):
        return
    for path, pool in settings.pools():
        if pool.get("kubernetes_namespace") and not settings.release.at_least(0, 35, 0):
            continue
        for key in ("cpu_pod_spec", "gpu_pod_spec"):
            spec: Path = (*path, "task_container_defaults", key, "spec")
            tolerations = settings.items(*spec, "tolerations")
            taint = _own_taint(tolerations)
            if any(type(one) is dict and _selects(one) for one in tolerations):
                continue  # it is there, in the wrong place
            if taint and not _selects(settings.section(*spec)):
                where = (*spec, "tolerations")
                yield settings.problem(
                    where,
                    f"{settings.name(where)} lets pods run on nodes with the taint {taint}, and "
                    "nothing keeps them away from other nodes",
                    of_key=True,
                )


def _all_tainted(settings: DeterminedSettings) -> bool:
    """Tell whether no node of the inventory takes pods without tolerations."""
    return bool(settings.nodes) and all(
        any(taint.effect != "PreferNoSchedule" for taint in node.taints)
        for node in settings.nodes or ()
    )


def _own_taint(tolerations: list[Any]) -> str:
    for toleration in tolerations:
        key = toleration.get("key") if type(toleration) is dict else None
        if isinstance(key, str) and key and not key.startswith(_OF_SYSTEM):
            return key
    return ""


def _selects(spec: dict[str, Any]) -> bool:
    return bool(spec.get("nodeSelector") or spec.get("affinity") or spec.get("nodeName"))
