"""A template reads a value that nothing defines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.templates._known_values import (
    imports_unknown,
    is_optional,
    keys_at,
    missing_key,
    reserved,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Problem

_VALUES = "-- values.yaml --\nimage:\n  repository: web\nport: 80\nextra: {}\n"


@rule(
    "undefined-value",
    reads=Reads.CHART,
    severity=Severity.WARNING,
    summary="A template reads a value that neither values.yaml nor the schema defines",
    why="The template writes nothing there, or fails, and nobody can know which key to set.",
    advice="Correct the key, give it a default in values.yaml, or read it with 'default'.",
    url="https://helm.sh/docs/chart_best_practices/values/",
    bad=(
        Example(
            f"{_VALUES}-- templates/a.yaml --\nimage: {{{{ «.Values.image.repositry» }}}}\n",
            message="image.repositry is defined neither in values.yaml nor by a schema",
        ),
        Example(
            f"{_VALUES}-- templates/a.yaml --\n{{{{ with .Values.image }}}}\n"
            "image: {{ «.tag» | quote }}\n{{ end }}\n",
            message="image.tag is defined neither",
        ),
        Example(
            f"{_VALUES}-- templates/a.yaml --\n{{{{- $x := «.Values.prot» }}}}\np: {{{{ $x }}}}\n"
        ),
    ),
    good=(
        Example(f"{_VALUES}-- templates/a.yaml --\nport: {{{{ .Values.port }}}}\n"),
        Example(
            f"{_VALUES}-- templates/a.yaml --\na: {{{{ .Values.a | default 1 }}}}\n"
            "{{ if .Values.b }}b: {{ .Values.b }}{{ end }}\n{{ with .Values.c }}{{ . }}{{ end }}\n"
            '{{ required "d" .Values.d }}{{ .Values.extra.e }}{{ .Values.global.f }}\n'
            '{{ range .Values.g }}{{ .h }}{{ end }}{{ dig "i" "" .Values.image }}\n'
            '{{ if hasKey .Values "j" }}{{ .Values.j }}{{ end }}{{ coalesce .Values.k "l" }}\n'
        ),
        Example(f"{_VALUES}# tag: 1\n-- templates/a.yaml --\na: {{{{ .Values.tag }}}}\n"),
        Example(
            f"{_VALUES}-- templates/_a.tpl --\n"
            '{{ define "tag" }}{{ .tag }}{{ end }}\n'
            '-- templates/a.yaml --\na: {{ include "tag" .Values.image }}\n'
        ),
        Example(
            f"{_VALUES}-- templates/a.yaml --\n"
            '{{ $_ := set .Values "tag" "1" }}a: {{ .Values.tag }}\n'
        ),
    ),
)
def check(view: ChartView) -> Iterator[Problem]:
    """Look up each constant path that is read without a test, if nobody else gives values."""
    chart, reads = view.chart, view.reads
    if chart.metadata.type == "library" or imports_unknown(chart) or reads.opaque:
        return
    theirs = reserved(chart)
    files = {file.path: file for file in view.templates if file.owner is chart}
    for path, origin in sorted(reads.certain.items()):
        missing = None if not path or path[0] in theirs else missing_key(chart, reads, path)
        if missing is None or is_optional(chart, reads, missing) or origin.file not in files:
            continue
        close = nearest(missing[-1], keys_at(chart.values, missing[:-1]))
        yield view.problem(
            view.template_span(files[origin.file], origin.position, origin.text),
            f"{dotted(missing)} is defined neither in values.yaml nor by a schema",
            fix=f"write '{dotted((*missing[:-1], close))}'" if close else "",
        )
