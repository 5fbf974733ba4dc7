"""Subcharts: which are enabled, under which name, and which of their values the parent imports.

Source: helm pkg/chart/v2/util/dependencies.go, pkg/action/install.go (CheckDependencies)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, ValuesError
from helmwright.base.log import ignore
from helmwright.charts.coalescing import (
    coalesce_tables,
    coalesce_values,
    merge_tables,
    merge_values,
)
from helmwright.charts.metadata import is_compatible
from helmwright.eras.era import DEFAULT
from helmwright.go.kinds import StringMap, type_name
from helmwright.secrets.witness import saw
from helmwright.values.maps import copy_values, path_value, table_at

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Dependency
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value

    Table = dict[str, Value]

_MISSING = (
    "an error occurred while checking for chart dependencies. "
    "You may need to run 'helm dependency build' to fetch missing dependencies"
)
_MISSING_OLD = (
    "An error occurred while checking for chart dependencies. "
    "You may need to run `helm dependency build` to fetch missing dependencies"
)


def check_dependencies(chart: Chart, *, era: Era = DEFAULT) -> None:
    """Refuse a chart whose Chart.yaml names a subchart that ``charts/`` does not hold.

    Only names are compared. Raises ChartError with the text of an era.
    """
    present = {subchart.name for subchart in chart.dependencies}
    wanted = chart.metadata.dependencies or []
    missing = [dependency.name for dependency in wanted if dependency.name not in present]
    if missing:
        head = _MISSING if era.names_steps else _MISSING_OLD
        reason = "found in Chart.yaml, but missing in charts/ directory: "
        raise ChartError(f"{head}: {reason}{', '.join(missing)}")


def process_dependencies(
    chart: Chart, values: Table, *, log: Log = ignore, era: Era = DEFAULT
) -> Chart:
    """Return ``chart`` with only the subcharts that ``values`` enable, and with imported values.

    Neither argument is changed. Files are shared with ``chart``.
    era: the Helm whose rules for nulls and aliases count.
    Raises ValuesError with Helm's text if the values of a subchart are not a map.
    """
    saw("values", values, chart)
    if not _names_dependencies(chart):
        return chart
    processed = _copy_tree(chart)
    how = _Processing(log, era)
    _enable(processed, values, "", how)
    _import(processed, how)
    return processed


class _Processing(NamedTuple):
    log: Log
    era: Era


def _names_dependencies(chart: Chart) -> bool:
    return chart.metadata.dependencies is not None or any(
        map(_names_dependencies, chart.dependencies)
    )


def _copy_tree(chart: Chart) -> Chart:
    """Return a copy of the chart and its subcharts that can be changed."""
    copied = chart.copy()
    copied.metadata = chart.metadata.copy()
    copied.parent = None
    copied.set_dependencies([_copy_tree(subchart) for subchart in chart.dependencies])
    return copied


def _enable(chart: Chart, values: Table, path: str, how: _Processing) -> None:
    """Replace the subcharts of ``chart`` by the enabled ones, aliased, at every depth.

    path: the names of the charts from the root, each followed by a dot; empty for the root.
    """
    wanted = chart.metadata.dependencies
    if wanted is None:
        return
    charts = [subchart for subchart in chart.dependencies if not _is_wanted(subchart, wanted)]
    for dependency in wanted:
        selected = _select(chart.dependencies, dependency, copies=how.era.copies_aliased)
        if selected is not None:
            charts.append(selected)
        if dependency.alias:
            dependency.name = dependency.alias
    chart.set_dependencies(charts)
    for dependency in wanted:
        dependency.enabled = True
    coalesced = coalesce_values(chart, values, log=how.log, era=how.era)
    _apply_tags(wanted, coalesced, how.log)
    _apply_conditions(wanted, coalesced, path, how.log)
    disabled = {dependency.name for dependency in wanted if not dependency.enabled}
    kept = [subchart for subchart in charts if subchart.name not in disabled]
    for subchart in kept:
        _enable(subchart, coalesced, f"{path}{subchart.name}.", how)
    left = [dependency for dependency in wanted if dependency.name not in disabled]
    chart.metadata.dependencies = left or None
    chart.set_dependencies(kept)


def _is_wanted(subchart: Chart, wanted: list[Dependency]) -> bool:
    return any(_fits(subchart, dependency) for dependency in wanted)


def _fits(subchart: Chart, dependency: Dependency) -> bool:
    return subchart.name == dependency.name and is_compatible(
        dependency.version, subchart.metadata.version
    )


def _select(charts: list[Chart], dependency: Dependency, *, copies: bool) -> Chart | None:
    """Return a copy of the first chart that ``dependency`` means, under its alias.

    As in Helm the copy has its own metadata, and its subcharts are copied but share theirs.
    copies: without it, all aliases of a chart share its subcharts, and what Chart.yaml says of them.
    """
    for chart in charts:
        if _fits(chart, dependency):
            selected = chart.copy()
            selected.metadata = chart.metadata.copy(shared=not copies)
            if copies:
                selected.set_dependencies([subchart.copy() for subchart in chart.dependencies])
            if dependency.alias:
                selected.metadata.name = dependency.alias
            return selected
    return None


def _apply_tags(wanted: list[Dependency], values: Table, log: Log) -> None:
    try:
        tags = table_at(values, "tags")
    except ValuesError:
        return
    for dependency in wanted:
        states = set()
        for tag in dependency.tags:
            if tag not in tags:
                continue
            state = tags[tag]
            if isinstance(state, bool):
                states.add(state)
            else:
                log("WARN", "returned non-bool value", tag=tag, chart=dependency.name)
        dependency.enabled = True in states or not states


def _apply_conditions(wanted: list[Dependency], values: Table, path: str, log: Log) -> None:
    """Let the first condition that is a bool decide, over the tags."""
    for dependency in wanted:
        for condition in _trimmed(dependency.condition).split(","):
            if not condition:
                continue
            try:
                state = path_value(values, path + condition)
            except ValuesError:
                continue
            if isinstance(state, bool):
                dependency.enabled = state
                break
            log("WARN", "returned non-bool value", path=condition, chart=dependency.name)


def _trimmed(condition: str) -> str:
    return condition.strip(" ")  # every other space became a plain one when Chart.yaml was read


def _import(chart: Chart, how: _Processing) -> None:
    """Do ``import-values`` of the subcharts, then of ``chart``."""
    log, era = how
    for subchart in chart.dependencies:
        _import(subchart, how)
    wanted = chart.metadata.dependencies
    if wanted is None:
        return
    keeps_nulls = era.nulls.keeps_imported
    whole, tables = (
        (merge_values, merge_tables) if keeps_nulls else (coalesce_values, coalesce_tables)
    )
    merged = whole(chart, {}, log=log, era=era)
    imported: Table = {}
    for dependency in wanted:
        pairs: list[Value] = []
        for item in dependency.import_values:
            if type(item) is dict:  # not what an alias of the same chart has made of it before
                if not era.text_of_imports:
                    _require_texts(item)
                child, parent = _text(item.get("child")), _text(item.get("parent"))
                where = {"chart": dependency.name}
                message = "ImportValues missing table from chart"
            elif isinstance(item, str):
                child, parent = f"exports.{item}", "."
                where = {}
                message = "ImportValues missing table"
            else:
                continue
            pairs.append(StringMap({"child": child, "parent": parent}))
            try:
                table = table_at(merged, f"{dependency.name}.{child}")
            except ValuesError as error:
                log("WARN", message, **where, error=error)
                continue
            found = _nested(parent, table or {})
            # Where imports go into the parent's values, those of whole exports still wait.
            into = merged if era.imports == "into" and where else imported
            imported = tables(into, found, log=log, era=era) or {}
        dependency.import_values = pairs
    # The parent's own values win over imported ones, but for one release.
    own = merged if era.imports == "into" else copy_values(merged)
    strong, weak = (imported, own) if era.imports == "above" else (own, imported)
    chart.values = tables(strong, weak, log=log, era=era) or {}


def _require_texts(item: Table) -> None:
    """Refuse names of an import that are no texts, on which releases crashed."""
    for name in ("child", "parent"):
        if not isinstance(item.get(name), str):
            found = type_name(item.get(name))
            raise ValuesError(f"interface conversion: interface {{}} is {found}, not string")


def _nested(path: str, table: Table) -> Table:
    """Return ``table`` below the keys of the dotted ``path``; ``.`` is the table itself."""
    if path == ".":
        return table
    for key in reversed(path.split(".")):
        table = {key: table}
    return table


def _text(value: Value) -> str:
    """Return what ``%v`` prints."""
    if isinstance(value, str):
        return value
    from helmwright.go.fmt import sprintf

    return sprintf("%v", value)
