"""The versions of a chart in an index: read, checked and sorted as Helm does.

Source: helm pkg/repo/v1/index.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ChartError, FunctionError, GoError, YAMLError
from helmwright.charts.chart_yaml import METADATA, fill_metadata
from helmwright.charts.metadata import Metadata, validate
from helmwright.go.semver import Version, parse_version
from helmwright.go.sort import sort
from helmwright.go.strconv import quote
from helmwright.go.yaml_shapes import ANY, BOOL, STRING, ListOf, MapOf, StructOf, exact
from helmwright.sources.index_lines import TIME

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.log import Log

Fields = dict[str, Any]
"""What an index, or a version in it, says by its own names."""

OLD = "v1"
"""The version of an index or a chart that names none."""
_RFC3339 = "2006-01-02T15:04:05Z07:00"
_FORGIVEN = "validation: more than one dependency with name or alias"
_IN_JSON = "error unmarshaling JSON: while decoding JSON: "
_USUAL_TIME = re.compile(TIME.decode())
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
        metadata.api_version = metadata.api_version or OLD
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
    keys = {id(one): parsed(one.version) for one in versions}

    def is_less(left: ChartVersion, right: ChartVersion) -> bool:
        """Tell whether a version is older; Source: ChartVersions.Less."""
        one, other = keys[id(left)], keys[id(right)]
        if one is None:
            return True
        return other is not None and one.compare(other) < 0

    sort(versions, lambda left, right: is_less(right, left))


def parsed(text: str) -> Version | None:
    """Return a version, None for a text that is none."""
    try:
        return parse_version(text)
    except FunctionError:
        return None
