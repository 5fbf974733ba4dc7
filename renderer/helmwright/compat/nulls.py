"""Which null of which values.yaml makes a difference: found by leaving it out and rendering again.

The Helm that keeps nulls renders without a null what the one that drops nulls renders with it. Many are left out at once,
and so told apart in as many pairs of renders as their number has binary digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.paths import dotted
from helmwright.charts.layers import ValuesLayer
from helmwright.compat.causes import MOST_RENDERS, NULLS
from helmwright.compat.model import Cause
from helmwright.compat.targets import Answers
from helmwright.lint.finding import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.compat.causes import Move
    from helmwright.compat.renders import Renders
    from helmwright.compat.targets import Changed, Target

DROPPED = "null-dropped"
RETURNS = "subchart-default-returns"
_VALUES = "values.yaml"


class Null(NamedTuple):
    """A null in the values.yaml of a chart.

    chart: indexes of the subcharts that lead to the chart. path: in its file. prefix: of the chart in the values of
    the root. returns: whether it erases a default of a subchart.
    """

    chart: tuple[int, ...]
    path: Path
    prefix: Path
    returns: bool

    @property
    def key(self) -> Path:
        """The path in the values of the root chart."""
        return (*self.prefix, *self.path)


def nulls_of(chart: Chart) -> tuple[Null, ...]:
    """Return the nulls in the values.yaml of a chart, and of the charts in it."""
    return tuple(_nulls_of(chart, (), ()))


def _nulls_of(chart: Chart, where: tuple[int, ...], prefix: Path) -> Iterator[Null]:
    for path in _paths(chart.values, ()):
        yield Null(where, path, prefix, _returns(chart, path))
    for index, child in enumerate(chart.dependencies):
        for name in names_of(chart, child)[:1]:
            yield from _nulls_of(child, (*where, index), (*prefix, name))


def _paths(values: Any, path: Path) -> Iterator[Path]:
    for key, value in values.items():
        if value is None:
            yield (*path, key)
        elif type(value) is dict:
            yield from _paths(value, (*path, key))


def names_of(chart: Chart, child: Chart) -> list[str]:
    """Return under which names the values of a chart have those of a subchart: its own, or aliases."""
    wanted = [one for one in chart.metadata.dependencies or () if one.name == child.name]
    return [one.alias or one.name for one in wanted] or [child.name]


def _returns(chart: Chart, path: Path) -> bool:
    """Tell whether what is at a path of a chart's values is a default of a subchart."""
    for child in chart.dependencies:
        if path[0] in names_of(chart, child) and len(path) > 1:
            below = path[1:]
        elif path[0] == "global":
            below = path
        else:
            continue
        value: Any = child.values
        for step in below:
            value = value.get(step) if type(value) is dict else None
        if value is not None or _returns(child, below):
            return True
    return False


def without(chart: Chart, nulls: Iterable[Null]) -> Chart:
    """Return a chart whose values have not these nulls; nothing is changed."""
    paths: dict[tuple[int, ...], list[Path]] = {}
    for one in nulls:
        paths.setdefault(one.chart, []).append(one.path)
    return _without(chart, (), paths)


def _without(
    chart: Chart, where: tuple[int, ...], paths: dict[tuple[int, ...], list[Path]]
) -> Chart:
    if not any(one[: len(where)] == where for one in paths):
        return chart
    copied = chart.copy()
    for path in paths.get(where, ()):
        copied.values = _removed(copied.values, path)
    copied.set_dependencies(
        [_without(child, (*where, index), paths) for index, child in enumerate(chart.dependencies)]
    )
    return copied


def _removed(values: dict[str, Any], path: Path) -> dict[str, Any]:
    key, *rest = path
    if not rest:
        return {name: value for name, value in values.items() if name != key}
    return {**values, str(key): _removed(values[str(key)], tuple(rest))}


class NullCauses:
    """Finds the nulls behind targets. unseparated: how many were not told apart, since it takes too long."""

    def __init__(
        self, renders: Renders, move: Move, changed: Sequence[Changed], names: Sequence[str]
    ) -> None:
        old, new = (era.nulls.drops_defaults for era in move)
        self.unseparated = 0
        self._layers: dict[tuple[int, ...], ValuesLayer | None] = {}
        self._renders = renders
        self._is_possible = old is not new
        kept = move.before if new else move.after
        others = [name for name in names if name != NULLS]
        self._era = move.replaced(others) if new else kept
        self._answers = Answers(renders, changed, backwards=not new)
        self._chart: Chart | None = None
        self._values: dict[str, Any] = {}
        if self._is_possible:
            self._chart, self._values = renders.inputs(self._era)
        self._nulls = nulls_of(self._chart) if self._chart is not None else ()

    def of(self, targets: Sequence[Target]) -> dict[Target, Cause]:
        """Return the null that makes each target, with its place; none for what no null of a file makes."""
        found: dict[Target, Cause] = {}
        if not self._nulls or not targets or not self._is_possible:
            return found
        explained = self._explained(self._nulls, targets)
        left = [one for one in targets if one in explained]
        if len(self._nulls) > 1 and left:
            left = self._by_codes(left, found)
        if left:
            self._halve(self._nulls, left, found)
        return found

    def _by_codes(self, targets: list[Target], found: dict[Target, Cause]) -> list[Target]:
        """Find for each target the one null that makes it; return those that no single null makes.

        Nulls are numbered. For each digit of their numbers there are two renders, without those that have it and
        without those that have it not: what one null makes is in exactly one of them, and spells its number.
        """
        numbers = dict.fromkeys(targets, 0)
        for digit in range((len(self._nulls) - 1).bit_length()):
            if self._renders.count + 2 > MOST_RENDERS:
                return list(targets)
            groups: tuple[list[Null], list[Null]] = ([], [])
            for number, null in enumerate(self._nulls):
                groups[number >> digit & 1].append(null)
            off, on = (self._explained(group, numbers) for group in groups)
            numbers = {
                one: number | ((one in on) << digit)
                for one, number in numbers.items()
                if (one in on) is not (one in off)
            }
        for one, number in numbers.items():
            if number < len(self._nulls):
                found[one] = self._cause(self._nulls[number])
        return [one for one in targets if one not in found]

    def _halve(
        self, nulls: Sequence[Null], targets: Sequence[Target], found: dict[Target, Cause]
    ) -> None:
        """Find as few nulls as halves tell apart that make targets together."""
        more = len(nulls) - 1
        left = list(targets)
        if self._renders.count + 2 > MOST_RENDERS:
            self.unseparated = max(self.unseparated, more)
        elif more:
            middle = len(nulls) // 2
            for half in (nulls[:middle], nulls[middle:]):
                explained = self._explained(half, left) if left else frozenset()
                if explained:
                    self._halve(half, [one for one in left if one in explained], found)
                    left = [one for one in left if one not in explained]
        found.update(dict.fromkeys(left, self._cause(nulls[0], more)))

    def _explained(self, nulls: Iterable[Null], targets: Iterable[Target]) -> frozenset[Target]:
        if self._chart is None or self._renders.count >= MOST_RENDERS:
            return frozenset()
        chart = without(self._chart, nulls)
        rendered = self._renders.rendered_with(self._era, chart, self._values)
        return self._answers.of(rendered, targets)

    def _cause(self, null: Null, more: int = 0) -> Cause:
        chart = self._chart
        for index in null.chart if chart is not None else ():
            chart = chart.dependencies[index] if chart is not None else None
        span = None
        if chart is not None:
            if null.chart not in self._layers:
                self._layers[null.chart] = _layer(chart)
            layer = self._layers[null.chart]
            span = None if layer is None else Span.at(layer.position(null.path))
        name = RETURNS if null.returns else DROPPED
        return Cause(name, (NULLS,), span, null.key, "", more)


def _layer(chart: Chart) -> ValuesLayer | None:
    """Return the values.yaml of a chart, which knows its places."""
    for raw in chart.raw:
        if raw.name == _VALUES:
            return ValuesLayer("defaults", f"{chart.path}/{_VALUES}", chart.values, raw.data)
    return None


def fix_of(key: Path, files: Sequence[str]) -> str:
    """Return what to do about a null whose subchart's default comes back; files: of the user."""
    if files:
        return f"set it in {files[-1]} ({dotted(key)}: null); a null of a chart's own values.yaml no longer erases a default of a subchart"
    return (
        f"set it with --set {dotted(key)}=null or in a values file; a null of a chart's own "
        "values.yaml no longer erases a default of a subchart"
    )
