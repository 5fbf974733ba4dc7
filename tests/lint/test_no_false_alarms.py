"""Values that install are linted without errors: the chart's examples, and its golden cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.chart_cases import EXAMPLES, load_cases
from tests.lint.examples import determined_chart

from helmwright.lint.finding import Severity
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.rendering.release import Release

if TYPE_CHECKING:
    from pathlib import Path

    from tests.chart_cases import ChartCase

REFUSED_BY_THE_MASTER = {
    "config-unchecked": "master.yaml is not checked by the chart, and holds what the master refuses",
    "warnings-license": "permissions that the master of that release refuses without a license",
    "warnings-license-managers": "the same of managers and logos",
    "warnings-old": "the same of an older release",
}
"""Golden cases that render, for a master that would not start."""
CASES = [
    case
    for case in load_cases()
    if case.parent is None and case.chart_values is None and case.name not in REFUSED_BY_THE_MASTER
]


def errors(subject: Subject) -> list[str]:
    outcome = lint_subject(subject, Selection())
    assert outcome.failures == []
    return [
        f"{finding.span}: {finding.message} [{finding.rule}]"
        for finding in outcome.findings
        if finding.severity is Severity.ERROR
    ]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.name)
def test_example_of_the_chart_has_no_errors(path: Path) -> None:
    chart = determined_chart(upstream=False)

    assert errors(Subject(chart, ((path.name, path.read_bytes()),), whole_chart=False)) == []


def subject_of(case: ChartCase) -> Subject:
    files = [(str(path), path.read_bytes()) for path in case.values]
    if case.row:
        files.append(("row.yaml", case.row.encode()))
    return Subject(
        determined_chart(upstream=False),
        tuple(files),
        tuple(("set", text) for text in case.set_values),
        whole_chart=False,
        release=Release(case.release, case.namespace, is_upgrade=case.upgrade),
        kube_version=case.kube_version,
        api_versions=case.api_versions,
        skip_schema_validation=case.skip_schema,
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden_case_of_the_chart_has_no_errors(case: ChartCase) -> None:
    assert errors(subject_of(case)) == []


@pytest.mark.parametrize("name", sorted(REFUSED_BY_THE_MASTER))
def test_what_the_master_refuses_is_an_error(name: str) -> None:
    case = next(case for case in load_cases() if case.name == name)

    assert errors(subject_of(case)) != []
