"""What must hold whatever the documents are: patches undo what made them, and inputs stay as they are.

`apply(create(a, b), a)` is `b` for documents as an API server returns them. Where Go's algorithm does not
promise it, see golden/patch/created.rows: a null that is wanted is a deletion, and of elements with
one merge key, or equal scalars, only one is left.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conformance.kube_cases import OPERATIONS, random_case
from tests.patch_ours import MERGE_ITEM, ask_ours

from helmwright.base.errors import PatchError
from helmwright.kube import json_merge_patch, json_patch
from helmwright.kube.json_model import from_data
from helmwright.kube.schemas import DETERMINED
from helmwright.kube.strategic_diff import create_two_way
from helmwright.kube.strategic_merge import apply_patch, combine_patches
from helmwright.kube.three_way import create_three_way

TEXTS = st.sampled_from(["x", "y", "z", "1", ""])
NAMES = st.sampled_from(["a", "b", "c", "d", "e", "9", "10"])
INTEGERS = st.lists(st.integers(0, 12), unique=True, max_size=5)
FREE_MAPS = st.dictionaries(NAMES, TEXTS, max_size=3)


def maps_with_name(objects: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[Any]:
    elements = st.builds(lambda one, name: {**one, "name": name}, objects, NAMES)
    return st.lists(elements, unique_by=lambda one: one["name"], max_size=4)


def objects(depth: int) -> st.SearchStrategy[dict[str, Any]]:
    """Documents of MergeItem without nulls, without directives, each list with keys of its own."""
    fields: dict[str, st.SearchStrategy[Any]] = {
        "name": TEXTS,
        "value": TEXTS,
        "mergingIntList": INTEGERS,
        "nonMergingIntList": st.lists(st.integers(0, 3), max_size=3),
        "simpleMap": FREE_MAPS,
        "replacingItem": FREE_MAPS,
    }
    if depth:
        lists = maps_with_name(objects(depth - 1))
        fields |= dict.fromkeys(("mergingList", "nonMergingList", "retainKeysMergingList"), lists)
        retained = {"name": TEXTS, "other": TEXTS, "simpleMap": FREE_MAPS, "mergingList": lists}
        fields["retainKeysMap"] = st.fixed_dictionaries({}, optional=retained)
    return st.fixed_dictionaries({}, optional=fields)


DOCUMENTS = objects(1)
DEEP = objects(2)
JSON = st.recursive(
    st.sampled_from([1, 2, 1.5, "a", True, False, ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=12,
)
JSON_MAPS = st.dictionaries(NAMES, JSON, max_size=4)


@pytest.mark.slow
@settings(max_examples=40)
@given(DEEP, DEEP)
def test_created_patch_applied_gives_what_was_wanted(before: Any, after: Any) -> None:
    patch = create_two_way(before, after, MERGE_ITEM)

    assert apply_patch(before, patch, MERGE_ITEM) == after


@given(DOCUMENTS, DOCUMENTS)
def test_three_way_patch_on_an_untouched_object_gives_what_is_wanted(
    before: Any, after: Any
) -> None:
    patch = create_three_way(before, after, before, MERGE_ITEM)

    assert apply_patch(before, patch, MERGE_ITEM) == after


@given(DOCUMENTS)
def test_object_differs_from_itself_in_orders_and_whole_maps_only(document: Any) -> None:
    patch = create_two_way(document, document, MERGE_ITEM)

    assert set(patch) <= {
        "mergingList",
        "replacingItem",  # strategy replace: always in the patch
        "retainKeysMap",
        "retainKeysMergingList",
        "$setElementOrder/mergingIntList",  # scalars that are not in the order of their texts
        "$setElementOrder/mergingList",
        "$setElementOrder/retainKeysMergingList",
    }
    assert apply_patch(document, patch, MERGE_ITEM) == document


@given(DOCUMENTS)
def test_empty_patch_changes_nothing(document: Any) -> None:
    assert apply_patch(document, {}, MERGE_ITEM) == document
    assert apply_patch(document, None, MERGE_ITEM) == document
    assert json_merge_patch.apply_merge_patch(document, {}) == document
    assert json_patch.apply_json_patch(document, []) == document


@given(DOCUMENTS, FREE_MAPS, FREE_MAPS)
def test_combined_patch_does_what_both_do(document: Any, first: Any, second: Any) -> None:
    patches = [{"value": "v", "simpleMap": first}, {"simpleMap": second, "other": "o"}]

    one_by_one = document
    for patch in patches:
        one_by_one = apply_patch(one_by_one, patch, MERGE_ITEM)

    assert apply_patch(document, combine_patches(patches, MERGE_ITEM), MERGE_ITEM) == one_by_one


@given(JSON_MAPS, JSON_MAPS)
def test_created_merge_patch_applied_gives_what_was_wanted(before: Any, after: Any) -> None:
    patch = json_merge_patch.create_merge_patch(before, after)

    assert json_merge_patch.apply_merge_patch(before, patch) == after
    assert json_merge_patch.apply_merge_patch(before, patch, rfc=True) == after


@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=60)
@given(seed=st.integers(0, 1 << 32))
def test_inputs_are_never_changed(operation: str, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - cases, not secrets
    case = random_case(operation, DETERMINED, chance)
    before = copy.deepcopy(case)

    try:
        result = ask_ours(case, DETERMINED)
    except PatchError:
        result = None
    assert case == before

    spoil(result)
    assert case == before, "the result shares a part with an input"


def spoil(value: Any) -> None:
    """Change every container of a value."""
    if isinstance(value, dict):
        for member in value.values():
            spoil(member)
        value["spoilt"] = True
    elif isinstance(value, list):
        for member in value:
            spoil(member)
        value.append("spoilt")


@given(JSON_MAPS)
def test_reading_data_twice_changes_nothing(document: Any) -> None:
    once = from_data(document)

    assert from_data(once) == once
    assert once == document
