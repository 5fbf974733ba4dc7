"""Which chart is meant where none is named: the nearest one, or that of the settings.

Only where there is neither, it is the chart of Determined that comes with the program.
"""

# ruff: noqa: PTH100, PTH110, PTH113, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

BUNDLED = "determined"
"""The name of the bundled chart where a chart is named; a file or folder of that name goes first."""
SETTING = "chart"
"""The key of ``.helmwright.yaml`` beside the sections of commands; a path begins at the file."""


class MeantChart(NamedTuple):
    """A chart that no argument names.

    path: relative if it is below the current folder. is_bundled: it is the one that comes with the
    program. is_asked: somebody said so.
    """

    path: str
    is_bundled: bool = False
    is_asked: bool = False


def meant_chart(files: Iterable[str] = (), *, file_first: bool = False) -> MeantChart:
    """Return the chart around the current folder, else around a file, else the bundled one.

    files: values files, for which a chart is wanted. file_first: a file's own chart goes before
    that of the current folder. Raises UsageError, with the place, for a setting that is wrong.
    """
    places = [os.path.dirname(os.path.abspath(name)) for name in files if os.path.isfile(name)]
    places.insert(len(places) if file_first else 0, os.path.abspath("."))
    for folder in places:
        found = _nearest(folder)
        if found is not None:
            return found
    return MeantChart(bundled_chart(), is_bundled=True)


def bundled_chart() -> str:
    """Return the path of the bundled chart as people want to read it."""
    from helmwright.base.resources import chart_directory

    return _shown(chart_directory())


def is_bundled_name(reference: str) -> bool:
    """Tell whether a name of a chart is that of the bundled one."""
    return reference.strip() == BUNDLED and not os.path.lexists(BUNDLED)


def chart_around(name: str) -> str | None:
    """Return the nearest folder above a file that is a chart."""
    folder = os.path.dirname(os.path.abspath(name))
    while True:
        if os.path.isfile(os.path.join(folder, "Chart.yaml")):
            return _shown(folder)
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def _nearest(start: str) -> MeantChart | None:
    """Return what the nearest folder that says anything says: its settings, or that it is a chart.

    Settings are looked for up to the root of the repository, as those of commands are.
    """
    from helmwright.disk.places import is_inside
    from helmwright.settings.files import repository_of

    folder, root = start, repository_of(start)
    within = True
    while True:
        found = _setting(folder) if within else None
        if found is None and os.path.isfile(os.path.join(folder, "Chart.yaml")):
            found = MeantChart(_shown(folder))
        above = os.path.dirname(folder)
        if found is not None or above == folder:
            return found
        within = within and folder != root and is_inside(above, root)
        folder = above


def _setting(folder: str) -> MeantChart | None:
    from helmwright.settings.files import FILE

    path = os.path.join(folder, FILE)
    if not os.path.isfile(path):
        return None
    from helmwright.settings.reading import read_setting

    fields = read_setting(os.path.relpath(path), SETTING)
    if fields is None:
        return None
    named = fields.get(SETTING)
    chart = _shown(os.path.normpath(os.path.join(folder, named)))
    if os.path.exists(chart):
        return MeantChart(chart, is_asked=True)
    if named == BUNDLED:
        return MeantChart(bundled_chart(), is_bundled=True, is_asked=True)
    raise fields.refused(SETTING, f"there is no chart at {chart}")


def _shown(path: str) -> str:
    """Return a path as people want to read it: relative if it is below the current folder."""
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative
