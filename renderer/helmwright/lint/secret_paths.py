"""Which values a chart's schema marks as secrets (``x-secret``)."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from helmwright.chart import Chart
    from helmwright.lint.finding import Path

_KNOWN: dict[bytes, Any] = {}


def is_secret(chart: Chart, path: Path) -> bool:
    """Tell whether the value at ``path``, or a part of it, is marked as a secret."""
    schema = _schema(chart)
    return schema is not None and _leads_to_secret(schema, schema, path)


def _schema(chart: Chart) -> Any:
    if chart.schema is None:
        return None
    if chart.schema not in _KNOWN:
        try:
            _KNOWN[chart.schema] = json.loads(chart.schema)
        except ValueError:
            _KNOWN[chart.schema] = None
    return _KNOWN[chart.schema]


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
