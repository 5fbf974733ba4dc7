"""Which values templates read, as far as their text tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.charts.loader import load_chart
from helmwright.lint.values_reads import ValuesReads, values_reads

if TYPE_CHECKING:
    from pathlib import Path

Reads = ValuesReads


def search(folder: Path, values: str = "", **templates: str) -> ValuesReads:
    """Returns what the templates of a chart read; names of helpers begin with ``_``."""
    (folder / "templates").mkdir()
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: example\nversion: 0.1.0\n")
    (folder / "values.yaml").write_text(values)
    for name, text in templates.items():
        (folder / "templates" / f"{name}.yaml").write_text(text)
    chart = load_chart(str(folder))
    return values_reads(chart, chart.values)


def dotted(paths: set[tuple[str, ...]]) -> set[str]:
    return {".".join(path) for path in paths}


@pytest.mark.parametrize(
    ("template", "whole"),
    [
        ("{{ .Values.a.b }}", {"a.b"}),
        ("{{ $.Values.a | quote }}", {"a"}),
        ("{{ with .Values.a }}{{ .b }}{{ $.Values.c }}{{ end }}", {"a.b", "c"}),
        ("{{ with .Values.a }}{{ else }}{{ .Values.c }}{{ end }}", {"c"}),
        ("{{ range .Values.a }}{{ .b }}{{ end }}", {"a.*.b"}),
        ("{{ range $k, $v := .Values.a }}{{ $v.b }}{{ end }}", {"a.*.b"}),
        ("{{ $x := .Values.a }}{{ $y := $x.b }}{{ $y.c }}", {"a.b.c"}),
        ('{{ $x := 1 }}{{ if true }}{{ $x = .Values.a }}{{ end }}{{ print "" $x }}', {"a"}),
        ("{{ (.Values.a).b }}", {"a.b"}),
        ("{{ (default dict .Values.a).b }}", {"a.b"}),
        ('{{ index .Values "a" "b" }}', {"a.b"}),
        ("{{ (index .Values.list 0).name }}", {"list.*.name"}),
        ('{{ get .Values "a" }}', {"a"}),
        ('{{ dig "a" "b" "" .Values }}', {"a.b"}),
        ("{{ toYaml .Values.a | nindent 2 }}", {"a"}),
        ("{{ index .Values.a .Values.b }}", {"a", "b"}),
        ("{{ range $k, $v := .Values }}{{ $v }}{{ end }}", {"*"}),
        ("{{ toYaml .Values }}", {""}),
        ("{{ ternary .Values.a .Values.b .Values.c }}", {"a", "b", "c"}),
        ("{{ (deepCopy .Values.a).b }}", {"a.b"}),
        ('{{ $d := dict "x" .Values.a "r" $ }}{{ $d.x.b }}{{ $d.r.Values.c }}', {"a.b", "c"}),
        ("{{ $l := list .Values.a .Values.b }}{{ range $l }}{{ .c }}{{ end }}", {"a.c", "b.c"}),
        ('{{ tpl "{{ .Values.a }}" . }}', {"a"}),
        ("{{ .Subcharts.sub.Values.a }}", {"sub.a"}),
    ],
)
def test_values_are_followed(tmp_path: Path, template: str, whole: set[str]) -> None:
    reads = search(tmp_path, a=template)

    assert dotted(reads.whole) == whole
    assert not reads.opaque


def test_named_templates_are_followed_with_what_they_get(tmp_path: Path) -> None:
    reads = search(
        tmp_path,
        _h='{{ define "a" }}{{ .Values.x }}{{ end }}{{ define "b" }}{{ .y }}{{ $.z.w }}{{ end }}',
        a='{{ include "a" . }}{{ template "b" (dict "y" .Values.q "z" .Values.p) }}',
    )

    assert dotted(reads.whole) == {"x", "q", "p.w"}


def test_a_computed_name_may_be_that_of_any_template(tmp_path: Path) -> None:
    reads = search(
        tmp_path,
        _h='{{ define "a" }}{{ .Values.x }}{{ end }}',
        a="{{ include .Values.name . }}",
    )

    assert reads.is_read(("x",))
    assert ("x",) not in reads.certain


def test_a_template_that_calls_itself_comes_to_an_end(tmp_path: Path) -> None:
    reads = search(
        tmp_path,
        _h='{{ define "a" }}{{ range . }}{{ include "a" (dict "in" . "at" .x) }}{{ end }}{{ end }}',
        a='{{ include "a" .Values.tree }}',
    )

    assert reads.is_read(("tree", "x"))


def test_texts_among_the_values_are_read_where_tpl_runs_them(tmp_path: Path) -> None:
    reads = search(tmp_path, values="text: 'x {{ .Values.name }}'\n", a="{{ tpl .Values.text . }}")

    assert dotted(reads.whole) == {"text", "name"}
    assert reads.from_text


def test_tests_are_told_from_certain_reads(tmp_path: Path) -> None:
    reads = search(
        tmp_path,
        a="{{ if .Values.a }}{{ end }}{{ .Values.b | default 1 }}{{ .Values.c }}"
        '{{ required "x" .Values.d }}{{ if hasKey .Values.e "f" }}{{ end }}',
    )

    assert dotted(set(reads.certain)) == {"c"}
    assert {"a", "b", "d", "e.f"} <= dotted(reads.tested)
    origin = reads.certain["c",]
    assert (origin.file, origin.text) == ("example/templates/a.yaml", ".Values.c")


def test_what_templates_set_is_noted(tmp_path: Path) -> None:
    reads = search(tmp_path, a='{{ $_ := set .Values.a "b" 1 }}{{ $_ := merge .Values.c dict }}')

    assert dotted(reads.changed) == {"a.b", "c"}


@pytest.mark.parametrize(
    "template", ['{{ include "missing" . }}', "{{ if }}", '{{ template "missing" .Values.a }}']
)
def test_nothing_is_known_of_what_is_not_there(tmp_path: Path, template: str) -> None:
    assert search(tmp_path, a=template).opaque


def test_a_test_of_a_map_does_not_read_its_keys(tmp_path: Path) -> None:
    reads = search(tmp_path, a="{{ if .Values.a }}{{ .Values.a.b }}{{ end }}")

    assert reads.is_read(("a",))
    assert reads.is_read(("a", "b"))
    assert not reads.is_read(("a", "c"))
    assert reads.is_followed(("a",))
    assert reads.known_below(("a",)) == {"b"}
