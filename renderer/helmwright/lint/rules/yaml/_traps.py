"""What rules about scalars that change their text have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Severity
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.lint.finding import Problem
    from helmwright.lint.scalars import ChangedScalar
    from helmwright.lint.settings import Settings


def number_scalars(settings: Settings) -> Iterator[ChangedScalar]:
    """Yield the numbers that templates print differently.

    Those where a chart wants a text may have a rule of the chart's pack, which says more.
    """
    from helmwright.lint.catalogue import is_replaced

    for scalar in settings.changed_scalars:
        if type(scalar.value) is bool:
            continue
        charts = _charts(settings.chart, scalar.path) if scalar.for_text else ()
        if not any(is_replaced("number-in-disguise", chart) for chart in charts):
            yield scalar


def _charts(chart: Chart, path: Path) -> Iterator[Chart]:
    """Yield the charts that the value at a path is for, from the outside in."""
    yield chart
    below = next((sub for sub in chart.dependencies if path and sub.name == path[0]), None)
    if below is not None:
        yield from _charts(below, path[1:])


def trap(
    settings: Settings, scalar: ChangedScalar, *, advice: bool = False, quote: bool = True
) -> Problem:
    """Return the problem that a scalar is printed as another text.

    advice: it may be what was meant. quote: quotation marks mend it.
    """
    severity = Severity.ERROR if scalar.refused else Severity.INFO if advice else None
    where = dotted((*settings.prefix, *scalar.path))
    if settings.is_secret(*scalar.path):
        kind = "a boolean" if type(scalar.value) is bool else "another number"
        message, fix = f"{where}: what is written here without quotes is {kind} for Helm", "it"
    else:
        message = f"{where}: {scalar.text} without quotes is {scalar.printed} for Helm"
        fix = f'"{scalar.text}"'
    if scalar.refused and scalar.for_text:
        message += ", and the chart wants a text"
    sure = quote and scalar.editable and (scalar.for_text or not scalar.expected)
    return settings.problem(
        scalar.path,
        message,
        fix=f"write {fix} in quotes" if quote else "",
        edits=(Quote(scalar.path),) if sure else (),
        severity=severity,
    )
