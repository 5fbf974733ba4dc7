"""What ``run_unittest`` says of failures has no secrets in it, whoever reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.unittest_suites import UnittestOptions, run_unittest

if TYPE_CHECKING:
    from pathlib import Path

TELLTALE = "Tr0ub4dor-9"
TEMPLATE = """\
apiVersion: v1
kind: ConfigMap
metadata: {name: a}
data:
  text: "<{{ .Values.password }}>"
{{ if .Values.fails }}{{ fail .Values.password }}{{ end }}
"""
SUITE = """\
suite: s
templates: [a.yaml]
set: {password: Tr0ub4dor-9}
tests:
  - it: differs
    asserts: [{equal: {path: data.text, value: x}}]
  - it: fails
    set: {fails: true}
    asserts: [{isKind: {of: ConfigMap}}]
"""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    (tmp_path / "c/templates").mkdir(parents=True)
    (tmp_path / "c/tests").mkdir()
    (tmp_path / "c/Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (tmp_path / "c/values.yaml").write_text("password: x\n")
    (tmp_path / "c/templates/a.yaml").write_text(TEMPLATE)
    (tmp_path / "c/tests/a_test.yaml").write_text(SUITE)
    return tmp_path / "c"


def _reports(chart: Path, *, show_secrets: bool = False) -> str:
    told: list[str] = []
    result = run_unittest(
        chart,
        UnittestOptions(),
        told=lambda suite: told.append("".join(test.report() for test in suite.tests)),
        show_secrets=show_secrets,
    )
    (suite,) = result.suites
    assert [test.passed for test in suite.tests] == [False, False]
    return "".join([*told, *(test.report() for test in suite.tests)])


def test_reports_of_failures_have_no_secrets(chart: Path) -> None:
    report = _reports(chart)

    assert "data.text" in report
    assert "***" in report
    assert TELLTALE not in report


def test_whoever_wants_to_see_them_does(chart: Path) -> None:
    assert TELLTALE in _reports(chart, show_secrets=True)


def test_a_suite_that_cannot_be_read_shows_none(chart: Path) -> None:
    (chart / "tests/a_test.yaml").write_text(f"suite: s\nset: {{password: {TELLTALE}}}\ntests: 3\n")

    (suite,) = run_unittest(chart, UnittestOptions()).suites

    assert suite.error
    assert TELLTALE not in suite.error
