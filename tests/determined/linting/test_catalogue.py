"""Everything in the catalogue of Determined's rules has a rule, or a reason why it has none."""

from __future__ import annotations

import pytest
from tests.lint.examples import ROOT

from helmwright.determined.linting.catalogue import PARTLY, TITLES, UNDECIDED, rules_by_number
from helmwright.determined.linting.catalogue import catalogue_page as page
from helmwright.lint.catalogue import all_rules


@pytest.mark.parametrize("number", TITLES)
def test_number_has_a_rule_or_a_reason(number: str) -> None:
    assert bool(rules_by_number()[number]) != (number in UNDECIDED)


def test_rules_cover_numbers_that_exist() -> None:
    assert {number for rule in all_rules() for number in rule.covers} <= set(TITLES)


def test_reasons_are_for_numbers_that_exist() -> None:
    assert set(UNDECIDED) | set(PARTLY) <= set(TITLES)
    assert not set(UNDECIDED) & set(PARTLY)


def test_page_is_up_to_date() -> None:
    assert (ROOT / "docs" / "lint-catalogue.md").read_text() == page()
