"""What server-side apply refuses and conflicts with, in the words of a real API server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helmwright.kube.updates.apply_errors import apply_errors, refusal
from helmwright.kube.updates.ownership import conflict_text, conflicts, has_managers

_ANSWERS = json.loads((Path(__file__).parent / "apply_answers.json").read_text())
_LATER = ("failed to convert new object", "is invalid:")
"""What the server says after it has made a typed object, whoever sends it."""


def _lines(text: str) -> list[str]:
    """Return the lines of a refusal; their order is that of a map of Go."""
    return sorted(text.split("\n"))


@pytest.mark.parametrize("case", _ANSWERS["refusals"])
def test_a_refusal_is_foretold_in_the_words_of_the_server(case: dict[str, Any]) -> None:
    data, answer = case["object"], case["answer"]
    if any(text in answer for text in _LATER):
        answer = ""

    errors = apply_errors(data)

    told = refusal(data, errors, data["metadata"].get("namespace", "")) if errors else ""
    assert _lines(told) == _lines(answer)


@pytest.mark.parametrize("case", _ANSWERS["conflicts"])
def test_a_conflict_is_foretold_in_the_words_of_the_server(case: dict[str, Any]) -> None:
    found = conflicts(case["live"], case["then"], "helm")

    assert (conflict_text(found) if found else "") == case["answer"]


def test_values_of_an_error_can_be_left_out() -> None:
    data = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "a"}, "stringData": {"k": 7}}

    (error,) = apply_errors(data)

    assert (
        error.text(show=False)
        == ".stringData.k: expected string, got &value.valueUnstructured{Value:***"
    )
    assert error.path == ("stringData", "k")


def test_nothing_is_said_of_custom_resources() -> None:
    assert apply_errors({"apiVersion": "example.com/v1", "kind": "A", "metadata": []}) == []


@pytest.mark.parametrize(
    "live", [{}, {"metadata": None}, {"metadata": {"managedFields": [None, {"fieldsV1": 1}]}}]
)
def test_an_object_without_owners_conflicts_with_nothing(live: dict[str, Any]) -> None:
    applied = {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "a"},
        "data": {"a": "1"},
    }

    assert conflicts(live, applied, "helm") == []
    assert has_managers({"metadata": {}}) is False
