"""Which values a chart's schemas say are secrets (``x-secret``), subcharts included."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from helmwright.reference.secret_paths import leads_to_secret, schema_with_secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.chart import Chart

    SecretPaths = Callable[[tuple[str | int, ...]], bool]

_MARK = b"x-secret"


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
        with suppress(ValueError):  # a schema that is no JSON stops the render, with its place
            found.append((prefix, json.loads(text)))


def _has(prefix: tuple[str, ...], schema: Any, path: tuple[str | int, ...]) -> bool:
    if path[:1] == ("global",):  # these reach every chart
        return leads_to_secret(schema, path)
    return path[: len(prefix)] == prefix and leads_to_secret(schema, path[len(prefix) :])
