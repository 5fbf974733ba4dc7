"""Settings of golden files: the map ``golden`` of the nearest ``.helmwright.yaml``."""

# ruff: noqa: PTH100, PTH110, PTH112, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ChartError, HelmwrightError, InputError, Position
from helmwright.eras.era import DEFAULT
from helmwright.settings.meant_chart import BUNDLED, bundled_chart, meant_chart
from helmwright.settings.reading import nearest_section, nearest_setting

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.eras.era import Era
    from helmwright.settings.reading import Fields

SECTION = "golden"
LAYOUTS = ("per-template", "single")
DEFAULT_SEED = 1
DEFAULT_NOW = "2026-01-01T00:00:00Z"
FOLDERS = ("golden", "tests/golden")
"""Where the cases of a chart are, unless the settings say otherwise."""


class GoldenSettings(NamedTuple):
    """What cases are run with.

    chart: path. cases: the folder of the cases. layout: one of LAYOUTS. seed, now: of what
    templates draw at random, and of the clock. kube_version: of cases that say nothing of it.
    ignore: patterns of the names of cases that are left out. root: the folder that the user named,
    below which no link is written through; blank for that of the cases. era: the Helm that
    renders cases that say nothing of it.
    """

    chart: str
    cases: str
    layout: str = LAYOUTS[0]
    seed: int = DEFAULT_SEED
    now: str = DEFAULT_NOW
    kube_version: str = ""
    ignore: tuple[str, ...] = ()
    root: str = ""
    era: Era = DEFAULT


def _meant() -> str:
    return meant_chart().path


def find_settings(
    chart: str | os.PathLike[str] | None = None,
    *,
    meant: Callable[[], str] = _meant,
    **given: Any,
) -> GoldenSettings:
    """Return the settings for a chart, or for the current folder.

    chart: path of a chart; else that of the settings, else what ``meant`` gives: the chart around
    the current folder. given: what counts more than the settings in a file, by field; None does not.

    Raises:
        ChartError: if there is no such chart.
        UsageError: for a setting that is wrong, or if no cases are found.
    """
    chart = None if chart is None else os.fspath(chart)
    if given.get("cases") is not None:
        given["cases"] = os.fspath(given["cases"])
    fields = nearest_section(chart if chart and os.path.isdir(chart) else ".", SECTION)
    asked = {key.replace("-", "_"): value for key, value in fields.values.items()}
    for key in ("chart", "cases"):
        if key in asked:
            asked[key] = _below(fields.path, asked[key])
    if fields.get("chart") == BUNDLED and not os.path.exists(asked["chart"]):
        asked["chart"] = bundled_chart()
    if "cases" in asked and given.get("cases") is None:
        asked["root"] = os.path.dirname(fields.path) or "."
        if not _is_below(asked["cases"], asked["root"]):
            raise fields.refused("cases", "must be a folder below that of this file")
    if given.get("era") is None:
        given["era"] = _era(chart if chart and os.path.isdir(chart) else ".")
    asked |= {key: value for key, value in given.items() if value is not None}
    path = chart or asked.get("chart") or meant()
    if not os.path.exists(path):
        raise ChartError(f"{path}: no such chart", Position(path))
    asked["chart"] = path.rstrip("/") or "/"
    asked["ignore"] = tuple(asked.get("ignore", ()))
    if not asked.get("cases"):
        asked["root"] = _base(path)
        asked["cases"] = _usual_cases(asked["root"])
    asked["cases"] = os.path.normpath(asked["cases"])
    settings = GoldenSettings(**asked)
    _check(settings, fields)
    return settings


def _era(folder: str) -> Era:
    """Return the era that the settings of a folder say."""
    fields = nearest_setting(folder, "helm")
    if fields is None:
        return DEFAULT
    from helmwright.eras.resolving import resolve_era

    return resolve_era(fields.as_written("helm"), asked=f"{fields.place('helm')}: helm")


def _check(settings: GoldenSettings, fields: Fields) -> None:
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import parse_kube_version

    if settings.layout not in LAYOUTS:
        raise fields.refused("layout", f"must be one of {', '.join(LAYOUTS)}")
    try:
        World.fixed(settings.now, settings.seed)
    except InputError as error:
        raise fields.refused("now", f"must be a time as RFC 3339: {error.message}") from None
    if settings.kube_version:
        try:
            parse_kube_version(settings.kube_version)
        except HelmwrightError as error:
            raise fields.refused("kube-version", error.message) from None


def _base(chart: str) -> str:
    """Return the chart's folder; of an archive or the bundled chart, the current one."""
    from helmwright.base.resources import chart_directory

    is_folder = os.path.isdir(chart) and os.path.abspath(chart) != os.path.abspath(
        chart_directory()
    )
    return chart if is_folder else "."


def _usual_cases(base: str) -> str:
    """Return the folder of the cases beside Chart.yaml."""
    for name in FOLDERS:
        if os.path.isdir(os.path.join(base, name)):
            return os.path.join(base, name)
    return os.path.join(base, FOLDERS[0])


def _is_below(path: str, folder: str) -> bool:
    """Tell whether a path is inside of a folder."""
    top = os.path.abspath(folder).rstrip("/")
    return os.path.abspath(path).startswith(f"{top}/")


def _below(file: str, path: str) -> str:
    """Return a path that a file says as one from the current folder."""
    folder = os.path.dirname(file)
    return os.path.normpath(os.path.join(folder, path)) if folder else path
