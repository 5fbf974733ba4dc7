"""Pipelines, fields, arguments: inputs and what the real engine answered."""

from __future__ import annotations

import pytest
from tests.template.rendering import Fails, Gives, outcome, refused, templates

FIELDS = (
    ("{{ .Values.s }}", Gives("text")),
    ("{{ .Values.m.a.b }}", Gives("deep")),
    ("{{ .Values.nope }}|", Gives("|")),
    (
        "{{ .Values.nope.x }}",
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.nope.x>:\n    nil pointer evaluating interface {}.x'
        ),
    ),
    (
        "{{ .Values.nil.x }}",
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.nil.x>:\n    nil pointer evaluating interface {}.x'
        ),
    ),
    ("{{ (.Values.nope).x }}|", Gives("|")),
    ("{{ ((.Values.nope).x).y }}|", Gives("|")),
    (
        "{{ .Values.s.x }}",
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.s.x>:\n    can\'t evaluate field x in type interface {}'
        ),
    ),
    (
        "{{ (.Values.s).x }}",
        Fails(
            'c/templates/t.yaml:1:11\n  executing "c/templates/t.yaml" at <.Values.s>:\n    can\'t evaluate field x in type string'
        ),
    ),
    ("{{ $x := .Values.nope }}{{ $x.y }}|", Gives("|")),
    (
        "{{ $x := .Values.s }}{{ $x.y }}",
        Fails(
            'c/templates/t.yaml:1:26\n  executing "c/templates/t.yaml" at <$x.y>:\n    can\'t evaluate field y in type string'
        ),
    ),
    (
        "{{ range .Values.l }}{{ .x }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:24\n  executing "c/templates/t.yaml" at <.x>:\n    can\'t evaluate field x in type interface {}'
        ),
    ),
    (
        "{{ range list 1 nil }}{{ .x }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:25\n  executing "c/templates/t.yaml" at <.x>:\n    can\'t evaluate field x in type interface {}'
        ),
    ),
    (
        "{{ coalesce.x }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <coalesce>:\n    nil pointer evaluating interface {}.x'
        ),
    ),
    ("{{ nil.x }}", Fails('parse error at (c/templates/t.yaml:1): unexpected . after term "nil"')),
    ("{{ dict.x }}|", Gives("|")),
    ('{{ (dict "x" 1).x }}', Gives("1")),
    (
        "{{ .Values.m.z.q }}",
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.m.z.q>:\n    can\'t evaluate field q in type interface {}'
        ),
    ),
    ("{{ .Chart.Annotations.x }}|", Gives("|")),
    (
        "{{ .Capabilities.KubeVersion.Nope }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Capabilities.KubeVersion.Nope>:\n    can\'t evaluate field Nope in type common.KubeVersion'
        ),
    ),
    (
        "{{ .Release.Name.x }}",
        Fails(
            'c/templates/t.yaml:1:11\n  executing "c/templates/t.yaml" at <.Release.Name.x>:\n    can\'t evaluate field x in type interface {}'
        ),
    ),
    ("{{ (index .Values.l 2).x }}", Gives("1")),
    ("{{ $.Values.m.a.b }}", Gives("deep")),
    ("{{ with .Values.m }}{{ .a.b }}{{ $.Values.s }}{{ end }}", Gives("deeptext")),
)


@pytest.mark.parametrize(("template", "expected"), FIELDS, ids=templates(FIELDS))
def test_a_chain_of_fields_gives_or_refuses_what_go_does(template, expected):
    assert outcome(template) == expected


ARGUMENTS = (
    (
        "{{ upper .Values.n }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64'
        ),
    ),
    (
        "{{ upper .Values.nope }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Values.nope>:\n    wrong type for value; expected string; got interface {}'
        ),
    ),
    (
        "{{ upper (.Values.nope) }}",
        Fails(
            'c/templates/t.yaml:1:17\n  executing "c/templates/t.yaml" at <.Values.nope>:\n    invalid value; expected string'
        ),
    ),
    (
        "{{ .Values.nope | upper }}",
        Fails(
            'c/templates/t.yaml:1:18\n  executing "c/templates/t.yaml" at <upper>:\n    invalid value; expected string'
        ),
    ),
    (
        "{{ upper nil }}",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <nil>:\n    cannot assign nil to string'
        ),
    ),
    (
        "{{ upper 1 }}",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1'
        ),
    ),
    (
        "{{ upper }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <upper>:\n    wrong number of args for upper: want 1 got 0'
        ),
    ),
    (
        '{{ upper "a" "b" }}',
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <upper>:\n    wrong number of args for upper: want 1 got 2'
        ),
    ),
    (
        '{{ trunc "a" "b" }}',
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <"a">:\n    expected integer; found "a"'
        ),
    ),
    ('{{ trunc 2.0 "abc" }}', Gives("ab")),
    (
        '{{ trunc 2.5 "abc" }}',
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <2.5>:\n    expected integer; found 2.5'
        ),
    ),
    ("{{ trunc 'a' \"b\" }}", Gives("b")),
    (
        '{{ trunc .Values.n "abc" }}',
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Values.n>:\n    wrong type for value; expected int; got float64'
        ),
    ),
    (
        '{{ trunc true "b" }}',
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <true>:\n    expected integer; found true'
        ),
    ),
    (
        "{{ ternary 1 2 1 }}",
        Fails(
            'c/templates/t.yaml:1:15\n  executing "c/templates/t.yaml" at <1>:\n    expected bool; found 1'
        ),
    ),
    ("{{ ternary 1 2 true }}", Gives("1")),
    (
        '{{ hasKey .Values.nope "x" }}',
        Fails(
            'c/templates/t.yaml:1:17\n  executing "c/templates/t.yaml" at <.Values.nope>:\n    wrong type for value; expected map[string]interface {}; got interface {}'
        ),
    ),
    ('{{ hasKey nil "x" }}', Gives("false")),
    ('{{ hasKey .Values "s" }}', Gives("true")),
    (
        '{{ hasKey .Files "s" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Files>:\n    wrong type for value; expected map[string]interface {}; got engine.files'
        ),
    ),
    (
        '{{ hasKey "x" "s" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <"x">:\n    can\'t handle "x" for arg of type map[string]interface {}'
        ),
    ),
    ("{{ round 1 0 }}", Gives("1")),
    (
        "{{ join 1 }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <join>:\n    wrong number of args for join: want 2 got 1'
        ),
    ),
    (
        "{{ printf }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <printf>:\n    wrong number of args for printf: want at least 1 got 0'
        ),
    ),
    ("{{ list nil .Values.nope 1 }}", Gives("[<nil> <nil> 1]")),
    (
        "{{ upper coalesce }}",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <coalesce>:\n    wrong type for value; expected string; got interface {}'
        ),
    ),
    (
        "{{ 18446744073709551615 }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <18446744073709551615>:\n    18446744073709551615 overflows int'
        ),
    ),
    (
        "{{ print 18446744073709551615 }}",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <18446744073709551615>:\n    18446744073709551615 overflows int'
        ),
    ),
    ('{{ (toDate "2006" "2021").Add 5 }}', Gives("2021-01-01 00:00:00.000000005 +0000 UTC")),
    (
        "{{ .Capabilities.APIVersions.Has 1 }}",
        Fails(
            'c/templates/t.yaml:1:33\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1'
        ),
    ),
    ('{{ .Capabilities.APIVersions.Has "v1" }}', Gives("true")),
    ('{{ "v1" | .Capabilities.APIVersions.Has }}', Gives("true")),
    (
        "{{ .Capabilities.APIVersions.Has }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Capabilities.APIVersions.Has>:\n    wrong number of args for Has: want 1 got 0'
        ),
    ),
    (
        "{{ .Capabilities.APIVersions.Has nil }}",
        Fails(
            'c/templates/t.yaml:1:33\n  executing "c/templates/t.yaml" at <nil>:\n    cannot assign nil to string'
        ),
    ),
    (
        "{{ .Files.Get .Values.nope }}",
        Fails(
            'c/templates/t.yaml:1:21\n  executing "c/templates/t.yaml" at <.Values.nope>:\n    wrong type for value; expected string; got interface {}'
        ),
    ),
    ('{{ .Files.Get "a.txt" }}', Gives("hello\nworld\n")),
    (
        '{{ .Files.Nope "a.txt" }}',
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <.Files.Nope>:\n    Nope is not a method but has arguments'
        ),
    ),
    (
        '{{ .Values.s "a" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.s>:\n    s is not a method but has arguments'
        ),
    ),
    (
        '{{ .Values.nope.x "a" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.nope.x>:\n    nil pointer evaluating interface {}.x'
        ),
    ),
    (
        '{{ .Values.s.x "a" }}',
        Fails(
            'c/templates/t.yaml:1:10\n  executing "c/templates/t.yaml" at <.Values.s.x>:\n    can\'t evaluate field x in type interface {}'
        ),
    ),
    (
        "{{ .Capabilities.KubeVersion.Major 1 }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Capabilities.KubeVersion.Major>:\n    Major has arguments but cannot be invoked as function'
        ),
    ),
    (
        "{{ $x := nil | coalesce }}{{ $x.Foo 1 }}|",
        Fails(
            'c/templates/t.yaml:1:9\n  executing "c/templates/t.yaml" at <nil>:\n    nil is not a command'
        ),
    ),
    (
        "{{ .Capabilities.KubeVersion.Major.x 1 }}",
        Fails(
            'c/templates/t.yaml:1:16\n  executing "c/templates/t.yaml" at <.Capabilities.KubeVersion.Major.x>:\n    can\'t evaluate field x in type string'
        ),
    ),
    (
        "{{ 1 2 }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <1>:\n    can\'t give argument to non-function 1'
        ),
    ),
    (
        "{{ . 1 }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <.>:\n    can\'t give argument to non-function .'
        ),
    ),
    (
        "{{ 1 | (2) }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <1>:\n    can\'t give argument to non-function 2'
        ),
    ),
    (
        "{{ $ 1 }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <$>:\n    can\'t give argument to non-function $'
        ),
    ),
    (
        "{{ nil }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <nil>:\n    nil is not a command'
        ),
    ),
    (
        "{{ (nil) }}",
        Fails(
            'c/templates/t.yaml:1:4\n  executing "c/templates/t.yaml" at <nil>:\n    nil is not a command'
        ),
    ),
    (
        '{{ (semver "1.2.3").Compare nil }}',
        Fails(
            'template: c/templates/t.yaml:1:19: executing "c/templates/t.yaml" at <(semver "1.2.3").Compare>: error calling Compare: runtime error: invalid memory address or nil pointer dereference'
        ),
    ),
)


@pytest.mark.parametrize(("template", "expected"), ARGUMENTS, ids=templates(ARGUMENTS))
def test_arguments_are_checked_as_go_checks_them(template, expected):
    assert outcome(template) == expected


LENGTHS = (
    ("{{ len .Values.l }}", Gives("3")),
    ('{{ len "hé" }}', Gives("3")),
    (
        "{{ len .Values.nope }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <len .Values.nope>: error calling len: len of nil pointer'
        ),
    ),
    (
        "{{ len nil }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <len nil>: error calling len: reflect: call of reflect.Value.Type on zero Value'
        ),
    ),
    (
        "{{ len (.Values.nope) }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <len (.Values.nope)>: error calling len: reflect: call of reflect.Value.Type on zero Value'
        ),
    ),
    (
        "{{ .Values.nope | len }}",
        Fails(
            'template: c/templates/t.yaml:1:18: executing "c/templates/t.yaml" at <len>: error calling len: reflect: call of reflect.Value.Type on zero Value'
        ),
    ),
    (
        "{{ $x := .Values.nope }}{{ len $x }}",
        Fails(
            'template: c/templates/t.yaml:1:27: executing "c/templates/t.yaml" at <len $x>: error calling len: reflect: call of reflect.Value.Type on zero Value'
        ),
    ),
    (
        "{{ range .Values.l }}{{ len . }}{{ end }}",
        Fails(
            'template: c/templates/t.yaml:1:24: executing "c/templates/t.yaml" at <len .>: error calling len: len of nil pointer'
        ),
    ),
    (
        "{{ range $x := .Values.l }}{{ len $x }}{{ end }}",
        Fails(
            'template: c/templates/t.yaml:1:30: executing "c/templates/t.yaml" at <len $x>: error calling len: len of nil pointer'
        ),
    ),
    (
        "{{ len coalesce }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <len coalesce>: error calling len: len of nil pointer'
        ),
    ),
    (
        "{{ len .Values.n }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <len .Values.n>: error calling len: len of type float64'
        ),
    ),
    (
        "{{ range list (list) nil }}{{ $x := . }}{{ len $x }}{{ end }}",
        Fails(
            'template: c/templates/t.yaml:1:43: executing "c/templates/t.yaml" at <len $x>: error calling len: reflect: call of reflect.Value.Type on zero Value'
        ),
    ),
)


@pytest.mark.parametrize(("template", "expected"), LENGTHS, ids=templates(LENGTHS))
def test_the_length_of_nil_is_refused_in_two_ways(template, expected):
    assert outcome(template) == expected


AND_OR = (
    ("{{ and 1 0 2 }}", Gives("0")),
    ('{{ or 0 "" .Values.s }}', Gives("text")),
    (
        "{{ and }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <and>:\n    wrong number of args for and: want at least 1 got 0'
        ),
    ),
    ("{{ 1 | and 2 }}", Gives("1")),
    ("{{ 1 | or 2 }}", Gives("2")),
    ("{{ or .Values.nope 0 }}", Gives("0")),
    ('{{ and 1 (fail "no") }}', Fails("execution error at (c/templates/t.yaml:1:10): no")),
    ('{{ and 0 (fail "no") }}', Gives("0")),
    ('{{ or 1 (fail "no") }}', Gives("1")),
    ("{{ (and .Values.m .Values.m.a).b }}", Gives("deep")),
    (
        "{{ (or .Values.s .Values.m).b }}",
        Fails(
            'c/templates/t.yaml:1:14\n  executing "c/templates/t.yaml" at <.Values.s>:\n    can\'t evaluate field b in type string'
        ),
    ),
    (
        "{{ (and .Values.zero .Values.m).b }}",
        Fails(
            'c/templates/t.yaml:1:15\n  executing "c/templates/t.yaml" at <.Values.zero>:\n    can\'t evaluate field b in type float64'
        ),
    ),
    (
        "{{ upper (or .Values.zero .Values.n) }}",
        Fails(
            'c/templates/t.yaml:1:33\n  executing "c/templates/t.yaml" at <.Values.n>:\n    wrong type for value; expected string; got float64'
        ),
    ),
    ("{{ upper (or .Values.s .Values.n) }}", Gives("TEXT")),
    (
        "{{ range or .Values.none .Values.s }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:32\n  executing "c/templates/t.yaml" at <.Values.s>:\n    range can\'t iterate over text'
        ),
    ),
    ("{{ range and .Values.s .Values.l }}.{{ end }}", Gives("...")),
    ("{{ $x := 0 }}{{ if or true ($x := 1) }}{{ $x }}{{ end }}", Gives("0")),
    ("{{ $x := 0 }}{{ if or false ($x := 1) }}{{ $x }}{{ end }}{{ $x }}", Gives("10")),
    (
        "{{ if or true ($x := 1) }}{{ $x }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:29\n  executing "c/templates/t.yaml" at <$x>:\n    undefined variable: $x'
        ),
    ),
    (
        "{{ if or true ($x := 1) }}{{ $x = 2 }}{{ end }}",
        Fails(
            'c/templates/t.yaml:1:34\n  executing "c/templates/t.yaml" at <2>:\n    undefined variable: $x'
        ),
    ),
    ("{{ $x := 0 }}{{ if or true ($x := 1) }}{{ $x = 2 }}{{ end }}{{ $x }}", Gives("2")),
    ("{{ $x := 0 }}{{ if or false ($x := 1) }}{{ $x = 2 }}{{ end }}{{ $x }}", Gives("0")),
    ("{{ if and 1 ($x := 5) }}{{ $x }}{{ end }}", Gives("5")),
    ("{{ print (and 1 ($x := 5)) $x }}", Gives("5 5")),
    ("{{ range or 0 ($x := list 1 2) }}{{ . }}{{ $x }}{{ end }}", Gives("1[1 2]2[1 2]")),
    (
        "{{ $x = or .Values.nil .Values.s }}",
        Fails(
            'c/templates/t.yaml:1:30\n  executing "c/templates/t.yaml" at <.Values.s>:\n    undefined variable: $x'
        ),
    ),
)


@pytest.mark.parametrize(("template", "expected"), AND_OR, ids=templates(AND_OR))
def test_and_and_or_stop_at_the_operand_that_decides(template, expected):
    assert outcome(template) == expected


def test_a_value_that_a_pipe_passes_on_is_computed_before_the_arguments():
    template = "{{ (eq 1).x | merge true }}"
    assert refused(template).endswith("error calling eq: missing argument for comparison")
