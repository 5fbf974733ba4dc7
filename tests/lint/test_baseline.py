"""Baselines: which findings count as known."""

from __future__ import annotations

import pytest

from helmwright.base.errors import UsageError
from helmwright.base.records import replace
from helmwright.lint.baseline import baseline_text, read_baseline
from helmwright.lint.finding import Finding, Severity, Span
from helmwright.lint.fingerprint import fingerprints, relative_to
from helmwright.settings.files import repository_of

FINDING = Finding(
    "some-rule", Severity.ERROR, "a: bad, see line 3", Span("v.yaml", 7, 1, 7, 2), ("a",)
)
MOVED = replace(FINDING, span=Span("v.yaml", 9, 3, 9, 4), message="a: bad, see line 5")


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_finding_that_has_moved_is_known() -> None:
    baseline = read_baseline("b.json", baseline_text("b.json", [FINDING]).encode())

    compared = baseline.compare([MOVED])

    assert (compared.new, compared.known, compared.gone) == ((), (MOVED,), 0)


@pytest.mark.parametrize(
    "other",
    [
        replace(FINDING, rule="other-rule"),
        replace(FINDING, message="a: worse"),
        replace(FINDING, value_path=("b",)),
        replace(FINDING, span=Span("w.yaml", 7, 1, 7, 2)),
    ],
)
def test_another_finding_is_new(other: Finding) -> None:
    baseline = read_baseline("b.json", baseline_text("b.json", [FINDING]).encode())

    compared = baseline.compare([other])

    assert (compared.new, compared.known, compared.gone) == ((other,), (), 1)


def test_equal_findings_are_counted() -> None:
    text = baseline_text("b.json", [FINDING, MOVED])

    compared = read_baseline("b.json", text.encode()).compare([FINDING, MOVED, MOVED])

    assert '"count": 2' in text
    assert (len(compared.known), len(compared.new)) == (2, 1)


def test_files_are_named_relative_to_the_baseline() -> None:
    text = baseline_text("ci/b.json", [replace(FINDING, span=Span("ci/v.yaml", 1, 1, 1, 1))])

    assert '"path": "v.yaml"' in text


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 2}', '{"version": 1}', '{"version": 1, "findings": [{}]}']
)
def test_what_is_no_baseline_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"^b\.json is no baseline"):
        read_baseline("b.json", text.encode())


def test_fingerprints_tell_equal_findings_apart_and_stay_the_same() -> None:
    first, second = fingerprints([FINDING, MOVED], ".")

    assert first != second
    assert fingerprints([MOVED], ".") == [first]


def test_paths_are_relative_to_the_repository(tmp_path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "a" / "b").mkdir(parents=True)

    assert repository_of("a/b/v.yaml") == str(tmp_path)
    assert relative_to("a/b/v.yaml", str(tmp_path / "a")) == "b/v.yaml"
    assert relative_to("/dev/stdin", str(tmp_path)) == "/dev/stdin"
