"""Fixes of every rule mend its bad examples: the rule then finds nothing more to fix."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.base.records import replace
from helmwright.lint.catalogue import all_rules
from helmwright.lint.fixing import fix_until_done
from helmwright.lint.run import Selection, lint_subject
from helmwright.testing.examples_of_rules import VALUES, is_chart, subject_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from helmwright.lint.definition import Example, Rule
    from helmwright.lint.finding import Finding

BAD = [
    pytest.param(rule, example, id=f"{rule.id}-{number}")
    for rule in all_rules()
    for number, example in enumerate(rule.bad)
    if not is_chart(example)
]


@pytest.mark.parametrize(("rule", "example"), BAD)
def test_fixes_mend_what_is_found(rule: Rule, example: Example, tmp_path: Path) -> None:
    subject, _ = subject_of(rule, example, tmp_path)

    def lint(files: Mapping[str, bytes]) -> list[Finding]:
        changed = replace(subject, files=tuple(files.items()))
        return lint_subject(changed, Selection(select=frozenset({rule.id}))).findings

    before = lint(dict(subject.files))
    fixed = fix_until_done(dict(subject.files), lint)

    with_fix = [finding for finding in before if finding.edits and finding.span.path == VALUES]
    assert rule.fixable or not with_fix
    assert [one.unfixed for one in fixed if one.unfixed] == []
    assert bool(with_fix) == any(one.changed for one in fixed)
    after = lint({**dict(subject.files), **{one.name: one.new for one in fixed}})
    assert [finding.message for finding in after if finding.edits] == []
    assert len(after) <= len(before) - len(with_fix)
