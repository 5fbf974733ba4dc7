"""Reports in every form, from the same findings."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft202012Validator
from tests.lint.report_cases import EMPTY, ERROR, FAILED, FIXABLE, INFO, OF_FLAG, REPORT, WARNING

from helmwright.base.records import replace
from helmwright.lint.finding import Finding, Severity, Span
from helmwright.lint.report import FORMATS, ReportOptions, write_report
from helmwright.lint.report.json_data import schema_text
from helmwright.lint.report.markdown import LIMIT, MARKER
from helmwright.lint.result import LintReport

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(report: LintReport, form: str, **options: Any) -> str:
    from pathlib import Path

    return write_report(report, form, ReportOptions(**{"root": str(Path.cwd()), **options}))


def only(*findings: Finding, **more: Any) -> LintReport:
    return LintReport(findings=findings, inputs=("v.yaml",), **more)


@pytest.mark.parametrize("form", FORMATS)
def test_bytes_that_are_no_text_do_not_break_a_report(form: str) -> None:
    odd = replace(ERROR, message="a\udcff\x00\x1b]b", span=Span("v\udcff.yaml", 1, 1, 1, 2))

    text = written(only(odd, excerpts={("v\udcff.yaml", 1): "a\udcff\x1b"}), form)

    assert "\x1b" not in text
    if form != "text":
        text.encode("utf-8", "surrogateescape")


class TestText:
    def test_shows_everything_about_a_finding(self) -> None:
        assert (
            written(only(ERROR, excerpts=REPORT.excerpts), "text")
            == """\
values/prod.yaml:3:17: error: maxSlotsPerPod: "50% | a" is no number [max-slots-per-pod-missing]
  3 | maxSlotsPerPod: 50% | a
    |                 ^^^^^^
    = fix: Write a number: 4, 8.
    = see: values/prod.yaml:9:1: first set here

1 error in 1 file
"""
        )

    def test_sums_up(self) -> None:
        assert REPORT.summary() == (
            "2 errors, 1 warning and 1 piece of advice in 3 files; 1 allowed by comments; "
            "1 in the baseline; 2 of the baseline no more there"
        )
        assert written(EMPTY, "text") == "no findings\n"

    def test_leaves_advice_out_if_asked_to(self) -> None:
        assert "icon" not in written(REPORT, "text", quiet=True)
        assert written(EMPTY, "text", quiet=True) == ""

    @pytest.mark.parametrize(
        ("column", "end", "shown", "mark"),
        [
            (1, 4, "key: aaaaaaaaaaaaaaaaaaaaaaaaaaa…", "^^^"),
            (100, 103, "…aaaaaaaaaaXXXaaaaaaaaaaaaaaaaaaa…", "           ^^^"),
            (198, 201, "…aaaaaaaaaabbb", "           ^^^"),
        ],
    )
    def test_cuts_long_lines_around_the_mark(
        self, column: int, end: int, shown: str, mark: str
    ) -> None:
        line = "key: " + "a" * 94 + "XXX" + "a" * 95 + "bbb"
        finding = replace(WARNING, span=Span("v.yaml", 1, column, 1, end))

        lines = written(
            only(finding, excerpts={("v.yaml", 1): line}), "text", width=40
        ).splitlines()

        assert lines[1] == f"  1 | {shown}"
        assert lines[2] == f"    | {mark}"

    def test_marks_wide_characters_where_they_are(self) -> None:
        finding = replace(WARNING, span=Span("v.yaml", 1, 4, 1, 6))

        lines = written(only(finding, excerpts={("v.yaml", 1): "a: 日本"}), "text").splitlines()

        assert lines[2] == "    |    ^^^^"

    def test_marks_the_end_of_a_line_where_something_is_missing(self) -> None:
        finding = replace(WARNING, span=Span("v.yaml", 1, 3, 1, 3))

        lines = written(only(finding, excerpts={("v.yaml", 1): "a:"}), "text").splitlines()

        assert lines[1:3] == ["  1 | a:", "    |   ^"]

    def test_shows_no_line_for_what_is_missing_in_a_file(self) -> None:
        report = only(INFO, excerpts={("c/Chart.yaml", 1): "apiVersion: v2"})

        assert "apiVersion" not in written(report, "text")


class TestJson:
    @pytest.mark.parametrize("report", [REPORT, EMPTY, FAILED])
    def test_is_what_its_schema_says(self, report: LintReport) -> None:
        schema = json.loads(schema_text())
        Draft202012Validator.check_schema(schema)

        Draft202012Validator(schema).validate(json.loads(written(report, "json")))

    def test_holds_all_about_a_finding(self) -> None:
        data = json.loads(written(REPORT, "json"))

        finding = data["findings"][2]
        assert finding["valueSteps"] == ["maxSlotsPerPod"]
        assert (finding["line"], finding["endColumn"], finding["fixable"]) == (3, 23, False)
        assert data["findings"][1]["line"] is None
        assert data["allowed"][0]["reason"] == "it is old"
        assert data["baseline"][0]["rule"] == "suppression-unused"
        assert data["ok"] is False
        assert json.loads(written(EMPTY, "json"))["ok"] is True
        assert json.loads(written(FAILED, "json"))["ok"] is False


class TestSarif:
    @pytest.mark.parametrize(
        ("version", "semantic"),
        [
            ("0.1.0", "0.1.0"),
            ("1.2.3rc1", "1.2.3-rc.1"),
            ("0.1.dev3+g12ab", "0.1.0-dev.3+g12ab"),
            ("0.1.1.dev3+g12ab.d20260101", "0.1.1-dev.3+g12ab.d20260101"),
            ("0.0.dev0+checkout", "0.0.0-dev.0+checkout"),
            ("2", "2.0.0"),
        ],
    )
    def test_the_semantic_version_is_one(
        self, monkeypatch: pytest.MonkeyPatch, version: str, semantic: str
    ) -> None:
        monkeypatch.setattr("helmwright.base.version.__version__", version)

        (run,) = json.loads(written(REPORT, "sarif"))["runs"]

        driver = run["tool"]["driver"]
        assert (driver["version"], driver["semanticVersion"]) == (version, semantic)

    def test_names_files_relative_to_the_repository(self, place: Path) -> None:
        (run,) = json.loads(written(REPORT, "sarif"))["runs"]

        physical = run["results"][2]["locations"][0]["physicalLocation"]
        assert physical == {
            "artifactLocation": {"uri": "values/prod.yaml", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 3, "startColumn": 17, "endLine": 3, "endColumn": 23},
        }
        assert run["originalUriBaseIds"]["%SRCROOT%"]["uri"] == f"{place.resolve().as_uri()}/"

    def test_what_a_flag_set_is_shown_at_the_first_input(self) -> None:
        (run,) = json.loads(written(REPORT, "sarif"))["runs"]

        result = run["results"][1]
        assert result["locations"][0]["physicalLocation"] == {
            "artifactLocation": {"uri": "values/prod.yaml", "uriBaseId": "%SRCROOT%"}
        }
        assert result["message"]["text"] == "--set db.port: db.port: no port."

    def test_rules_results_and_suppressions_belong_together(self) -> None:
        (run,) = json.loads(written(REPORT, "sarif"))["runs"]

        rules = run["tool"]["driver"]["rules"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert len(result["partialFingerprints"]["primaryLocationLineHash"]) == 32
        assert all(rule["helpUri"].startswith("https://") for rule in rules)
        kinds = [
            [one["kind"] for one in result.get("suppressions", [])] for result in run["results"]
        ]
        assert kinds == [[], [], [], [], ["inSource"], ["external"]]
        assert run["results"][2]["relatedLocations"][0]["message"]["text"] == "first set here"

    @pytest.mark.parametrize(
        ("before", "after"), [("# c\na: 1\n", "# c\nb: 1\n"), ("# c\na: 1", "# c\nb: 1")]
    )
    def test_a_fix_takes_the_place_of_lines(self, place: Path, before: str, after: str) -> None:
        (place / "fix.yaml").write_text(before)

        (run,) = json.loads(written(only(FIXABLE), "sarif"))["runs"]

        (fix,) = run["results"][0]["fixes"]
        (change,) = fix["artifactChanges"]
        (replacement,) = change["replacements"]
        region = replacement["deletedRegion"]
        lines = before.splitlines(keepends=True)
        start = sum(map(len, lines[: region["startLine"] - 1])) + region["startColumn"] - 1
        end = sum(map(len, lines[: region["endLine"] - 1])) + region["endColumn"] - 1
        assert before[:start] + replacement["insertedContent"]["text"] + before[end:] == after


class TestGithub:
    def test_escapes_what_the_runner_would_read(self) -> None:
        odd = replace(ERROR, message="50%\n100%", span=Span("a,b:c.yaml", 2, 1, 3, 4))

        first, last = written(only(odd), "github").splitlines()

        assert first == (
            "::error file=a%2Cb%3Ac.yaml,line=2,endLine=3,col=1,title=max-slots-per-pod-missing"
            "::50%25%0A100%25%0AFix: Write a number: 4, 8."
            "%0ASee: values/prod.yaml:9:1: first set here"
        )
        assert last == "1 error in 1 file"

    def test_a_flag_is_no_file(self) -> None:
        assert written(only(OF_FLAG), "github").startswith(
            "::error title=port-out-of-range::--set db.port: db.port: no port"
        )


class TestGitlab:
    def test_is_a_list_of_issues(self) -> None:
        issues = json.loads(written(REPORT, "gitlab"))

        assert [issue["severity"] for issue in issues] == ["info", "major", "major", "minor"]
        assert issues[2]["location"] == {
            "path": "values/prod.yaml",
            "lines": {"begin": 3, "end": 3},
        }
        assert len({issue["fingerprint"] for issue in issues}) == 4
        assert json.loads(written(EMPTY, "gitlab")) == []


class TestJunit:
    def test_has_a_suite_for_each_file_and_a_failure_for_each_rule(self) -> None:
        root = ET.fromstring(written(REPORT, "junit"))  # noqa: S314 - we wrote it

        suites = {suite.get("name"): suite for suite in root}
        assert list(suites) == [
            "c/Chart.yaml",
            "--set db.port",
            "values/prod.yaml",
            "c",
            "clean.yaml",
        ]
        assert (root.get("tests"), root.get("failures")) == ("6", "2")
        prod = suites["values/prod.yaml"]
        assert [len(case.findall("failure")) for case in prod] == [1, 0]
        assert prod[0].get("line") == "3"
        assert "warning: there is no finding <here>" in (prod[1].findtext("system-out") or "")
        assert [case.get("name") for case in suites["clean.yaml"]] == ["no findings"]
        for suite in root:
            assert suite.get("tests") == str(len(suite))

    def test_what_fails_depends_on_the_level(self) -> None:
        report = replace(REPORT, fail_level=Severity.WARNING)

        assert ET.fromstring(written(report, "junit")).get("failures") == "3"  # noqa: S314 - as above


class TestMarkdown:
    def test_has_a_table_for_each_file(self) -> None:
        text = written(REPORT, "markdown")

        assert text.startswith(f"{MARKER}\n### ❌ helmwright lint: 2 errors")
        assert '| 3 | error | maxSlotsPerPod: "50% &#124; a" is no number (`max-slots' in text
        assert "there is no finding &#60;here&#62;" in text
        assert text.count("**`values/prod.yaml`**") == 1
        assert written(EMPTY, "markdown") == f"{MARKER}\n### ✅ helmwright lint: no findings\n"

    def test_fits_a_comment_and_says_what_is_left_out(self) -> None:
        many = tuple(replace(ERROR, span=Span("v.yaml", n, 1, n, 2)) for n in range(1, 2001))

        text = written(only(*many), "markdown")

        shown = sum(line.startswith("| ") for line in text.splitlines()) - 1
        assert len(text) <= LIMIT
        assert shown > 300
        assert text.endswith(f"*{2000 - shown} more findings do not fit in here.*\n")
