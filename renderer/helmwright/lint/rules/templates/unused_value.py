"""A key of values.yaml is read by no template."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.templates._known_values import imports_unknown, keys_at, reserved
from helmwright.lint.rules.templates._reused import is_reused, reused_nodes
from helmwright.lint.source import ValuesSource

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.abstract_values import Names
    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem
    from helmwright.lint.values_reads import ValuesReads

_NAME = "values.yaml"
_TEMPLATE = """\
-- templates/a.yaml --
image: {{ .Values.image.repository }}
{{- with .Values.resources }}
resources: {{ toYaml . }}
{{- end }}
"""


@rule(
    "unused-value",
    reads=Reads.CHART,
    severity=Severity.WARNING,
    summary="A key of values.yaml is read by no template",
    why="Whoever sets it waits in vain for an effect.",
    advice="Remove the key, or let a template read it.",
    url="https://helm.sh/docs/chart_best_practices/values/",
    bad=(
        Example(
            f"{_TEMPLATE}-- values.yaml --\nimage:\n  repository: web\n  «tag»: 1\n",
            message="image.tag is read by no template",
        ),
        Example(
            "-- templates/a.yaml --\na: {{ if .Values.ingress.enabeld }}b{{ end }}\n"
            "-- values.yaml --\ningress:\n  «enabled»: true\n"
        ),
    ),
    good=(
        Example(
            f"{_TEMPLATE}-- values.yaml --\nimage: {{repository: web}}\nresources:\n"
            "  limits: {cpu: 1}\nglobal: {a: 1}\n"
        ),
        Example(
            "-- templates/a.yaml --\na: {{ tpl .Values.text . }}\n"
            "-- values.yaml --\ntext: '{{ .Values.name }}'\nname: web\nother: 1\n"
        ),
        Example("-- templates/a.yaml --\na: {{ toYaml .Values }}\n-- values.yaml --\nb: 1\n"),
        Example(
            '-- templates/a.yaml --\n{{ range list "b" }}{{ index $.Values . }}{{ end }}\n'
            "-- values.yaml --\nb: 1\n"
        ),
        Example(
            "-- templates/a.yaml --\na: {{ .Values.a.c }}\n"
            "-- values.yaml --\nb: &b\n  c: 1\na: *b\n"
        ),
    ),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Walk through values.yaml as deep as templates look into it key by key.

    Where users' texts are run as templates, only a key that a template seems to have meant counts.
    """
    chart, reads = view.chart, view.reads
    if chart.metadata.type == "library" or view.lacks_dependencies or imports_unknown(chart):
        return
    raw = next((raw for raw in chart.raw if raw.name == _NAME), None)
    if raw is None or reads.opaque or () in reads.whole:
        return
    source = ValuesSource(f"{chart.path}/{_NAME}", raw.data)
    reused = reused_nodes(source.root)
    theirs = reserved(chart)
    for path in _unread(chart.values, reads, ()):
        place = source.places.get(path)
        if path[0] in theirs or place is None or is_reused(place.node, reused):
            continue
        close = _meant(reads, chart.values, path)
        if reads.from_text and not close:
            continue
        problem = f"{dotted(path)} is read by no template"
        fix = f"a template reads {dotted((*path[:-1], close))}; use one name" if close else ""
        yield view.problem(source.key_span(path), problem, fix=fix)


def _unread(values: dict[str, Any], reads: ValuesReads, path: Names) -> Iterator[Names]:
    for key, value in values.items():
        below = (*path, key)
        if not reads.is_read(below):
            yield below
        elif type(value) is dict and reads.is_followed(below):
            yield from _unread(value, reads, below)


def _meant(reads: ValuesReads, values: dict[str, Any], path: Names) -> str:
    """Return a name that templates read beside a key, which is nearly the key's own."""
    own = keys_at(values, path[:-1])
    return nearest(path[-1], reads.known_below(path[:-1]) - set(own))
