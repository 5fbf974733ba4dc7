"""``package``: a folder becomes an archive, whose tar is Helm's to the byte.

What zlib makes of the tar is not what Go's compressor makes of it, so archives of the two programs
have other digests, as those of Helm 3 and 4 have.

Source: helm pkg/action/package.go, pkg/chart/v2/util/save.go
"""

# ruff: noqa: PTH109, PTH116 - paths are strings
from __future__ import annotations

import os
import stat
import time
import zlib
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, FunctionError, HelmwrightError, JSONError, Position
from helmwright.base.log import ignore
from helmwright.charts.loader import absolute_path, load_directory
from helmwright.charts.metadata import Lock, validate
from helmwright.charts.written import lock_time, lock_yaml, metadata_yaml
from helmwright.go import json_read
from helmwright.go.filepath import join
from helmwright.go.json_read import NumberOutOfRangeError
from helmwright.go.semver import parse_version
from helmwright.go.tar_write import TarFile, write_tar
from helmwright.sources.pulling import write_with_provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart


_OLD, _NEW = "v1", "v2"
_EXTRA = b"rr\x28\x00aHR0cHM6Ly95b3V0dS5iZS96OVV6MWljandyTQo="
_HAS_EXTRA, _HAS_COMMENT = 4, 16
_GZIP_HEADER = (
    bytes((0x1F, 0x8B, 8, _HAS_EXTRA | _HAS_COMMENT, 0, 0, 0, 0, 0, 255))
    + len(_EXTRA).to_bytes(2, "little")
    + _EXTRA
    + b"Helm\0"
)
_SECOND = 10**9
_UNIX = 62135596800
"""Seconds from Go's zero time to 1970."""
_LATEST = 253402300799
"""The last second of the year 9999, after which RFC 3339 has no times."""


def package(  # noqa: PLR0913 - keywords
    path: str,
    *,
    destination: str = ".",
    version: str = "",
    app_version: str = "",
    epoch: int | None = None,
    sign: Callable[[str, bytes], bytes] | None = None,
    log: Log = ignore,
) -> str:
    """Pack the chart in the folder ``path`` and return the path of the archive.

    version, app_version: instead of those of Chart.yaml. epoch: when every file of the archive was changed,
    in seconds since 1970; ``None`` keeps the times of the files. sign: makes the provenance of an archive from its
    name and its bytes, which is written beside it; if that fails, nothing is.
    Raises ChartError with Helm's text.
    """
    chart = _loaded(path, log)
    if version:
        chart.metadata.version = version
    try:
        parse_version(chart.metadata.version)
    except FunctionError as error:
        raise ChartError(error.message) from None
    if app_version:
        chart.metadata.app_version = app_version
    check_complete(chart)
    return save(chart, os.getcwd() if destination == "." else destination, epoch=epoch, sign=sign)


def check_folder(path: str) -> None:
    """Refuse a path that leads nowhere; raises ChartError with Helm's text."""
    try:
        os.stat(path)
    except OSError as error:
        raise ChartError(f"stat {path}: {(error.strerror or str(error)).lower()}") from None


def _loaded(path: str, log: Log) -> Chart:
    check_folder(path)
    absolute = absolute_path(path)
    try:
        return load_directory(path, absolute, log)
    except RecursionError:
        raise ChartError("charts or directories are nested too deeply") from None


def check_complete(chart: Chart) -> None:
    """Refuse a chart that lacks subcharts; raises ChartError with Helm's text."""
    present = {subchart.name for subchart in chart.dependencies}
    missing = [one.name for one in chart.metadata.dependencies or [] if one.name not in present]
    if missing:
        raise ChartError(
            f"found in Chart.yaml, but missing in charts/ directory: {', '.join(missing)}"
        )


def save(
    chart: Chart,
    folder: str,
    *,
    epoch: int | None = None,
    sign: Callable[[str, bytes], bytes] | None = None,
) -> str:
    """Write the archive of a loaded chart into a folder and return its path; sign: as for ``package``.

    Raises ChartError with Helm's text if it cannot be written.
    """
    try:
        name, data = packed(chart, epoch=epoch)
        target = join(folder, name)
        _check_destination(folder)
    except HelmwrightError as error:
        raise _unsaved(error) from None
    provenance = sign(name, data) if sign else b""
    try:
        write_with_provenance(target, data, provenance)
    except HelmwrightError as error:
        raise _unsaved(error) from None
    return target


def _unsaved(error: HelmwrightError) -> ChartError:
    return ChartError(f"failed to save: {error.message}", error.position)


def _check_destination(folder: str) -> None:
    try:
        mode = os.stat(folder).st_mode
    except FileNotFoundError:
        return
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ChartError(f"stat {folder}: stat {folder}: {reason}") from None
    if not stat.S_ISDIR(mode):
        raise ChartError(f"is not a directory: {folder}")


def packed(chart: Chart, *, epoch: int | None = None) -> tuple[str, bytes]:
    """Return the name of a chart's archive and its bytes; raises ChartError with Helm's text."""
    try:
        validate(chart.metadata)
    except ChartError as error:
        raise ChartError(f"chart validation: {error.message}") from None
    tar = write_tar(_files(chart, "", None if epoch is None else epoch * _SECOND))
    return f"{chart.name}-{chart.metadata.version}.tgz", compressed(tar)


def compressed(data: bytes) -> bytes:
    """Return bytes as gzip with the header that Helm gives to charts."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    body = deflate.compress(data) + deflate.flush()
    trailer = zlib.crc32(data).to_bytes(4, "little") + (len(data) % 2**32).to_bytes(4, "little")
    return _GZIP_HEADER + body + trailer


def epoch_of(environment: dict[str, str] | os._Environ[str]) -> int | None:
    """Return the seconds of SOURCE_DATE_EPOCH; ``None`` without it.

    Raises HelmwrightError if it is no number of seconds that a time can have.
    """
    text = environment.get("SOURCE_DATE_EPOCH", "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_LATEST))):
        raise HelmwrightError(f"SOURCE_DATE_EPOCH must be whole seconds since 1970, not {text!r}")
    if int(text) > _LATEST:
        raise HelmwrightError(f"SOURCE_DATE_EPOCH is after the year 9999: {text}")
    return int(text)


def _files(chart: Chart, prefix: str, stamp: int | None) -> Iterator[TarFile]:
    """Yield what goes into the archive of a chart, in Helm's order.

    stamp: when all was changed, in nanoseconds.
    """
    metadata = chart.metadata
    top = join(prefix, chart.name)
    now = time.time_ns()

    def entry(name: str, data: bytes, modified: int | None) -> TarFile:
        when = stamp if stamp is not None else now if modified is None else modified
        return TarFile(join(top, name), data, when)

    raw = {file.name: file for file in chart.raw}
    about = metadata_yaml(metadata, dependencies=metadata.api_version != _OLD)
    described = raw.get("Chart.yaml")
    yield entry("Chart.yaml", _bytes(about), described.modified if described else None)
    if metadata.api_version == _NEW and chart.lock is not None:
        lock = chart.lock if stamp is None else _stamped(chart.lock, stamp)
        yield entry("Chart.lock", _bytes(lock_yaml(lock)), _written(lock))
    for file in chart.raw:
        if file.name == "values.yaml":
            yield entry(file.name, file.data, file.modified)
    if chart.schema is not None:
        _check_json(chart)
        yield entry("values.schema.json", chart.schema, raw["values.schema.json"].modified)
    for file in (*chart.templates, *chart.files):
        yield entry(file.name, file.data, file.modified)
    for subchart in chart.dependencies:
        yield from _files(subchart, join(top, "charts"), stamp)


def _stamped(lock: Lock, stamp: int) -> Lock:
    """Return a lock that was written at another time."""
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import unix_time

    copied = Lock()
    copied.digest, copied.dependencies = lock.digest, lock.dependencies
    copied.generated = unix_time(stamp // _SECOND, UTC).json_value()
    return copied


def _written(lock: Lock) -> int | None:
    """Return when a lock was written, in nanoseconds since 1970; None for Go's zero time."""
    when = lock_time(lock)
    if not when.seconds and not when.nanosecond:
        return None
    return (when.seconds - _UNIX) * _SECOND + when.nanosecond


def _check_json(chart: Chart) -> None:
    text = (chart.schema or b"").decode("utf-8", "surrogateescape")
    try:
        json_read.unmarshal(text)
    except NumberOutOfRangeError:
        return  # it is JSON all the same
    except JSONError:
        path = f"{chart.path}/values.schema.json"
        raise ChartError("invalid JSON in values.schema.json", Position(path)) from None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
