"""index.yaml: the charts of a repository with their versions, read, checked, sorted and chosen from as Helm does.

Source: helm pkg/repo/v1/index.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import (
    ChartError,
    FunctionError,
    GoError,
    JSONError,
    SourceError,
    YAMLError,
)
from helmwright.base.log import ignore
from helmwright.charts.chart_yaml import METADATA, fill_metadata
from helmwright.charts.metadata import Metadata, validate
from helmwright.go import json_read
from helmwright.go.semver import Version, parse_constraint, parse_version
from helmwright.go.sort import sort
from helmwright.go.strconv import quote
from helmwright.go.yaml_shapes import (
    ANY,
    BOOL,
    STRING,
    ListOf,
    MapOf,
    StructOf,
    TypeMismatch,
    exact,
    store,
)
from helmwright.go.yaml_strict import load_record_strictly

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.log import Log

    Fields = dict[str, Any]

LARGEST = 256 << 20
"""The most bytes of an index that are read."""

_OLD = "v1"
_RFC3339 = "2006-01-02T15:04:05Z07:00"
_FORGIVEN = "validation: more than one dependency with name or alias"
_IN_JSON = "error unmarshaling JSON: while decoding JSON: "
_USUAL_TIME = re.compile(
    r"20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
    r"(\.[0-9]{0,8}[1-9])?(Z|[+-](0[1-9]|1[0-9]):[0-5][0-9])"
)
"""What Go writes as it reads it."""
_RANGE = frozenset("^~<>=!*")
_OWN = ("urls", "created", "removed", "digest")
VERSION = StructOf(
    "repo.ChartVersion",
    {
        **{name: exact(shape) for name, shape in METADATA.fields.items()},
        "urls": ListOf(STRING),
        "created": ANY,
        "removed": BOOL,
        "digest": STRING,
        "checksum": STRING,
        "engine": STRING,
        "tillerVersion": STRING,
        "url": STRING,
    },
    embedded=dict.fromkeys(METADATA.fields, "Metadata"),
)
ENTRIES = MapOf(ListOf(VERSION, "repo.ChartVersions"), "map[string]repo.ChartVersions")
INDEX = StructOf(
    "repo.IndexFile",
    {
        "serverInfo": MapOf(ANY),
        "apiVersion": STRING,
        "generated": ANY,
        "entries": ENTRIES,
        "publicKeys": ListOf(STRING),
        "annotations": MapOf(STRING),
    },
)


class ChartVersion:
    """A version of a chart in an index.

    metadata: its Chart.yaml. urls: of its archive, of which the first counts. digest: what the
    index promises, blank if nothing. created: as RFC 3339; blank if the index does not say.
    fields: all that the index says, by its own names.
    """

    __slots__ = ("fields", "metadata")

    def __init__(self, metadata: Metadata, fields: Fields) -> None:
        self.metadata = metadata
        self.fields = fields

    @property
    def version(self) -> str:
        """The version as the index spells it."""
        return self.metadata.version

    @property
    def urls(self) -> list[str]:
        """Where its archive is, perhaps below the repository's URL."""
        return self.fields.get("urls") or []

    @property
    def digest(self) -> str:
        """The digest that the index promises."""
        return self.fields.get("digest") or ""

    @property
    def created(self) -> str:
        """When it was made."""
        return self.fields.get("created") or ""


class Index:
    """The charts of a repository: ``entries`` from names to versions, newest first."""

    def __init__(
        self, entries: dict[str, list[ChartVersion]], fields: Fields | None = None
    ) -> None:
        self.entries = entries
        self.fields: Fields = fields or {"apiVersion": _OLD}

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
        parsed = _parsed(one.version)
        if parsed is not None and constraint.check(parsed):
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

    source: the URL or the file, for warnings. Raises SourceError with Go's text.
    """
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


def check_times(fields: Fields) -> None:
    """Make times what Go makes of them; raises YAMLError for what is none."""
    _set_time(fields, "generated")
    for versions in (fields.get("entries") or {}).values():
        for version in versions or ():
            if version is not None:
                _set_time(version, "created")


def _set_time(fields: Fields, key: str) -> None:
    value = fields.get(key)
    if value is None:
        return
    if isinstance(value, str) and _USUAL_TIME.fullmatch(value):
        return
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import parse_time

    if not isinstance(value, str):
        raise YAMLError(f"{_IN_JSON}Time.UnmarshalJSON: input is not a JSON string")
    try:
        fields[key] = parse_time(_RFC3339, value, UTC).json_value()
    except GoError as error:
        raise YAMLError(_IN_JSON + error.message) from None


def checked(
    name: str, versions: Iterable[Fields | None], source: str, log: Log
) -> list[ChartVersion]:
    """Return the versions of a chart that are valid, sorted; the others are warned of, last first."""
    kept: list[ChartVersion] = []
    for fields in reversed(list(versions)):
        if fields is None:
            log(
                "WARN",
                f"skipping loading invalid entry for chart {quote(name)} from {source}: empty entry",
            )
            continue
        metadata = Metadata()
        fill_metadata(metadata, {key: fields[key] for key in fields if key in METADATA.fields})
        metadata.api_version = metadata.api_version or _OLD
        try:
            validate(metadata)
        except ChartError as error:
            if not error.message.startswith(_FORGIVEN):
                log(
                    "WARN",
                    f"skipping loading invalid entry for chart {quote(name)} "
                    f"{quote(metadata.version)} from {source}: {error.message}",
                )
                continue
        kept.append(ChartVersion(metadata, fields))
    kept.reverse()
    sort_versions(kept)
    return kept


def sort_versions(versions: list[ChartVersion]) -> None:
    """Sort the newest first, as Go's unstable sort does; what is no version comes last."""
    keys = {id(one): _parsed(one.version) for one in versions}

    def is_less(left: ChartVersion, right: ChartVersion) -> bool:
        """Tell whether a version is older; Source: ChartVersions.Less."""
        one, other = keys[id(left)], keys[id(right)]
        if one is None:
            return True
        return other is not None and one.compare(other) < 0

    sort(versions, lambda left, right: is_less(right, left))


def _parsed(text: str) -> Version | None:
    try:
        return parse_version(text)
    except FunctionError:
        return None
