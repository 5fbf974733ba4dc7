"""Where each effective value comes from: defaults of charts, values files, overrides of flags.

Helm forgets this while it merges. Here the sources are kept side by side, the weakest first, and
asked afterwards: the last one that sets a path, or something above it that is no map, decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.patterns import lazy_pattern
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.yaml_positions import Place
    from helmwright.values.inputs import Read


OVERRIDES = ("set-json", "set", "set-string", "set-file", "set-literal")
"""Flags that set values, in Helm's order."""
_MOST_KEYS = 8
_KEY = lazy_pattern(r"[\w./-]{1,48}")
"""What is shown of a key; another may be data that somebody keeps in keys."""


class ValuesLayer:
    """One source of values.

    kind: ``defaults`` (values.yaml of a chart), ``file`` or ``flag``.
    name: the path of the file, or flag and key, as ``--set db.port``: what it was set to is left
    out, since it may be a secret.
    values: what the source says, below ``prefix`` in the values of the root chart.
    text: of the file; None for flags.
    """

    __slots__ = ("_places", "kind", "name", "prefix", "text", "values")

    def __init__(
        self,
        kind: str,
        name: str,
        values: dict[str, Value],
        text: bytes | None = None,
        prefix: Path = (),
    ) -> None:
        self.kind = kind
        self.name = name
        self.values = values
        self.text = text
        self.prefix = prefix
        self._places: Mapping[Path, Place] | None = None

    def __repr__(self) -> str:
        return f"ValuesLayer({self.kind!r}, {self.name!r})"

    @property
    def places(self) -> Mapping[Path, Place]:
        """Where keys and values stand in the text, by their path in it; looked up once."""
        if self._places is None:
            self._places = {}
            if self.text is not None:
                from contextlib import suppress

                from helmwright.go.yaml_positions import positions

                with suppress(HelmwrightError):  # whoever reads these values says what is wrong
                    self._places = positions(self.text, self.name)
        return self._places

    def own_path(self, path: Path) -> Path | None:
        """Return ``path`` as this source writes it; None for what is not below its prefix."""
        size = len(self.prefix)
        return path[size:] if path[:size] == self.prefix else None

    def value(self, path: Path) -> Any:
        """Return what this source sets at ``path``; raises KeyError if it does not."""
        own = self.own_path(path)
        if own is None or not self.decides(path):
            raise KeyError(path)
        value: Any = self.values
        for step in own:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                raise KeyError(path) from None
        return value

    def decides(self, path: Path) -> bool:
        """Tell whether this source says what is at ``path``, if no stronger one does.

        That it replaces something above ``path`` by what is no map counts as well. Items of lists
        that a flag has not set are null in its values.
        """
        own = self.own_path(path)
        if own is None:
            return False
        of_flag = self.kind == "flag"
        value: Any = self.values
        for step in own:
            if type(value) is dict:
                if step not in value:
                    return False
                value = value[step]
            elif type(value) is list and type(step) is int:
                if step >= len(value):
                    return not of_flag
                value = value[step]
                if value is None and of_flag:
                    return False
            else:
                return True
        return True

    def is_null(self, path: Path) -> bool:
        """Tell whether this source has a null at ``path``, or in place of something above it."""
        value: Any = self.values
        for step in self.own_path(path) or ():
            in_list = type(value) is list and type(step) is int and step < len(value)
            if not in_list and (type(value) is not dict or step not in value):
                break
            value = value[step]
        return value is None

    def position(self, path: Path, *, of_key: bool = False) -> Position:
        """Return where ``path`` stands, or the innermost part around it; for flags, the name.

        of_key: of a key rather than of its value.
        """
        own = self.own_path(path) or ()
        for length in range(len(own), -1, -1):
            place = self.places.get(own[:length])
            if place is not None:
                return place.key if of_key or length < len(own) else place.value
        return Position(self.name) if self.text is None else Position(self.name, 1, 1)


class Origin(NamedTuple):
    """A source that sets a value, where, and to what."""

    layer: ValuesLayer
    position: Position
    value: Any


class LayeredValues:
    """Values with their sources.

    chart: with the subcharts that the values choose, under their aliases. loaded: as it was before.
    layers: the weakest first. given: what files and flags say. effective: what templates see.
    """

    __slots__ = ("chart", "effective", "given", "layers", "loaded")

    def __init__(
        self,
        chart: Chart,
        layers: Iterable[ValuesLayer],
        given: dict[str, Value],
        effective: dict[str, Value],
        loaded: Chart,
    ) -> None:
        self.chart = chart
        self.loaded = loaded
        self.layers = tuple(layers)
        self.given = given
        self.effective = effective

    def decisive(self, path: Path, *, of_users: bool = False) -> ValuesLayer | None:
        """Return the source that decides what is at ``path``, or None if no source says anything.

        of_users: among files and flags only. A null decides only where nothing is in the end: Helm
        drops nulls of a chart's defaults, before they could remove those of a subchart.
        """
        there = self._is_there(path)
        return next(
            (
                one
                for one in self._saying(path, of_users=of_users)
                if not there or not one.is_null(path)
            ),
            None,
        )

    def strongest(self, path: Path) -> ValuesLayer | None:
        """Return the source that says something about ``path`` after all others, to no avail or not."""
        return next(self._saying(path), None)

    def _saying(self, path: Path, *, of_users: bool = False) -> Iterator[ValuesLayer]:
        """Yield the sources that say something about ``path``, the strongest first."""
        for layer in reversed(self.layers):
            if (not of_users or layer.kind != "defaults") and layer.decides(path):
                yield layer

    def _is_there(self, path: Path) -> bool:
        """Tell whether templates see something at ``path`` that is not null."""
        value: Any = self.effective
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return False
        return value is not None

    def nearest(self, path: Path, *, of_users: bool = False) -> tuple[ValuesLayer, Path] | None:
        """Return the source of ``path`` or of the innermost part above it that a source sets."""
        for length in range(len(path), 0, -1):
            layer = self.decisive(path[:length], of_users=of_users)
            if layer is not None:
                return layer, path[:length]
        return None

    def history(self, path: Path) -> list[Origin]:
        """Return all sources that set ``path`` itself, the strongest first."""
        found = []
        for layer in reversed(self.layers):
            try:
                value = layer.value(path)
            except KeyError:
                continue
            found.append(Origin(layer, layer.position(path, of_key=True), value))
        return found


@checked
def layer_values(
    chart: Chart,
    files: Iterable[tuple[str, bytes]] = (),
    overrides: Iterable[tuple[str, str]] = (),
    *,
    read: Read | None = None,
    era: Era | str = DEFAULT,
) -> LayeredValues:
    """Return the values of a chart with their sources.

    files: names and texts of values files. overrides: flags and their arguments, as
    ``("set", "db.port=5433")``, in Helm's order. read: as for ``merge_sources``.
    era: the Helm whose rules count, or its version.

    Raises:
        ValuesError: with Helm's text.
    """
    from helmwright.charts.coalescing import coalesce_values
    from helmwright.charts.dependencies import process_dependencies
    from helmwright.values.files import override_values
    from helmwright.values.maps import copy_values, load_values, merge_maps

    era = as_era(era)
    layers = []
    merged: dict[str, Value] = {}
    for name, text in files:
        values = load_values(text, path=name, era=era)
        layers.append(ValuesLayer("file", name, copy_values(values), text))
        merged = merge_maps(merged, values)
    for kind, argument in overrides:
        merged = override_values(kind, argument, copy_values(merged), read=read, era=era)
        layers.append(_flag_layer(kind, argument, read, era))
    processed = process_dependencies(chart, merged, era=era)
    layers = [*_defaults(processed, _written_defaults(chart)), *layers]
    effective = coalesce_values(processed, merged, era=era)
    return LayeredValues(processed, layers, merged, effective, chart)


def _written_defaults(chart: Chart) -> dict[str, dict[str, Value]]:
    """Return what values.yaml of each chart says, by the chart's path, before any is imported."""
    found = {chart.path: chart.values}
    for subchart in chart.dependencies:
        found.update(_written_defaults(subchart))
    return found


def _defaults(
    chart: Chart, written: Mapping[str, dict[str, Value]], prefix: Path = ()
) -> Iterable[ValuesLayer]:
    """Yield the defaults of a chart; those of its subcharts are weaker, so they come first.

    What a chart imports from its subcharts counts as its own, below what its file says; their own
    values, which Helm copies into its defaults with them, do not.
    """
    for subchart in chart.dependencies:
        yield from _defaults(subchart, written, (*prefix, subchart.name))
    for raw in chart.raw:
        if raw.name == "values.yaml":
            name = f"{chart.path}/{raw.name}"
            own = written.get(chart.path, chart.values)
            imported = _imported(chart, own)
            if imported:
                yield ValuesLayer("defaults", name, imported, raw.data, prefix)
            yield ValuesLayer("defaults", name, own, raw.data, prefix)


def _imported(chart: Chart, own: dict[str, Value]) -> dict[str, Value]:
    """Return what a chart has from ``import-values`` and its own file does not say."""
    if not any(one.import_values for one in chart.metadata.dependencies or ()):
        return {}
    charts = {subchart.name for subchart in chart.dependencies}
    rest = {key: one for key, one in chart.values.items() if key not in charts}
    return _beyond(rest, own)


def _beyond(values: dict[str, Value], own: dict[str, Value]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in values.items():
        known = own.get(key)
        if key not in own:
            found[key] = value
        elif type(value) is dict and type(known) is dict:
            below = _beyond(value, known)
            if below:
                found[key] = below
    return found


def _flag_layer(kind: str, argument: str, read: Read | None, era: Era) -> ValuesLayer:
    from helmwright.values.files import override_values

    values = override_values(kind, argument, {}, read=read, era=era)
    keys = list(dict.fromkeys(_keys(values)))
    named = ",".join(keys[:_MOST_KEYS]) + (",…" if len(keys) > _MOST_KEYS else "")
    return ValuesLayer("flag", f"--{kind} {named}".rstrip(), values)


def _keys(values: Any, above: str = "") -> Iterable[str]:
    """Yield the keys of what an override has set: of the data, where no value looks like a key."""
    if type(values) is dict and values:
        for key, value in values.items():
            step = key if _KEY.fullmatch(key) else "…"
            yield from _keys(value, f"{above}.{step}" if above else step)
    elif type(values) is list and any(type(item) is dict for item in values):
        for index, item in enumerate(values):
            if item is not None:  # what the override has not set
                yield from _keys(item, f"{above}[{index}]")
    elif above:
        yield above
