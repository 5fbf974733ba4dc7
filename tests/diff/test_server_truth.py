"""What a real API server said to pairs of objects, and what the diff foretells of them."""

from __future__ import annotations

import json

import pytest
from tests.diff.truth_table import FOLDER, WAYS, all_rows, figures, named

from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.model import Side
from helmwright.diff.objects import read_objects
from helmwright.patches.stream import load_exactly

NOTHING = (
    "… not foretold",
    "refused, no difference shown",
    "false “the upgrade fails”",
    "… no restart foretold",
    "false restarts",
    "… changes are shown",
)
"""Measures that count mistakes."""


@pytest.mark.slow
@pytest.mark.parametrize("title", NOTHING)
def test_diff_makes_no_mistake_of_a_kind(title: str) -> None:
    assert named(all_rows(), title) == []


def test_pairs_are_many_and_of_all_sorts() -> None:
    counts = figures(all_rows())

    assert len(list(FOLDER.glob("*.json"))) == 2
    for way in WAYS:
        assert counts["refused, not plain validation"][way] > 200
        assert counts["templates of pods changed"][way] > 30
        assert counts["object unchanged"][way] > 200


def test_what_depends_on_the_cluster_is_rarely_wrong() -> None:
    for way in WAYS:
        wrong = [
            row.name
            for row in all_rows()
            if row.way == way and row.refused is None and row.may_fail
        ]
        assert len(wrong) <= 10, wrong


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("value", [None, "", 1, [], {}, [None], [[]], {"a": None}, True])
def test_what_is_of_any_other_type_raises_nothing(way: str, value: object) -> None:
    for pair in json.loads((FOLDER / "measured.json").read_text(encoding="utf-8"))[::7]:
        before, after = (load_exactly(pair[side], "") for side in ("before", "after"))
        for field in [key for key in after if key not in ("apiVersion", "kind", "metadata")]:
            changed = {**after, field: value}
            old, new = (
                Side(title, read_objects(json.dumps(data), title))
                for title, data in (("before", before), ("after", changed))
            )
            diff_sides(old, new, DiffOptions(helm=4 if way == "ssa" else 3))
