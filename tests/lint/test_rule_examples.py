"""Every rule finds its bad examples, exactly where they are marked, and none of its good ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.examples import subject_of

from helmwright.lint.catalogue import all_rules
from helmwright.lint.run import Selection, lint_subject

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.finding import Finding
    from helmwright.lint.rule import Example, Rule

RULES = all_rules()
BAD = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.bad)
]
GOOD = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in RULES
    for number, example in enumerate(rule.good)
]


def found(rule: Rule, example: Example, folder: Path) -> tuple[list[Finding], list[str]]:
    """Returns what a rule alone finds, and the spans that are marked, as FILE:LINE:COLUMN-…."""
    subject, files = subject_of(example, folder)
    outcome = lint_subject(subject, Selection(select=frozenset({rule.id})))
    assert outcome.failures == []
    marked = [
        f"{name}:{line}:{column}-{end_line}:{end_column}"
        for name, file in sorted(files.items())
        for line, column, end_line, end_column in file.spans
    ]
    return outcome.findings, marked


def shown(finding: Finding) -> str:
    return f"{finding.span}-{finding.span.end_line}:{finding.span.end_column}"


@pytest.mark.parametrize(("rule", "example"), BAD)
def test_bad_example_has_its_finding_where_it_is_marked(
    rule: Rule, example: Example, tmp_path: Path
) -> None:
    findings, marked = found(rule, example, tmp_path)

    flagged = [shown(finding) for finding in findings if finding.span.line is not None]
    assert flagged == marked
    assert findings
    assert example.message in findings[0].message
    assert {finding.rule for finding in findings} == {rule.id}


@pytest.mark.parametrize(("rule", "example"), GOOD)
def test_good_example_has_no_finding(rule: Rule, example: Example, tmp_path: Path) -> None:
    findings, _ = found(rule, example, tmp_path)

    assert findings == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_says_what_a_user_needs_to_know(rule: Rule) -> None:
    assert rule.bad
    assert rule.good
    assert rule.summary
    assert not rule.summary.endswith(".")
    assert rule.why.endswith(".")
    assert rule.advice.endswith(".")
    assert rule.url.startswith("https://")
    assert rule.id == rule.id.lower().replace("_", "-").strip()


def test_ids_are_unique() -> None:
    names = [name for rule in RULES for name in (rule.id, *rule.aliases)]

    assert len(names) == len(set(names))
