"""Suites: what they set, which templates they are about, snapshots, and broken ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from helmwright.base.errors import GoError
from helmwright.unittest_suites.running import UnittestOptions, run_unittest
from helmwright.unittest_suites.set_values import set_path
from helmwright.unittest_suites.snapshots import Snapshots

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.unittest_suites.results import SuiteResult

    Run = Callable[..., SuiteResult]


def outcomes(result: SuiteResult) -> list[str]:
    assert not result.error
    return [
        "skipped" if test.skipped else "passed" if test.passed else "failed"
        for test in result.tests
    ]


def test_what_a_test_sets_wins_over_its_suite_and_values_files(run: Run, chart: Path) -> None:
    (chart / "tests" / "v.yaml").write_text("number: 4\n")
    result = run("""
        suite: s
        templates: [config.yaml]
        values: [v.yaml]
        tests:
          - it: file
            asserts: [{equal: {path: data.number, value: 4}}]
          - it: set
            set: {number: 5}
            asserts: [{equal: {path: data.number, value: 5}}]
        """)

    assert outcomes(result) == ["passed", "passed"]


def test_release_chart_and_capabilities(run: Run, chart: Path) -> None:
    (chart / "templates" / "about.yaml").write_text(
        "release: {{ .Release.Name }}/{{ .Release.Namespace }}/{{ .Release.IsUpgrade }}\n"
        "kube: {{ .Capabilities.KubeVersion.Version }}\n"
        'has: {{ .Capabilities.APIVersions.Has "a/v1" }}\n'
        "versions: {{ .Chart.Version }}/{{ .Chart.AppVersion }}\n"
    )
    result = run("""
        suite: s
        templates: [about.yaml]
        release: {namespace: n}
        capabilities: {majorVersion: 1, minorVersion: 20, apiVersions: [a/v1]}
        tests:
          - it: suite
            asserts:
              - equal: {path: release, value: RELEASE-NAME/n/false}
              - equal: {path: kube, value: v1.20.0}
              - equal: {path: has, value: true}
          - it: own
            release: {name: r, upgrade: true}
            chart: {version: 9.9.9, appVersion: "7"}
            capabilities: {minorVersion: 21, apiVersions: null}
            asserts:
              - equal: {path: release, value: r/n/true}
              - equal: {path: kube, value: v1.21.0}
              - equal: {path: has, value: false}
              - equal: {path: versions, value: 9.9.9/7}
        """)

    assert outcomes(result) == ["passed", "passed"]


def test_what_a_suite_does_not_ask_for_is_as_in_the_plugin() -> None:
    """The suite is the chart's, which the plugin passes, too: see tests/conformance."""
    chart = Path(__file__).parent / "plugin-defaults"

    result = run_unittest(str(chart), UnittestOptions())

    assert [test.passed for suite in result.suites for test in suite.tests] == [True] * 4


def test_lookup_finds_the_objects_of_the_provider(run: Run, chart: Path) -> None:
    (chart / "templates" / "look.yaml").write_text(
        'one: {{ (lookup "v1" "Secret" "n" "s").kind }}\n'
        'other: {{ lookup "v1" "Secret" "n" "t" | toJson }}\n'
        'all: {{ (lookup "v1" "Secret" "" "").items | len }}\n'
    )
    result = run("""
        suite: s
        templates: [look.yaml]
        kubernetesProvider:
          scheme: {v1/Secret: {gvr: {version: v1, resource: secrets}, namespaced: true}}
          objects: [{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: n}}]
        tests:
          - asserts:
              - equal: {path: one, value: Secret}
              - equal: {path: other, value: {}}
              - equal: {path: all, value: 1}
        """)

    assert outcomes(result) == ["passed"]


def test_failures_are_in_the_words_of_helm_3(run: Run, chart: Path) -> None:
    (chart / "templates" / "fail.yaml").write_text(
        '{{ if .Values.fail }}{{ fail .Values.fail }}{{ end }}a: {{ template "none" }}\n'
    )
    result = run("""
        suite: s
        templates: [fail.yaml]
        tests:
          - it: message
            set: {fail: no way}
            asserts: [{failedTemplate: {errorMessage: no way}}]
          - it: pattern
            set: {fail: no way}
            asserts: [{failedTemplate: {errorPattern: ^no}}]
          - it: other message
            set: {fail: no way}
            asserts: [{failedTemplate: {errorMessage: another}}]
          - it: native
            asserts: [{failedTemplate: {errorPattern: 'template "none" not defined'}}]
          - it: wants success
            set: {fail: no way}
            asserts: [{hasDocuments: {count: 1}}]
        """)

    assert outcomes(result) == ["passed", "passed", "failed", "passed", "failed"]
    assert result.tests[4].error == "execution error at (shop/templates/fail.yaml:1:24): no way"


def test_schema_violations_are_failures_of_templates(run: Run, chart: Path) -> None:
    (chart / "values.schema.json").write_text('{"properties": {"number": {"type": "number"}}}')
    suite = """
        suite: s
        templates: [config.yaml]
        tests:
          - set: {number: x}
            asserts: [{failedTemplate: {errorPattern: number}}]
        """

    assert outcomes(run(suite)) == ["passed"]
    assert outcomes(run(suite, skip_schema_validation=True)) == ["failed"]


def test_wildcards_exclusions_and_several_suites_in_a_file(run: Run, chart: Path) -> None:
    run("""
        suite: first
        templates: ["*.yaml"]
        excludeTemplates: [two.yaml]
        tests:
          - asserts: [{isKind: {of: ConfigMap}}]
        ---
        suite: second
        templates: [two.yaml]
        tests:
          - template: two.yaml
            documentIndex: 1
            asserts: [{isKind: {of: B}}]
          - skip: {reason: later}
            asserts: [{isKind: {of: C}}]
        ---
        suite: third
        skip: {minimumVersion: 99.0.0}
        tests:
          - asserts: [{isKind: {of: C}}]
        """)
    found = run_unittest(str(chart), UnittestOptions())

    assert [suite.name for suite in found.suites] == ["first", "second", "third"]
    assert [outcomes(suite) for suite in found.suites] == [
        ["passed"],
        ["passed", "skipped"],
        ["skipped"],
    ]
    assert found.passed


def test_crds_are_documents_when_they_are_included(run: Run, chart: Path) -> None:
    (chart / "crds").mkdir()
    (chart / "crds" / "a.yaml").write_text("kind: CustomResourceDefinition\n")
    suite = """
        suite: s
        includeCrds: true
        tests:
          - template: crds/a.yaml
            asserts: [{isKind: {of: CustomResourceDefinition}}]
        """

    assert outcomes(run(suite)) == ["passed"]
    assert outcomes(run(suite.replace("includeCrds: true", ""))) == ["failed"]


def test_subcharts_have_their_own_suites(chart: Path) -> None:
    sub = chart / "charts" / "db"
    (sub / "templates").mkdir(parents=True)
    (sub / "tests").mkdir()
    (sub / "Chart.yaml").write_text("apiVersion: v2\nname: db\nversion: 1.0.0\n")
    (sub / "templates" / "db.yaml").write_text("kind: Db\nsize: {{ .Values.size }}\n")
    (sub / "tests" / "db_test.yaml").write_text(
        "suite: db\ntemplates: [db.yaml]\ntests:\n"
        "  - set: {size: 5}\n    asserts: [{equal: {path: size, value: 5}}]\n"
    )

    assert [one.name for one in run_unittest(str(chart), UnittestOptions()).suites] == ["db"]
    assert run_unittest(str(chart), UnittestOptions()).passed
    assert not run_unittest(str(chart), UnittestOptions(subcharts=False)).suites


@pytest.mark.parametrize(
    ("suite", "reason"),
    [
        ("suite: s\n", "no tests found"),
        ("tests: [{it: x}]\n", "no asserts found"),
        ("tests: [{asserts: [{equl: {}}]}]\n", "`equl` is invalid, did you mean `equal`?"),
        ("tests: [{asserts: [{not: true}]}]\n", "no assertion type defined"),
        ("tests: [{asserts: [{isKind: {of: A}, equal: {}}]}]\n", "declared duplicately"),
        ("tests: [{asserts: [{isKind: A}]}]\n", "isKind must be a map of parameters, not a text"),
        (
            "tests: [{asserts: [{isKind: {of: 1}}]}]\n",
            "tests[0].asserts[0].isKind.of must be a text; put it into quotation marks",
        ),
        ("tests: [{asserts: [{equal: {}, documentSelector: {}}]}]\n", "documentSelector.path"),
        ("tests: 1\n", "must be a list"),
        ("- a\n", "a suite must be a map"),
        ("a: [\n", "yaml: "),
        ("postRenderer: {cmd: yq}\ntests: [{asserts: [{exists: {path: a}}]}]\n", "postRenderer"),
        (
            "values: x\ntests: [{asserts: [{exists: {path: a}}]}]\n",
            "values must be a list of texts, not a text",
        ),
    ],
)
def test_broken_suites_are_said_with_their_place(chart: Path, suite: str, reason: str) -> None:
    path = chart / "tests" / "x_test.yaml"
    path.write_text(suite)
    found = run_unittest(str(chart), UnittestOptions())

    assert not found.passed
    assert reason in found.suites[0].error
    assert found.suites[0].error.startswith(f"{path}:")


def test_every_mistake_of_a_suite_has_its_place_in_the_file(chart: Path) -> None:
    path = chart / "tests" / "x_test.yaml"
    path.write_text(
        "suite: good\ntests: [{asserts: [{isKind: {of: A}}]}]\n---\nsuite: bad\ntests:\n"
        "  - it: x\n    values: v.yaml\n    asserts:\n      - isKind: {OF: 1}\n"
        "      - equal: {path: a, value: 1, decodeBase64: maybe}\n"
    )

    found = run_unittest(str(chart), UnittestOptions())

    assert found.suites[0].error.splitlines() == [
        f"{path}:7:13: tests[0].values must be a list of texts, not a text",
        f"{path}:9:9: tests[0].asserts[0].isKind.of must be a text; put it into quotation marks",
        f"{path}:10:50: tests[0].asserts[1].equal.decodeBase64 must be true or false, not a text",
    ]


def test_strict_refuses_unknown_keys(run: Run) -> None:
    suite = "suite: s\ntemplate: x\ntests:\n  - asserts: [{exists: {path: kind}}]\n"

    assert not run(suite).error
    assert 'unknown key "template"; did you mean "templates"?' in run(suite, strict=True).error


def test_backslashes_that_yaml_refuses_stand_for_themselves(run: Run) -> None:
    result = run("""
        suite: s
        templates: [config.yaml]
        tests:
          - release: {name: r.s}
            asserts: [{matchRegex: {path: metadata.name, pattern: "r\\.s"}}]
        """)

    assert outcomes(result) == ["passed"]


def test_snapshots_are_taken_compared_and_updated(run: Run, chart: Path) -> None:
    suite = """
        suite: s
        templates: [config.yaml]
        tests:
          - it: all
            set: {number: NUMBER}
            asserts: [{matchSnapshot: {path: data.number}}, {matchSnapshot: {path: data.list}}]
        """
    snap = chart / "tests" / "__snapshot__" / "x_test.yaml.snap"

    assert run(suite.replace("NUMBER", "1")).snapshots.created == 2
    assert snap.read_text() == (
        "all:\n  1: |\n    1\n  2: |\n    - 1\n    - two\n    - four: 4\n      three: 3\n    - two\n"
    )
    before = snap.stat().st_mtime_ns
    assert outcomes(run(suite.replace("NUMBER", "1"))) == ["passed"]
    assert snap.stat().st_mtime_ns == before
    failed = run(suite.replace("NUMBER", "2"))
    assert outcomes(failed) == ["failed"]
    assert failed.snapshots.failed == 1
    assert "-1" in failed.tests[0].report()
    assert outcomes(run(suite.replace("NUMBER", "2"), update=True)) == ["passed"]
    assert snap.read_text().startswith("all:\n  1: |\n    2\n")


def test_snapshots_of_tests_that_are_gone_are_dropped(tmp_path: Path) -> None:
    for names in (("a", "b"), ("b",)):
        snapshots = Snapshots(tmp_path / "x.snap", updating=False)
        for name in names:
            snapshots.compare(name, "text\n\nmore\n")
        vanished = snapshots.count().vanished
        snapshots.store()

    assert vanished == 1
    assert (tmp_path / "x.snap").read_text() == "b:\n  1: |\n    |\n      text\n\n      more\n"


def test_a_partial_run_keeps_snapshots(tmp_path: Path) -> None:
    first = Snapshots(tmp_path / "x.snap", updating=False)
    first.compare("a", "1")
    first.store()
    second = Snapshots(tmp_path / "x.snap", updating=False)
    second.compare("b", "2")
    second.store(complete=False)

    assert (tmp_path / "x.snap").read_text() == 'a:\n  1: |\n    "1"\nb:\n  1: |\n    "2"\n'


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a", {"a": 1}),
        ("a.b", {"a": {"b": 1}}),
        ("a[1].b", {"a": [None, {"b": 1}]}),
        ("a.[b.c/d].e", {"a": {"b.c/d": {"e": 1}}}),
        ("[a.b]", {"a.b": 1}),
    ],
)
def test_set_paths(path: str, expected: object) -> None:
    assert set_path(path, 1) == expected


@pytest.mark.parametrize("path", ["", "a,b", "a.", "a[x]", "a[1", "a[99999999]", "a]", "a{"])
def test_wrong_set_paths(path: str) -> None:
    with pytest.raises(GoError):
        set_path(path, 1)
