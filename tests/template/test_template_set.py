"""Sets of templates: compiled once per text, found again in the cache, extended by ``tpl``."""

from __future__ import annotations

import gc
import sys

import pytest
from tests.template.rendering import PATH, chart, render

from helmwright.functions import FunctionTable
from helmwright.rendering.engine import Engine
from helmwright.rendering.functions import ENGINE
from helmwright.template import template_set
from helmwright.template.template_set import ParseFailure, Stored, compile_text, install, load

TEXT = '{{ define "x" }}{{ range .l }}{{ . | upper }}{{ end }}{{ end }}{{ include "x" .Values }}é'


@pytest.fixture
def functions():
    return FunctionTable(ENGINE)


@pytest.fixture
def compilations(tmp_path, monkeypatch):
    """Return the names of the texts that are compiled from now on, with an empty cache."""
    monkeypatch.delenv("HELMWRIGHT_CACHE", raising=False)
    monkeypatch.setenv("HELMWRIGHT_CACHE_DIR", str(tmp_path / "cache"))
    names = []

    def counting(name, text, functions):
        names.append(name)
        return compile_text(name, text, functions)

    monkeypatch.setattr(template_set, "compile_text", counting)
    return names


def test_code_from_the_cache_is_the_same_as_new_code(functions, compilations):
    first = load([("a.yaml", TEXT)], functions, name="set")
    second = load([("a.yaml", TEXT)], functions, name="set")
    assert compilations == ["a.yaml"]
    assert first == second
    assert list(second) == ["x", "a.yaml"]


def test_only_an_edited_template_is_compiled_again(functions, compilations):
    load([("a.yaml", "a"), ("b.yaml", "b")], functions, name="set")
    edited = load([("a.yaml", "a"), ("b.yaml", "{{ 1 }}")], functions, name="set")
    assert compilations == ["a.yaml", "b.yaml", "b.yaml"]
    assert edited["b.yaml"] == compile_text("b.yaml", "{{ 1 }}", functions)[0]


def test_a_change_of_the_signatures_compiles_everything_again(functions, compilations):
    load([("a.yaml", "a")], functions, name="set")
    functions.identity += "changed"
    load([("a.yaml", "a")], functions, name="set")
    assert compilations == ["a.yaml", "a.yaml"]


def test_a_new_engine_renders_the_same_from_the_cache(compilations):
    made = chart(t=TEXT.replace(".l }}", ".list }}"))
    first = render(made, Engine())
    assert render(made, Engine()) == first
    assert compilations == [PATH]


def test_errors_from_cached_code_are_at_the_same_place(compilations):
    from helmwright.base.errors import TemplateError

    made = chart(t="{{ $x := 1 }}\n  {{ upper .Values.m }}")
    texts = []
    for _ in range(2):
        with pytest.raises(TemplateError) as caught:
            render(made, Engine())
        texts.append(caught.value.message)
    assert compilations == [PATH]
    assert texts[0] == texts[1]
    assert texts[0].startswith("c/templates/t.yaml:2:18\n")


@pytest.mark.usefixtures("compilations")
def test_the_parser_is_not_imported_when_the_cache_has_everything():
    import subprocess

    script = (
        "import sys; sys.path[:0] = sys.argv[1:]\n"
        "from tests.template.rendering import chart, render\n"
        "render(chart(t='{{ .Values.s | upper }}'))\n"
        "names = ('lexer', 'parser', 'nodes', 'compiler', 'emit', 'frames')\n"
        "print([name for name in names if f'helmwright.template.{name}' in sys.modules])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", script, *sys.path], capture_output=True, text=True, check=True
        ).stdout
        for _ in range(2)
    ]
    assert "parser" in outputs[0]
    assert outputs[1] == "[]\n"


def test_what_does_not_parse_names_its_file(functions):
    with pytest.raises(ParseFailure) as caught:
        load([("a.yaml", "a"), ("b.yaml", "\n{{ nope }}")], functions, name="set")
    assert caught.value.path == "b.yaml"
    assert caught.value.message == 'template: b.yaml:2: function "nope" not defined'


def test_the_garbage_collector_runs_again_after_compiling(functions):
    assert gc.isenabled()
    with pytest.raises(ParseFailure):
        load([("a.yaml", "{{")], functions, name="set")
    assert gc.isenabled()


def test_a_blank_template_never_replaces_another():
    templates: dict[str, Stored] = {}
    full, blank = Stored("x", False, (), b"1"), Stored("x", True, (), b"2")
    assert install(templates, blank)
    assert install(templates, full)
    assert not install(templates, blank)
    assert templates == {"x": full}


def test_code_knows_which_functions_it_calls(functions):
    (stored,) = compile_text(
        "a", "{{ print 1 | upper | quote }}{{ if and 1 2 }}{{ end }}", functions
    )
    assert stored.used == ("print", "quote", "upper")
