"""Two resource managers have one name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ROOT: Path = ("resourceManager", "clusterName")


@rule(
    "manager-name-twice",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("R17",),
    since="0.29.0",
    summary="Two resource managers have the same cluster_name",
    why="The master does not start. The cluster that it runs in is called default unless "
    "resourceManager.clusterName says otherwise.",
    advice="Give every entry of additional_resource_managers a cluster_name of its own.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(
            "additional_resource_managers:\n  - resource_manager:\n      cluster_name: «default»\n",
            message='"default" is the name of the cluster that the master runs in',
        ),
        example(
            "resourceManager:\n  clusterName: home\n"
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: two\n"
            "  - resource_manager:\n      cluster_name: «two»\n",
            message='"two" is the name of additional_resource_managers[0] already',
        ),
    ),
    good=(
        example(
            "resourceManager:\n  clusterName: home\n"
            "additional_resource_managers:\n"
            "  - resource_manager:\n      cluster_name: default\n"
            "  - resource_manager:\n      cluster_name: two\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names of all managers."""
    reads_root = not settings.upstream or settings.release.at_least(0, 35, 0)
    root = settings.get(*_ROOT) if reads_root else None
    seen: dict[str, Path] = {str(root or "default"): ()}
    newest = settings.release.at_least(0, 35, 0)
    keys = ("cluster_name", "name") if newest else ("name", "cluster_name")
    for manager in additional_managers(settings):
        key = next((one for one in keys if manager.settings.get(one)), None)
        if key is None:
            continue
        path = (*manager.settings_path, key)
        name = str(manager.settings[key])
        first = seen.setdefault(name, manager.path)
        if first is manager.path:
            continue
        other = settings.name(first) if first else "the cluster that the master runs in"
        related = [Related(settings.span(first), "the other manager")] if first else []
        yield settings.problem(
            path,
            f'{settings.name(path)}: "{name}" is the name of {other} already',
            fix="choose another name",
            related=related,
        )
