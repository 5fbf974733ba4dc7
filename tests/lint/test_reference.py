"""The reference of the rules, and what the command says about one of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from helmwright.lint.catalogue import all_rules, find_rule
from helmwright.lint.definition import Example, Reads, Rule
from helmwright.lint.finding import Severity
from helmwright.lint.reference import COMMAND, explain, list_rules, page, rules_data

PAGE = Path(__file__).parent.parent.parent / "docs" / "lint-rules.md"


def rule(text: str, **more: object) -> Rule:
    return Rule(
        id="a-rule",
        group="g",
        severity=Severity.ERROR,
        reads=Reads.SOURCE,
        summary="Something is wrong",
        why="It breaks.",
        advice="Mend it.",
        url="https://example.com",
        check=lambda _: (),
        bad=(Example(text, conditions=("Determined 0.26.4",)),),
        **more,  # type: ignore[arg-type]
    )


@pytest.mark.skipif(not PAGE.exists(), reason="an installed package has no pages")
def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text() == page(), f"write it anew: {COMMAND}"


def test_every_rule_is_on_the_page_and_in_the_list() -> None:
    text, listed = page(), list_rules(all_rules())

    for one in all_rules():
        assert f"\n### {one.id}\n" in text
        assert f"  {one.id} " in listed
        assert explain(one).startswith(f"{one.id} (")
    assert len(rules_data(all_rules())["rules"]) == len(all_rules())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a: «b»\n", "    a: b\n       ^\n"),
        ("«»a: b\n", "    a: b\n    ^\n"),
        ("a:«»\n", "    a:\n      ^\n"),
        ("a: «b», «c»\n", "    a: b, c\n       ^  ^\n"),
        ("«a:\n  b»: c\n", "    a:\n    ^^\n      b: c\n    ^^^\n"),
    ],
)
def test_what_is_marked_is_underlined(text: str, shown: str) -> None:
    assert f"Bad (Determined 0.26.4):\n\n{shown}\n" in explain(rule(text))


def test_says_for_which_releases_a_rule_is_and_what_it_can() -> None:
    head = explain(rule("a\n", since="0.20.0", until="0.26.0", fixable=True, opt_in=True))

    assert head.startswith("a-rule (error, 0.20.0 to 0.26.0, fixable, only if selected)\n")


def test_a_rule_is_found_by_its_alias() -> None:
    for one in all_rules():
        for alias in one.aliases:
            assert find_rule(alias) is one
