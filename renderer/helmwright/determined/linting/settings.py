"""The effective values of a chart that installs Determined, as rules see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.versions import DeterminedRelease


class DeterminedSettings(Settings):
    """The values of a chart that installs Determined.

    release: the one that the values ask for; the newest if that is a commit's hash.
    release_known: whether the values name a release. upstream: whether the chart is the one that
    comes with Determined. nodes: the inventory, None if none was given.
    release_name, namespace, is_upgrade, kube_version: as the command was told.
    """

    def __init__(  # noqa: PLR0913 - what rules may ask for
        self,
        chart: Chart,
        layered: LayeredValues,
        prefix: Path = (),
        *,
        release: DeterminedRelease,
        release_known: bool,
        upstream: bool,
        nodes: tuple[ClusterNode, ...] | None,
        release_name: str,
        namespace: str,
        is_upgrade: bool,
        kube_version: str,
    ) -> None:
        super().__init__(chart, layered, prefix)
        self.release = release
        self.release_known = release_known
        self.upstream = upstream
        self.nodes = nodes
        self.release_name = release_name
        self.namespace = namespace
        self.is_upgrade = is_upgrade
        self.kube_version = kube_version

    @property
    def writes_config(self) -> bool:
        """Whether master.yaml is made of the values, and is not in a Secret of the user's."""
        return self.upstream or not self.get("masterConfig", "existingSecret")

    def pools(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield each resource pool that is a map, of all managers, with its path."""
        for index, pool in enumerate(self.items("resourcePools")):
            if type(pool) is dict:
                yield ("resourcePools", index), pool
        for manager, _ in enumerate(self.items("additional_resource_managers")):
            path: Path = ("additional_resource_managers", manager, "resource_pools")
            for index, pool in enumerate(self.items(*path)):
                if type(pool) is dict:
                    yield (*path, index), pool

    def pod_specs(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        """Yield every pod spec in the values that is a map, with its path: defaults and pools."""
        for key in ("cpuPodSpec", "gpuPodSpec", "checkpointGcPodSpec"):
            spec = self.get("taskContainerDefaults", key)
            if type(spec) is dict:
                yield ("taskContainerDefaults", key), spec
        for path, _ in self.pools():
            for key in ("cpu_pod_spec", "gpu_pod_spec", "checkpoint_gc_pod_spec"):
                spec = self.get(*path, "task_container_defaults", key)
                if type(spec) is dict:
                    yield (*path, "task_container_defaults", key), spec

    def name(self, path: Path) -> str:
        """Return a path as messages write it."""
        return dotted(path)
