"""``helmwright golden run|update|list|new``."""

from __future__ import annotations

import json

import pytest
from tests.cli.command import helmwright, write, write_chart

from helmwright import load_chart


@pytest.fixture
def chart(tmp_path, monkeypatch):
    write_chart(tmp_path, {"golden/prod.yaml": "a: 2\n"})
    monkeypatch.chdir(tmp_path / "c")
    return tmp_path / "c"


@pytest.mark.usefixtures("chart")
def test_update_writes_and_run_compares():
    missing = helmwright("golden", "run")
    written = helmwright("golden", "update")
    again = helmwright("golden", "update")
    clean = helmwright("golden", "run")

    assert missing.code == 1
    assert missing.out.startswith("FAIL prod: has no golden file for 1 template\n")
    assert written == (0, "wrote golden/expected/prod/templates/a.yaml\n", "")
    assert again == (0, "1 case: nothing to write\n", "")
    assert clean == (0, "1 case: 1 passed\n", "")


def test_run_fails_and_shows_what_changes(chart):
    helmwright("golden", "update")
    write(chart, {"golden/prod.yaml": "a: 5\n"})

    code, out, err = helmwright("golden", "run")

    assert code == 1
    assert err == ""
    assert "FAIL prod: 1 changed\n  changed golden/expected/prod/templates/a.yaml\n" in out


def test_a_chart_and_a_folder_may_be_named(tmp_path):
    write_chart(tmp_path)
    write(tmp_path, {"cases/prod.yaml": "a: 2\n"})

    outcome = helmwright("golden", "update", "c", "--cases", "cases", "--layout", "single")

    assert outcome == (0, "wrote cases/expected/prod.yaml\n", "")
    assert helmwright("golden", "run", "./c", "--cases=cases", "--layout=single").code == 0


def test_without_a_chart_the_bundled_one_is_rendered(tmp_path):
    write(tmp_path, {"golden/prod.yaml": "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd-7\n"})

    written = helmwright("golden", "update")

    assert written.code == 0
    assert "wrote golden/expected/prod/templates/master-deployment.yaml\n" in written.out
    for path in (tmp_path / "golden/expected").rglob("*.yaml"):
        assert "Passw0rd-7" not in path.read_text()


def test_a_case_that_fails_is_an_error_of_update(chart):
    write(chart, {"templates/b.yaml": '{{ fail "no" }}'})

    code, out, err = helmwright("golden", "update")

    assert (code, out) == (1, "1 case: nothing to write\n")
    assert err.startswith("Error: prod: c/templates/b.yaml:1:4: execution error at")


def test_new_makes_a_case(chart):
    write(chart, {"values-b.yaml": "a: 7\n", "motd.txt": "hi"})

    code, out, err = helmwright(
        *("golden", "new", "b", "-f", "values-b.yaml", "-n", "ml", "--release-name", "r"),
        *("--set", "x=1", "--set-file", "m=motd.txt", "--kube-version", "1.30", "--is-upgrade"),
    )

    assert (code, out) == (0, "wrote golden/b/case.yaml\n")
    assert err.startswith("'helmwright golden update -k b' writes what it renders to\n")
    assert (chart / "golden/b/case.yaml").read_text() == (
        "# yaml-language-server: $schema="
        "https://your-organization.github.io/helmwright/schemas/golden-case.schema.json\n"
        'is-upgrade: true\nkube-version: "1.30"\nnamespace: ml\nrelease-name: r\nset:\n- x=1\n'
        "set-file:\n- m=../../motd.txt\nvalues-files:\n- ../../values-b.yaml\n"
    )
    helmwright("golden", "update")
    text = (chart / "golden/expected/b/templates/a.yaml").read_text()
    assert '{"a":7,"m":"hi","x":1}\nn: r\n' in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name the case"),
        (["expected"], '"expected" is no name of a case'),
        (["../x"], '"../x" is no name of a case'),
        (["prod"], "golden/prod.yaml exists already"),
        (["x", "-f", "gone.yaml"], "gone.yaml: no such file"),
        (["x", "--kube-version", "new"], "invalid kube version"),
        (["x", "--dynamic", "a..b"], "'a..b' is no path"),
    ],
)
def test_new_refuses_what_cannot_be_a_case(chart, arguments, message):
    code, out, err = helmwright("golden", "new", *arguments)

    assert code != 0
    assert out == ""
    assert message in err
    assert not (chart / "golden/x").exists()


def test_list_prints_the_cases(chart):
    write(chart, {"golden/b/case.yaml": "set: a=1\n"})

    assert helmwright("golden", "list").out == "b     (no values file)\nprod  golden/prod.yaml\n"
    assert json.loads(helmwright("golden", "list", "-k", "pr", "--format", "json").out) == [
        {"name": "prod", "path": "golden/prod.yaml", "valuesFiles": ["golden/prod.yaml"]}
    ]


def test_reports_go_to_files(chart):
    helmwright("golden", "update")

    code, out, err = helmwright(
        *("golden", "run", "--format", "junit", "-o", "junit.xml"),
        *("--coverage", "lcov", "--coverage-output", "c.lcov"),
        *("--coverage", "html", "--coverage-output", "c.html"),
    )

    assert (code, out) == (0, "")
    assert err == "wrote junit.xml\nwrote c.lcov\nwrote c.html\n"
    assert (chart / "c.lcov").read_text().startswith("TN:\nSF:templates/a.yaml\n")
    assert (chart / "c.html").read_text().startswith("<!doctype html>")


def test_coverage_is_printed_behind_the_report(chart):
    write(chart, {"templates/a.yaml": "kind: A\n{{ if .Values.b }}\nb: 1\n{{ end }}\n"})
    helmwright("golden", "update")

    code, out, err = helmwright("golden", "run", "--coverage", "text", "--fail-under", "90")

    assert code == 1
    assert out.startswith("1 case: 1 passed\nthe cases run 60.0 % of the templates: ")
    assert out.endswith("templates/a.yaml          2/3          1/2  3; one side of 2\n")
    assert err == "Error: the cases run 60.0 % of the templates, not 90 %\n"
    assert helmwright("golden", "run", "--fail-under", "60").code == 0
    every = helmwright("golden", "run", "--coverage", "text", "-v").out
    assert "templates/a.yaml:2: {{if .Values.b}} was never true\n" in every


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--format", "xml"], "--format is one of text, json, junit"),
        (["run", "--engine", "nelm"], "--engine is one of helmwright, helm"),
        (["run", "--layout", "both"], "--layout is per-template or single"),
        (["run", "--now", "today"], "--now must be a time as RFC 3339"),
        (["run", "--coverage", "xml"], "--coverage is one of text, lcov, html"),
        (["run", "--coverage", "html"], "each --coverage but text alone needs a --coverage-output"),
        (["run", "--format", "json", "--coverage", "text"], "standard output takes one report"),
        (["run", "--fail-under", "most"], '--fail-under is a percentage, not "most"'),
        (["run", "-j", "-1"], "--jobs must not be negative"),
        (["run", "-k", "nope"], 'golden: no case has the name "nope"'),
        (["run", "--engine", "helm", "--helm", "no-helm"], "no-helm: no such program"),
        (["list", "--format", "xml"], "--format is one of text, json"),
        (["run", "a", "b"], "expected at most one chart"),
        (["check"], "name what to do: run, update, list, new"),
    ],
)
@pytest.mark.usefixtures("chart")
def test_a_wrong_command_line_is_explained(arguments, message):
    code, out, err = helmwright("golden", *arguments)

    assert code == 64
    assert out == ""
    assert message in err


@pytest.mark.parametrize("action", ["run", "update", "list", "new"])
def test_every_action_has_help_with_examples(action):
    code, out, _ = helmwright("golden", action, "--help")

    assert code == 0
    assert f"helmwright golden {action}" in out
    assert "Examples:" in out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["golden", ""], ["run", "update", "list", "new"]),
        (["golden", "run", "--format", ""], ["text", "json", "junit"]),
        (["golden", "run", "--engine="], ["--engine=helmwright", "--engine=helm"]),
        (["golden", "update", "--layo"], ["--layout"]),
        (["golden", "run", "--cases", ""], [":directories"]),
        (["golden", "run", ""], [":charts"]),
    ],
)
def test_words_are_completed(words, found):
    out = helmwright("__complete", *words).out

    lines = [line.partition("\t")[0] for line in out.splitlines()]
    assert lines[: len(found)] == found


def test_settings_of_golden_files_are_no_mistake_for_the_linter(chart):
    write(chart, {".helmwright.yaml": "golden: {layout: single}\n", "v.yaml": "a: 1\n"})

    assert "unknown key" not in helmwright("lint", "v.yaml", "--chart", ".").err
    assert helmwright("golden", "update").out == "wrote golden/expected/prod.yaml\n"


IGNORED = (
    "'helm package' would pack the cases with the chart: put the line golden/ into .helmignore"
)


def test_new_says_that_cases_get_into_packages_until_helmignore_names_them(chart):
    first = helmwright("golden", "new", "a")
    asked = helmwright("golden", "new", "b", "--helmignore")
    third = helmwright("golden", "new", "c")

    assert IGNORED in first.err
    assert asked.err.endswith("wrote .helmignore\n")
    assert IGNORED not in third.err
    assert (chart / ".helmignore").read_text() == "golden/\n"
    assert "golden/a/case.yaml" not in [one.name for one in load_chart(str(chart)).raw]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("*.md", "*.md\ngolden/\n"),
        ("*.md\n", "*.md\ngolden/\n"),
        ("/golden\n", "/golden\n"),
        ("gold*/\n", "gold*/\n"),
        ("golden/*.txt\n", "golden/*.txt\ngolden/\n"),
    ],
)
def test_new_adds_a_line_to_helmignore_only_where_it_is_missing(chart, before, after):
    write(chart, {".helmignore": before})

    helmwright("golden", "new", "a", "--helmignore")

    assert (chart / ".helmignore").read_text() == after


@pytest.mark.usefixtures("chart")
def test_cases_elsewhere_get_into_no_package(tmp_path):
    outcome = helmwright("golden", "new", "a", "--cases", str(tmp_path / "cases"))

    assert outcome.code == 0
    assert "helm package" not in outcome.err


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (["--set", "apiKey=s3cr3t-9-k3y"], "apiKey"),
        (["--set", "a=1,db.password=Tr0ub4dor"], "db.password"),
        (["--set-string", "users[0].token=Tr0ub4dor"], "users[0].token"),
        (["--set-json", 'db={"password": "Tr0ub4dor"}'], "db.password"),
        (["--set-literal", "url=postgres://me:Tr0ub4dor@db/x"], "url"),
        (["--set", "unlock=Tr0ub4dor"], "unlock"),
    ],
)
def test_new_writes_no_secret(chart, arguments, key):
    schema = '{"properties": {"unlock": {"type": "string", "x-secret": true}}}'
    write(chart, {"values.schema.json": schema})

    code, out, err = helmwright("golden", "new", "x", *arguments)

    assert (code, out) == (64, "")
    assert f"{key} is a secret, and a case is committed: leave {arguments[0]} {key} out" in err
    assert "Tr0ub4dor" not in err
    assert "s3cr3t" not in err
    assert not (chart / "golden/x").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "password="],
        ["--set", "passwordSecretName=db"],
        ["--set-file", "apiKey=key.txt"],
        ["--set", "token.enabled=true"],
    ],
)
def test_new_writes_what_is_no_secret(chart, arguments):
    write(chart, {"key.txt": "s3cr3t-9-k3y"})

    assert helmwright("golden", "new", "x", *arguments).code == 0
    assert (chart / "golden/x/case.yaml").is_file()


def test_new_can_be_tried(chart):
    code, out, err = helmwright("golden", "new", "x", "--dry-run")

    assert (code, out, err) == (0, "", "would write golden/x/case.yaml\n")
    assert not (chart / "golden/x").exists()
