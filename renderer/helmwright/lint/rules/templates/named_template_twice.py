"""Two files define a template of the same name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.lint.rules.templates._definitions import definitions, span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem
    from helmwright.lint.rules.templates._definitions import Definition

_A = '-- templates/_a.tpl --\n{{ define "example.name" }}a{{ end }}\n'
_B = '-- templates/_b.tpl --\n{{ define «"example.name"» }}b{{ end }}\n'


@rule(
    "named-template-twice",
    reads=Reads.CHART,
    severity=Severity.WARNING,
    summary="Two files of the chart define a template of the same name",
    why="Only one of them is used, and the order of the files decides which.",
    advice="Give one of them another name, or remove it.",
    url="https://helm.sh/docs/chart_template_guide/named_templates/",
    bad=(Example(_A + _B, message='the template "example.name" is also defined in'),),
    good=(Example(_A + _B.replace("example.name", "example.b").replace("«", "").replace("»", "")),),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Compare the definitions of one chart; what a subchart has may be meant to be replaced."""
    first: dict[str, Definition] = {}
    for one in definitions(view):
        if one.file.owner is not view.chart:
            continue
        known = first.setdefault(one.name, one)
        if known is not one and _body(known) != _body(one):
            there = span_of(view, known)
            yield view.problem(
                span_of(view, one),
                f'the template "{one.name}" is also defined in {known.file.file}',
                related=[Related(there, "the other definition")],
            )


def _body(one: Definition) -> str:
    return str(one.file.parsed.trees[one.name]).strip()
