"""Which chart is meant where none is named: the one around, a setting, and else the bundled one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from tests.cli.command import CHART, helmwright, write, write_chart

SAID = "no chart is around, so it is the one that comes with Helmwright"
NAMED = "determined is the chart that comes with Helmwright\n"
MINIMAL = Path(__file__).parent.parent.parent / "chart" / "examples" / "minimal.yaml"
COMMANDS = (
    ("template",),
    ("diff", "values", "--to-set", "a=2"),
    ("values", "explain", "a"),
    ("lint",),
    ("lint", "values.yaml"),
    ("lint", "-f", "values.yaml"),
    ("golden", "list"),
    ("unittest",),
    ("docs", "--output", "-"),
    ("schema", "show", "a"),
)
SCHEMA = json.dumps({"properties": {"a": {"type": "integer", "title": "of c"}}})
TEXT = {
    "values.yaml": "a: 1\n",
    "values.schema.json": SCHEMA,
    "tests/a_test.yaml": "suite: of c\ntests:\n  - asserts:\n      - isKind: {of: A}\n",
    "golden/of-c/case.yaml": "{}\n",
}


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("below", [".", "templates"])
def test_the_chart_around_the_current_folder_is_taken(arguments, below, place, monkeypatch):
    write_chart(place, TEXT)
    monkeypatch.chdir(place / "c")
    expected = helmwright(*arguments)
    assert "Helmwright" not in expected.err
    assert expected.code in (0, 1)
    assert "initialUser" not in expected.out + expected.err
    assert expected.out
    if "values.yaml" in arguments:
        arguments = tuple(
            "../values.yaml" if word == "values.yaml" and below != "." else word
            for word in arguments
        )

    monkeypatch.chdir(place / "c" / below)
    found = helmwright(*arguments)

    assert (found.code, "Helmwright" in found.err) == (expected.code, False)
    if arguments[0] in ("template", "diff", "schema", "docs"):
        assert found.out == expected.out


def test_a_setting_names_the_chart_of_all_commands(place, monkeypatch):
    write_chart(place, TEXT)
    write(place, {".helmwright.yaml": "chart: c\n", ".git/HEAD": "", "envs/prod.yaml": "a: 3\n"})
    monkeypatch.chdir(place / "envs")

    assert helmwright("template", "-f", "prod.yaml").out.startswith("---\n# Source: c/")
    assert '"a": 1 → 3' not in helmwright("diff", "values", "--to", "prod.yaml").err
    assert "a: 1 → 3" in helmwright("diff", "values", "--to", "prod.yaml").out
    assert helmwright("values", "explain", "a").out.startswith("a: 1\n")
    assert "of-c" in helmwright("golden", "list").out
    assert "of c" in helmwright("unittest").out
    assert "of c" in helmwright("schema", "show", "a").out
    assert helmwright("lint", "prod.yaml", "-o", "-").err == ""


def test_the_nearest_of_settings_and_charts_counts(place, monkeypatch):
    write_chart(place)
    write(place, {".helmwright.yaml": "chart: c\n", "d/Chart.yaml": CHART.replace("c", "d", 1)})
    write(place, {"d/templates/a.yaml": "kind: D\n", ".git/HEAD": ""})
    monkeypatch.chdir(place / "d")

    assert "kind: D" in helmwright("template").out


def test_a_values_file_says_which_chart_where_the_folder_does_not(place):
    write_chart(place, {"ci/prod.yaml": "a: 7\n"})

    found = helmwright("template", "-f", "c/ci/prod.yaml")

    assert (found.code, found.err) == (0, "")
    assert '"a":7' in found.out


def test_the_chart_around_the_folder_goes_before_that_of_a_values_file(place, monkeypatch):
    write_chart(place, {"ci/prod.yaml": "a: 7\n"})
    write(place, {"d/Chart.yaml": CHART, "d/templates/a.yaml": "kind: D\n"})
    monkeypatch.chdir(place / "d")

    assert "kind: D" in helmwright("template", "-f", "../c/ci/prod.yaml").out


def test_what_is_wrong_with_the_setting_has_its_place(place):
    write(place, {".helmwright.yaml": "lint: {}\nchart: nope\n"})
    found = helmwright("template")
    assert found.code == 64
    assert found.err == "Error: .helmwright.yaml:2:1: chart: there is no chart at nope\n"

    write(place, {".helmwright.yaml": "chart: [c]\n"})
    found = helmwright("template")
    assert (found.code, found.err) == (
        64,
        "Error: .helmwright.yaml:1:1: chart must be a text, not a list\n",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("template", "-f", str(MINIMAL)),
        ("values", "explain", "masterPort"),
        ("docs", "--check", "--output", "x.md"),
        ("podspec", "--set", "maxSlotsPerPod=4", "--slots", "4"),
        ("schema", "show", "masterPort"),
        ("golden", "list"),
        ("lint", "-f", str(MINIMAL)),
    ],
    ids=" ".join,
)
def test_the_bundled_chart_is_taken_where_no_other_is_around_and_it_is_said(arguments):
    if str(MINIMAL) in arguments:
        write(Path(), {"minimal.yaml": MINIMAL.read_text()})
        arguments = tuple("minimal.yaml" if word == str(MINIMAL) else word for word in arguments)
    found = helmwright(*arguments)

    assert found.err.startswith(SAID)
    assert found.err.count("Helmwright") == 1
    assert SAID not in found.out

    write(Path(), {".helmwright.yaml": "chart: determined\n"})
    settled = helmwright(*arguments)
    assert settled.out == found.out
    assert "Helmwright" not in settled.err


@pytest.mark.slow
def test_lint_says_it_once_for_many_files_and_never_with_quiet(place):
    write(place, {"a.yaml": "maxSlotsPerPod: 4\n", "b.yaml": "maxSlotsPerPod: 4\n"})

    assert helmwright("lint", "a.yaml", "b.yaml").err.count("Helmwright") == 1
    assert "Helmwright" not in helmwright("lint", "a.yaml", "b.yaml", "--quiet").err


@pytest.mark.slow
def test_the_bundled_chart_has_a_name(place, monkeypatch):
    write_chart(place)
    write(place / "c", {"minimal.yaml": MINIMAL.read_text()})
    monkeypatch.chdir(place / "c")

    for arguments in (
        ("template", "det", "determined", "-f", "minimal.yaml"),
        ("lint", "--chart", "determined", "minimal.yaml"),
        ("values", "explain", "masterPort", "determined"),
        ("values", "explain", "masterPort", "--chart", "determined"),
        ("values", "get", "masterPort", "--chart", "determined"),
    ):
        found = helmwright(*arguments)
        assert (found.code, found.err) == (0, NAMED), arguments
    write(place / "c", {"determined/Chart.yaml": CHART, "determined/values.yaml": "b: 5\n"})
    found = helmwright("values", "get", "b", "--chart", "determined")
    assert (found.out, found.err) == ("5\n", "")


def test_diff_git_takes_the_chart_around(place, monkeypatch):
    write_chart(place)
    environment = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    for words in (["init", "-q"], ["add", "."], [*environment, "commit", "-qm", "a"]):
        subprocess.run(["git", *words], cwd=place, check=True)
    write(place, {"c/values.yaml": "a: 2\n"})
    monkeypatch.chdir(place / "c")

    found = helmwright("diff", "git", "HEAD")

    assert found.code == 0
    assert "a: 1 → 2" in found.out


def test_values_explain_takes_one_chart():
    found = helmwright("values", "explain", "a", "c", "--chart", "c")

    assert found.code == 64
    assert "CHART and --chart" in found.err


def test_schema_bundle_writes_into_the_chart_around(place, monkeypatch):
    write_chart(place, {"values-schema/root.json": '{"type": "object"}'})
    monkeypatch.chdir(place / "c")

    assert helmwright("schema", "bundle").err == "wrote values.schema.json\n"
    assert json.loads((place / "c" / "values.schema.json").read_text())["type"] == "object"


def test_completion_knows_the_chart_around(place, monkeypatch):
    write_chart(place)
    monkeypatch.chdir(place / "c")

    assert "templates/a.yaml" in helmwright("__complete", "template", "-s", "").out
    assert helmwright("__complete", "schema", "show", "").out == ":words\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("golden", "run", "nope"),
        ("unittest", "nope"),
        ("docs", "nope"),
        ("diff", "chart", "nope", "nope"),
        ("diff", "values", "nope", "--to-set", "a=1"),
        ("values", "explain", "a", "nope"),
        ("values", "get", "a", "--chart", "nope"),
        ("capacity", "nope", "--nodes", "nodes.yaml"),
        ("podspec", "nope"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("path", ["nope", "./nope", "charts/nope"])
def test_a_path_without_a_chart_is_called_so(arguments, path, place):
    write(place, {"nodes.yaml": "- {count: 1, gpus: 1}\n"})
    found = helmwright(*(path if word == "nope" else word for word in arguments))

    assert found.code == 1
    assert f"there is no chart at {path}\n" in found.err
