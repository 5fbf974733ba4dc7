"""``--name-template``; names and texts are those of helm 4.2.4."""

from __future__ import annotations

import pytest

from helmwright.base.errors import TemplateError
from helmwright.go.world import World
from helmwright.rendering.name_template import release_name


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("plain", "plain"),
        ('{{ lower "ABC" | trunc 2 }}-{{ add 1 2 }}', "ab-3"),
        ('{{ define "q" }}zz{{ end }}{{ template "q" }}', "zz"),
        ("{{ . }}", "<no value>"),
        ("{{ .a.b }}", "<no value>"),
        ("{{/* nothing */}}n", "n"),
        ('{{ env "GREETING" }}', "hello"),
        ('{{ expandenv "a${GREETING}b$GREETING.$NOPE$1$*" }}', "ahellobhello."),
        ('{{ expandenv "$HOME/${GREETING-x}${" }}', "/h/"),
        ('{{ expandenv "$ $é" }}', "$ $é"),
    ],
)
def test_gives_a_name(template: str, name: str) -> None:
    world = World.real(environment={"GREETING": "hello", "HOME": "/h"})
    assert release_name(template, world) == name


@pytest.mark.parametrize(
    ("template", "error"),
    [
        ("{{", "template: name-template:1: unclosed action"),
        ("{{ nope }}", 'template: name-template:1: function "nope" not defined'),
        ("{{ toYaml 1 }}", 'template: name-template:1: function "toYaml" not defined'),
        ('{{ include "x" . }}', 'template: name-template:1: function "include" not defined'),
        ('{{ required "x" nil }}', 'template: name-template:1: function "required" not defined'),
        (
            '{{ fail "x" }}',
            'template: name-template:1:3: executing "name-template" at <fail "x">: error calling fail: x',
        ),
        (
            "{{ index (list 1) 3 }}",
            'template: name-template:1:3: executing "name-template" at <index (list 1) 3>: error calling index: index out of range: 3',
        ),
        (
            '{{ template "x" }}',
            'template: name-template:1:12: executing "name-template" at <{{template "x"}}>: template "x" not defined',
        ),
    ],
)
def test_fails_with_gos_words(template: str, error: str) -> None:
    with pytest.raises(TemplateError) as caught:
        release_name(template)
    assert caught.value.message == error
