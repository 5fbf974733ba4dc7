"""``helmwright unittest``: output, exit codes and reports."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

from helmwright.cli import run

if TYPE_CHECKING:
    from pathlib import Path

SUITE = """\
suite: services
templates: [service.yaml]
tests:
  - it: is a service
    asserts: [{isKind: {of: Service}}]
  - it: is named
    asserts: [{equal: {path: metadata.name, value: "<web>"}}]
  - it: comes later
    skip: {reason: not yet}
    asserts: [{isKind: {of: Service}}]
"""


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    folder = tmp_path / "shop"
    (folder / "templates").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: shop\nversion: 1.0.0\n")
    (folder / "templates" / "service.yaml").write_text(
        "kind: Service\nmetadata: {name: {{ .Values.name | default `shop` }}}\n"
    )
    (folder / "tests" / "service_test.yaml").write_text(SUITE)
    return folder


def call(*arguments: object) -> tuple[int, str, str]:
    out, err = io.BytesIO(), io.BytesIO()
    words = ["unittest", *map(str, arguments)]
    code = run(words, stdin=io.BytesIO(), stdout=out, stderr=err)
    return code, out.getvalue().decode(), err.getvalue().decode()


def test_failures_are_shown_and_counted(chart: Path) -> None:
    code, out, _ = call(chart)

    assert code == 1
    assert f"### Chart [ shop ] {chart}" in out
    assert f" FAIL  services\t{chart}/tests/service_test.yaml\n" in out
    assert "\t- is named\n\n\t\t- asserts[0] `equal` fail\n" in out
    assert "\t\t\tPath:\tmetadata.name\n\t\t\tExpected to equal:\n\t\t\t\t<web>\n" in out
    assert "\t- SKIPPED 'comes later'\n" in out
    assert "\nCharts:      1 failed, 0 passed, 1 total\n" in out
    assert "\nTests:       1 failed, 1 passed, 1 skipped, 3 total\n" in out


def test_values_files_are_for_all_tests(chart: Path) -> None:
    values = chart.parent / "v.yaml"
    values.write_text("name: <web>\n")

    code, out, _ = call(chart, "-v", values)

    assert code == 0
    assert " PASS  services" in out


def test_failfast_stops_at_the_first_failure(chart: Path) -> None:
    _, out, _ = call(chart, "-q")

    assert "Tests:       1 failed, 1 passed, 2 total" in out


def test_colors_are_for_terminals_unless_asked_for(chart: Path) -> None:
    assert "\033[" not in call(chart)[1]
    assert "\033[41;37m FAIL \033[0m" in call(chart, "--color")[1]


def test_a_chart_that_cannot_be_loaded_fails(tmp_path: Path) -> None:
    (tmp_path / "Chart.yaml").write_text("a: [\n")

    code, out, _ = call(tmp_path)

    assert code == 1
    assert "### Error: " in out
    assert "Charts:      1 failed, 1 errored, 0 passed, 1 total" in out


def test_junit(chart: Path) -> None:
    report = chart.parent / "out" / "report.xml"

    call(chart, "-o", report, "-t", "junit")
    suite = ET.parse(report).getroot()[0]  # noqa: S314 - our own report

    assert (suite.get("name"), suite.get("tests"), suite.get("failures")) == ("services", "3", "1")
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == ["is a service", "is named", "comes later"]
    failure = cases[1].find("failure")
    assert failure is not None
    assert "<web>" in (failure.text or "")
    skipped = cases[2].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "not yet"


def test_xunit_is_the_default(chart: Path) -> None:
    report = chart.parent / "report.xml"

    call(chart, "-o", report)
    assembly = ET.parse(report).getroot()[0]  # noqa: S314 - our own report

    assert (assembly.get("total"), assembly.get("failed"), assembly.get("skipped")) == (
        "3",
        "1",
        "1",
    )
    assert [one.get("result") for one in assembly.iter("test")] == ["Pass", "Fail", "Skip"]


def test_broken_suites_are_in_reports(chart: Path) -> None:
    (chart / "tests" / "service_test.yaml").write_text("tests: []\n")
    for form in ("JUnit", "XUnit"):
        report = chart.parent / f"{form}.xml"

        assert call(chart, "-o", report, "-t", form)[0] == 1
        assert "no tests found" in report.read_text()
        assert ET.parse(report).getroot()[0].get("errors") == "1"  # noqa: S314 - our own report


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["-t", "nunit"], "--output-type is one of JUnit, XUnit"),
        (["--nope"], "unknown flag: --nope"),
    ],
)
def test_wrong_usage(arguments: list[str], reason: str) -> None:
    code, _, err = call(*arguments)

    assert code == 64
    assert reason in err


def test_a_chart_that_is_not_there() -> None:
    code, _, err = call("./none")

    assert code == 1
    assert "there is no chart at ./none" in err


def test_no_suite_is_said(chart: Path) -> None:
    code, _, err = call(chart, "-f", "none/*.yaml")

    assert code == 0
    assert err == "no suite matches none/*.yaml\n"


def test_help_has_examples() -> None:
    code, out, _ = call("--help")

    assert code == 0
    assert "helmwright unittest charts/shop -u" in out
