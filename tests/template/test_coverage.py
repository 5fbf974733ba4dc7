"""Coverage of templates: which lines have run, and which sides of if, with and range."""

from __future__ import annotations

import pytest
from tests.template.rendering import PATH, chart, render, values

from helmwright.base.errors import TemplateError
from helmwright.functions import FunctionTable
from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities
from helmwright.rendering.engine import Engine
from helmwright.rendering.functions import ENGINE
from helmwright.rendering.release import Release
from helmwright.template.coverage import Coverage
from helmwright.template.lexer import Source
from helmwright.template.parser import Parser


def cover(*texts, **partials):
    """Return the coverage of templates/t.yaml after rendering each text in its place."""
    coverage = Coverage()
    for text in texts:
        render(chart(t=text, **partials), Engine(coverage=coverage))
    return coverage


def gaps(text, **partials):
    """Return what has not run of a text after rendering it once."""
    found = {file.name: file for file in cover(text, **partials).files()}
    return found[PATH].gaps()


def test_text_that_runs_is_covered_line_by_line():
    (file,) = cover("a\n\nb {{ .Values.s }}\n").files()
    assert (file.name, file.lines, file.gaps()) == (PATH, {1: True, 3: True}, [])


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("{{ if .Values.yes }}\na\n{{ end }}", [(1, "{{if .Values.yes}} was never false")]),
        (
            "{{ if .Values.no }}\na\n{{ end }}",
            [(1, "{{if .Values.no}} was never true"), (2, "has not run")],
        ),
        (
            "{{ if .Values.yes }}a{{ else }}b{{ end }}",
            [(1, "has not run"), (1, "{{if .Values.yes}} was never false")],
        ),
        ("{{ with .Values.nil }}{{ end }}", [(1, "{{with .Values.nil}} was never true")]),
        ("{{ range .Values.l }}{{ end }}", [(1, "{{range .Values.l}} never found nothing")]),
        ("{{ range .Values.none }}{{ end }}", [(1, "{{range .Values.none}} never found anything")]),
        (
            "{{ if .Values.no }}{{ else if .Values.s }}{{ else }}{{ end }}",
            [
                (1, "{{if .Values.no}} was never true"),
                (1, "{{if .Values.s}} was never false"),
            ],
        ),
        (
            "{{ if .Values.yes }}{{ else if .Values.s }}{{ end }}",
            [
                (1, "{{if .Values.s}} was never reached"),
                (1, "{{if .Values.yes}} was never false"),
            ],
        ),
    ],
)
def test_a_side_that_has_not_run_is_named(text, missing):
    assert gaps(text) == missing


def test_both_sides_may_run_in_renders_of_several_charts_with_equal_files():
    text = '{{ if eq .Release.Name "a" }}one{{ else }}two{{ end }}'
    coverage = Coverage()
    for name in ("a", "b"):
        made = chart(t=text)
        engine = Engine(coverage=coverage)
        engine.render(made, values(), Release(name), Capabilities.default(), World.real())
    (file,) = coverage.files()
    assert (file.covered_sides, file.gaps()) == (2, [])


def test_both_sides_may_run_in_one_render():
    text = "{{ range list 0 1 }}{{ if . }}one{{ else }}two{{ end }}{{ end }}"
    assert gaps(text) == [(1, "{{range list 0 1}} never found nothing")]


def test_definitions_that_are_never_called_are_gaps():
    partial = '{{ define "used" }}\nx\n{{ end }}{{ define "idle" }}\ny{{ .Values.s }}\n{{ end }}'
    coverage = cover('{{ include "used" . }}', _h=partial)
    found = {file.name: file for file in coverage.files()}
    assert found["c/templates/_h.tpl"].gaps() == [(4, "has not run")]


def test_what_follows_a_failure_has_not_run():
    coverage = Coverage()
    with pytest.raises(TemplateError):
        render(chart(t="a\n{{ fail `x` }}\nb"), Engine(coverage=coverage))
    assert coverage.files()[0].lines == {1: True, 2: True, 3: False}


def test_what_a_break_leaves_out_has_not_run():
    assert gaps("{{ range .Values.l }}\na\n{{ break }}\nb\n{{ end }}") == [
        (1, "{{range .Values.l}} never found nothing"),
        (4, "has not run"),
    ]


TRICKY = """\
{{- define "x" }}{{ range $i, $e := . }}{{ $i }}{{ with $e }}={{ . }}{{ else }}-{{ end }}{{ end }}{{ end }}
{{- $found := "" }}{{ range .Values.l }}{{ $found = . }}{{ else }}{{ $found = "no" }}{{ end }}
{{- range $none := .Values.none }}{{ $none }}{{ end }}
a: {{ include "x" .Values.l | quote }} {{ $found }}
{{ if .Values.no }}1{{ else if .Values.yes }}2{{ else }}3{{ end -}}
{{ range .Values.l }}{{ if kindIs "map" . }}{{ continue }}{{ end }}{{ . }}{{ end }}
{{- block "b" . }} {{ .Release.Name }}{{ end }}
{{ range 3 }}{{ range 2 }}{{ . }}{{ break }}{{ end }}{{ end }}
"""


def test_probes_do_not_change_the_output():
    made = chart(t=TRICKY)
    assert render(made, Engine(coverage=Coverage())) == render(made, Engine())


@pytest.mark.parametrize(
    "text", ["{{ .Values.q.r }}", "{{ if 1 }}\n {{ upper .Values.m }}{{ end }}"]
)
def test_probes_do_not_change_errors(text):
    texts = []
    for engine in (Engine(), Engine(coverage=Coverage())):
        with pytest.raises(TemplateError) as caught:
            render(chart(t=text), engine)
        texts.append((caught.value.message, caught.value.position))
    assert texts[0] == texts[1]


def test_code_without_probes_is_what_is_kept_on_disk(tmp_path, monkeypatch):
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("HELMWRIGHT_CACHE", raising=False)
    made = chart(t=TRICKY)
    render(made, Engine(coverage=Coverage()))
    assert not (tmp_path / "cache").exists()


def test_a_blank_definition_with_coverage_replaces_nothing():
    partial = '{{ define "x" }}full{{ end }}'
    text = '{{ define "x" }} {{ end }}{{ include "x" . }}'
    coverage = Coverage()
    assert render(chart(t=text, _h=partial), Engine(coverage=coverage))[PATH] == "full"


def test_long_chains_of_else_if_are_recorded():
    links = "".join(f"{{{{ else if eq .Values.n {number}.0 }}}}{number}" for number in range(90))
    text = f"{{{{ if .Values.no }}}}{links}{{{{ end }}}}"
    (file,) = cover(text).files()
    assert [branch.covered for branch in file.branches] == [1, 1, 1] + [0] * 88


@pytest.mark.parametrize(
    ("text", "sides"),
    [
        ("{{ range list 1 }}{{ end }}", 1),
        ("{{ range $i, $e := list 1 }}{{ end }}", 1),
        ('{{ range "a" | list }}{{ end }}', 1),
        ("{{ with .Values.l }}{{ if true }}{{ range . }}{{ end }}{{ end }}{{ end }}", 5),
        ("{{ range .Values.l }}{{ range . }}{{ end }}{{ end }}", 4),
        ("{{ with .Values.nil }}{{ else }}{{ range . }}{{ end }}{{ end }}", 4),
        ("{{ range list }}{{ end }}", 2),
        ("{{ range .Values.l }}{{ end }}", 2),
        ("{{ if list 1 }}{{ end }}", 2),
    ],
)
def test_a_range_over_what_is_never_empty_has_one_side(text, sides):
    coverage = Coverage(never_empty=("list",))
    coverage.instrument(source := Source("t", text), Parser(source, FunctionTable(ENGINE)).parse())
    (file,) = coverage.files()
    assert (file.covered_sides, file.sides) == (0, sides)
