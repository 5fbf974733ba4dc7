"""A Helm chart in memory.

Source: helm pkg/chart/v2/chart.go, pkg/chart/common.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.charts.files import ChartFile
from helmwright.charts.metadata import Dependency, Lock, Maintainer, Metadata
from helmwright.go.kinds import StringMap

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

__all__ = [
    "Chart",
    "ChartFile",
    "Dependency",
    "Lock",
    "Maintainer",
    "Metadata",
    "chart_map",
]


class Chart:
    """A loaded chart.

    values: the chart's defaults (values.yaml), ``{}`` without one.
    templates: the files below ``templates/``; partials and NOTES.txt are among them.
    files: what templates see as ``.Files``.
    schema: the bytes of values.schema.json.
    dependencies: the subcharts in Helm's order.
    lock: what Chart.lock says; rendering does not use it.
    raw: every file as loaded, for positions in the user's text.
    path: where the chart was loaded from, as the caller wrote it; for a subchart, the path below it.
    """

    __slots__ = (
        "dependencies",
        "files",
        "lock",
        "metadata",
        "parent",
        "path",
        "raw",
        "schema",
        "templates",
        "values",
    )

    def __init__(self, metadata: Metadata, *, path: str = "") -> None:
        self.metadata = metadata
        self.values: dict[str, Value] = {}
        self.templates: list[ChartFile] = []
        self.files: list[ChartFile] = []
        self.schema: bytes | None = None
        self.dependencies: list[Chart] = []
        self.parent: Chart | None = None
        self.lock: Lock | None = None
        self.raw: list[ChartFile] = []
        self.path = path

    def __repr__(self) -> str:
        return f"Chart({self.full_path!r})"

    @property
    def name(self) -> str:
        """The chart's name, or its alias once dependencies have been processed."""
        return self.metadata.name

    @property
    def is_root(self) -> bool:
        """Whether no other chart holds this one."""
        return self.parent is None

    @property
    def full_path(self) -> str:
        """The path of names from the root, as ``c/charts/sub``."""
        if self.parent is None:
            return self.metadata.name
        return f"{self.parent.full_path}/charts/{self.metadata.name}"

    def copy(self) -> Chart:
        """Return a chart that shares everything with this one, as Go's struct copy does."""
        copied = Chart.__new__(Chart)
        for name in Chart.__slots__:
            setattr(copied, name, getattr(self, name))
        return copied

    def set_dependencies(self, charts: list[Chart]) -> None:
        """Make ``charts`` the subcharts of this one."""
        self.dependencies = charts
        for chart in charts:
            chart.parent = self

    def crds(self) -> list[tuple[str, ChartFile]]:
        """Return the files below ``crds/``: own ones first, then the subcharts'.

        Each comes with its path from the root chart, as ``c/charts/sub/crds/x.yaml``.
        """
        prefix = self.full_path
        found = [(f"{prefix}/{file.name}", file) for file in self.files if is_crd_file(file.name)]
        for dependency in self.dependencies:
            found.extend(dependency.crds())
        return found


def is_crd_file(name: str) -> bool:
    """Tell whether a file of a chart is one that Helm installs once, before the templates."""
    return name.startswith("crds/") and name.lower().endswith((".yaml", ".yml", ".json"))


def chart_map(chart: Chart) -> dict[str, Value]:
    """Return what templates see as ``.Chart``, without ``IsRoot``, which the engine adds."""
    metadata = chart.metadata
    annotations = metadata.annotations
    return {
        "Name": metadata.name,
        "Home": metadata.home,
        "Sources": list(metadata.sources),
        "Version": metadata.version,
        "Description": metadata.description,
        "Keywords": list(metadata.keywords),
        "Maintainers": [
            {"Name": maintainer.name, "Email": maintainer.email, "URL": maintainer.url}
            for maintainer in metadata.maintainers
        ],
        "Icon": metadata.icon,
        "APIVersion": metadata.api_version,
        "Condition": metadata.condition,
        "Tags": metadata.tags,
        "AppVersion": metadata.app_version,
        "Deprecated": metadata.deprecated,
        "Annotations": StringMap(annotations or {}, nil=annotations is None),
        "KubeVersion": metadata.kube_version,
        "Dependencies": [_dependency_map(dependency) for dependency in metadata.dependencies or []],
        "Type": metadata.type,
    }


def _dependency_map(dependency: Dependency) -> dict[str, Value]:
    return {
        "Name": dependency.name,
        "Version": dependency.version,
        "Repository": dependency.repository,
        "Condition": dependency.condition,
        "Tags": list(dependency.tags),
        "Enabled": dependency.enabled,
        "ImportValues": list(dependency.import_values),
        "Alias": dependency.alias,
    }
