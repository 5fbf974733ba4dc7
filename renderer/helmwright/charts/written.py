"""Chart.yaml and Chart.lock as Helm writes them, and as JSON in the order of Go's fields.

Source: helm pkg/chart/v2/metadata.go, dependency.go (the structs and their tags)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, JSONError, YAMLError
from helmwright.go import json_raw, json_write, yaml_write

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.charts.metadata import Dependency, Lock, Maintainer, Metadata
    from helmwright.go.kinds import Value
    from helmwright.go.times import Time

    Fields = dict[str, Value]

_RFC3339 = "2006-01-02T15:04:05Z07:00"
_ZERO_TIME = "0001-01-01T00:00:00Z"
_ALWAYS = frozenset(("repository",))


def metadata_yaml(metadata: Metadata, *, dependencies: bool = True) -> str:
    """Return Chart.yaml written anew.

    dependencies: whether they are in it. Raises ChartError with Go's text for what cannot be written.
    """
    fields = metadata_fields(metadata)
    if not dependencies:
        fields.pop("dependencies", None)
    return _yaml(fields)


def metadata_json(metadata: Metadata) -> str:
    """Return Chart.yaml as compact JSON, in the order of the struct, escaped for HTML.

    Raises ChartError with Go's text for what cannot be written.
    """
    fields = metadata_fields(metadata)
    parts = {name: _json(value) for name, value in fields.items()}
    if metadata.maintainers:
        parts["maintainers"] = _list(_object(_person(one)) for one in metadata.maintainers)
    if metadata.dependencies:
        parts["dependencies"] = dependencies_json(metadata.dependencies)
    return json_raw.structure(parts)


def dependencies_json(dependencies: Iterable[Dependency | None] | None) -> str:
    """Return a list of dependencies as compact JSON; ``null`` for Go's nil, in it as well.

    Raises ChartError with Go's text for what cannot be written.
    """
    if dependencies is None:
        return "null"
    return _list("null" if one is None else _object(_dependency(one)) for one in dependencies)


def lock_yaml(lock: Lock) -> str:
    """Return Chart.lock as Helm writes it; raises ChartError with Go's text."""
    entries = lock.dependencies
    return _yaml(
        {
            "dependencies": None
            if entries is None
            else [None if one is None else _dependency(one) for one in entries],
            "digest": lock.digest,
            "generated": lock_time(lock).json_value(),
        }
    )


def lock_time(lock: Lock) -> Time:
    """Return when a lock was written, Go's zero time if it does not say."""
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import parse_time

    return parse_time(_RFC3339, lock.generated or _ZERO_TIME, UTC)


def metadata_fields(metadata: Metadata) -> Fields:
    """Return what is not empty of Chart.yaml, in the order of the struct."""
    return _filled(
        {
            "name": metadata.name,
            "home": metadata.home,
            "sources": metadata.sources,
            "version": metadata.version,
            "description": metadata.description,
            "keywords": metadata.keywords,
            "maintainers": [_person(one) for one in metadata.maintainers],
            "icon": metadata.icon,
            "apiVersion": metadata.api_version,
            "condition": metadata.condition,
            "tags": metadata.tags,
            "appVersion": metadata.app_version,
            "deprecated": metadata.deprecated,
            "annotations": metadata.annotations,
            "kubeVersion": metadata.kube_version,
            "dependencies": [_dependency(one) for one in metadata.dependencies or []],
            "type": metadata.type,
        }
    )


def _person(maintainer: Maintainer) -> Fields:
    return _filled({"name": maintainer.name, "email": maintainer.email, "url": maintainer.url})


def _dependency(dependency: Dependency) -> Fields:
    return {
        "name": dependency.name,
        **_filled(
            {
                "version": dependency.version,
                "repository": dependency.repository,
                "condition": dependency.condition,
                "tags": dependency.tags,
                "enabled": dependency.enabled,
                "import-values": dependency.import_values,
                "alias": dependency.alias,
            }
        ),
    }


def _filled(fields: Fields) -> Fields:
    return {name: value for name, value in fields.items() if value or name in _ALWAYS}


def _object(fields: Fields) -> str:
    return json_raw.structure({name: _json(value) for name, value in fields.items()})


def _list(texts: Iterable[str]) -> str:
    return f"[{','.join(texts)}]"


def _json(value: Value) -> str:
    try:
        return json_write.marshal(value)
    except JSONError as error:
        raise ChartError(error.message) from None


def _yaml(fields: Fields) -> str:
    try:
        return yaml_write.marshal(fields)
    except (JSONError, YAMLError) as error:
        raise ChartError(error.message) from None
