"""Explains values: what sets each, what that overrides, and what is known about the key."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.patterns import lazy_pattern
from helmwright.reference.entries import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues, Origin
    from helmwright.reference.entries import Entry


_PLAIN_KEY = lazy_pattern(r"[\w-]+").fullmatch
_ANY = "<name>"


class ExplainedValue(NamedTuple):
    """One key with its effective value and where that comes from.

    is_set: whether templates see a value. origin: what decides: a file, a flag, or a chart's
    defaults; of a key that is not set, what took it away, else None. overridden: what would decide
    without it, the strongest first. entry: what the chart's schema and comments say about the key.
    """

    path: Path
    value: Any
    is_set: bool
    origin: Origin | None
    overridden: tuple[Origin, ...]
    entry: Entry | None


class Explainer:
    """Explains the values of a chart.

    layered: the values with their sources, as ``layer_values`` returns them.
    """

    def __init__(self, layered: LayeredValues) -> None:
        self._layered = layered
        self._entries: dict[int, dict[str, Entry]] = {}

    def explain(self, path: Path) -> ExplainedValue:
        """Return all that is known about the value at a path, whether it is set or not."""
        layered = self._layered
        is_set, value = _lookup(layered.effective, path)
        layer = layered.decisive(path)
        history = tuple(layered.history(path))
        origin = None
        if layer is not None:
            length = len(path)
            while length and not _says(layer, path[:length]):
                length -= 1
            origin = next(
                (one for one in layered.history(path[:length]) if one.layer is layer), None
            )
        overridden = tuple(one for one in history if one.layer is not layer)
        return ExplainedValue(path, value, is_set, origin, overridden, self.entry(path))

    def explain_all(self, above: Path = ()) -> Iterator[ExplainedValue]:
        """Yield every effective value below a path; a list counts as one value."""
        is_set, value = _lookup(self._layered.effective, above)
        if is_set and isinstance(value, dict) and value:
            for key in value:
                yield from self.explain_all((*above, key))
        elif above:
            yield self.explain(above)

    def entry(self, path: Path) -> Entry | None:
        """Return what is said about a key, by the chart whose values it is one of."""
        chart = self._layered.chart
        while True:
            inner = next((one for one in chart.dependencies if (one.name,) == path[:1]), None)
            if inner is None or len(path) < 2:
                break
            chart, path = inner, path[1:]
        known = self._known(chart)
        return next((known[name] for name in _names(path) if name in known), None)

    def keys(self) -> list[str]:
        """Return the keys of the chart that something is said about."""
        return list(self._known(self._layered.chart))

    def _known(self, chart: Chart) -> dict[str, Entry]:
        if id(chart) not in self._entries:
            entries = (entry for section in sections(chart) for entry in section.entries)
            self._entries[id(chart)] = {entry.key: entry for entry in entries}
        return self._entries[id(chart)]


@checked
def explain_value(layered: LayeredValues, path: Path) -> ExplainedValue:
    """Return where the value at ``path`` comes from, what it overrides, and what it means.

    layered: as ``layer_values`` returns it. path: keys and, of lists, numbers from 0:
    ``("ports", 0, "name")``.
    """
    return Explainer(layered).explain(path)


def _lookup(values: Any, path: Path) -> tuple[bool, Any]:
    for step in path:
        try:
            values = values[step]
        except (KeyError, IndexError, TypeError):
            return False, None
    return True, values


def _says(layer: Any, path: Path) -> bool:
    try:
        layer.value(path)
    except KeyError:
        return False
    return True


def _names(path: Path) -> Iterator[str]:
    """Yield what a reference may call a path: also with a name of the user's choice in it."""
    texts = [""]
    for step in path:
        if isinstance(step, int):
            texts = [f"{text}[]" for text in texts]
            continue
        name = step if _PLAIN_KEY(step) else f'"{step}"'
        texts = [f"{text}.{one}" if text else one for text in texts for one in (name, _ANY)]
        if len(texts) > 64:
            texts = texts[:64]
    yield from texts
