"""A named template is never used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.templates._definitions import calls, definitions, span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem

_DEFINED = '-- templates/_a.tpl --\n{{ define "example.name" }}a{{ end }}\n'
_USED = '-- templates/a.yaml --\nname: {{ include "example.name" . }}\n'


@rule(
    "unused-named-template",
    reads=Reads.CHART,
    severity=Severity.INFO,
    summary="A named template is never used",
    why="It only costs whoever reads the chart.",
    advice="Remove the definition.",
    url="https://helm.sh/docs/chart_template_guide/named_templates/",
    bad=(
        Example(
            _DEFINED.replace('"example.name"', '«"example.name"»'),
            message='nothing includes the template "example.name"',
        ),
    ),
    good=(
        Example(_DEFINED + _USED),
        Example(f"{_DEFINED}-- templates/a.yaml --\nname: {{{{ include .Values.x . }}}}\n"),
        Example(f"{_DEFINED}-- templates/a.yaml --\nname: {{{{ tpl .Values.x . }}}}\n"),
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: example\nversion: 0.1.0\ntype: library\n"
            + _DEFINED
        ),
    ),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Compare definitions and calls, if no call could be of any template."""
    if view.chart.metadata.type == "library" or view.lacks_dependencies:
        return
    if any(file.parsed.error for file in view.templates) or _runs_texts(view):
        return
    called = {call.name for call in calls(view)}
    if None in called:
        return
    theirs = {one.name for one in definitions(view) if one.file.owner is not view.chart}
    for one in definitions(view):
        replaces = one.name in theirs  # a subchart's template, for the subchart
        if one.file.owner is view.chart and one.name not in called and not replaces:
            message = f'nothing includes the template "{one.name}"'
            yield view.problem(span_of(view, one), message)


def _runs_texts(view: ChartView) -> bool:
    return any("tpl" in file.parsed.source.text.replace(".tpl", "") for file in view.templates)
