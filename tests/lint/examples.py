"""What tests of rules share: the bundled chart, and one that rules take for upstream's."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from helmwright.charts.loader import load_chart

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart

ROOT = Path(__file__).parent.parent.parent


@cache
def determined_chart(*, upstream: bool) -> Chart:
    """Returns the bundled chart, or one that rules take for upstream's."""
    chart = load_chart(str(ROOT / "chart"))
    if upstream:
        chart.schema = None
    return chart
