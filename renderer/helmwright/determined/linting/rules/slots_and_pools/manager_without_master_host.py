"""Tasks of another cluster are not told where the master is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_HEAD = "additional_resource_managers:\n  - {}:\n      cluster_name: two\n"


@rule(
    "manager-without-master-host",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("R17",),
    since="0.29.1",
    summary="An additional cluster has no determined_master_host and determined_master_port",
    why="Tasks there then look for the master under the name of its Service, which other clusters do "
    "not know.",
    advice="Set determined_master_host (determined_master_ip until 0.37.0) and "
    "determined_master_port to an address of the master that the other cluster reaches.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/setup-multiple-resource-managers.rst",
    bad=(
        example(_HEAD.format("«resource_manager»"), message="determined_master_host is not set"),
        example(
            _HEAD.format("«resource_manager»") + "      determined_master_host: 10.11.12.13\n",
            message="determined_master_port is not set",
        ),
        example(
            _HEAD.format("«resource_manager»").replace("cluster_name", "name"),
            release="0.34.0",
            message="determined_master_ip is not set",
        ),
    ),
    good=(
        example(
            _HEAD.format("resource_manager")
            + "      determined_master_host: 10.11.12.13\n      determined_master_port: 8080\n"
        ),
        example(
            _HEAD.format("resource_manager")
            + "      determined_master_ip: 10.11.12.13\n      determined_master_port: 8080\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at each entry: the master wants both, or it asks the other cluster for the Service."""
    newest = settings.release.at_least(0, 38, 0)
    key = "determined_master_host" if newest else "determined_master_ip"
    for manager in additional_managers(settings):
        given = manager.settings
        if not given or given.get("master_service_name"):
            continue
        host = given.get("determined_master_host") or given.get("determined_master_ip")
        missing = key if not host else "determined_master_port"
        if not host or not given.get("determined_master_port"):
            path = (*manager.settings_path, missing)
            yield settings.problem(
                path,
                f"{settings.name(path)} is not set, so that tasks there do not find the master",
            )
