"""The golden cases of the chart say what helm 4 answers, and helm 3 answers the same."""

from __future__ import annotations

import os
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from tests.chart_cases import NOTES, ChartCase, load_cases, load_refusals, read_expected
from tests.chart_rendering import rendered
from tests.conformance.chart_peer import Answer, ChartPeer

if TYPE_CHECKING:
    from collections.abc import Callable

ROWS = [row for refusals in load_refusals() for row in refusals.rows]
NOTES_SAMPLE = 5  # the notes of every 5th case are compared with those of `helm install`


@pytest.fixture(scope="module", params=["helm", "helm3"])
def version(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def peer(
    version: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> ChartPeer:
    return ChartPeer(request.getfixturevalue(version), tmp_path_factory.mktemp(version))


@pytest.fixture(scope="module")
def answers(peer: ChartPeer) -> dict[str, Answer]:
    return _for_each(load_cases(), peer.answer)


def _for_each(cases: Any, ask: Callable[[ChartCase], Any]) -> dict[str, Any]:
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip([case.name for case in cases], pool.map(ask, cases), strict=True))


def test_both_helms_answer_what_the_goldens_say(answers: dict[str, Answer]) -> None:
    wrong = [
        case.name
        for case in load_cases()
        if answers[case.name].error or answers[case.name].files != read_expected(case)
    ]
    assert wrong == []


def test_both_helms_print_our_bytes_in_our_order(answers: dict[str, Answer], version: str) -> None:
    same = str if version == "helm" else _without_blank_ends
    wrong = [
        case.name
        for case in load_cases()
        if same(answers[case.name].stdout) != same(rendered(case).stdout)
    ]
    assert wrong == []


def _without_blank_ends(text: str) -> str:
    """Returns documents without blank lines at their ends: helm 4 keeps the last, helm 3 none."""
    return re.sub(r"\n\n+(---\n|\Z)", r"\n\1", text)


def test_neither_helm_warns(answers: dict[str, Answer]) -> None:
    assert {name: one.stderr for name, one in answers.items() if one.stderr} == {}


def test_both_helms_refuse_with_the_same_sentence(peer: ChartPeer) -> None:
    refused = _for_each([row.case for row in ROWS], peer.refuse)
    wrong = {
        row.case.name: refused[row.case.name]
        for row in ROWS
        if _sentence(refused[row.case.name]) != _sentence(row.expected)
    }
    assert wrong == {}


def _sentence(error: str) -> str:
    """Returns an error without the words around it, which are not those of helm 4 in helm 3."""
    text = error.partition("\n\nUse --debug")[0].strip()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1].rpartition("): ")[2] if lines else ""


def test_both_helms_lint_strictly_without_complaint(peer: ChartPeer) -> None:
    checked = [case for case in load_cases() if not case.skip_schema]
    complaints = _for_each(checked, peer.lint)
    assert {name: text for name, text in complaints.items() if text} == {}


def _of_any_cluster(notes: str) -> str:
    """Returns notes without the version of Kubernetes, which `helm install` cannot be told."""
    return re.sub(r"v1\.[0-9]+\.0", "v1.x.0", notes)


def test_installing_prints_the_notes_of_the_goldens(version: str, peer: ChartPeer) -> None:
    if version == "helm3":
        pytest.skip("helm 3 asks a cluster for its version before it prints notes")
    cases = [
        case
        for case in load_cases()[::NOTES_SAMPLE]
        if case.parent is None and not case.upgrade and not case.api_versions
    ]
    notes = _for_each(cases, peer.installed_notes)
    wrong = {
        case.name: notes[case.name]
        for case in cases
        if _of_any_cluster(notes[case.name]) != _of_any_cluster(read_expected(case)[NOTES])
    }
    assert wrong == {}
