"""Every rule finds its bad examples, exactly where they are marked, and none of its good ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.lint.catalogue import all_rules
from helmwright.testing import rule_examples

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.definition import Rule
    from helmwright.testing import RuleExample

RULES = all_rules()


@pytest.mark.parametrize("example", [*rule_examples("core"), *rule_examples("determined")], ids=str)
def test_example_has_the_findings_that_it_marks(example: RuleExample, tmp_path: Path) -> None:
    example.check(tmp_path)


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
