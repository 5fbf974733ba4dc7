"""Loading a chart without asking of which kind it is, as dependencies, registries and packages do.

The texts of errors are not those of ``load_chart``, with which a chart is rendered.

Source: helm pkg/chart/v2/loader/load.go, directory.go, archive.go
"""

# Paths are plain strings, as in ``loader``.
# ruff: noqa: PTH116, PTH123
from __future__ import annotations

import io
import os
import stat
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, GoError
from helmwright.base.log import ignore
from helmwright.charts.archive import check_is_gzip, read_archive
from helmwright.charts.files import read_directory
from helmwright.charts.loader import Loader, absolute_path
from helmwright.disk.reading import open_regular
from helmwright.go.gzip import GzipHeaderError

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart


_TOO_DEEP = "charts or directories are nested too deeply"


def load(path: str, *, log: Log = ignore) -> Chart:
    """Read the chart at ``path``, a folder or an archive; raises ChartError with Helm's text."""
    return load_folder(path, log=log) if _is_folder(path) else load_archive(path, log=log)


def load_folder(path: str, *, log: Log = ignore) -> Chart:
    """Read the chart in the folder ``path``; raises ChartError with Helm's text."""
    try:
        return Loader(log).root(read_directory(absolute_path(path), log=log), path)
    except RecursionError:
        raise ChartError(_TOO_DEEP) from None


def load_archive(path: str, *, log: Log = ignore) -> Chart:
    """Read the chart in the archive ``path``; raises ChartError with Helm's text."""
    if _is_folder(path):
        raise ChartError("cannot load a directory")
    try:
        with open(open_regular(path), "rb") as file:
            data = file.read()
    except OSError as error:
        raise ChartError(f"open {path}: {_reason(error)}") from None
    check_is_gzip(path, data[:512])
    return load_archive_bytes(data, path, log=log, named=True)


def load_archive_bytes(data: bytes, path: str, *, log: Log = ignore, named: bool = False) -> Chart:
    """Read the chart in the bytes of an archive; raises ChartError with Helm's text.

    path: what messages call the chart. named: it is a file.
    """
    try:
        return Loader(log).root(read_archive(io.BytesIO(data)), path)
    except GzipHeaderError as error:
        if not named:
            raise ChartError(error.message) from None
        raise ChartError(
            f"file '{path}' does not appear to be a valid chart file (details: {error.message})"
        ) from None
    except GoError as error:
        raise ChartError(error.message) from None
    except RecursionError:
        raise ChartError(_TOO_DEEP) from None


def _is_folder(path: str) -> bool:
    try:
        return stat.S_ISDIR(os.stat(path).st_mode)
    except OSError as error:
        raise ChartError(f"stat {path}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
