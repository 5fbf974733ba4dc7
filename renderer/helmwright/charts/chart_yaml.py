"""Reading Chart.yaml and the files like it into metadata, as Go fills the structs.

Source: helm pkg/chart/v2/metadata.go, dependency.go, lock in pkg/chart/v2/chart.go
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, YAMLError
from helmwright.charts.metadata import Dependency, Lock, Maintainer, Metadata
from helmwright.eras.era import DEFAULT
from helmwright.go.kinds import StringSlice
from helmwright.go.yaml_partial import load_record_partly
from helmwright.go.yaml_read import load
from helmwright.go.yaml_shapes import ANY, BOOL, STRING, ListOf, MapOf, StructOf

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.kinds import Value

    Fields = dict[str, Value]

_STRINGS = ListOf(STRING)


@cache
def _dependencies(package: str) -> ListOf:
    entry = StructOf(
        f"{package}.Dependency",
        {
            "name": STRING,
            "version": STRING,
            "repository": STRING,
            "condition": STRING,
            "tags": _STRINGS,
            "enabled": BOOL,
            "import-values": ListOf(ANY),
            "alias": STRING,
        },
    )
    return ListOf(entry, f"[]*{package}.Dependency")


@cache
def metadata_shape(package: str) -> StructOf:
    """Return Chart.yaml as a Go package has it, whose name is in the errors."""
    maintainer = StructOf(f"{package}.Maintainer", {"name": STRING, "email": STRING, "url": STRING})
    return StructOf(
        f"{package}.Metadata",
        {
            "name": STRING,
            "home": STRING,
            "sources": _STRINGS,
            "version": STRING,
            "description": STRING,
            "keywords": _STRINGS,
            "maintainers": ListOf(maintainer, f"[]*{package}.Maintainer"),
            "icon": STRING,
            "apiVersion": STRING,
            "condition": STRING,
            "tags": STRING,
            "appVersion": STRING,
            "deprecated": BOOL,
            "annotations": MapOf(STRING),
            "kubeVersion": STRING,
            "dependencies": _dependencies(package),
            "type": STRING,
        },
    )


METADATA = metadata_shape(DEFAULT.chart_package)
_BASE = StructOf("loader.chartBase", {"apiVersion": STRING})


@cache
def _lock(package: str) -> StructOf:
    return StructOf(
        f"{package}.Lock",
        {"generated": ANY, "digest": STRING, "dependencies": _dependencies(package)},
    )


_ATTRIBUTES = {
    "apiVersion": "api_version",
    "appVersion": "app_version",
    "kubeVersion": "kube_version",
    "import-values": "import_values",
}
_NEVER_NONE = frozenset(("sources", "keywords", "maintainers", "tags", "import-values"))
_DECODING = "error unmarshaling JSON: while decoding JSON: "


def read_fields(text: bytes, package: str = DEFAULT.chart_package) -> Fields:
    """Return what Chart.yaml or requirements.yaml sets, by its own names.

    package: Go's, which errors name. Raises YAMLError with Go's text.
    """
    return load_record_partly(text, metadata_shape(package))


def read_api_version(text: bytes) -> str:
    """Return only the ``apiVersion`` of Chart.yaml, empty if it has none.

    Raises YAMLError with Go's text, which is not that of ``read_fields``.
    """
    version: str = load_record_partly(text, _BASE).get("apiVersion") or ""
    return version


def fill_metadata(metadata: Metadata, fields: Fields) -> None:
    """Put ``fields`` into ``metadata``; what they do not set stays."""
    makers: dict[str, Callable[[], Any]] = {"maintainers": Maintainer, "dependencies": Dependency}
    for name, value in fields.items():
        if name in makers and value is not None:
            value = _filled(getattr(metadata, name) or [], value, makers[name])  # noqa: PLW2901
        elif name == "annotations" and value is not None:
            value = {**(metadata.annotations or {}), **value}  # noqa: PLW2901
        _set(metadata, name, value)


def _filled(
    existing: list[Any], entries: list[Fields | None], make: Callable[[], Any]
) -> list[Any]:
    """Return the elements of a list; as in Go, elements that are already there are filled again."""
    elements: list[Any] = []
    for index, fields in enumerate(entries):
        if fields is None:
            elements.append(None)  # validation refuses it
            continue
        element = existing[index] if index < len(existing) else make()
        for name, value in fields.items():
            _set(element, name, value)
        elements.append(element)
    return elements


def _set(target: object, name: str, value: Value) -> None:
    if name in _NEVER_NONE and not value:
        # What is written is no nil slice, which some templates can tell.
        value = [] if value is None else StringSlice()
    setattr(target, _ATTRIBUTES.get(name, name), value)


def read_lock(text: bytes, package: str = DEFAULT.chart_package) -> Lock | None:
    """Return what Chart.lock or requirements.lock says; None for a file that says nothing.

    package: Go's, which errors name. Raises YAMLError with Go's text.
    """
    fields = load_record_partly(text, _lock(package))
    if not fields and _is_null(text):
        return None
    _check_time(fields.get("generated"))
    lock = Lock()
    lock.generated = fields.get("generated") or ""
    lock.digest = fields.get("digest") or ""
    entries = fields.get("dependencies")
    lock.dependencies = None if entries is None else _filled([], entries, Dependency)
    return lock


def _is_null(text: bytes) -> bool:
    return load(text) is None


def _check_time(value: Value) -> None:
    """Refuse a time that time.Time.UnmarshalJSON refuses."""
    if value is None or (isinstance(value, str) and _is_plain_time(value)):
        return
    if not isinstance(value, str):
        raise YAMLError(f"{_DECODING}Time.UnmarshalJSON: input is not a JSON string")
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import parse_time

    try:
        parse_time("2006-01-02T15:04:05Z07:00", value, UTC)
    except GoError as error:
        raise YAMLError(_DECODING + error.message) from None


def _is_plain_time(text: str) -> bool:
    """Tell whether ``text`` is a time as Helm writes it, without loading Go's parser."""
    import re

    pattern = (
        r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]"
        r"(\.[0-9]{1,9})?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])"
    )
    return re.fullmatch(pattern, text) is not None
