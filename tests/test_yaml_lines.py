"""The line of a YAML error is the same in the place and in the text, whatever is read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright.base.errors import Position, TemplateError, YAMLError

if TYPE_CHECKING:
    from pathlib import Path

BROKEN = {
    "indentation": ("a: 1\nb:\n  c: 2\n d: 3\n", 4),
    "quote": ('a: 1\nb: "x\nc: 2\n', 4),
    "bracket": ("a: 1\nb: [1, 2\nc: 2\n", 3),
    "tab": ("a: 1\n\tb: 2\n", 2),
    "list in map": ("a: 1\n- b\n", 2),
    "two colons": ("a: 1\nb: x: y\n", 2),
    "brace": ("a: {b: 1\n\n\n", 4),
    "word": ("a:\n  b: 1\n  foo\n  c: 2\n", 4),
}
SECOND = "kind: A\n---\n"
COMMANDS = {
    "values get": ("values get v.yaml a", "v.yaml", ""),
    "values set": ("values set v.yaml a=1", "v.yaml", ""),
    "values unset": ("values unset v.yaml a", "v.yaml", ""),
    "values migrate": ("values migrate v.yaml", "v.yaml", ""),
    "values explain": ("values explain a c -f v.yaml", "v.yaml", ""),
    "diff": ("diff values c -f w.yaml --to v.yaml", "v.yaml", ""),
    "diff manifests": ("diff manifests v.yaml w.yaml", "v.yaml", SECOND),
    "patch": ("patch w.yaml -p v.yaml", "v.yaml", ""),
    "settings": ("golden run c", "c/.helmwright.yaml", ""),
    "lint settings": ("lint c --config v.yaml", "v.yaml", ""),
    "chart": ("docs c", "c/Chart.yaml", ""),
    "values of a chart": ("docs c", "c/values.yaml", ""),
    "chart in lint": ("lint c --no-config", "c/Chart.yaml", ""),
    "values in lint": ("lint c --no-config", "c/values.yaml", ""),
    "crd in lint": ("lint c --no-config", "c/crds/a.yaml", ""),
    "values of a case": ("golden run c", "c/golden/a/values.yaml", ""),
    "nodes": ("capacity c --nodes v.yaml", "v.yaml", ""),
    "suite": ("unittest c", "c/tests/a_test.yaml", ""),
}
_PLACE = re.compile(r"(?:^|[\s(])[\w./]+\.yaml:(\d+)")
_SAID = re.compile(r"yaml: line (\d+)(?!.* of what is rendered)")


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_chart(tmp_path, {"golden/a/case.yaml": "values-files: [values.yaml]\n"})
    write(
        tmp_path, {"w.yaml": "kind: A\nmetadata: {name: a}\n", "c/golden/a/values.yaml": "a: 1\n"}
    )


@pytest.mark.parametrize("mistake", BROKEN)
@pytest.mark.parametrize("command", COMMANDS)
def test_place_and_text_name_one_line(tmp_path: Path, command: str, mistake: str) -> None:
    line, name, before = COMMANDS[command]
    text, wrong = BROKEN[mistake]
    write(tmp_path, {name: before + text})

    code, out, err = helmwright(*line.split())

    assert code != 0
    said = {int(found[1]) for found in _SAID.finditer(out + err)}
    places = {int(found[1]) for found in _PLACE.finditer(out + err)}
    assert wrong + before.count("\n") in places
    assert said <= places
    if "yaml: line" in out + err and len(places) == 1:
        assert said == places


@pytest.mark.parametrize("mistake", BROKEN)
def test_template_prints_helms_text_and_says_how_it_counts(tmp_path: Path, mistake: str) -> None:
    text, wrong = BROKEN[mistake]
    write(tmp_path, {"v.yaml": text})

    first, second = helmwright("template", "c", "-f", "v.yaml").err.splitlines()

    said = int(_SAID.search(second)[1])  # type: ignore[index]
    assert first.startswith(f"v.yaml:{wrong}:")
    hint = f" line {said} in Helm's words, which count from 0 here"
    assert first.endswith(hint if said != wrong else ":")


def test_lint_says_that_the_line_is_one_of_what_is_rendered(tmp_path: Path) -> None:
    write(tmp_path, {"c/templates/a.yaml": '{{ "x: 1\\ny: 2" }}\nkind: A\nb:\n  c: 2\n d: 3\n'})

    out = helmwright("lint", "c", "--no-config").out

    assert "yaml: line 6 of what is rendered: did not find expected key" in out


def test_an_error_in_python_names_one_line() -> None:
    error = YAMLError("yaml: line 3: did not find expected key", Position("a.yaml", 4, 2))

    assert str(error) == "a.yaml:4:2: yaml: line 4: did not find expected key"
    assert error.message == "yaml: line 3: did not find expected key"


def test_what_a_template_reads_has_lines_of_its_own() -> None:
    error = TemplateError("error calling fromYaml: yaml: line 3: x", Position("t.yaml", 7, 1))

    assert str(error) == "t.yaml:7:1: error calling fromYaml: yaml: line 3: x"
