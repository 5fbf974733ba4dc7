"""The files of a chart that may be broken, in a directory or an archive."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.log import ignore
from helmwright.charts.chart import Chart
from helmwright.charts.files import read_directory
from helmwright.charts.loader import load_chart
from helmwright.charts.metadata import Metadata
from helmwright.disk.reading import read_regular
from helmwright.eras.era import DEFAULT
from helmwright.go.filepath import join

if TYPE_CHECKING:
    from helmwright.eras.era import Era

_ARCHIVES = (".tgz", ".tar.gz")


class ChartFolder:
    """A chart in an archive, whose files are there only if it can be loaded.

    path: of the chart, as findings show it. chart: if it has been loaded already.
    era: the Helm that loads it.
    """

    def __init__(self, path: str, chart: Chart | None = None, era: Era = DEFAULT) -> None:
        self.path = path
        self._era = era
        self._given = chart

    @cached_property
    def _result(self) -> tuple[Chart | None, HelmwrightError | None]:
        if self._given is not None:
            return self._given, None
        try:
            return load_chart(self.path, any_api_version=True, era=self._era), None
        except HelmwrightError as error:
            return None, error

    @property
    def chart(self) -> Chart | None:
        """The loaded chart, if it can be loaded."""
        return self._result[0]

    @property
    def error(self) -> HelmwrightError | None:
        """Why the chart cannot be loaded."""
        return self._result[1]

    @property
    def absolute(self) -> str:
        """The path from the root of the file system, as Helm's texts have it."""
        return os.path.abspath(self.path)  # noqa: PTH100 - it must not follow links

    @cached_property
    def _files(self) -> dict[str, bytes]:
        return {} if self.chart is None else {raw.name: raw.data for raw in self.chart.raw}

    def exists(self, name: str) -> bool:
        """Tell whether there is a file or directory of that name."""
        return name in self._files or self.is_directory(name)

    def is_directory(self, name: str) -> bool:
        """Tell whether there is a directory of that name."""
        return any(one.startswith(f"{name}/") for one in self._files)

    def read(self, name: str) -> bytes:
        """Return the content of a file; nothing for one that cannot be read."""
        return self._files.get(name, b"")


class ChartDirectory(ChartFolder):
    """A chart in a directory."""

    def exists(self, name: str) -> bool:
        """Tell whether there is a file or directory of that name."""
        return Path(self.path, name).exists()

    def is_directory(self, name: str) -> bool:
        """Tell whether there is a directory of that name."""
        return Path(self.path, name).is_dir()

    def read(self, name: str) -> bytes:
        """Return the content of a file; nothing for one that cannot be read."""
        try:
            return read_regular(str(Path(self.path, name)))
        except OSError:
            return b""


def chart_folder(path: str, chart: Chart | None = None, era: Era = DEFAULT) -> ChartFolder:
    """Return the folder of a chart by its path; chart: if it has been loaded already."""
    kind = ChartDirectory if Path(path).is_dir() else ChartFolder
    return kind(path, chart, era)


def charts_below(path: str) -> list[str]:
    """Return the charts and archives in ``charts/``, as ``--with-subcharts`` lints them."""
    found: list[str] = []
    for folder, folders, files in os.walk(join(path, "charts")):
        folders.sort()
        if "Chart.yaml" in files:
            found.append(folder)
        found += [join(folder, name) for name in sorted(files) if name.endswith(_ARCHIVES)]
    return found


def broken_chart(path: str) -> Chart:
    """Return a chart that has the files in the directory ``path``, and nothing that is in them."""
    chart = Chart(Metadata(), path=path)
    with suppress(HelmwrightError):
        chart.raw = read_directory(os.path.abspath(path), log=ignore)  # noqa: PTH100 - as above
    return chart
