"""index.yaml: the charts of a repository with their versions, read, checked, sorted and chosen from as Helm does.

Source: helm pkg/repo/v1/index.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, JSONError, SourceError, YAMLError
from helmwright.base.log import ignore
from helmwright.go import json_read
from helmwright.go.semver import parse_constraint
from helmwright.go.yaml_shapes import TypeMismatch, store
from helmwright.go.yaml_strict import load_record_strictly
from helmwright.sources.index_entries import (
    INDEX,
    OLD,
    ChartVersion,
    Fields,
    check_times,
    checked,
    parsed,
)
from helmwright.sources.index_outline import outline

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.base.log import Log

LARGEST = 256 << 20
"""The most bytes of an index that are read."""
LARGE = 1 << 20
"""So many bytes are read whole: that takes no time."""

_RANGE = frozenset("^~<>=!*")


class Index:
    """The charts of a repository: ``entries`` from names to versions, newest first."""

    def __init__(
        self, entries: Mapping[str, list[ChartVersion]], fields: Fields | None = None
    ) -> None:
        self.entries = entries
        self.fields: Fields = fields or {"apiVersion": OLD}

    def get(self, name: str, version: str = "", *, log: Log = ignore) -> ChartVersion:
        """Return the version of a chart that fits, by default the newest that is no pre-release.

        version: a version, of which the exact text is looked for first, or a constraint.
        Raises SourceError with Helm's text.
        """
        versions = self.entries.get(name)
        if versions is None:
            raise SourceError("no chart name found")
        return chosen(versions, name, version, log=log)


def chosen(versions: list[ChartVersion], name: str, version: str, *, log: Log) -> ChartVersion:
    """Return the first of sorted versions that fits; raises SourceError with Helm's text."""
    if not versions:
        raise SourceError("no chart version found")
    try:
        constraint = parse_constraint(version or "*")
    except FunctionError as error:
        raise SourceError(error.message) from None
    if version:
        for one in versions:
            if one.version == version:
                return one
    for one in versions:
        known = parsed(one.version)
        if known is not None and constraint.check(known):
            if version and not is_range(version):
                log(
                    "WARN",
                    "unable to find exact version requested; "
                    "falling back to closest available version",
                    chart=name,
                    requested=version,
                    selected=one.version,
                )
            return one
    raise SourceError(f"no chart version found for {name}-{version}")


def is_range(version: str) -> bool:
    """Tell whether a version is a constraint; Source: isVersionRange."""
    if not _RANGE.isdisjoint(version) or "||" in version or " - " in version:
        return True
    core = version
    for place, character in enumerate(version):
        if character in "-+":
            core = version[:place]
            break
    return "x" in core or "X" in core


def read_index(data: bytes, source: str, *, log: Log = ignore) -> Index:
    """Return what the bytes of an index say, without the entries that Helm leaves out.

    source: the URL or the file, for warnings. Raises SourceError with Go's text. A large index of the
    form that Helm writes is checked by its lines, and its entries are read when they are asked for.
    """
    large = outline(data) if len(data) > LARGE else None
    if large is not None:
        large.warn(source, log)
        return Index(large, large.fields)
    fields = _fields(data)
    entries = {
        name: checked(name, versions or [], source, log)
        for name, versions in (fields.pop("entries", None) or {}).items()
    }
    if not fields.get("apiVersion"):
        raise SourceError("no API version specified")
    return Index(entries, fields)


def _fields(data: bytes) -> Fields:
    if not data:
        raise SourceError("empty index.yaml file")
    try:
        found = _json_fields(data)
        if found is None:
            found = load_record_strictly(data, INDEX)
        check_times(found)
    except (YAMLError, JSONError) as error:
        raise SourceError(error.message) from None
    except TypeMismatch as error:
        raise SourceError(str(error)) from None
    return found


def _json_fields(data: bytes) -> Fields | None:
    """Return what JSON says, in which unknown keys pass; None for anything else."""
    if data.lstrip(b" \t\r\n")[:1] not in (b"{", b"["):
        return None
    try:
        value = json_read.unmarshal(data.decode("utf-8", "surrogateescape"))
    except JSONError:
        return None
    return store(value, INDEX)
