"""SARIF reports are valid by the official schema, which a Go module holds."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from jsonschema import Draft4Validator
from tests.lint.report_cases import EMPTY, FAILED, FIXABLE, REPORT

from helmwright.lint.report import ReportOptions, write_report
from helmwright.lint.result import LintReport

MODULE = "github.com/owenrumney/go-sarif/v3@v3.3.1"
FILE = "pkg/report/v210/sarif/schema.go"
IDENTITY = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


@pytest.fixture(scope="module")
def validator() -> Draft4Validator:
    """Returns a validator of OASIS' own schema."""
    done = subprocess.run(
        ["go", "mod", "download", "-json", MODULE],
        capture_output=True,
        text=True,
        check=True,
        cwd="/",
    )
    source = (Path(json.loads(done.stdout)["Dir"]) / FILE).read_text()
    schema = json.loads(source.partition("`")[2].rpartition("`")[0])
    assert schema["id"] == IDENTITY
    return Draft4Validator(schema)


@pytest.mark.parametrize("report", [REPORT, EMPTY, FAILED], ids=["all", "empty", "failed"])
def test_a_report_is_valid(validator: Draft4Validator, report: LintReport) -> None:
    log = json.loads(write_report(report, "sarif", ReportOptions(root="/")))

    assert [error.message for error in validator.iter_errors(log)] == []
    assert log["$schema"] == IDENTITY


def test_a_report_with_a_fix_is_valid(
    validator: Draft4Validator, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fix.yaml").write_text("# c\na: 1\n")

    log = json.loads(
        write_report(LintReport(findings=(FIXABLE,)), "sarif", ReportOptions(str(tmp_path)))
    )

    assert log["runs"][0]["results"][0]["fixes"]
    assert [error.message for error in validator.iter_errors(log)] == []


def test_every_rule_can_be_reported(validator: Draft4Validator) -> None:
    from helmwright.lint.catalogue import all_rules
    from helmwright.lint.finding import Finding, Span

    findings = tuple(
        Finding(rule.id, rule.severity, rule.summary, Span("v.yaml", 1, 1, 1, 2), fix=rule.advice)
        for rule in all_rules()
    )
    log = json.loads(write_report(LintReport(findings=findings), "sarif", ReportOptions("/")))

    assert [error.message for error in validator.iter_errors(log)] == []
