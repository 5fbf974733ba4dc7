"""Which values of a stored release are secrets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.releases.model import StoredChart


def stored_schemas(chart: StoredChart) -> tuple[bytes, ...]:
    """Return the schemas that say which values of a chart, without its subcharts, are secrets."""
    from helmwright.reference.pack_schemas import secret_schemas

    name, version = (str(chart.metadata.get(key) or "") for key in ("name", "version"))
    return secret_schemas(name, version, chart.schema or None)
