"""Packaged charts: the files of a ``.tgz``, checked, and never written to disk.

Source: helm pkg/chart/loader/archive/archive.go
"""

from __future__ import annotations

from typing import IO

from helmwright.base.errors import ChartError, GoError
from helmwright.charts.files import BYTE_ORDER_MARK, MAX_FILE_SIZE, ChartFile
from helmwright.eras.era import DEFAULT
from helmwright.go.gzip import GzipReader
from helmwright.go.strconv import quote
from helmwright.go.tar import PAX_GLOBAL_HEADER, PAX_HEADER, TarReader

MAX_CHART_SIZE = 100 * 1024 * 1024
MAX_ENTRIES = 200_000
"""Our own bound: empty files cost memory, too."""
MAX_NAMES_SIZE = 16 << 20
"""Our own bound: names are repeated for each chart that a file is inside of."""
_SNIFFED = 512
_GZIP = b"\x1f\x8b\x08"


class ArchiveError(GoError):
    """An archive that Helm refuses, before anything knows which chart it was for."""


def check_is_gzip(path: str, beginning: bytes) -> None:
    """Refuse a file that does not begin like gzip.

    Raises ChartError with a hint what the file seems to be.
    """
    if beginning.startswith(_GZIP):
        return
    from helmwright.go.content_type import detect_content_type

    if path.endswith((".yml", ".yaml")):
        raise ChartError(f"file '{path}' seems to be a YAML file, but expected a gzipped archive")
    found = detect_content_type(beginning[:_SNIFFED].ljust(_SNIFFED, b"\0"))
    raise ChartError(f"file '{path}' does not appear to be a gzipped archive; got '{found}'")


def read_archive(
    source: IO[bytes], most: int = MAX_CHART_SIZE, *, limit: str = DEFAULT.chart_limit
) -> list[ChartFile]:
    """Return the files of the gzipped tar archive ``source``, in its order.

    Names lose their first part, whatever it is. most: the bytes that the files may have together.
    limit: what an era calls these.
    Raises ArchiveError, and GzipError or TarError for broken data.
    """
    archive = TarReader(GzipReader(source))
    files: list[ChartFile] = []
    left = most
    names_left = MAX_NAMES_SIZE
    while (entry := archive.next()) is not None:
        if entry.is_directory or entry.kind in (PAX_HEADER, PAX_GLOBAL_HEADER):
            continue
        names_left -= len(entry.name)
        if names_left < 0:
            raise ArchiveError(f"the names of the files have more than {MAX_NAMES_SIZE} characters")
        name = _checked_name(entry.name)
        if entry.size > left:
            raise ArchiveError(f"decompressed chart is larger than the {limit} {MAX_CHART_SIZE}")
        if entry.size > MAX_FILE_SIZE:
            raise ArchiveError(
                f"decompressed chart file {quote(entry.name)} is larger "
                f"than the maximum file size {MAX_FILE_SIZE}"
            )
        data = archive.read(entry.size)
        left -= len(data)
        if len(data) < entry.size or left <= 0 or len(files) >= MAX_ENTRIES:
            raise ArchiveError(f"decompressed chart is larger than the {limit} {MAX_CHART_SIZE}")
        files.append(ChartFile(name, data.removeprefix(BYTE_ORDER_MARK), entry.modified))
    if not files:
        raise ArchiveError("no files in chart archive")
    return files


def _checked_name(stored: str) -> str:
    """Return where in the chart the entry belongs.

    Raises ArchiveError for a name that points out of the chart.
    """
    delimiter = "\\" if "\\" in stored else "/"
    first, _, rest = stored.partition(delimiter)
    name = rest.replace(delimiter, "/")
    if name.startswith("/"):
        raise ArchiveError("chart illegally contains absolute paths")
    name = _clean(name)
    if name == ".":
        raise ArchiveError(
            f"chart illegally contains content outside the base directory: {quote(stored)}"
        )
    if name.startswith(".."):
        raise ArchiveError("chart illegally references parent directory")
    if name[1:3] == ":/" and name[0].isascii() and name[0].isalpha():
        raise ArchiveError("chart contains illegally named files")
    if first == "Chart.yaml":
        raise ArchiveError("chart yaml not in base directory")
    return name


def _clean(path: str) -> str:
    """Return what path.Clean makes of a relative path."""
    kept: list[str] = []
    for part in path.split("/"):
        if part == ".." and kept and kept[-1] != "..":
            kept.pop()
        elif part not in ("", "."):
            kept.append(part)
    return "/".join(kept) or "."
