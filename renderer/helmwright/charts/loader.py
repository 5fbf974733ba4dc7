"""Loading a chart: which file is what, in the chart and in the charts it holds.

Source: helm pkg/chart/loader/load.go, pkg/chart/v2/loader/load.go, pkg/action/install.go (LocateChart)
"""

# Paths are plain strings: importing pathlib takes longer than loading a small chart.
# ruff: noqa: PTH109, PTH110, PTH112, PTH121, PTH123
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import (
    ChartError,
    GoError,
    HelmwrightError,
    Position,
    ValuesError,
    YAMLError,
)
from helmwright.base.log import ignore
from helmwright.charts.chart import Chart
from helmwright.charts.chart_yaml import fill_metadata, read_api_version, read_fields, read_lock
from helmwright.charts.files import MAX_TOTAL_SIZE, ChartFile, read_directory
from helmwright.charts.metadata import Metadata, validate
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value


MAX_CHARTS = 5000
"""Our own bound: a small archive can hold archives of archives."""

MAX_DEPTH = 32
"""Our own bound: each chart has its own list of the files inside of it, with their names."""

_OLD = "v1"
_EXPERIMENTAL = "v3"
_SPECIAL = frozenset(
    (
        "Chart.yaml",
        "Chart.lock",
        "values.yaml",
        "values.schema.json",
        "requirements.yaml",
        "requirements.lock",
    )
)
_DEPENDENCIES_WARNING = (
    'Warning: Dependencies are handled in Chart.yaml since apiVersion "v2". '
    "We recommend migrating dependencies to Chart.yaml."
)
_LOCKING_WARNING = (
    'Warning: Dependency locking is handled in Chart.lock since apiVersion "v2". '
    "We recommend migrating to Chart.lock."
)


class _WrongArchiveError(HelmwrightError):
    """A directory that is called like an archive."""


def load_directory(
    path: str, absolute: str, log: Log, *, any_api_version: bool = False, era: Era = DEFAULT
) -> Chart:
    """Read the chart in the directory ``path``; see ``load_chart``."""
    from helmwright.disk.reading import read_regular

    loader = Loader(log, era)
    if era.chart_api_versions is None:
        return loader.root(read_directory(absolute, log=log), path)
    name = f"{absolute.rstrip('/')}/Chart.yaml"
    try:
        text = read_regular(name)
    except OSError as error:
        operation = "read" if os.path.isdir(name) else "open"
        reason = f"{operation} {name}: {(error.strerror or '').lower()}"
        raise ChartError(f"unable to detect chart at {name}: {reason}") from None
    if not any_api_version:
        loader.check_api_version(text, path)
    return loader.root(read_directory(absolute, log=log), path)


def load_file(
    path: str, absolute: str, log: Log, *, any_api_version: bool = False, era: Era = DEFAULT
) -> Chart:
    """Read the chart in the archive ``path``; see ``load_chart``."""
    from helmwright.charts.archive import check_is_gzip, read_archive
    from helmwright.disk.reading import open_regular
    from helmwright.go.gzip import GzipHeaderError

    try:
        with open(open_regular(path), "rb") as file:
            check_is_gzip(absolute, file.read(512))
            file.seek(0)
            files = read_archive(file, limit=era.chart_limit)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ChartError(f"open {absolute}: {reason}") from None
    except GzipHeaderError as error:
        raise ChartError(
            f"file '{absolute}' does not appear to be a valid chart file (details: {error.message})"
        ) from None
    except GoError as error:
        if era.chart_api_versions is None:
            raise ChartError(error.message) from None
        raise ChartError("unable to load chart archive") from None
    loader = Loader(log, era)
    if era.chart_api_versions is None:
        return loader.root(files, path)
    for file_ in files:
        if file_.name == "Chart.yaml":
            if not any_api_version:
                loader.check_api_version(file_.data, path)
            return loader.root(files, path)
    raise ChartError("unable to detect chart version, no Chart.yaml found")


def load_files(files: list[ChartFile], path: str, log: Log, era: Era = DEFAULT) -> Chart:
    """Return the chart that files are, as those of a directory; see ``load_chart``.

    path: what messages call the chart.
    """
    loader = Loader(log, era)
    for file in files:
        if file.name == "Chart.yaml":
            loader.check_api_version(file.data, path)
            return loader.root(files, path)
    raise ChartError("Chart.yaml file is missing", Position(path))


class Loader:
    """Turns lists of files into charts; remembers the Chart.yaml that was looked at first."""

    def __init__(self, log: Log, era: Era = DEFAULT) -> None:
        self.log = log
        self.era = era
        self.parsed: tuple[bytes, dict[str, Value]] | None = None
        self.count = 0
        self.depth = 0
        self.size_left = MAX_TOTAL_SIZE
        self.experimental = False

    def check_api_version(self, text: bytes, path: str) -> None:
        """Refuse charts of a kind that the era does not render."""
        supported = self.era.chart_api_versions
        if supported is None:
            return
        try:
            version = self._fields(text).get("apiVersion") or ""
            lowered = text.lower()
            alone = b".inf" in lowered or b".nan" in lowered
        except YAMLError:
            version, alone = "", True
        if alone:
            # Helm looks at nothing but this field here, and so refuses other things.
            try:
                version = read_api_version(text)
            except YAMLError as error:
                message = f"cannot load Chart.yaml: {error.message}"
                raise _located(message, path, "Chart.yaml", error) from None
        if version == _EXPERIMENTAL:
            self.experimental = True
        elif version and version not in supported:
            raise ChartError("unsupported chart version", Position(f"{path}/Chart.yaml"))

    def root(self, files: list[ChartFile], path: str) -> Chart:
        """Return the chart that ``files`` are, unless it is of the experimental kind."""
        self._check_depth(files, path)
        try:
            chart = self.chart(files, path)
        except HelmwrightError:
            for file in files:
                if file.name.endswith("values.yaml"):
                    saw("text", file.data)
            raise
        saw("chart", chart)
        if self.experimental:
            raise ChartError("invalid chart apiVersion", Position(f"{path}/Chart.yaml"))
        return chart

    def chart(self, files: list[ChartFile], path: str) -> Chart:
        """Sort ``files`` into a chart, and load its subcharts."""
        self.count += 1
        if self.count > MAX_CHARTS:
            raise ChartError(f"more than {MAX_CHARTS} charts inside each other", Position(path))
        chart = Chart(Metadata(), path=path)
        chart.raw = list(files)
        text = self._read_metadata(chart, files)
        found = text is not None
        subcharts: dict[str, list[ChartFile]] = {}
        for file in files:
            name = file.name
            if name.startswith("templates/"):
                chart.templates.append(file)
            elif name.startswith("charts/") and not name.endswith(".prov"):
                below = name[len("charts/") :]
                group = below.split("/", 1)[0]
                subcharts.setdefault(group, []).append(ChartFile(below, file.data, file.modified))
            elif name in _SPECIAL:
                found |= self._special(chart, file)
            else:
                chart.files.append(file)
        if not found:
            raise ChartError("Chart.yaml file is missing", Position(path))
        validate(chart.metadata, f"{path}/Chart.yaml", text or b"", self.era)
        for group, members in subcharts.items():
            if not group.startswith(("_", ".")):
                self._add_subchart(chart, group, members)
        return chart

    def _check_depth(self, files: list[ChartFile], path: str) -> None:
        """Refuse charts in charts in charts before any of them has its own list of files."""
        for file in files:
            depth, place, name = self.depth, 0, file.name
            while name.startswith("charts/", place):
                depth += 1
                place = name.find("/", place + len("charts/")) + 1
                if not place:
                    break
            if depth > MAX_DEPTH:
                raise ChartError(f"charts are nested more than {MAX_DEPTH} deep", Position(path))

    def _read_metadata(self, chart: Chart, files: list[ChartFile]) -> bytes | None:
        """Read Chart.yaml wherever it is in the list; an archive may have it twice."""
        text = None
        for file in files:
            if file.name == "Chart.yaml":
                text = file.data
                self._fill(chart, text, file.name)
                chart.metadata.api_version = chart.metadata.api_version or _OLD
        return text

    def _fill(self, chart: Chart, text: bytes, name: str) -> None:
        try:
            fill_metadata(chart.metadata, self._fields(text))
        except YAMLError as error:
            raise _located(
                f"cannot load {name}: {error.message}", chart.path, name, error
            ) from None

    def _special(self, chart: Chart, file: ChartFile) -> bool:
        """Take in one of the files that Helm knows by name; return whether it says it is a chart."""
        name = file.name
        if name == "values.yaml":
            from helmwright.values.maps import load_values

            try:
                chart.values = load_values(file.data, path=f"{chart.path}/{name}", era=self.era)
            except ValuesError as error:
                message = f"cannot load values.yaml: {error.message}"
                raise _located(message, chart.path, name, error) from None
        elif name == "values.schema.json":
            chart.schema = file.data
        elif name in ("Chart.lock", "requirements.lock"):
            try:
                chart.lock = read_lock(file.data, self.era.chart_package)
            except YAMLError as error:
                raise _located(
                    f"cannot load {name}: {error.message}", chart.path, name, error
                ) from None
        if name.startswith("requirements."):
            self._requirements(chart, file)
            return True
        return False

    def _requirements(self, chart: Chart, file: ChartFile) -> None:
        """Take in a file that Chart.yaml and Chart.lock replaced in apiVersion v2."""
        is_lock = file.name.endswith(".lock")
        if chart.metadata.api_version != _OLD:
            self.log("INFO", _LOCKING_WARNING if is_lock else _DEPENDENCIES_WARNING)
        if not is_lock:
            self._fill(chart, file.data, file.name)
        if chart.metadata.api_version == _OLD:
            chart.files.append(file)

    def _add_subchart(self, chart: Chart, group: str, members: list[ChartFile]) -> None:
        path = f"{chart.path}/charts/{group}"
        self.depth += 1
        try:
            if group.endswith(".tgz"):
                subchart = self._packed(chart, group, members, path)
            else:
                inner = [
                    ChartFile(file.name.split("/", 1)[1], file.data, file.modified)
                    for file in members
                    if "/" in file.name
                ]
                subchart = self.chart(inner, path)
        except _WrongArchiveError as error:
            raise ChartError(error.message, Position(path)) from None
        except HelmwrightError as error:
            unpacked = f"subchart {group}" if self.era.names_subcharts else group
            message = f"error unpacking {unpacked} in {chart.name}: {error.message}"
            raise ChartError(message, error.position or Position(path)) from None
        self.depth -= 1
        chart.dependencies.append(subchart)
        subchart.parent = chart

    def _packed(self, chart: Chart, group: str, members: list[ChartFile], path: str) -> Chart:
        import io

        from helmwright.charts.archive import MAX_CHART_SIZE, read_archive

        if members[0].name != group:
            raise _WrongArchiveError(
                f"error unpacking {'subchart ' * self.era.names_subcharts}tar in {chart.name}: "
                f"expected {group}, got {members[0].name}"
            )
        try:
            data = io.BytesIO(members[0].data)
            most = min(MAX_CHART_SIZE, self.size_left)
            files = read_archive(data, most, limit=self.era.chart_limit)
        except GoError as error:
            raise ChartError(error.message) from None
        self.size_left -= sum(len(file.data) for file in files)
        self._check_depth(files, path)
        return self.chart(files, path)

    def _fields(self, text: bytes) -> dict[str, Value]:
        """Return what ``text`` sets; Chart.yaml is asked for twice."""
        if self.parsed is None or self.parsed[0] != text:
            self.parsed = (text, read_fields(text, self.era.chart_package))
        return self.parsed[1]


def _located(message: str, path: str, name: str, error: HelmwrightError) -> ChartError:
    """Return a ChartError about a file of the chart at ``path``, on the line that ``error`` knows."""
    place = getattr(error, "cause_position", None) or error.position
    line, column = (place.line, place.column) if place is not None else (None, None)
    return ChartError(message, Position(f"{path}/{name}", line, column))


@checked
def load_chart(
    path: str | os.PathLike[str],
    *,
    log: Log = ignore,
    any_api_version: bool = False,
    era: Era | str = DEFAULT,
) -> Chart:
    """Read the chart at ``path``, a directory or a ``.tgz``.

    any_api_version: take charts of which Helm renders none, as ``helm lint`` does.
    era: the Helm that reads it, or its version.
    Raises ChartError with Helm's text; its position is a file of the chart where one is to blame.
    """
    era = as_era(era)
    path = os.fspath(path).strip()
    absolute = absolute_path(path)
    if os.path.exists(path):
        load = load_directory if os.path.isdir(path) else load_file
        try:
            return load(path, absolute, log, any_api_version=any_api_version, era=era)
        except RecursionError:
            raise ChartError("charts or directories are nested too deeply") from None
    if path.startswith(("/", ".")):
        from helmwright.go.strconv import quote

        raise ChartError(f"path {quote(path)} not found")
    if "/" in path:
        raise ChartError(f"repo {path.split('/', 1)[0]} not found")
    raise ChartError(f"non-absolute URLs should be in form of repo_name/path_to_chart, got: {path}")


def absolute_path(path: str) -> str:
    """Return Go's filepath.Abs, which trusts $PWD and keeps the symbolic links in it."""
    if not path.startswith("/"):
        directory = os.environ.get("PWD", "")
        try:
            trusted = directory.startswith("/") and os.path.samefile(directory, ".")
        except OSError:
            trusted = False
        path = f"{directory if trusted else os.getcwd()}/{path}"
    return "/" + os.path.normpath(path).lstrip("/")
