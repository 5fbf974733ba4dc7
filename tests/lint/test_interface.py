"""Linting from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.cli.command import write, write_chart

from helmwright import ValuesError, lint_chart, lint_values
from helmwright.errors import UsageError
from helmwright.lint import Severity

if TYPE_CHECKING:
    from pathlib import Path

RULE = "max-slots-per-pod-missing"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_lints_files_and_texts(place: Path) -> None:
    write(place, {"a.yaml": "maxSlotsPerPod: x\n"})

    report = lint_values(
        "a.yaml", texts=[("b", "maxSlotsPerPod: 4\n"), ("c", b"a: [")], select=[RULE]
    )

    assert [(one.span.path, one.rule) for one in report.findings] == [
        ("a.yaml", RULE),
        ("c", "input-unreadable"),
    ]
    assert not report.ok
    assert report.count(Severity.ERROR) == 2


def test_lints_a_chart(place: Path) -> None:
    write_chart(place)

    report = lint_chart("c", set_values=["a=2"])

    assert {one.span.path for one in report.findings} <= {"c/Chart.yaml", "c/templates/a.yaml"}
    assert "chart-icon-missing" in [one.rule for one in report.findings]


def test_a_chart_that_cannot_be_loaded_is_a_finding(place: Path) -> None:
    write_chart(place, {"Chart.yaml": "name: [\n"})

    assert not lint_chart("c").ok
    assert not lint_chart("c", select=[RULE]).ok


def test_many_texts_are_linted_without_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise AssertionError("nobody has asked for a process")

    monkeypatch.setattr("os.fork", fork)

    report = lint_values(texts=[(f"{index}.yaml", "a: 1\n") for index in range(30)], select=[RULE])

    assert len(report.findings) == 30


def test_what_cannot_be_meant_is_an_error() -> None:
    with pytest.raises(UsageError, match="there is no rule"):
        lint_values(select=["nope"])
    with pytest.raises(ValuesError, match="no such file"):
        lint_values("nope.yaml")
