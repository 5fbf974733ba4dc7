"""Declarations, assignments and scopes: inputs and what the real engine answered."""

from __future__ import annotations

import pytest
from tests.template.rendering import Fails, Gives, outcome, templates

VARIABLES = (
    ("{{ $x := 1 }}{{ if true }}{{ $x := 2 }}{{ end }}{{ $x }}", Gives("1")),
    ("{{ $x := 1 }}{{ if true }}{{ $x = 2 }}{{ end }}{{ $x }}", Gives("2")),
    (
        "{{ $x = 1 }}",
        Fails(
            'c/templates/t.yaml:1:8\n  executing "c/templates/t.yaml" at <1>:\n    undefined variable: $x'
        ),
    ),
    ("{{ $x := 1 }}{{ $x := print $x 2 }}{{ $x }}", Gives("1 2")),
    ("{{ if $x := 1 }}{{ $x }}{{ else }}{{ $x }}{{ end }}", Gives("1")),
    ("{{ if true }}{{ $x := 1 }}{{ else }}{{ $x }}{{ end }}|", Gives("|")),
    (
        "{{ if false }}{{ $x := 1 }}{{ else }}{{ $x }}{{ end }}|",
        Fails(
            'c/templates/t.yaml:1:40\n  executing "c/templates/t.yaml" at <$x>:\n    undefined variable: $x'
        ),
    ),
    ("{{ $x := 7 }}{{ if false }}{{ $x := 1 }}{{ else }}{{ $x }}{{ end }}", Gives("7")),
    ("{{ $ = 5 }}{{ $ }}{{ .Values.s }}", Gives("5text")),
    ("{{ range $ = .Values.l }}{{ end }}{{ $ }}", Gives("map[x:1]")),
    ("{{ range $i, $e := .Values.l }}{{ $i }}{{ $e }};{{ end }}", Gives("0p;1;2map[x:1];")),
    ("{{ $i := 9 }}{{ range $i, $e := .Values.l }}{{ end }}{{ $i }}", Gives("9")),
    (
        "{{ $i := 9 }}{{ $e := 8 }}{{ range $i, $e = .Values.l }}{{ end }}{{ $i }}{{ $e }}",
        Gives("2map[x:1]"),
    ),
    (
        "{{ range $i, $e = .Values.l }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:25\n  executing "c/templates/t.yaml" at <.Values.l>:\n    undefined variable: $i'
        ),
    ),
    ("{{ $x := 1 }}{{ range .Values.l }}{{ $x = add $x 1 }}{{ end }}{{ $x }}", Gives("4")),
    (
        "{{ range $x := .Values.l }}{{ $x = nil | coalesce }}{{ $x.y }}{{ break }}{{ end }}|",
        Fails(
            'c/templates/t.yaml:1:35\n  executing "c/templates/t.yaml" at <nil>:\n    nil is not a command'
        ),
    ),
    (
        "{{ range $x := .Values.l }}{{ if $x }}{{ $x = $x }}{{ end }}{{ $x.y }}{{ end }}|",
        Fails(
            'c/templates/t.yaml:1:65\n  executing "c/templates/t.yaml" at <$x.y>:\n    can\'t evaluate field y in type string'
        ),
    ),
    (
        "{{ $x := nil | coalesce }}{{ range $x = .Values.none }}{{ end }}{{ $x.y }}|",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <nil>:\n    nil is not a command'
        ),
    ),
    (
        "{{ $x := 1 }}{{ range $x = list nil }}{{ end }}{{ $x.y }}|",
        Fails(
            'c/templates/t.yaml:1:52\n  executing "c/templates/t.yaml" at <$x.y>:\n    nil pointer evaluating interface {}.y'
        ),
    ),
    (
        "{{ range $, $ := .Values.none }}{{ else }}{{ $.Values.s }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:46\n  executing "c/templates/t.yaml" at <$.Values.s>:\n    can\'t evaluate field Values in type []interface {}'
        ),
    ),
    ('{{ template "t" ($x := 1) }}{{ $x }}{{ define "t" }}{{ . }}{{ end }}', Gives("11")),
    ("{{ ($x := 3) }}{{ $x }}", Gives("33")),
    ("{{ print ($x := 3) $x }}", Gives("3 3")),
    ("{{ with $x := .Values.m }}{{ $x.z }}{{ .z }}{{ else }}no{{ end }}", Gives("11")),
    ("{{ $y := 0 }}{{ range .Values.l }}{{ $y := . }}{{ end }}{{ $y }}", Gives("0")),
)


@pytest.mark.parametrize(("template", "expected"), VARIABLES, ids=templates(VARIABLES))
def test_a_variable_means_what_it_means_in_go(template, expected):
    assert outcome(template) == expected
