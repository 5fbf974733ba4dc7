"""A template does not parse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem


@rule(
    "broken-template",
    reads=Reads.CHART,
    severity=Severity.ERROR,
    summary="A template does not parse",
    why="Helm refuses the whole chart, whatever the values.",
    advice="Close what is open in or above the line (end, a quote, a bracket), and spell functions as Helm has them.",
    url="https://helm.sh/docs/chart_template_guide/debugging/",
    bad=(
        Example(
            "-- templates/a.yaml --\nkind: A\n«name: {{ .Values.name | qoute }}»\n",
            message='function "qoute" not defined',
        ),
        Example(
            "-- templates/a.yaml --\n{{ if .Values.name }}\nkind: A\n«»",
            message="unexpected EOF",
        ),
    ),
    good=(
        Example("-- templates/a.yaml --\nkind: A\nname: {{ .Values.name | quote }}\n"),
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: shop\nversion: 1.0.0\n"
            "dependencies: [{name: parts, version: 1.0.0}]\n"
            "-- charts/parts/Chart.yaml --\n"
            "apiVersion: v2\nname: parts\nversion: 1.0.0\ntype: library\n"
            "-- charts/parts/templates/example.yaml --\n{{ if }} Helm never parses this {{ qoute }\n"
        ),
    ),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Parse every template as Helm does, also those that come after a broken one."""
    from helmwright.rendering.errors import parse_error

    for file in view.templates:
        if not file.parsed.error:
            continue
        lines = file.parsed.source.text.split("\n")
        place = file.parsed.error.split(": ")[1:2]
        number = place[0].rpartition(":")[2] if place else ""
        line = min(int(number), len(lines)) if number.isdecimal() else 1
        text = lines[line - 1].rstrip("\r")
        start = len(text) - len(text.lstrip())
        span = view.span(file.file, line, start + 1, len(text.strip()))
        yield view.problem(span, parse_error(file.path, file.parsed.error))
