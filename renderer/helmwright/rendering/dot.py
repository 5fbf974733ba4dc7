"""The top-level objects of templates: what dot is at the start of every file.

Each chart of the tree gets one map, shared by all its templates; a subchart's ``.Values`` is the
same object as the parent's ``.Values.<name>``, so what a template changes is seen by the
templates executed after it. Source: helm pkg/engine/engine.go (recAllTpls),
pkg/chart/common/values.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import FunctionError, HelmwrightError, ValuesError
from helmwright.charts.chart import chart_map
from helmwright.eras.era import DEFAULT
from helmwright.go.function import Function
from helmwright.go.kinds import NamedMap
from helmwright.rendering.files import Files
from helmwright.values.maps import path_value, table_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.charts.chart import Chart, ChartFile
    from helmwright.eras.era import Era, Lines
    from helmwright.go.kinds import Value
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.release import Release


class Values(NamedMap):
    """Go's ``common.Values``: a map of values with methods that templates can call.

    A subchart sees its values under this type; for the parent the same map is a plain one.
    """

    __slots__ = ()
    go_type = "common.Values"


class Renderable(NamedTuple):
    """A template file of a chart and the dot it is executed with."""

    path: str
    file: ChartFile
    dot: Values
    base_path: str


def _table(values: Values, name: str) -> Values:
    """Return the map at a dotted path; raises FunctionError with Go's text."""
    try:
        return type(values)(table_at(values.plain, name))
    except ValuesError as error:
        raise FunctionError(error.message) from None


def _path_value(values: Values, path: str) -> Value:
    """Return what is at a dotted path and is not a map."""
    try:
        return path_value(values.plain, path)
    except ValuesError as error:
        raise FunctionError(error.message) from None


def _yaml(values: Values) -> str:
    from helmwright.go.yaml_write import marshal

    try:
        return marshal(values.plain)
    except HelmwrightError as error:
        raise FunctionError(error.message) from None


def _as_map(values: Values) -> dict[str, Value]:
    return values.plain or {}


def _encode(_values: Values, _writer: Value) -> Value:
    raise FunctionError("runtime error: invalid memory address or nil pointer dereference")


Values.go_methods = {
    "AsMap": Function("AsMap", _as_map, ()),
    "Encode": Function("Encode", _encode, ("io.Writer",)),
    "PathValue": Function("PathValue", _path_value, ("string",)),
    "Table": Function("Table", _table, ("string",)),
    "YAML": Function("YAML", _yaml, (), result="string"),
}


class _OldValues(Values):
    """The same under its older name."""

    __slots__ = ()
    go_type = "chartutil.Values"


def values_type(era: Era) -> type[Values]:
    """Return the class of ``.Values`` and ``.Template``, whose name templates can ask for."""
    return Values if era.type_package == Values.go_type.partition(".")[0] else _OldValues


def collect(
    chart: Chart,
    values: dict[str, Value],
    release: Release,
    capabilities: Capabilities,
    era: Era = DEFAULT,
) -> list[Renderable]:
    """Return the templates of a chart tree, each with its dot.

    chart: with its dependencies processed. values: coalesced; templates may change them.
    """
    found: dict[str, Renderable] = {}
    described: Callable[[Chart], Value] = chart_map_with_root
    if era.chart_object == "struct":
        from helmwright.rendering.chart_struct import ChartStruct

        described = ChartStruct.of
    shared = _Shared(release.template_value(), capabilities, era.lines_of_empty_file, described)
    _collect(chart, values_type(era)(values), shared, found)
    return list(found.values())


class _Shared(NamedTuple):
    """What all charts of a tree have in common.

    described: returns a chart's ``.Chart``.
    """

    release: dict[str, Value]
    capabilities: Capabilities
    lines: Lines
    described: Callable[[Chart], Value]


def chart_map_with_root(chart: Chart) -> dict[str, Value]:
    """Return ``.Chart`` as a map."""
    return {**chart_map(chart), "IsRoot": chart.is_root}


def _collect(
    chart: Chart, values: Values, shared: _Shared, found: dict[str, Renderable]
) -> dict[str, Value]:
    subcharts: dict[str, Value] = {}
    top: dict[str, Value] = {
        "Chart": shared.described(chart),
        "Files": Files.of(chart.files, shared.lines),
        "Release": shared.release,
        "Capabilities": shared.capabilities,
        "Values": values,
        "Subcharts": subcharts,
    }
    for child in chart.dependencies:
        subcharts[child.name] = _collect(child, _child_values(values, child.name), shared, found)
    dot = type(values)(top)
    # By the parents that charts know, which are not always those that hold them, as in Helm.
    path = chart.full_path
    library = chart.metadata.type.lower() == "library"
    for file in chart.templates:
        if library and not file.name.rpartition("/")[2].startswith("_"):
            continue
        full = f"{path}/{file.name}"
        found[full] = Renderable(full, file, dot, f"{path}/templates")
    return top


def _child_values(values: Values, name: str) -> Values:
    """Return the values of a subchart, which are a map in its parent's values.

    A name with a dot is a path to Helm, which never finds it.
    """
    found = values.get(name)
    return type(values)({} if "." in name or not isinstance(found, dict) else found)
