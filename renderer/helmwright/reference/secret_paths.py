"""Which values are secrets: those that a chart's schema marks (``x-secret``), or a pack."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.reference.pack_schemas import any_secret_schemas, secret_schemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart

    SecretPaths = Callable[[tuple[str | int, ...]], bool]

_MARK = b"x-secret"


def is_secret(chart: Chart, path: Path) -> bool:
    """Tell whether the value at ``path``, or a part of it, is marked as a secret."""
    return any(_is_marked(text, path) for text in schemas_with_secrets(chart))


def schemas_with_secrets(chart: Chart) -> tuple[bytes, ...]:
    """Return the schemas that say which values of a chart, without its subcharts, are secrets."""
    return secret_schemas(chart.metadata.name, chart.metadata.version, chart.schema)


@lru_cache(maxsize=4096)
def _is_marked(text: bytes, path: Path) -> bool:
    schema = _schema(text)
    return schema is not None and leads_to_secret(schema, path)


@lru_cache(maxsize=64)
def _schema(text: bytes) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def leads_to_secret(root: Any, path: Path) -> bool:
    """Tell whether a schema marks the value at ``path``, or something above it."""
    from helmwright.reference.schema_facts import facts

    schema = root
    for step in path:
        known = facts(schema, root)
        if known.secret:
            return True
        if isinstance(step, int):
            schema = known.items
        else:
            schema = (known.properties or {}).get(step, known.values)
        if schema is None:
            return False
    return facts(schema, root).secret


def secret_paths_of_any_chart() -> SecretPaths:
    """Return what tells of a path of values whether a chart of some pack has a secret there."""
    return secret_paths((), any_secret_schemas())


def secret_paths(charts: Iterable[Chart], texts: Iterable[bytes] = ()) -> SecretPaths:
    """Return what tells of a path of values whether one of the charts has a secret there.

    texts: of schemas whose charts are not at hand (``schemas_with_secrets``).
    """
    schemas: list[tuple[tuple[str, ...], Any]] = []
    for chart in charts:
        _collect(chart, (), schemas)
    for text in dict.fromkeys(texts):
        _read(text, (), schemas)
    known: dict[tuple[str | int, ...], bool] = {}

    def is_secret(path: tuple[str | int, ...]) -> bool:
        if path not in known:
            known[path] = any(_has(prefix, schema, path) for prefix, schema in schemas)
        return known[path]

    return is_secret


def _collect(
    chart: Chart, prefix: tuple[str, ...], found: list[tuple[tuple[str, ...], Any]]
) -> None:
    for text in schemas_with_secrets(chart):
        _read(text, prefix, found)
    for dependency in chart.dependencies:
        _collect(dependency, (*prefix, dependency.name), found)


def _read(text: bytes, prefix: tuple[str, ...], found: list[tuple[tuple[str, ...], Any]]) -> None:
    if _MARK in text:
        schema = _schema(text)
        if schema is not None:  # one that is no JSON stops the render, with its place
            found.append((prefix, schema))


def _has(prefix: tuple[str, ...], schema: Any, path: tuple[str | int, ...]) -> bool:
    if path[:1] == ("global",):  # these reach every chart
        return leads_to_secret(schema, path)
    return path[: len(prefix)] == prefix and leads_to_secret(schema, path[len(prefix) :])
