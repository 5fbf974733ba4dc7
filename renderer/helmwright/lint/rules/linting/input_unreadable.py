"""A values file or a chart cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Span
from helmwright.secrets.quoted import without_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource


@rule(
    "input-unreadable",
    reads=Reads.SOURCE,
    severity=Severity.ERROR,
    general=True,
    summary="A values file or a chart cannot be read, so that nothing in it is checked",
    why="Helm stops at the first such file, and no other rule can look into it.",
    advice="Close the quote, bracket or list that is open in this line or above it, and indent with spaces.",
    url="https://helm.sh/docs/chart_template_guide/yaml_techniques/",
    bad=(
        Example("db:\n  name: a\n «»name: b\n", message="did not find expected"),
        Example("«»- replicas: 4\n", message="cannot unmarshal array"),
    ),
    good=(Example("db:\n  name: a\n"), Example("")),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Say why Helm cannot read the file."""
    error = source.error
    if error is not None:
        place = error.position
        line = place.line if place is not None and place.line is not None else 1
        column = place.column if place is not None and place.column is not None else 1
        place_of_stop = Span.at(Position(source.name, line, column))
        yield source.problem(place_of_stop, without_values(error.told))
