"""Inputs that once were an internal error, read a stream that was not meant, or left files open."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.base.errors import HelmwrightError
from helmwright.base.processes import map_forked
from helmwright.cli import _binary, run
from helmwright.go.yaml_read import load
from helmwright.reference.schema_bundle import describe_value
from helmwright.template.parallel import compile_many
from helmwright.values.templated import render_values_template


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def no_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.setattr(os, "posix_spawn", refuse)


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.mark.usefixtures("no_processes")
def test_work_is_done_when_the_system_has_no_process_left_for_it() -> None:
    before = open_files()

    assert map_forked(lambda index: index * 2, 5, 3) == [0, 2, 4, 6, 8]
    assert compile_many([("a", "x"), ("b", "y")], lambda *_: (), worthwhile=0) == {}
    assert open_files() == before


@pytest.mark.usefixtures("no_processes")
def test_lint_says_that_yamllint_could_not_be_started(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": ""})

    code, out, err = helmwright("lint", "c")

    assert "yamllint cannot be started: resource temporarily unavailable" in out
    assert "internal error" not in err
    assert code == 0


@pytest.mark.parametrize(
    ("schema", "path", "error"),
    [
        ({"properties": {"a": {"$ref": "#/definitions/x"}}}, "a", "$ref #/definitions/x: no such"),
        ({"definitions": 3, "properties": {"a": {"$ref": "#/definitions/x"}}}, "", "no such"),
        ({"$ref": "#/definitions/a"}, "", "no such schema"),
        ({"properties": 7}, "a", 'the schema has no value "a"'),
        ({"properties": {"a": {"$ref": "#/properties/a/b"}}}, "a", "no such schema"),
    ],
)
def test_a_schema_that_refers_to_nothing_is_an_error(
    schema: dict[str, object], path: str, error: str
) -> None:
    with pytest.raises(HelmwrightError) as caught:
        describe_value(schema, path)

    assert error in caught.value.message


def test_references_are_written_out_wherever_they_lead() -> None:
    schema = {
        "$defs": {"port": {"type": "integer"}, "list": [{"const": 1}, True]},
        "properties": {
            "a": {"$ref": "#/$defs/port", "title": "t"},
            "b": {"$ref": "#/$defs/list/0"},
            "c": {"$ref": "#/$defs/list/1"},
            "d": {"$ref": "https://example.com/x.json"},
            "e": {"$ref": "#/properties/e"},
        },
    }

    shown = describe_value(schema, "")["properties"]

    assert shown == {
        "a": {"type": "integer", "title": "t"},
        "b": {"const": 1},
        "c": True,
        "d": {"$ref": "https://example.com/x.json"},
        "e": {"$ref": "#/properties/e"},
    }


def test_a_schema_that_doubles_with_each_reference_has_an_end() -> None:
    definitions = {
        f"d{index}": {"allOf": [{"$ref": f"#/definitions/d{index + 1}"}] * 2} for index in range(40)
    }
    schema = {"definitions": {**definitions, "d40": {}}, "$ref": "#/definitions/d0"}

    with pytest.raises(HelmwrightError, match="parts when it is written out"):
        describe_value(schema, "")


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("a: b\nc: {{ '\\ud800' }}", "x.j2:2:7: failed to render x.j2: a text with one half"),
        ("a: {{ '\\udfff' | to_json }}", "a text with one half of a surrogate pair"),
        ("a: {{ 1e400 }}", "x.j2:1:7: failed to render x.j2: a number is too large"),
        ("a: {{ -1e400 }}", "a number is too large"),
    ],
)
def test_a_template_that_makes_no_text_is_refused_at_its_place(text: str, error: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        render_values_template(text, "x.j2")

    assert error in str(caught.value)


def test_an_include_of_a_dash_is_a_file_and_not_standard_input(place: Path) -> None:
    write(place, {"v.yaml.j2": "a: {% include '-' %}"})

    code, out, err = helmwright("values", "render", "v.yaml.j2", stdin=b"from a pipe")
    assert (code, out) == (1, "")
    assert "there is no template -" in err

    write(place, {"-": "7"})
    assert helmwright("values", "render", "v.yaml.j2", stdin=b"from a pipe").out == "a: 7"


@pytest.mark.parametrize(
    "arguments",
    [
        ("template", "c", "--set", "a=\x1b[31m,b"),
        ("template", "\x1b]0;x\x07"),
        ("template", "c", "-f", "::error::x"),
        ("lint", "\u202ex.yaml"),
        ("values", "get", "\x9b.yaml", "a"),
        ("diff", "manifests", "\x1b[1m", "##[error]x"),
        ("patch", "\x1b[1m", "-p", "x"),
    ],
)
def test_errors_spell_out_what_a_terminal_or_a_log_would_obey(
    place: Path, arguments: tuple[str, ...]
) -> None:
    write_chart(place)

    _, out, err = helmwright(*arguments)

    assert err
    assert all(one.isprintable() or one in "\n\t" for one in out + err)
    assert "##[" not in err
    assert not any(line.strip().startswith("::") for line in err.splitlines())


@pytest.mark.parametrize("more", [("--format", "json"), ("--format=sarif",), ("-o", "x.json")])
def test_a_difference_of_fixes_has_one_form(place: Path, more: tuple[str, ...]) -> None:
    write(place, {"v.yaml": "a: 1\n"})

    assert helmwright("lint", "v.yaml", "--diff", *more) == (
        64,
        "",
        "Error: --diff prints a difference, which has no other --format or --output\n",
    )


def test_half_of_a_surrogate_pair_is_no_text() -> None:
    with pytest.raises(HelmwrightError, match="yaml: invalid"):
        load("a: \ud800")


@pytest.mark.parametrize(
    ("key", "said"),
    [("version", "version '+Inf' is not a valid SemVer"), ("icon", "invalid icon URL '+Inf'")],
)
def test_infinities_in_chart_yaml_are_the_texts_that_helm_lint_reads(
    place: Path, key: str, said: str
) -> None:
    fields = {"apiVersion": "v2", "name": "c", "version": "0.1.0", key: ".inf"}
    write_chart(place, {"Chart.yaml": "".join(f"{k}: {v}\n" for k, v in fields.items())})

    code, out, err = helmwright("lint", "c")

    assert (code, err) == (1, "")
    assert said in out


@pytest.mark.parametrize(
    ("key", "error"),
    [
        ("a={1,2}", "it names no key, but a value"),
        ("a={}", "it names no key, but a value"),
        ("a={", "terminate"),
    ],
)
def test_a_list_is_no_key(place: Path, key: str, error: str) -> None:
    write(place, {"v.yaml": "a: 1\n"})

    code, _, err = helmwright("values", "get", "v.yaml", key)

    assert (code, error in err) == (64, True)


def test_a_path_with_a_nul_is_an_error_wherever_it_is_named(place: Path) -> None:
    write_chart(place)
    write(place, {".helmwright.yaml": 'lint: {baseline: "a\\0b"}\n'})
    assert "invalid argument" in helmwright("lint", "c").err

    suite = 'suite: a\nvalues: ["a\\0b"]\ntests: [{it: a, asserts: [{hasDocuments: {count: 1}}]}]\n'
    write(place, {"c/tests/a_test.yaml": suite})
    code, out, err = helmwright("unittest", "c")
    assert (code, err) == (1, "")
    assert "invalid argument" in out


@pytest.mark.parametrize("count", [".inf", "-.inf", ".nan"])
def test_a_count_of_a_suite_is_finite(place: Path, count: str) -> None:
    write_chart(place)
    asserts = f"[{{hasDocuments: {{count: {count}}}}}]"
    write(place, {"c/tests/a_test.yaml": f"suite: a\ntests: [{{it: a, asserts: {asserts}}}]\n"})

    code, out, err = helmwright("unittest", "c")

    assert (code, err) == (1, "")
    assert "must be a number that is finite" in out


def test_an_integer_that_no_float_holds_is_refused(place: Path) -> None:
    pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {priority: 1}\n"
    write(place, {"old.yaml": pod, "new.json": json.dumps({"kind": "Pod", "a": 10**400})})

    for arguments in (["diff", "manifests", "old.yaml", "new.json"], ["lint", "new.json"]):
        code, _, err = helmwright(*arguments)
        assert code in (0, 1)
        assert "internal error" not in err


def test_what_a_chart_renders_to_is_printed_as_it_is(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": 'a: "\u202e"\nb: |\n  ::error::x ##[error]\n'})

    assert helmwright("template", "c").out.endswith('a: "\u202e"\nb: |\n  ::error::x ##[error]\n')


@pytest.mark.parametrize(
    "line",
    [
        "template c -f -",
        "template c --set-file a=-",
        "lint -",
        "lint --nodes - v.yaml",
        "values get - a",
        "values set - a=1",
        "values explain a c -f -",
        "values migrate -",
        "patch - --target kind=A -p v.yaml",
        "patch create - v.yaml",
        "diff manifests - v.yaml",
        "diff release -",
        "diff values c -f - --to-set a=1",
        "capacity --nodes -",
        "podspec --master-config - --task v.yaml",
        "docs c --template -",
    ],
)
def test_a_standard_input_that_is_closed_is_an_error(
    place: Path, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_chart(place, {"templates/a.yaml": "a: 1\n"})
    write(place, {"v.yaml": "kind: A\n"})
    monkeypatch.setattr(sys, "stdin", None)
    stdout, stderr = io.BytesIO(), io.BytesIO()

    code = run(line.split(), stdin=_binary(None), stdout=stdout, stderr=stderr)

    assert (code, stdout.getvalue()) == (1, b"")
    assert b"bad file descriptor" in stderr.getvalue()
