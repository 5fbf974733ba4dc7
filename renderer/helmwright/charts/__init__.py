"""A Helm chart in memory: how it gets there, which of its subcharts count, its values below the user's.

``loader`` makes a ``chart.Chart`` of a folder or an archive: ``ignore`` and ``archive`` say which files
it has, ``chart_yaml`` reads its ``metadata``. ``dependencies`` chooses and names the subcharts by version,
tags and conditions; the loaded chart is never changed. ``coalescing`` lays the defaults of all charts below
the values of the user. ``layers`` keeps the sources of values side by side, which Helm forgets while it
merges: who sets what, where, and what that overrides.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, ValuesLayer, layer_values
    from helmwright.charts.loader import load_chart
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "charts.chart": ("Chart",),
            "charts.layers": ("LayeredValues", "ValuesLayer", "layer_values"),
            "charts.loader": ("load_chart",),
        },
    )

__all__ = [
    "Chart",
    "LayeredValues",
    "ValuesLayer",
    "layer_values",
    "load_chart",
]
