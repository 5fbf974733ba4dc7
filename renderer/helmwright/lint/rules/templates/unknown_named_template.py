"""A template is called that nobody defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.templates._definitions import calls, definitions, span_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem

_HELPERS = '-- templates/_helpers.tpl --\n{{ define "example.name" }}a{{ end }}\n'


@rule(
    "unknown-named-template",
    reads=Reads.CHART,
    severity=Severity.ERROR,
    summary="A template is included that neither the chart nor a chart below it defines",
    why="Helm fails as soon as it comes by there, perhaps only with a user's values.",
    advice="Correct the name, or define a template of that name.",
    url="https://helm.sh/docs/chart_template_guide/named_templates/",
    bad=(
        Example(
            f'{_HELPERS}-- templates/a.yaml --\nname: {{{{ include «"example.nmae"» . }}}}\n',
            message='no file defines the template "example.nmae"',
        ),
        Example('-- templates/a.yaml --\nname: {{ template «"x"» }}\n'),
    ),
    good=(
        Example(f'{_HELPERS}-- templates/a.yaml --\nname: {{{{ include "example.name" . }}}}\n'),
        Example(
            "-- templates/a.yaml --\nsum: "
            '{{ include (print $.Template.BasePath "/b.yaml") . }}\n-- templates/b.yaml --\nb: c\n'
        ),
        Example('-- templates/a.yaml --\nsum: {{ include "example/templates/a.yaml" . }}\n'),
        Example(
            "-- Chart.yaml --\napiVersion: v2\nname: example\nversion: 0.1.0\ndependencies:\n"
            "  - {name: common, version: 1.0.0, repository: 'https://example.com'}\n"
            '-- templates/a.yaml --\nname: {{ include "common.name" . }}\n'
        ),
        Example(
            "-- templates/a.yaml --\n{{ if .Values.x }}{{ include (tpl .Values.x .) . }}"
            '{{ end }}{{ include "y" . }}{{ define "y" }}{{ end }}\n'
        ),
    ),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Look up the constant names of calls, if all files parse and no dependency is missing."""
    if view.lacks_dependencies or any(file.parsed.error for file in view.templates):
        return
    known = {one.name for one in definitions(view)} | {file.path for file in view.templates}
    if view.chart.metadata.type == "library":  # whoever uses it may define the rest
        return
    for call in calls(view):
        if call.name is not None and call.name not in known:
            close = nearest(call.name, known)
            yield view.problem(
                span_of(view, call),
                f'no file defines the template "{call.name}"',
                fix=f"write '{close}'" if close else "",
            )
