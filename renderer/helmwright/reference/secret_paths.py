"""Which values a chart's schema marks as secrets (``x-secret``)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.resources import chart_directory

if TYPE_CHECKING:
    from helmwright.chart import Chart

    Path = tuple[str | int, ...]


def is_secret(chart: Chart, path: Path) -> bool:
    """Tell whether the value at ``path``, or a part of it, is marked as a secret."""
    text = schema_with_secrets(chart)
    return text is not None and _is_marked(text, path)


def schema_with_secrets(chart: Chart) -> bytes | None:
    """Return the schema that says which values of a chart, without its subcharts, are secrets."""
    if chart.schema is None and chart.metadata.name == "determined":
        return _bundled()  # the chart that comes with Determined has none, but the same secrets
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
def _bundled() -> bytes:
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
