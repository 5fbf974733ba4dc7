"""The secrets of a case: values that are secret by the chart's schema, their names or places."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from helmwright.reference.secret_paths import is_secret
from helmwright.secrets.places import secret_leaves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart

_Path = tuple["str | int", ...]
_MISSING = object()


class SecretValues:
    """Finds the secrets in values for one chart and its subcharts."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._known: dict[tuple[int, _Path], bool] = {}

    def of(self, values: dict[str, Any]) -> list[object]:
        """Return the secrets that a user sets, but those that the chart has in its values.yaml."""
        return [*dict.fromkeys(self._of(self._chart, values))]

    def _of(self, chart: Chart, values: dict[str, Any]) -> Iterator[object]:
        for path, value in secret_leaves(values, partial(self._is_secret, chart)):
            if type(value) is not bool and value != _at(chart.values, path):
                yield value
        for child in chart.dependencies:
            for name in _names(chart, child):
                below = values.get(name)
                if type(below) is dict:
                    yield from self._of(child, below)

    def _is_secret(self, chart: Chart, path: _Path) -> bool:
        general = tuple(0 if isinstance(step, int) else step for step in path)
        key = id(chart), general
        if key not in self._known:
            self._known[key] = is_secret(chart, general)
        return self._known[key]


def _names(chart: Chart, child: Chart) -> list[str]:
    """Return the keys below which the values of a subchart stand: its name and its aliases."""
    aliases = [
        one.alias
        for one in chart.metadata.dependencies or ()
        if one.name == child.name and one.alias
    ]
    return [child.name, *aliases]


def _at(values: Any, path: _Path) -> Any:
    for step in path:
        if not isinstance(values, dict) or step not in values:
            return _MISSING
        values = values[step]
    return values
