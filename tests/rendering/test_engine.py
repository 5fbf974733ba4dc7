"""Whole renders: the order of files, the functions that execute templates, threads."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.template.rendering import PATH, Fails, Gives, chart, outcome, refused, render, templates

from helmwright.base.errors import TemplateExecutionError, TemplateSyntaxError
from helmwright.rendering.engine import Engine

ENGINE = (
    (
        '{{ include "nope" . }}',
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <include "nope" .>:\n    error calling include:\ntemplate: no template "nope" associated with template "gotpl"'
        ),
    ),
    ('{{ include "t" 1 }}{{ define "t" }}<{{ . }}>{{ end }}', Gives("<1>")),
    ('{{ include "t" .Values }}{{ define "t" }}{{ .nope }}{{ end }}', Gives("")),
    ('{{ include "t" . | len }}{{ define "t" }}{{ .nope }}{{ end }}', Gives("10")),
    (
        '{{ include "t" . }}{{ define "t" }}{{ .nope.x.y }}{{ end }}',
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <include "t" .>:\n    error calling include:\nc/templates/t.yaml:1:43\n  executing "t" at <.nope.x.y>:\n    nil pointer evaluating interface {}.x'
        ),
    ),
    (
        '{{ include "t" . }}{{ define "t" }}\n{{ index .Values.l 7 }}{{ end }}',
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <include "t" .>: error calling include: template: c/templates/t.yaml:2:3: executing "t" at <index .Values.l 7>: error calling index: index out of range: 7'
        ),
    ),
    ('{{ tpl "{{ .s }}" .Values }}', Gives("text")),
    ('{{ tpl "{{ .nope }}" .Values | len }}', Gives("0")),
    ('{{ tpl "<no value>" . | len }}', Gives("0")),
    (
        '{{ tpl "{{ .a.b }}" .Values }}',
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <tpl "{{ .a.b }}" .Values>: error calling tpl: error during tpl function execution for "{{ .a.b }}": template: gotpl:1:5: executing "gotpl" at <.a.b>: nil pointer evaluating interface {}.b'
        ),
    ),
    (
        '{{ tpl "{{ nope }}" . }}',
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <tpl "{{ nope }}" .>: error calling tpl: cannot parse template "{{ nope }}": template: gotpl:1: function "nope" not defined'
        ),
    ),
    (
        "{{ tpl 1 . }}",
        Fails(
            'c/templates/t.yaml:1:7\n  executing "c/templates/t.yaml" at <1>:\n    expected string; found 1'
        ),
    ),
    ('{{ tpl "{{ define \\"x\\" }}in{{ end }}{{ include \\"x\\" . }}" . }}', Gives("in")),
    (
        '{{ tpl "{{ define \\"x\\" }}in{{ end }}" . }}{{ include "x" . }}',
        Fails(
            'c/templates/t.yaml:1:46\n  executing "c/templates/t.yaml" at <include "x" .>:\n    error calling include:\ntemplate: no template "x" associated with template "gotpl"'
        ),
    ),
    (
        '{{ tpl "{{ include \\"t\\" . }}" . }}{{ define "t" }}\n{{ .nope.x.y }}{{ end }}',
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <tpl "{{ include \\"t\\" . }}" .>: error calling tpl: error during tpl function execution for "{{ include \\"t\\" . }}": template: gotpl:1:3: executing "gotpl" at <include "t" .>: error calling include: template: c/templates/t.yaml:2:8: executing "t" at <.nope.x.y>: nil pointer evaluating interface {}.x'
        ),
    ),
    (
        '{{ define "x" }}out{{ end }}{{ tpl "{{ define \\"x\\" }}in{{ end }}{{ include \\"x\\" . }}" . }}{{ include "x" . }}',
        Gives("inout"),
    ),
    (
        '{{ define "x" }}out{{ end }}{{ define "y" }}{{ include "x" . }}{{ end }}{{ tpl "{{ define \\"x\\" }}in{{ end }}{{ include \\"y\\" . }}" . }}',
        Gives("in"),
    ),
    (
        '{{ required "need it" .Values.nope }}',
        Fails("execution error at (c/templates/t.yaml:1:3): need it"),
    ),
    ('{{ required "need it" "" }}', Fails("execution error at (c/templates/t.yaml:1:3): need it")),
    ('{{ required "need it" .Values.zero }}', Gives("0")),
    (
        '{{ include "t" . }}{{ define "t" }}{{ fail "a: b\\nc" }}{{ end }}',
        Fails("execution error at (c/templates/t.yaml:1:3): a: b\nc"),
    ),
    ('{{ lookup "v1" "Pod" "ns" "n" }}', Gives("map[]")),
    ('{{ getHostByName "localhost" }}|', Gives("|")),
    ("{{ .Template.Name }} {{ .Template.BasePath }}", Gives("c/templates/t.yaml c/templates")),
    (
        '{{ include "gotpl" . }}',
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <include "gotpl" .>:\n    error calling include:\ntemplate: no template "gotpl" associated with template "gotpl"'
        ),
    ),
    (
        '{{ tpl "a{{ template \\"nope\\" }}" . }}',
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <tpl "a{{ template \\"nope\\" }}" .>: error calling tpl: error during tpl function execution for "a{{ template \\"nope\\" }}": template: gotpl:1:13: executing "gotpl" at <{{template "nope"}}>: template "nope" not defined'
        ),
    ),
    (
        "{{ call .Values.s }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <call .Values.s>: error calling call: non-function .Values.s of type string'
        ),
    ),
    (
        "{{ call nil }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <call nil>: error calling call: call of nil'
        ),
    ),
    (
        "{{ call }}",
        Fails(
            'c/templates/t.yaml:1:3\n  executing "c/templates/t.yaml" at <call>:\n    wrong number of args for call: want at least 1 got 0'
        ),
    ),
    (
        "{{ .Values.s | call }}",
        Fails(
            'template: c/templates/t.yaml:1:15: executing "c/templates/t.yaml" at <call>: error calling call: non-function text of type string'
        ),
    ),
    (
        "{{ index .Values.l 3 }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <index .Values.l 3>: error calling index: reflect: slice index out of range'
        ),
    ),
    (
        "{{ index .Values.l 4 }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <index .Values.l 4>: error calling index: index out of range: 4'
        ),
    ),
    (
        "{{ div 1 0 }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <div 1 0>: error calling div: runtime error: integer divide by zero'
        ),
    ),
    (
        "{{ first 1 }}",
        Fails(
            'template: c/templates/t.yaml:1:3: executing "c/templates/t.yaml" at <first 1>: error calling first: Cannot find first on type int'
        ),
    ),
    ('{{ .Files.Lines "a.txt" }}', Gives("[hello world]")),
    (
        '{{ (toDate "2006" "2021").Format }}',
        Fails(
            'c/templates/t.yaml:1:18\n  executing "c/templates/t.yaml" at <"2021">:\n    wrong number of args for Format: want 1 got 0'
        ),
    ),
    ('a literal <no value> and {{ print "<no" }} value>', Gives("a literal  and ")),
    (
        "{{ .Capabilities.KubeVersion }} {{ print .Capabilities.KubeVersion }}",
        Gives("v1.36.0 {v1.36.0 v1.36.0 1 36}"),
    ),
)


@pytest.mark.parametrize(("template", "expected"), ENGINE, ids=templates(ENGINE))
def test_engine_functions_answer_as_helm_s_do(template, expected):
    assert outcome(template) == expected


def test_files_run_deepest_first_and_then_from_the_last_name_to_the_first():
    made = chart(
        a="{{ .Values.order }}",
        b='{{ $_ := set .Values "order" (print .Values.order "b") }}',
        c='{{ $_ := set .Values "order" "c" }}',
    )
    assert render(made)["c/templates/a.yaml"] == "cb"


def test_partials_are_not_rendered_but_can_be_included_by_path():
    made = chart(t='{{ include "c/templates/_h.tpl" . }}', _h="partial")
    assert render(made) == {PATH: "partial"}


def test_the_definition_of_the_smaller_path_wins():
    made = chart(
        t='{{ include "x" . }}', _a='{{ define "x" }}a{{ end }}', _b='{{ define "x" }}b{{ end }}'
    )
    assert render(made)[PATH] == "a"


def test_a_blank_definition_does_not_replace_another():
    made = chart(
        t='{{ include "x" . }}', _a='{{ define "x" }} {{ end }}', _b='{{ define "x" }}b{{ end }}'
    )
    assert render(made)[PATH] == "b"


def test_an_error_knows_the_file_the_line_and_the_column_it_is_at():
    made = chart(t='\n{{ include "x" . }}', _h='{{ define "x" }}\n  {{ .Values.nope.x }}{{ end }}')
    with pytest.raises(TemplateExecutionError) as caught:
        render(made)
    assert caught.value.position == ("c/templates/_h.tpl", 2, 13)
    assert [(frame.template, frame.node) for frame in caught.value.frames] == [
        ("c/templates/t.yaml", 'include "x" .'),
        ("x", ".Values.nope.x"),
    ]


def test_a_syntax_error_knows_its_file_and_line():
    with pytest.raises(TemplateSyntaxError) as caught:
        render(chart(t="a\n{{ nope }}"))
    assert caught.value.message == (
        'parse error at (c/templates/t.yaml:2): function "nope" not defined'
    )
    assert caught.value.position == ("c/templates/t.yaml", 2, None)


@pytest.mark.parametrize(
    "template",
    [
        '{{ define "a" }}{{ tpl .Values.l0 . }}{{ end }}{{ $_ := set .Values "l0" "{{ template \\"a\\" . }}" }}{{ template "a" . }}',
        '{{ $_ := set .Values "t" "{{ tpl .Values.t . }}" }}{{ tpl .Values.t . }}',
    ],
)
def test_endless_recursion_through_texts_is_an_error(template):
    assert refused(template) == (
        "execution error in (c/templates/t.yaml): templates are nested too deeply"
    )


def test_a_name_can_be_included_a_thousand_and_one_levels_deep():
    text = refused('{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}')
    assert text.count("executing") == 1002
    assert text.endswith(
        "error calling include: rendering template has a nested reference name: a: "
        "unable to execute template"
    )


@pytest.mark.slow
def test_templates_can_be_nested_a_hundred_thousand_deep():
    text = refused('{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}')
    assert text.endswith("exceeded maximum template depth (100000)")


def test_the_recursion_limit_of_the_process_comes_back():
    before = sys.getrecursionlimit()
    refused("{{ fail `x` }}")
    assert sys.getrecursionlimit() == before


_DEEP_JSON_WHILE_RENDERING = """
import json, sys, threading
from tests.template.rendering import rendered

stop = threading.Event()
seen = set()

def other():
    while not stop.is_set():
        seen.add(sys.getrecursionlimit())
        try:
            json.loads("[" * 100_000)
        except RecursionError:
            pass

thread = threading.Thread(target=other)
thread.start()
try:
    for _ in range(5):
        text = rendered('{{ define "a" }}{{ if . }}{{ include "a" (sub . 1) }}{{ end }}{{ end }}{{ include "a" 900 }}{{ range until 20000 }}{{ end }}')
        assert text == "", text
finally:
    stop.set()
    thread.join()
print(sorted(seen))
"""


@pytest.mark.slow
def test_another_thread_can_run_into_the_recursion_limit_while_templates_are_rendered():
    done = subprocess.run(
        [sys.executable, "-c", _DEEP_JSON_WHILE_RENDERING],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )

    assert (done.returncode, done.stdout) == (0, "[1000]\n"), done.stderr[-500:]


def test_one_engine_renders_in_eight_threads_at_a_time():
    engine = Engine()
    made = chart(
        t='{{ range 200 }}{{ include "x" (dict "n" .) }}{{ tpl "{{ . }}" . }},{{ end }}',
        _h='{{ define "x" }}{{ range $i, $e := until (int .n) }}{{ $e }}{{ end }}{{ end }}',
    )
    expected = render(made, Engine())
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: render(made, engine), range(16)))
    assert all(result == expected for result in results)
    assert expected[PATH].startswith("0,01,012,")


def test_lint_lets_required_and_fail_pass():
    records = []
    engine = Engine(lint=True)
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.release import Release

    made = chart(t='[{{ required "need" .Values.nope }}{{ fail "no" }}]')
    result = engine.render(
        made,
        {},
        Release(),
        Capabilities.default(),
        World.real(),
        log=lambda level, message, /, **values: records.append((level, message, values)),
    )
    assert result[PATH] == "[]"
    assert records == [
        ("WARN", "missing required value", {"message": "need"}),
        ("INFO", "funcMap fail", {"message": "no"}),
    ]


def test_a_strict_engine_refuses_keys_that_do_not_exist():
    with pytest.raises(TemplateExecutionError) as caught:
        render(chart(t="{{ .Values.nope }}"), Engine(strict=True))
    assert caught.value.message.endswith('map has no entry for key "nope"')
