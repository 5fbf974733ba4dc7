"""``dependency list``: what Chart.yaml asks for, and what ``charts/`` has of it.

Source: helm pkg/action/dependency.go
"""

# ruff: noqa: PTH110, PTH112, PTH116 - paths are strings
from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import FunctionError, GoError, HelmwrightError
from helmwright.base.log import ignore
from helmwright.charts import v2_loader
from helmwright.disk.matching import glob
from helmwright.go.filepath import base, join
from helmwright.go.semver import parse_constraint, parse_version, strict_parse_version
from helmwright.go.strconv import quote
from helmwright.go.uitable import table
from helmwright.sources.dependencies.places import shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Dependency


COLUMN_WIDTH = 80
_TITLES = ("NAME", "VERSION", "REPOSITORY", "STATUS")


class DependencyState(NamedTuple):
    """A dependency of Chart.yaml and its state.

    status: ``ok`` (an archive that fits), ``unpacked`` (a folder that fits), ``missing``, ``wrong version``,
    ``invalid version``, ``corrupt``, ``misnamed``, ``too many matches``, ``bad pattern``.
    """

    name: str
    version: str
    repository: str
    status: str


class DependencyList(NamedTuple):
    """What ``dependency list`` tells: the dependencies, and what in ``charts/`` is none of them.

    states: None for a chart whose Chart.yaml has no dependencies.
    """

    states: list[DependencyState] | None
    warnings: list[str]


def list_dependencies(path: str, *, log: Log = ignore) -> DependencyList:
    """Return the dependencies of the chart at ``path``, a folder or an archive.

    Raises ChartError with Helm's text if the chart cannot be loaded.
    """
    chart = v2_loader.load(path, log=log)
    wanted = chart.metadata.dependencies
    if wanted is None:
        return DependencyList(None, [f"WARNING: no dependencies at {join(path, 'charts')}"])
    states = states_of(wanted, path, chart, log)
    return DependencyList(states, list(_strangers(path, {one.name for one in wanted}, log)))


def states_of(
    wanted: Sequence[Dependency], path: str, chart: Chart, log: Log = ignore
) -> list[DependencyState]:
    """Return the states of dependencies of the chart at ``path``."""
    return [
        DependencyState(
            one.name, one.version, shown(one.repository), _status(path, one, chart, log)
        )
        for one in wanted
    ]


def listing_text(found: DependencyList, width: int = COLUMN_WIDTH) -> str:
    """Return what ``helm dependency list`` prints.

    width: how wide a column may be; 0 for any width.
    """
    warnings = "".join(f"{warning}\n" for warning in found.warnings)
    if found.states is None:
        return warnings
    return f"{table([_TITLES, *found.states], width)}\n\n{warnings}"


def _status(path: str, wanted: Dependency, parent: Chart, log: Log) -> str:
    try:
        archives = glob(join(path, "charts", f"{wanted.name}-*.tgz"))
    except GoError:
        return "bad pattern"
    if len(archives) > 1:
        archives = [one for one in archives if _is_versioned(one, wanted.name)]
        if len(archives) > 1:
            return "too many matches"
    for archive in archives:
        status = _archive_status(archive, wanted, log)
        if status:
            return status
    found = [one for one in parent.dependencies if one.name == wanted.name]
    if not found:
        return "missing"
    return _version_status(wanted.version, found[-1].metadata.version) or "unpacked"


def _is_versioned(archive: str, name: str) -> bool:
    version = base(archive).removesuffix(".tgz").removeprefix(f"{name}-")
    try:
        strict_parse_version(version)
    except FunctionError:
        return False
    return True


def _archive_status(archive: str, wanted: Dependency, log: Log) -> str:
    """Return the state of an archive in ``charts/``; nothing if it is a link that leads nowhere."""
    if not os.path.exists(archive):
        return ""
    try:
        chart = v2_loader.load(archive, log=log)
    except HelmwrightError:
        return "corrupt"
    if chart.name != wanted.name:
        return "misnamed"
    return _version_status(wanted.version, chart.metadata.version) or "ok"


def _version_status(wanted: str, present: str) -> str:
    """Return what is wrong with a version, nothing if it is in the range."""
    if wanted == present:
        return ""
    try:
        constraint, version = parse_constraint(wanted), parse_version(present)
    except FunctionError:
        return "invalid version"
    return "" if constraint.check(version) else "wrong version"


def _strangers(path: str, names: set[str], log: Log) -> Iterator[str]:
    """Yield a warning for each thing in ``charts/`` that no dependency asks for."""
    try:
        found = glob(join(path, "charts/*"))
    except GoError as error:
        yield error.message
        return
    for one in found:
        try:
            is_folder = os.path.isdir(one) if os.stat(one) else False
        except OSError as error:
            yield f"Warning: stat {one}: {(error.strerror or str(error)).lower()}"
            continue
        if not is_folder and not one.endswith(".tgz"):
            continue
        try:
            chart = v2_loader.load(one, log=log)
        except HelmwrightError:
            yield f"WARNING: {quote(one)} is not a chart."
            continue
        if chart.name not in names:
            yield f"WARNING: {quote(one)} is not in Chart.yaml."
