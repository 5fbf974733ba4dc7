"""The places and texts of errors, as the real engine reported them."""

from __future__ import annotations

import pytest
from tests.template.rendering import Fails, outcome, refused, templates

PLACES = (
    (
        "{{ (index .Values.l 2).x.y }}",
        Fails(
            'c/templates/t.yaml:1:20\n  executing "c/templates/t.yaml" at <2>:\n    can\'t evaluate field y in type interface {}'
        ),
    ),
    (
        '{{ (list 1 2 (upper "a")).x }}',
        Fails(
            'c/templates/t.yaml:1:20\n  executing "c/templates/t.yaml" at <"a">:\n    can\'t evaluate field x in type []interface {}'
        ),
    ),
    (
        "{{ list (upper 1) }}",
        Fails(
            'c/templates/t.yaml:1:15\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1'
        ),
    ),
    (
        "{{ 1 | upper }}",
        Fails(
            'c/templates/t.yaml:1:7\n  executing "c/templates/t.yaml" at <upper>:\n    wrong type for value; expected string; got int'
        ),
    ),
    (
        "{{ 1 | trunc 3 }}",
        Fails(
            'c/templates/t.yaml:1:13\n  executing "c/templates/t.yaml" at <3>:\n    wrong type for value; expected string; got int'
        ),
    ),
    (
        '{{ 1 | printf "%v" | upper | int | upper }}',
        Fails(
            'c/templates/t.yaml:1:35\n  executing "c/templates/t.yaml" at <upper>:\n    wrong type for value; expected string; got int'
        ),
    ),
    (
        '{{ range upper "a" }}{{ end }}',
        Fails(
            'c/templates/t.yaml:1:15\n  executing "c/templates/t.yaml" at <"a">:\n    range can\'t iterate over A'
        ),
    ),
    (
        "\n\n  {{ .Values.m.a.b.c }}",
        Fails(
            'c/templates/t.yaml:3:12\n  executing "c/templates/t.yaml" at <.Values.m.a.b.c>:\n    can\'t evaluate field c in type interface {}'
        ),
    ),
    (
        "hé {{ .Values.m.a.b.c }}",
        Fails(
            'c/templates/t.yaml:1:14\n  executing "c/templates/t.yaml" at <.Values.m.a.b.c>:\n    can\'t evaluate field c in type interface {}'
        ),
    ),
    (
        "{{ $x := list 1 }}{{ $x.foo }}",
        Fails(
            'c/templates/t.yaml:1:23\n  executing "c/templates/t.yaml" at <$x.foo>:\n    can\'t evaluate field foo in type []interface {}'
        ),
    ),
    (
        "{{ $x := list 1 }}\n{{ upper $x.foo }}",
        Fails(
            'c/templates/t.yaml:2:11\n  executing "c/templates/t.yaml" at <$x.foo>:\n    can\'t evaluate field foo in type []interface {}'
        ),
    ),
    (
        "{{ if eq 1 1.0 }}{{ end }}",
        Fails(
            'template: c/templates/t.yaml:1:6: executing "c/templates/t.yaml" at <eq 1 1.0>: error calling eq: incompatible types for comparison: int and float64'
        ),
    ),
    (
        "{{ with index .Values.l 9 }}{{ end }}",
        Fails(
            'template: c/templates/t.yaml:1:8: executing "c/templates/t.yaml" at <index .Values.l 9>: error calling index: index out of range: 9'
        ),
    ),
    (
        '{{ template "t" (index .Values.l 9) }}{{ define "t" }}{{ end }}',
        Fails(
            'template: c/templates/t.yaml:1:17: executing "c/templates/t.yaml" at <index .Values.l 9>: error calling index: index out of range: 9'
        ),
    ),
    (
        "{{ range $i, $e := .Values.l }}{{ upper $i }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:40\n  executing "c/templates/t.yaml" at <$i>:\n    wrong type for value; expected string; got int'
        ),
    ),
    (
        "{{ .Values.s | upper | index .Values.l }}",
        Fails(
            'template: c/templates/t.yaml:1:23: executing "c/templates/t.yaml" at <index .Values.l>: error calling index: cannot index slice/array with type string'
        ),
    ),
    (
        '{{ printf "%d" (index .Values.l 9) | quote }}',
        Fails(
            'template: c/templates/t.yaml:1:16: executing "c/templates/t.yaml" at <index .Values.l 9>: error calling index: index out of range: 9'
        ),
    ),
    (
        '{{ (semver "1.2.3").SetPrerelease 1 2 }}',
        Fails(
            'c/templates/t.yaml:1:11\n  executing "c/templates/t.yaml" at <"1.2.3">:\n    wrong number of args for SetPrerelease: want 1 got 2'
        ),
    ),
    (
        '{{ (semver "1.2.3").SetPrerelease "!" }}',
        Fails(
            'template: c/templates/t.yaml:1:19: executing "c/templates/t.yaml" at <(semver "1.2.3").SetPrerelease>: error calling SetPrerelease: invalid prerelease string'
        ),
    ),
    (
        "{{ print (index .Values.l `9`) }}",
        Fails(
            'template: c/templates/t.yaml:1:10: executing "c/templates/t.yaml" at <index .Values.l `9`>: error calling index: cannot index slice/array with type string'
        ),
    ),
    (
        "{{ eq }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <eq>:\n    wrong number of args for eq: want at least 1 got 0'
        ),
    ),
    (
        "{{ not }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <not>:\n    wrong number of args for not: want 1 got 0'
        ),
    ),
    (
        "{{ upper\n\t.Values.n }}",
        Fails(
            'c/templates/t.yaml:2:8\n  executing "c/templates/t.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64'
        ),
    ),
)


@pytest.mark.parametrize(("template", "expected"), PLACES, ids=templates(PLACES))
def test_an_error_names_the_node_that_go_names(template, expected):
    assert outcome(template) == expected


def test_levels_of_texts_inside_texts_name_the_text_that_failed():
    template = '{{ tpl "a{{ tpl .b . }}" (dict "b" "{{ .x.y }}") }}'
    assert refused(template).endswith(
        'template: gotpl:1:5: executing "gotpl" at <.x.y>: nil pointer evaluating interface {}.y'
    )


def test_thousands_of_levels_are_one_short_error():
    helpers = "".join(
        f'{{{{ define "a{number}" }}}}{{{{ include "a{number + 1}" . }}}}{{{{ end }}}}'
        for number in range(3500)
    )
    assert refused(helpers + '{{ include "a0" . }}') == (
        "execution error in (c/templates/t.yaml): templates are nested too deeply"
    )
