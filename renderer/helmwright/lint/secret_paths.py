"""Which values a chart's schema marks as secrets (``x-secret``)."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.resources import chart_directory

if TYPE_CHECKING:
    from helmwright.chart import Chart
    from helmwright.lint.finding import Path


def is_secret(chart: Chart, path: Path) -> bool:
    """Tell whether the value at ``path``, or a part of it, is marked as a secret."""
    text = chart.schema
    if text is None and chart.metadata.name == "determined":
        # The chart that comes with Determined has no schema, but the same secrets.
        text = _bundled()
    return text is not None and _is_marked(text, path)


@lru_cache(maxsize=4096)
def _is_marked(text: bytes, path: Path) -> bool:
    schema = _schema(text)
    return schema is not None and _leads_to_secret(schema, schema, path)


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


def _leads_to_secret(schema: Any, root: Any, path: Path) -> bool:
    from helmwright.reference.schema_facts import facts

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
