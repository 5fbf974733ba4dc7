"""``.Chart`` as the struct that it was in Helm 3: ``struct { chart.Metadata; IsRoot bool }``.

A template sees the fields of the embedded metadata as the chart's own. JSON and YAML have the names
of Chart.yaml and leave out what is empty.

Source: helm v3 pkg/engine/engine.go (recAllTpls), pkg/chart/metadata.go, dependency.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from helmwright.go.function import Function
from helmwright.go.kinds import Slice, StringMap, StringSlice, Struct

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Dependency, Maintainer, Metadata
    from helmwright.go.kinds import Value

_VALIDATE = {"Validate": Function("Validate", lambda _: None, ())}
"""What a loaded chart has passed; through a pointer, templates can call it again."""


class _Fields(Struct):
    """A struct with a JSON name for each field, of which empty ones are left out.

    json_names: field name to JSON name. kept: those that are written even if they are empty.
    """

    __slots__ = ()
    json_names: ClassVar[Mapping[str, str]]
    kept: ClassVar[frozenset[str]] = frozenset()

    def json_value(self) -> Value:
        """Return the fields under their JSON names."""
        fields = {
            self.json_names[name]: getattr(self, attribute)
            for name, attribute in self.go_fields.items()
        }
        return {name: value for name, value in fields.items() if value or name in self.kept}


class MaintainerPointer(_Fields):
    """Go's ``*chart.Maintainer``."""

    __slots__ = ("email", "name", "url")
    go_type: ClassVar[str] = "*chart.Maintainer"
    go_kind: ClassVar[str] = "ptr"
    go_fields: ClassVar[Mapping[str, str]] = {"Name": "name", "Email": "email", "URL": "url"}
    go_methods: ClassVar[Mapping[str, Function]] = _VALIDATE
    json_names: ClassVar[Mapping[str, str]] = {"Name": "name", "Email": "email", "URL": "url"}

    def __init__(self, maintainer: Maintainer) -> None:
        self.name = maintainer.name
        self.email = maintainer.email
        self.url = maintainer.url


class DependencyPointer(_Fields):
    """Go's ``*chart.Dependency``."""

    __slots__ = (
        *("alias", "condition", "enabled", "import_values"),
        *("name", "repository", "tags", "version"),
    )
    go_type: ClassVar[str] = "*chart.Dependency"
    go_kind: ClassVar[str] = "ptr"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Name": "name",
        "Version": "version",
        "Repository": "repository",
        "Condition": "condition",
        "Tags": "tags",
        "Enabled": "enabled",
        "ImportValues": "import_values",
        "Alias": "alias",
    }
    go_methods: ClassVar[Mapping[str, Function]] = _VALIDATE
    json_names: ClassVar[Mapping[str, str]] = {
        name: "import-values" if name == "ImportValues" else name.lower() for name in go_fields
    }
    kept: ClassVar[frozenset[str]] = frozenset(("name", "repository"))

    def __init__(self, dependency: Dependency) -> None:
        self.name = dependency.name
        self.version = dependency.version
        self.repository = dependency.repository
        self.condition = dependency.condition
        self.tags = _strings(dependency.tags)
        self.enabled = dependency.enabled
        values = dependency.import_values
        self.import_values = list(values) if values else Slice(nil=True)
        self.alias = dependency.alias

    def yaml_fields(self) -> dict[str, Value]:
        """Return what ``toYamlPretty`` writes, which has the names of JSON for this type only."""
        fields: dict[str, Value] = self.json_value()
        return fields


class MaintainerSlice(Slice):
    """Go's ``[]*chart.Maintainer``."""

    __slots__ = ()
    go_type = go_underlying = "[]*chart.Maintainer"
    go_element = "*chart.Maintainer"


class DependencySlice(Slice):
    """Go's ``[]*chart.Dependency``."""

    __slots__ = ()
    go_type = go_underlying = "[]*chart.Dependency"
    go_element = "*chart.Dependency"


class MetadataStruct(_Fields):
    """Go's ``chart.Metadata``."""

    __slots__ = (
        *("annotations", "api_version", "app_version", "condition", "dependencies", "deprecated"),
        *("description", "home", "icon", "keywords", "kube_version", "maintainers", "name"),
        *("sources", "tags", "type", "version"),
    )
    go_type: ClassVar[str] = "chart.Metadata"
    go_fields: ClassVar[Mapping[str, str]] = {
        "Name": "name",
        "Home": "home",
        "Sources": "sources",
        "Version": "version",
        "Description": "description",
        "Keywords": "keywords",
        "Maintainers": "maintainers",
        "Icon": "icon",
        "APIVersion": "api_version",
        "Condition": "condition",
        "Tags": "tags",
        "AppVersion": "app_version",
        "Deprecated": "deprecated",
        "Annotations": "annotations",
        "KubeVersion": "kube_version",
        "Dependencies": "dependencies",
        "Type": "type",
    }
    json_names: ClassVar[Mapping[str, str]] = {
        name: "apiVersion" if name == "APIVersion" else name[0].lower() + name[1:]
        for name in go_fields
    }

    def __init__(self, metadata: Metadata) -> None:
        for attribute in self.go_fields.values():
            setattr(self, attribute, getattr(metadata, attribute))
        self.sources = _strings(metadata.sources)
        self.keywords = _strings(metadata.keywords)
        self.annotations = StringMap(metadata.annotations or {}, nil=metadata.annotations is None)
        self.maintainers = MaintainerSlice(
            map(MaintainerPointer, metadata.maintainers), nil=not metadata.maintainers
        )
        dependencies = metadata.dependencies or []
        self.dependencies = DependencySlice(
            map(DependencyPointer, dependencies), nil=not dependencies
        )


class _Promoted(dict[str, str]):
    """The fields of a struct: its own, and when asked for by name those of the one in it."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in MetadataStruct.go_fields

    def __missing__(self, name: str) -> str:
        return MetadataStruct.go_fields[name]


class ChartStruct(Struct):
    """What templates see as ``.Chart``."""

    __slots__ = ("is_root", "metadata")
    go_type: ClassVar[str] = "struct { chart.Metadata; IsRoot bool }"
    go_fields: ClassVar[Mapping[str, str]] = _Promoted(Metadata="metadata", IsRoot="is_root")
    go_comparable: ClassVar[bool] = False
    go_embedded: ClassVar[str] = "Metadata"

    def __init__(self, metadata: MetadataStruct, *, is_root: bool) -> None:
        self.metadata = metadata
        self.is_root = is_root

    @classmethod
    def of(cls, chart: Chart) -> ChartStruct:
        """Return the ``.Chart`` of a chart."""
        return cls(MetadataStruct(chart.metadata), is_root=chart.is_root)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ChartStruct.__slots__:
            raise AttributeError(name)
        return getattr(self.metadata, name)

    def json_value(self) -> Value:
        """Return the fields of the metadata, and then its own."""
        return {**self.metadata.json_value(), "IsRoot": self.is_root}


def _strings(texts: list[str]) -> StringSlice:
    """Return a slice of texts, which is nil unless Chart.yaml has it."""
    return StringSlice(texts, nil=not texts and not isinstance(texts, StringSlice))
