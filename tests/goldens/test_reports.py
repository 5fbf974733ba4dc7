"""Reports of golden runs and of coverage."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest
from tests.goldens.charts import write, write_chart

from helmwright.base.style import BASIC, Style
from helmwright.goldens import (
    coverage_html,
    coverage_lcov,
    coverage_text,
    report_json,
    report_junit,
    report_text,
    run_goldens,
    update_goldens,
)
from helmwright.goldens.results import TemplateCoverage, ValuesCoverage
from helmwright.template.coverage import FileCoverage


@pytest.fixture
def failing(tmp_path, monkeypatch):
    """Returns the report of a case that changes, one that fails, and one that is gone."""
    write_chart(
        tmp_path,
        {
            "golden/a.yaml": "replicas: 1\n",
            "golden/b.yaml": "{}\n",
            "golden/good.yaml": "tls: {enabled: true}\n",
            "golden/c/case.yaml": "expect-error: never\n",
        },
    )
    monkeypatch.chdir(tmp_path / "web")
    update_goldens()
    write(tmp_path / "web", {"golden/a.yaml": "replicas: 4\n"})
    (tmp_path / "web/golden/b.yaml").unlink()
    return run_goldens()


def test_text_shows_what_changes(failing):
    text = report_text.write(failing)

    assert text.startswith(
        "FAIL a: 1 changed\n  changed golden/expected/a/templates/deployment.yaml\n"
    )
    assert "spec.replicas: 1 → 4" in text
    assert 'FAIL c: renders, and a failure with "never" is expected\n' in text
    assert "STALE golden/expected/b/templates/service.yaml: belongs to no case\n" in text
    assert "good" not in text
    assert text.endswith(
        "3 cases: 1 passed, 2 failed, 2 stale files; 'helmwright golden update' accepts what is given now\n"
    )


def test_text_may_have_colors(failing):
    colored = report_text.write(failing, style=Style(BASIC))

    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == report_text.write(failing)
    assert "\x1b[1;31mFAIL a" in colored


def test_a_case_without_golden_files_is_one_line(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n"})

    text = report_text.write(run_goldens(chart))

    assert text == (
        "FAIL a: has no golden file for 2 templates\n"
        "1 case: 0 passed, 1 failed; 'helmwright golden update' accepts what is given now\n"
    )


@pytest.mark.usefixtures("failing")
def test_a_golden_file_that_somebody_broke_is_shown_by_lines(tmp_path):
    path = tmp_path / "web/golden/expected/good/templates/service.yaml"
    path.write_text("---\n# Source: web/templates/service.yaml\nkind: [\n")

    text = report_text.write(run_goldens(pattern="good"))

    assert "    -kind: [\n    +apiVersion: v1\n" in text


def test_a_long_difference_is_shortened(tmp_path):
    template = {"templates/many.yaml": "kind: A\nmetadata: {name: x}\n{{ .Values.more }}\n"}
    lines = "".join(f"  k{number}: 1\n" for number in range(900))
    chart = write_chart(tmp_path, {**template, "golden/a.yaml": f"more: |\n  spec:\n{lines}"})
    update_goldens(chart)
    write(tmp_path, {"web/golden/a.yaml": "more: |\n  spec:\n" + lines.replace(": 1", ": 2")})

    text = report_text.write(run_goldens(chart))

    assert text.count("\n") < 320
    assert re.search(r"    … and \d{3} more lines\n", text)


def test_json_has_all_of_it(failing):
    data = json.loads(report_json.write(failing))

    assert data["ok"] is False
    assert data["summary"] == {"cases": 3, "passed": 1, "failed": 2}
    assert len(data["stale"]) == 2
    cases = {case["name"]: case for case in data["cases"]}
    (change,) = cases["a"]["changes"]
    assert change["kind"] == "changed"
    assert "+  replicas: 4" in change["diff"]
    assert cases["c"]["error"].startswith("renders, ")


def test_junit_has_a_test_for_each_case(failing):
    root = ET.fromstring(report_junit.write(failing))  # noqa: S314 - our own

    found = {case.get("name"): case.find("failure") is None for case in root.iter("testcase")}
    assert found == {"a": False, "c": False, "good": True, "golden files of no case": False}
    assert (root.get("tests"), root.get("failures")) == ("4", "3")


@pytest.fixture
def coverage(tmp_path, monkeypatch):
    write_chart(tmp_path, {"golden/a.yaml": "replicas: 4\n"})
    monkeypatch.chdir(tmp_path / "web")
    return run_goldens(coverage=True).coverage


SUMMARY = (
    "the cases run 86.7 % of the templates: 12 of 13 lines, 1 of 2 sides of branches, "
    "1 of 2 files whole\n"
    "values.yaml: cases change 1 of 3 values\n"
)


def test_coverage_as_text(coverage):
    assert coverage_text.write(coverage) == (
        f"{SUMMARY}"
        "FILE                             LINES        SIDES  NOT RUN\n"
        "templates/deployment.yaml          7/8          1/2  8; one side of 7\n"
    )


def test_coverage_as_text_with_every_line(coverage):
    assert coverage_text.write(coverage, every=True) == (
        f"{SUMMARY}"
        "FILE                             LINES        SIDES\n"
        "templates/deployment.yaml          7/8          1/2\n"
        "templates/service.yaml             5/5            -\n"
        "templates/deployment.yaml:7: {{if .Values.tls.enabled}} was never true\n"
        "templates/deployment.yaml:8: has not run\n"
    )


def test_coverage_names_ranges_of_lines():
    dark = {*range(3, 9), 11, *range(20, 90, 2)}
    lines = {line: line not in dark for line in (1, *range(3, 12), *range(19, 90))}
    some = FileCoverage("templates/some.yaml", lines, [])
    others = [FileCoverage(f"templates/{n}.yaml", {1: False, 2: False}, []) for n in range(60)]
    whole = FileCoverage("templates/whole.yaml", {1: True}, [])

    text = coverage_text.write(
        TemplateCoverage("c", (whole, *others, some), {}, ValuesCoverage({}))
    )

    summary, _, first, second, *_, last = text.splitlines()
    assert summary.endswith("1 of 62 files whole")
    assert first == (
        "templates/some.yaml        39/81            -"
        "  3-8, 11, 20, 22, 24, 26, 28, 30, 32, 34 and 27 more"
    )
    assert second == "templates/0.yaml             0/2            -  nothing"
    assert last == "… and 41 more files  (-v shows all, and what of each line)"
    assert len(text.splitlines()) == 23


def test_coverage_as_lcov(coverage):
    first = coverage_lcov.write(coverage).split("end_of_record\n")[0].splitlines()

    assert first[:6] == [
        "TN:",
        "SF:templates/deployment.yaml",
        "BRDA:7,0,0,0",
        "BRDA:7,0,1,1",
        "BRF:2",
        "BRH:1",
    ]
    assert "DA:8,0" in first
    assert first[-2:] == ["LF:8", "LH:7"]


def test_coverage_as_a_page(coverage):
    page = coverage_html.write(coverage)

    assert "86.7 %" in page
    assert '<span data-n="8" class="missed">  paused: true</span>' in page
    assert '<span data-n="7" class="part">' in page
    assert "{{if .Values.tls.enabled}} was never true" in page
    assert "password, tls.enabled" in page
    assert not re.search(r"(?:src|href)=[\"']?https?:", page)


def test_subcharts_count_only_when_asked(tmp_path):
    chart = write_chart(
        tmp_path,
        {
            "golden/a.yaml": "{}\n",
            "charts/sub/Chart.yaml": "apiVersion: v2\nname: sub\nversion: 0.1.0\n",
            "charts/sub/templates/a.yaml": "kind: A\n",
        },
    )

    def names(**more):
        covered = run_goldens(chart, coverage=True, **more).coverage
        assert covered is not None
        return [file.name.removeprefix(f"{chart}/") for file in covered.files]

    assert names() == ["templates/deployment.yaml", "templates/service.yaml"]
    assert names(with_subcharts=True)[0] == "charts/sub/templates/a.yaml"
