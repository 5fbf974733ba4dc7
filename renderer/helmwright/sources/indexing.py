"""index.yaml of a folder of archives, as Helm writes it.

Source: helm pkg/repo/v1/index.go (IndexDirectory, Merge), pkg/cmd/repo_index.go
"""

# ruff: noqa: PTH100, PTH118 - paths are strings
from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ChartError, GoError, SourceError
from helmwright.base.log import ignore
from helmwright.charts.metadata import validate
from helmwright.charts.v2_loader import load_archive_bytes
from helmwright.charts.written import metadata_fields
from helmwright.disk.matching import glob
from helmwright.disk.reading import read_named, read_regular
from helmwright.disk.writing import write_file
from helmwright.go import json_write, yaml_write
from helmwright.go.json_write import indented
from helmwright.go.url_resolve import clean, join_path
from helmwright.sources.archives import LARGEST as LARGEST_ARCHIVE
from helmwright.sources.index import LARGEST, Index, read_index
from helmwright.sources.index_entries import ChartVersion, sort_versions

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.go.kinds import Value

    Fields = dict[str, Value]

_OLD = "v1"
_MAPS = ("annotations", "import-values")
_TOLD = ("checksum", "engine", "tillerVersion", "url")


def write_index(
    folder: str, url: str, *, merge: str = "", as_json: bool = False, log: Log = ignore
) -> None:
    """Write index.yaml of a folder.

    url: that of the repository, blank for names relative to it. merge: a file whose entries are
    kept unless the folder has them; it is made if it is missing. Raises SourceError with Helm's
    text, and HelmwrightError if a file cannot be written.
    """
    top = os.path.abspath(folder)
    index = folder_index(top, url)
    if merge:
        index = _merged(index, merge, as_json=as_json, log=log)
    for versions in index.entries.values():
        sort_versions(versions)
    write_file(os.path.join(top, "index.yaml"), index_text(index, as_json=as_json).encode())


def folder_index(top: str, url: str) -> Index:
    """Return the index of the archives in a folder and in the folders in it, in no order.

    Raises SourceError with Helm's text; what is no chart is passed over.
    """
    entries: dict[str, list[ChartVersion]] = {}
    paths = [*glob(os.path.join(top, "*.tgz")), *glob(os.path.join(top, "*", "*.tgz"))]
    for path in paths:
        folder, _, name = os.path.relpath(path, top).rpartition("/")
        try:
            data = read_regular(path, largest=LARGEST_ARCHIVE)
            metadata = load_archive_bytes(data, path).metadata
            metadata.api_version = metadata.api_version or _OLD
            validate(metadata)
        except (ChartError, OSError):
            continue
        base = _joined(url, folder)
        fields: Fields = {
            "urls": [_joined(base, name) if base else name],
            "created": _now(),
            "digest": sha256(data).hexdigest(),
        }
        entries.setdefault(metadata.name, []).append(ChartVersion(metadata, fields))
    return Index(entries, {"apiVersion": _OLD, "generated": _now()})


def _joined(base: str, part: str) -> str:
    """Return a URL, or a path, with a part behind it. Source: urlutil.URLJoin."""
    try:
        return join_path(base, part)
    except GoError:
        return clean(f"{base}/{part}")


def _merged(index: Index, path: str, *, as_json: bool, log: Log) -> Index:
    """Return an index with what another one has besides; if there is none, write an empty one."""
    if not os.path.lexists(path):
        empty = Index({}, {"apiVersion": _OLD, "generated": _now()})
        write_file(path, index_text(empty, as_json=as_json).encode())
        return index
    try:
        other = read_index(read_named(path, largest=LARGEST), path, log=log)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SourceError(f"merge failed: open {path}: {reason}") from None
    except SourceError as error:
        raise SourceError(f"merge failed: error loading {path}: {error.message}") from None
    entries = dict(index.entries)
    both = Index(entries, index.fields)
    for versions in other.entries.values():
        for one in versions:
            try:
                both.get(one.metadata.name, one.version)
            except SourceError:
                entries.setdefault(one.metadata.name, []).append(one)
    return both


def _now() -> str:
    """Return the time as Go writes it: nanoseconds, the local zone."""
    import time
    from datetime import datetime

    now = time.time_ns()
    local = datetime.fromtimestamp(now // 10**9).astimezone()
    fraction = f".{now % 10**9:09}".rstrip("0").rstrip(".")
    zone = local.strftime("%z")
    return (
        local.strftime("%Y-%m-%dT%H:%M:%S")
        + fraction
        + ("Z" if zone == "+0000" else f"{zone[:3]}:{zone[3:5]}")
    )


def index_text(index: Index, *, as_json: bool = False) -> str:
    """Return an index as Helm writes it; JSON with two blanks and without a last line break."""
    whole: dict[str, Any] = {
        "apiVersion": index.fields["apiVersion"],
        "generated": index.fields["generated"],
        "entries": {
            name: [_version_fields(one) for one in index.entries[name]]
            for name in sorted(index.entries)
        },
    }
    return indented(_ordered(whole)) if as_json else yaml_write.marshal(whole)


def _version_fields(version: ChartVersion) -> Fields:
    """Return the fields of a version in the order of Go's struct."""
    fields = metadata_fields(version.metadata)
    fields["urls"] = version.urls or None
    fields["created"] = version.created or "0001-01-01T00:00:00Z"
    for name in ("removed", "digest", *_TOLD):
        if version.fields.get(name):
            fields[name] = version.fields[name]
    return fields


def _ordered(value: Value) -> str:
    """Return JSON in which the fields of structs keep their order; maps are sorted."""
    if isinstance(value, list):
        return f"[{','.join(_ordered(item) for item in value)}]"
    if not isinstance(value, dict):
        return json_write.marshal(value)
    parts = (
        f"{json_write.marshal(key)}:{json_write.marshal(item) if key in _MAPS else _ordered(item)}"
        for key, item in value.items()
    )
    return f"{{{','.join(parts)}}}"
