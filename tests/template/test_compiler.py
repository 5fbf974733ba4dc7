"""Control structures: inputs and what the real engine answered."""

from __future__ import annotations

import pytest
from tests.template.rendering import Fails, Gives, outcome, rendered, templates

CONTROL = (
    ("{{ if .Values.zero }}a{{ else if .Values.no }}b{{ else }}c{{ end }}", Gives("c")),
    ("{{ if .Values.zero }}a{{ else if .Values.yes }}b{{ else }}c{{ end }}", Gives("b")),
    ("{{ with .Values.nope }}a{{ else with .Values.s }}{{ . }}{{ else }}c{{ end }}", Gives("text")),
    ("{{ with .Values.nope }}a{{ else }}{{ .Values.s }}{{ end }}", Gives("text")),
    ("{{ if .Values.zero }}{{ else }}{{ if .Values.s }}x{{ end }}y{{ end }}", Gives("xy")),
    ("{{ range .Values.none }}a{{ else }}none{{ end }}", Gives("none")),
    ("{{ range .Values.nope }}a{{ else }}none{{ end }}", Gives("none")),
    ("{{ range .Values.m }}{{ . }};{{ end }}", Gives("map[b:deep];;1;")),
    ("{{ range $k, $v := .Values.m }}{{ $k }}={{ $v }};{{ end }}", Gives("a=map[b:deep];n=;z=1;")),
    ("{{ range 3 }}{{ . }}{{ end }}", Gives("012")),
    ("{{ range 0 }}{{ . }}{{ else }}none{{ end }}", Gives("none")),
    ("{{ range .Values.count }}{{ . }}{{ typeOf . }} {{ end }}", Gives("0int64 1int64 2int64 ")),
    ("{{ range $x := 2 }}{{ $x }}{{ end }}", Gives("01")),
    (
        "{{ range $i, $x := 2 }}{{ $x }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:19\n  executing "c/templates/t.yaml" at <2>:\n    can\'t use 2 to iterate over more than one variable'
        ),
    ),
    (
        "{{ range .Values.f }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Values.f>:\n    range can\'t iterate over 1.5'
        ),
    ),
    (
        "{{ range .Values.s }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Values.s>:\n    range can\'t iterate over text'
        ),
    ),
    (
        "{{ range true }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <true>:\n    range can\'t iterate over true'
        ),
    ),
    (
        "{{ range .Files }}{{ . }}{{ end }}",
        Gives("[104 101 108 108 111 10 119 111 114 108 100 10]"),
    ),
    ("{{ range $k, $v := .Files }}{{ $k }}{{ end }}", Gives("a.txt")),
    (
        '{{ range $i, $v := .Files.Get "a.txt" | b64enc | substr 0 2 | splitList "" }}{{ $i }}{{ $v }}{{ end }}',
        Gives("0a1G"),
    ),
    (
        "{{ range 5 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if eq . 3 }}{{ break }}{{ end }}{{ . }}{{ end }}",
        Gives("02"),
    ),
    (
        "{{ range 2 }}{{ range 3 }}{{ if . }}{{ break }}{{ end }}{{ . }}{{ end }};{{ end }}",
        Gives("0;0;"),
    ),
    (
        '{{ template "nope" }}',
        Fails(
            'c/templates/t.yaml:1:12\n  executing "c/templates/t.yaml" at <{{template "nope"}}>:\n    template "nope" not defined'
        ),
    ),
    ('{{ template "t" }}{{ define "t" }}[{{ . }}]{{ end }}', Gives("[]")),
    ('{{ template "t" .Values }}{{ define "t" }}{{ .s }}{{ $.s }}{{ end }}', Gives("texttext")),
    ('{{ block "b" .Values.s }}<{{ . }}>{{ end }}', Gives("<text>")),
    ('{{ define "d" }}one{{ end }}{{ define "d" }} {{ end }}{{ template "d" }}', Gives("one")),
    ('a {{- " b " -}} c', Gives("a b c")),
    ("a\n\n{{- /* c */ -}}\n\nb", Gives("ab")),
    ("{{ 1 -}}\n\n {{- 2 }}", Gives("12")),
    ("a {{-3}} b", Gives("a -3 b")),
    ("{{\n.Values.s\n|\nupper\n}}", Gives("TEXT")),
)


@pytest.mark.parametrize(("template", "expected"), CONTROL, ids=templates(CONTROL))
def test_control_structures_write_what_go_writes(template, expected):
    assert outcome(template) == expected


def test_thirty_nested_loops_can_be_left_and_can_assign_to_outer_variables():
    depth = 30
    template = (
        "{{ $n := 0 }}"
        + "{{ range 2 }}" * depth
        + "{{ $n = add $n 1 }}{{ break }}"
        + "{{ break }}{{ end }}" * (depth - 1)
        + "{{ end }}{{ $n }}"
    )
    assert rendered(template) == "2"


def test_break_and_continue_leave_loops_that_have_become_functions():
    template = (
        "{{ range 1 }}" * 14
        + "{{ range 4 }}{{ if eq . 1 }}{{ continue }}{{ end }}{{ if eq . 3 }}{{ break }}{{ end }}"
        + "{{ . }}{{ end }}"
        + "{{ end }}" * 14
    )
    assert rendered(template) == "02"


def test_five_thousand_else_ifs_compile():
    template = "{{ if 0 }}a" + "{{ else if 0 }}b" * 4999 + "{{ else if 1 }}c{{ else }}d{{ end }}"
    assert rendered(template) == "c"
    template = "{{ with 0 }}a" + "{{ else with 0 }}b" * 5000 + "{{ else }}d{{ end }}"
    assert rendered(template) == "d"


def test_a_place_with_many_levels_of_parentheses_compiles():
    assert rendered("{{ " + "(not " * 400 + "1" + ")" * 400 + " }}") == "true"
