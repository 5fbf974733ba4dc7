"""What a new version of a chart changes besides the objects: for the values of its user, in its schema, its images.

That a value had an effect and has none is proven by renders without it.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.diff.causes import key_text, plain
from helmwright.diff.model import ABSENT, ChartChange, ValueChange
from helmwright.diff.release_notes import release_notes
from helmwright.diff.schema_changes import schema_changes
from helmwright.images.differences import compare_images
from helmwright.images.listing import list_images
from helmwright.reference.secret_paths import schemas_with_secrets, secret_paths
from helmwright.rendering.engine import Engine
from helmwright.rendering.steps import prepare, render_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.diff.sources.rendering import RenderSettings

_MOST_RENDERS = 200
"""So many values of the user are tried; of more it is only looked whether the chart has them."""


def chart_change(
    before: Chart, after: Chart, overrides: dict[str, Any], settings: RenderSettings
) -> ChartChange | None:
    """Return what differs between two versions of a chart besides objects; None if nothing does.

    overrides: the values of the user.
    """
    change = ChartChange(
        facts=tuple(_facts(before, after)),
        own=tuple(_own_values(before, after, overrides, settings)),
        defaults=tuple(_defaults(before, after, overrides)),
        schema=schema_changes(before.schema, after.schema),
        notes=release_notes(before, after),
        images=_images(before, after, overrides, settings),
    )
    return change if any(change) else None


def _facts(before: Chart, after: Chart) -> Iterator[tuple[str, str, str]]:
    old, new = before.metadata, after.metadata
    for name, one, other in (
        ("chart", old.name, new.name),
        ("version", old.version, new.version),
        ("application", old.app_version, new.app_version),
        ("Kubernetes", old.kube_version, new.kube_version),
        ("deprecated", "yes" * old.deprecated, "yes" * new.deprecated),
    ):
        if one != other:
            yield name, one, other
    subcharts, newer = _subcharts(before), _subcharts(after)
    for name in sorted(subcharts.keys() | newer.keys()):
        one, other = subcharts.get(name, ""), newer.get(name, "")
        if one != other:
            yield f"dependency {name}", one, other


def _subcharts(chart: Chart) -> dict[str, str]:
    """Return the versions of dependencies: those that are there, else those that are asked for."""
    asked = {one.alias or one.name: one.version for one in chart.metadata.dependencies or ()}
    names = {one.alias or one.name: one.name for one in chart.metadata.dependencies or ()}
    there = {one.metadata.name: one.metadata.version for one in chart.dependencies}
    return {name: there.get(names[name], version) for name, version in asked.items()}


def _own_values(
    before: Chart, after: Chart, overrides: dict[str, Any], settings: RenderSettings
) -> Iterator[tuple[str, str]]:
    """Yield the user's values that the new version does not have, or that do nothing there any more."""
    old, new = _Renders(before, overrides, settings), _Renders(after, overrides, settings)
    added = [path for path in _leaves(after.values) if not _is_known(before, path)]
    for count, path in enumerate(_leaves(overrides)):
        if _is_known(before, path) and not _is_known(after, path):
            alike = [key_text(one) for one in added if one[-1] == path[-1]]
            perhaps = f"; perhaps it is {alike[0]} now" if len(alike) == 1 else ""
            yield key_text(path), f"is no value of the new version{perhaps}"
        elif count < _MOST_RENDERS and old.depend_on(path) and not new.depend_on(path):
            same = _at(after.values, path)
            value = _at(overrides, path)
            if same != value or type(same) is not type(value):
                yield (
                    key_text(path),
                    "changed what the old version renders, and nothing in the new one",
                )


class _Renders:
    """A chart with the user's values, and without one of them."""

    def __init__(self, chart: Chart, overrides: dict[str, Any], settings: RenderSettings) -> None:
        self._chart, self._overrides, self._settings = chart, overrides, settings
        self._engine = Engine(era=settings.rules)

    @cached_property
    def _whole(self) -> dict[str, str] | str:
        return self._rendered(self._overrides)

    def depend_on(self, path: Path) -> bool:
        """Tell whether a value of the user changes what is rendered, or whether it is."""
        return self._rendered(_without(self._overrides, path)) != self._whole

    def _rendered(self, values: dict[str, Any]) -> dict[str, str] | str:
        settings = self._settings
        release = settings.release()
        try:
            prepared = prepare(
                self._chart, values, release, skip_schema_validation=True, era=settings.rules
            )
            return render_files(
                self._engine, prepared, release, settings.capabilities(), settings.world()
            )
        except HelmwrightError as error:
            return error.message


def _without(values: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return values without one of them; nothing is left of maps that had nothing else."""
    key = str(path[0])
    if len(path) == 1:
        return {name: value for name, value in values.items() if name != key}
    inner = _without(values[key], path[1:])
    return {**values, key: inner} if inner else _without(values, path[:1])


def _defaults(before: Chart, after: Chart, overrides: dict[str, Any]) -> Iterator[ValueChange]:
    """Yield the defaults that changed below values that the user sets, and so keeps."""
    is_secret = secret_paths((), (*schemas_with_secrets(before), *schemas_with_secrets(after)))
    for path in _leaves(overrides):
        one, other = _at(before.values, path), _at(after.values, path)
        if one is not ABSENT and other is not ABSENT and one != other:
            yield ValueChange(key_text(path), plain(one), plain(other), is_secret(path))


def _images(
    before: Chart, after: Chart, overrides: dict[str, Any], settings: RenderSettings
) -> tuple[tuple[str, str, str], ...]:
    lists = []
    for chart in (before, after):
        try:
            uses = list_images(
                chart,
                overrides,
                settings.release(),
                capabilities=settings.capabilities(),
                skip_schema_validation=settings.skip_schema_validation,
            )
        except HelmwrightError:  # the report says that this side does not render
            return ()
        lists.append(uses)
    return tuple(
        (one.repository, ", ".join(one.before), ", ".join(one.after))
        for one in compare_images(*lists)
    )


def _leaves(values: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths of values that are no maps, and of empty ones."""
    if type(values) is dict and values:
        for key, value in values.items():
            yield from _leaves(value, (*path, key))
    elif path:
        yield path


def _at(values: Any, path: Path) -> Any:
    for step in path:
        if type(values) is not dict or step not in values:
            return ABSENT
        values = values[step]
    return values


def _is_known(chart: Chart, path: Path) -> bool:
    """Tell whether a chart's defaults have a value, or a place where its user adds what they like."""
    values: Any = chart.values
    for at, step in enumerate(path):
        if type(values) is not dict:
            return False
        if step not in values:
            below = next((one for one in chart.dependencies if one.name == step), None)
            if at == 0 and below is not None:
                return _is_known(below, path[1:]) if len(path) > 1 else True
            return (at > 0 and not values) or step == "global"
        values = values[step]
        if values is None or (type(values) is dict and not values):
            return True
    return True
