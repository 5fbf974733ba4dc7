"""The gateways through which the master reaches tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.master_overrides import brings_master_yaml
from helmwright.determined.linting.rules.slots_and_pools._managers import additional_managers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings


def gateways(settings: DeterminedSettings) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield each gateway that is set, with its path; the chart of Determined has none at the root."""
    root: Path = ("resourceManager", "internalTaskGateway")
    reads_root = not settings.upstream and not brings_master_yaml(settings)
    if reads_root and (gateway := settings.section(*root)):
        yield root, gateway
    for manager in additional_managers(settings):
        path = (*manager.settings_path, "internal_task_gateway")
        if gateway := settings.section(*path):
            yield path, gateway
