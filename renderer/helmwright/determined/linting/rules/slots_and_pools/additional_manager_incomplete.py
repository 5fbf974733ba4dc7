"""A manager of another cluster lacks a setting that the master needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.rules.slots_and_pools._managers import AdditionalManager
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_WHOLE = (
    "additional_resource_managers:\n"
    "  - resource_manager:\n"
    "      type: kubernetes\n"
    "      cluster_name: additional-cluster\n"
    "      max_slots_per_pod: 1\n"
    "      kubeconfig_secret_name: additionalrm\n"
    "      kubeconfig_secret_value: config\n"
    "    resource_pools:\n      - pool_name: additional_pool\n"
)


def _without(key: str) -> str:
    lines = _WHOLE.replace("resource_manager:", "«resource_manager»:").splitlines(keepends=True)
    return "".join(line for line in lines if not line.strip().startswith(f"{key}:"))


@rule(
    "additional-manager-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R17",),
    since="0.29.0",
    summary="An entry of additional_resource_managers lacks type, name, slots or kubeconfig",
    why="The chart does not render without the kubeconfig, and the master does not start without "
    "the others.",
    advice="Give type: kubernetes, cluster_name, max_slots_per_pod, and kubeconfig_secret_name with "
    "kubeconfig_secret_value.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(_without("type"), message="type is not set"),
        example(_without("cluster_name"), message="cluster_name is not set"),
        example(_without("max_slots_per_pod"), message="max_slots_per_pod is not set"),
        example(_without("kubeconfig_secret_name"), message="kubeconfig_secret_name is not set"),
        example(_without("kubeconfig_secret_value"), message="kubeconfig_secret_value is not set"),
        example(
            _WHOLE.replace("type: kubernetes", "type: «agent»"), message='type: "agent" is not'
        ),
        example(
            _WHOLE.replace("cluster_name:", "name:").replace(
                "resource_manager:", "«resource_manager»:"
            ),
            upstream=True,
            message="cluster_name is not set",
        ),
        example("additional_resource_managers:\n  - «»resource_pools: []\n", message="is not set"),
    ),
    good=(
        example(_WHOLE),
        example(_WHOLE.replace("cluster_name:", "name:")),
        example(_WHOLE.replace("cluster_name:", "name:"), release="0.34.0", upstream=True),
        example(
            "additional_resource_managers:\n"
            "  - resource_manager:\n"
            "      type: kubernetes\n"
            "      cluster_name: additional-cluster\n"
            "      max_slots_per_pod: 1\n"
            "      kubeconfig_path: /kubeconfigs/config\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at each entry; the chart of Determined itself takes no other name of a key."""
    for manager in additional_managers(settings):
        path = manager.settings_path
        if not manager.settings:
            if settings.get(*path) is None:
                yield settings.problem(path, f"{settings.name(path)} is not set")
            continue
        kind = manager.settings.get("type")
        if kind is not None and kind != "kubernetes":
            where: Path = (*path, "type")
            yield settings.problem(
                where,
                f"{settings.name(where)}: {settings.show(*where)} is not kubernetes, the only type "
                "that an additional manager can have",
                fix="write 'type: kubernetes'",
            )
        for key, fix in _missing(manager, settings):
            where = (*path, key)
            yield settings.problem(where, f"{settings.name(where)} is not set", fix=fix)


def _missing(manager: AdditionalManager, settings: DeterminedSettings) -> Iterator[tuple[str, str]]:
    given = manager.settings
    if given.get("type") is None:
        yield "type", "add 'type: kubernetes'"
    newest = settings.release.at_least(0, 35, 0)
    key, other = ("cluster_name", "name") if newest else ("name", "cluster_name")
    if not given.get(key) and (settings.upstream or not given.get(other)):
        yield key, f"rename {other} to {key}" if given.get(other) else f"add '{key}:' and a name"
    if given.get("max_slots_per_pod") in (None, ""):
        yield "max_slots_per_pod", "add 'max_slots_per_pod:' and the GPUs of a node there"
    if settings.upstream and not settings.release.at_least(0, 30, 0):
        return  # whose chart mounts no kubeconfig
    if settings.upstream or not given.get("kubeconfig_path"):
        if not given.get("kubeconfig_secret_name"):
            yield (
                "kubeconfig_secret_name",
                "name the Secret that holds a kubeconfig for the cluster",
            )
        if not given.get("kubeconfig_secret_value"):
            yield "kubeconfig_secret_value", "name the key of the Secret"
