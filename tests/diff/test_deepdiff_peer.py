"""The comparison of maps beside that of deepdiff, where its model and ours must agree.

Lists are left out: ours pairs their items by the merge keys of Kubernetes, which deepdiff does not
know. So are nulls and empty maps, which mean nothing to a server, and texts that are quantities.
"""

from __future__ import annotations

from typing import Any

from deepdiff import DeepDiff
from hypothesis import given
from hypothesis import strategies as st

from helmwright.diff.comparison import compare
from helmwright.diff.model import ABSENT, DiffObject, ObjectKey
from helmwright.diff.shapes import UNKNOWN

SCALARS = st.one_of(
    st.sampled_from(["red", "green", "blue", "true"]), st.booleans(), st.integers(2, 5)
)
MAPS = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), SCALARS, min_size=1, max_size=4),
    lambda inner: st.dictionaries(
        st.sampled_from("abcd"), st.one_of(SCALARS, inner), min_size=1, max_size=4
    ),
    max_leaves=12,
)


def one_object(data: dict[str, Any]) -> DiffObject:
    """Return an object of a kind of which nothing is known."""
    return DiffObject(ObjectKey("example.org", "Thing", "", "t"), {"spec": data}, "")


def theirs(before: dict[str, Any], after: dict[str, Any]) -> dict[tuple[Any, ...], tuple[Any, Any]]:
    """Return what deepdiff finds: the path of each difference, and both values there."""
    found: dict[tuple[Any, ...], tuple[Any, Any]] = {}
    for differences in DeepDiff(before, after, view="tree", threshold_to_diff_deeper=0).values():
        for one in differences:
            before_it, after_it = (
                ABSENT if type(side).__name__ == "NotPresent" else side for side in (one.t1, one.t2)
            )
            found["spec", *one.path(output_format="list")] = before_it, after_it
    return found


@given(MAPS, MAPS)
def test_maps_differ_where_deepdiff_says_so(before: dict[str, Any], after: dict[str, Any]) -> None:
    changes = compare(one_object(before), one_object(after), UNKNOWN)

    assert {one.path: (one.before, one.after) for one in changes} == theirs(before, after)
