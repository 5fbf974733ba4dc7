"""Which values a chart's schema marks as secrets (``x-secret``)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.resources import chart_directory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.charts.chart import Chart

    SecretPaths = Callable[[tuple[str | int, ...]], bool]

Path = tuple["str | int", ...]
_MARK = b"x-secret"


def is_secret(chart: Chart, path: Path) -> bool:
    """Tell whether the value at ``path``, or a part of it, is marked as a secret."""
    text = schema_with_secrets(chart)
    return text is not None and _is_marked(text, path)


def schema_with_secrets(chart: Chart) -> bytes | None:
    """Return the schema that says which values of a chart, without its subcharts, are secrets."""
    if chart.schema is None and chart.metadata.name == "determined":
        return (
            bundled_schema()
        )  # the chart that comes with Determined has none, but the same secrets
    return chart.schema


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


@lru_cache(maxsize=1)
def bundled_schema() -> bytes:
    """Return the schema of the bundled chart."""
    with open(f"{chart_directory()}/values.schema.json", "rb") as file:  # noqa: PTH123 - quick
        return file.read()


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


def secret_paths(charts: Iterable[Chart], texts: Iterable[bytes | None] = ()) -> SecretPaths:
    """Return what tells of a path of values whether one of the charts has a secret there.

    texts: of schemas whose charts are not at hand.
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
    _read(schema_with_secrets(chart), prefix, found)
    for dependency in chart.dependencies:
        _collect(dependency, (*prefix, dependency.name), found)


def _read(
    text: bytes | None, prefix: tuple[str, ...], found: list[tuple[tuple[str, ...], Any]]
) -> None:
    if text is not None and _MARK in text:
        schema = _schema(text)
        if schema is not None:  # one that is no JSON stops the render, with its place
            found.append((prefix, schema))


def _has(prefix: tuple[str, ...], schema: Any, path: tuple[str | int, ...]) -> bool:
    if path[:1] == ("global",):  # these reach every chart
        return leads_to_secret(schema, path)
    return path[: len(prefix)] == prefix and leads_to_secret(schema, path[len(prefix) :])
