"""The effective values of a chart, as those see them who judge single values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, ValuesLayer
    from helmwright.lint.source import ValuesSource
    from helmwright.lint.violations import Violation


class EffectiveValues(Protocol):
    """What ``settings.Settings`` knows without them."""

    @property
    def chart(self) -> Chart:
        """The chart, or the subchart, whose values these are."""
        ...

    @property
    def prefix(self) -> Path:
        """Where in the values of the whole they begin."""
        ...

    @property
    def layered(self) -> LayeredValues:
        """The values of the whole with their sources."""
        ...

    @property
    def violations(self) -> tuple[Violation, ...]:
        """What the schemas refuse."""
        ...

    def source_of(self, layer: ValuesLayer) -> ValuesSource:
        """Return the text of a layer."""
        ...
