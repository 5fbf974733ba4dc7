"""Where in the user's files a value stands that a schema refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.commands.options import UserValuesFlags
    from helmwright.schema import SchemaViolation


def place_of(violation: SchemaViolation, flags: UserValuesFlags, chart: Chart) -> Position | None:
    """Return the place that decided the refused value, or None if that is no place in a file.

    A value that is missing is looked for where its parent stands. The last file that sets the
    value decides; overrides on the command line come after all files.
    """
    path = violation.path
    if violation.chart != chart.name:
        path = (violation.chart, *path)
    if flags.overrides() and _overridden(path, flags):
        return None
    found: Position | None = None
    depth = 0
    for file, text in _sources(flags, chart):
        place, matched = _deepest(text, file, path)
        if place is not None and matched > depth:
            found, depth = place, matched
    return found


def _overridden(path: tuple[Any, ...], flags: UserValuesFlags) -> bool:
    from helmwright.commands.options import merged_values
    from helmwright.values.inputs import read_file

    value: Any = merged_values(flags, read_file, files=False)
    for key in path:
        if not isinstance(value, dict) or key not in value:
            return False
        value = value[key]
    return True


def _sources(flags: UserValuesFlags, chart: Chart) -> Iterator[tuple[str, bytes]]:
    """Yield names and texts of values files, the one that wins first."""
    from helmwright.commands.values_input import read_values_input
    from helmwright.values.inputs import read_file

    for file in reversed(flags.values):
        if file.strip() != "-":
            yield file, read_values_input(flags, file, read_file)
    for raw in chart.raw:
        if raw.name == "values.yaml":
            yield f"{chart.path}/{raw.name}", raw.data


def _deepest(text: bytes, file: str, path: tuple[Any, ...]) -> tuple[Position | None, int]:
    """Return the place of the longest beginning of ``path`` in a file, and its length."""
    from helmwright.go.yaml_positions import positions

    try:
        places = positions(text, file)
    except HelmwrightError:
        return None, 0
    for length in range(len(path), 0, -1):
        place = places.get(path[:length])
        if place is not None:
            return (place.value if length == len(path) else place.key), length
    return None, 0
