"""Fixes of findings: each once, never against each other, again until nothing is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.finding import Finding, Severity, Span
from helmwright.lint.fixing import fix_files, fix_until_done
from helmwright.values.editing import Edit, Put, Quote, Remove, Rename
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from collections.abc import Mapping

FILE = "prod.yaml"


def finding(*edits: Edit, line: int = 1, path: str = FILE, rule: str = "some-rule") -> Finding:
    span = Span(path, line, 1, line, 1)
    return Finding(rule, Severity.WARNING, "something is wrong", span, edits=edits)


def test_makes_the_fixes_of_a_file_and_says_which():
    findings = [
        finding(Quote(("detVersion",)), line=2),
        finding(Rename(("httpPort",), ("masterPort",))),
        finding(line=3),
    ]

    (fixed,) = fix_files(findings, {FILE: b"httpPort: 80 # a\ndetVersion: 0.20\n"})

    assert fixed.new == b'masterPort: 80 # a\ndetVersion: "0.20"\n'
    assert fixed.old == b"httpPort: 80 # a\ndetVersion: 0.20\n"
    assert fixed.fixed == (findings[1], findings[0])
    assert fixed.unfixed == ()
    assert fixed.changed


def test_leaves_alone_what_is_not_a_file_of_the_user():
    findings = [
        finding(Remove(("a",)), path="--set a"),
        finding(Remove(("a",)), path="chart/values.yaml"),
    ]

    assert fix_files(findings, {FILE: b"a: 1\n"}) == []


def test_makes_the_same_fix_of_two_rules_once():
    findings = [finding(Remove(("a",))), finding(Remove(("a",)), rule="other-rule")]

    (fixed,) = fix_files(findings, {FILE: b"a: 1\na2: 1\n"})

    assert fixed.new == b"a2: 1\n"
    assert set(fixed.fixed) == set(findings)


def test_leaves_a_fix_of_the_same_value_until_the_file_was_linted_again():
    findings = [finding(Put(("a", "b"), 2)), finding(Remove(("a",)), line=2)]

    (fixed,) = fix_files(findings, {FILE: b"a:\n  b: 1\n"})

    assert fixed.new == b"a:\n  b: 2\n"
    assert [one.reason for one in fixed.unfixed] == ["another fix has changed the same value"]


def test_items_behind_a_removed_one_wait():
    findings = [finding(Remove(("a", 0))), finding(Remove(("a", 1)), line=2)]

    (fixed,) = fix_files(findings, {FILE: b"a: [1, 2, 3]\n"})

    assert fixed.new == b"a: [2, 3]\n"
    assert len(fixed.unfixed) == 1


def test_makes_all_changes_of_a_finding_or_none():
    both = finding(Remove(("a",)), Put(("b", "c"), 1))

    (fixed,) = fix_files([both], {FILE: b"a: 1\nb: text\n"})

    assert not fixed.changed
    assert fixed.unfixed[0].finding == both
    assert "what holds the key c is no map" in fixed.unfixed[0].reason


def test_says_of_a_fix_that_changes_nothing_that_it_is_none():
    (fixed,) = fix_files([finding(Remove(("b",)))], {FILE: b"a: 1\n"})

    assert fixed.unfixed[0].reason == "the file says so already"


def duplicates(files: Mapping[str, bytes]) -> list[Finding]:
    """Finds items of ``a`` that are there twice."""
    found = []
    for name, text in files.items():
        items = load_values(text)["a"]
        found += [
            finding(Remove(("a", index)), path=name, line=index + 1)
            for index, item in enumerate(items)
            if item in items[:index]
        ]
    return found


def test_lints_again_until_nothing_is_left():
    files = {FILE: b"a: [1, 1, 1, 2] # c\n", "other.yaml": b"a: [1]\n"}

    (fixed,) = fix_until_done(files, duplicates)

    assert fixed.name == FILE
    assert fixed.new == b"a: [1, 2] # c\n"
    assert len(fixed.fixed) == 2
    assert fixed.unfixed == ()
    assert fix_until_done({FILE: fixed.new}, duplicates) == []


def test_ends_with_fixes_that_undo_each_other():
    def contradict(files: Mapping[str, bytes]) -> list[Finding]:
        return [finding(Put(("a",), 3 - load_values(files[FILE])["a"]))]

    (fixed,) = fix_until_done({FILE: b"a: 1\n"}, contradict, rounds=5)

    assert fixed.new == b"a: 2\n"
    assert len(fixed.fixed) == 5
