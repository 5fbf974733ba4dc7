"""A merge tells its observer what it writes, loses and replaces, and each thing once."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, cast

import pytest
from tests.patch_ours import MERGE_ITEM

from helmwright.base.errors import PatchError
from helmwright.kube.merge_observer import ABSENT
from helmwright.kube.origins import Layer, Reason
from helmwright.kube.provenance import merge_with_origins
from helmwright.kube.strategic_merge import Merge

if TYPE_CHECKING:
    from helmwright.kube.merge_observer import MergeObserver


class Recorder:
    """Writes down the name of each event and what it is about."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        def record(*arguments: Any) -> None:
            shown = ("-" if one is ABSENT else copy.deepcopy(one) for one in arguments)
            self.events.append((name, *shown))

        return record


def told(original: dict[str, Any], patch: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Return what happens, but for beginnings and ends of maps."""
    observer = Recorder()
    Merge(cast("MergeObserver", observer)).merge_map(original, patch, MERGE_ITEM)
    return [event for event in observer.events if event[0] not in ("entered", "left")]


CASES: dict[str, tuple[dict[str, Any], dict[str, Any], list[tuple[Any, ...]]]] = {
    "a scalar is written": (
        {"name": "a"},
        {"name": "b"},
        [("wrote", {"name": "a"}, "name", "a", "b", "name")],
    ),
    "a scalar is new": ({}, {"name": "b"}, [("wrote", {}, "name", "-", "b", "name")]),
    "a null removes": (
        {"name": "a"},
        {"name": None},
        [("removed_by_null", {"name": "a"}, "name", "a", "name")],
    ),
    "a null without anything to remove is nothing": ({}, {"name": None}, []),
    "an atomic list is replaced": (
        {"nonMergingList": [{"name": "a"}]},
        {"nonMergingList": []},
        [("replaced", {"nonMergingList": [{"name": "a"}]}, "nonMergingList", [{"name": "a"}], [])],
    ),
    "a directive deletes an element": (
        {"mergingList": [{"name": "a"}, {"name": "b"}]},
        {"mergingList": [{"name": "b", "$patch": "delete"}]},
        [
            (
                "merged_maps",
                [{"name": "a"}, {"name": "b"}],
                [{"name": "b", "$patch": "delete"}],
                [{"name": "a"}],
                [({"name": "b"}, {"name": "b", "$patch": "delete"})],
            )
        ],
    ),
    "a map inside something new has nothing to patch": (
        {},
        {"simpleMap": {"a": {"$patch": "delete"}, "b": None}},
        [
            ("dropped", {"$patch": "delete"}),
            ("replaced", {}, "simpleMap", "-", {}),
        ],
    ),
    "scalars are deleted": (
        {"mergingIntList": [1, 2]},
        {"$deleteFromPrimitiveList/mergingIntList": [2]},
        [("deleted_scalars", [1, 2], [2], [1])],
    ),
    "keys that are not retained go": (
        {"retainKeysMap": {"name": "a", "value": "b"}},
        {"retainKeysMap": {"$retainKeys": ["name"]}},
        [("not_retained", {"name": "a", "value": "b"}, "value")],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_an_observer_is_told_each_step_once(case: str) -> None:
    original, patch, events = CASES[case]

    assert told(copy.deepcopy(original), copy.deepcopy(patch)) == events


def test_an_error_leaves_the_map_entered_in_which_it_came_up() -> None:
    observer = Recorder()
    wrong = {"name": "y", "mergingList": [{"name": "x"}, {"$patch": "delete"}]}
    with pytest.raises(PatchError, match="merge key"):
        Merge(cast("MergeObserver", observer)).merge_map(
            {"mergingList": [{"name": "y", "mergingList": [{"name": "x"}]}]},
            {"mergingList": [wrong]},
            MERGE_ITEM,
        )

    entered = [event for event in observer.events if event[0] == "entered"]
    left = [event for event in observer.events if event[0] == "left"]
    assert (len(entered), len(left)) == (2, 0)


def test_a_list_without_merge_key_is_replaced_whatever_stands_in_it() -> None:
    merged = merge_with_origins(
        [
            Layer("low", {"nonMergingList": [{"name": "a"}]}),
            Layer("high", {"nonMergingList": [{"$patch": "replace"}, {"name": "b"}]}),
        ],
        MERGE_ITEM,
    )

    assert merged.document == {"nonMergingList": [{"$patch": "replace"}, {"name": "b"}]}
    assert [one.reason for one in merged.overrides] == [Reason.ATOMIC_LIST]
