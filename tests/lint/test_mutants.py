"""Each rule finds its mistake in good files that have it and nothing else: about 1,000 mutants.

``python -m tests.lint.mutants`` tries all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.lint.mutants import (
    GOOD_FILES,
    READS,
    findings_of,
    is_found,
    mutants,
    quick_selection,
)

from helmwright.lint.catalogue import all_rules

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.definition import Rule

RULES = [rule for rule in all_rules() if rule.reads in READS and not rule.opt_in]
FILES = len(GOOD_FILES)
APART = 3
"""How far the two good files of an example are from each other in the list."""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_rule_finds_its_mistake_in_good_files(rule: Rule, tmp_path: Path) -> None:
    first = RULES.index(rule)
    missed = []
    for number, mutant in enumerate(mutants([rule])):
        example, file = divmod(number, FILES)
        if (file - first - example) % FILES not in {0, APART}:
            continue
        findings = findings_of(mutant, tmp_path, quick_selection(rule))
        if not is_found(mutant, findings):
            missed.append((mutant.good, mutant.example.text, [one.rule for one in findings]))

    assert missed == []
