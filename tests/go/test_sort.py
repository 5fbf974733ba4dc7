"""Go's sorting: ordinary orders here; what equal elements show is in golden/patch/long.rows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helmwright.go.sort import sort, stable_sort

NUMBERS = st.lists(st.integers(0, 30), max_size=130)


def less(left: int, right: int) -> bool:
    return left < right


@given(NUMBERS)
def test_sort_sorts(numbers: list[int]) -> None:
    items = list(numbers)
    sort(items, less)

    assert items == sorted(numbers)


@given(NUMBERS)
def test_stable_sort_keeps_equal_elements_in_order(numbers: list[int]) -> None:
    items = list(enumerate(numbers))
    stable_sort(items, lambda left, right: left[1] < right[1])

    assert items == sorted(enumerate(numbers), key=lambda pair: pair[1])


@given(st.lists(st.integers(0, 3), max_size=130))
def test_sort_loses_nothing_when_each_element_is_less_than_its_equals(numbers: list[int]) -> None:
    items = list(enumerate(numbers))
    sort(items, lambda left, right: left[1] <= right[1])

    assert [number for _, number in items] == sorted(numbers)
    assert sorted(items) == list(enumerate(numbers))


def test_short_runs_of_equal_elements_are_turned_round() -> None:
    items = [(1, "a"), (1, "b"), (0, "c"), (1, "d")]
    sort(items, lambda left, right: left[0] <= right[0])

    assert items == [(0, "c"), (1, "d"), (1, "b"), (1, "a")]


def test_sort_survives_patterns_that_make_bad_pivots() -> None:
    """An organ pipe, and a comb that sends plain quicksort into its worst case."""
    for numbers in ([*range(500), *range(500, 0, -1)], [number % 7 for number in range(3000)]):
        items = list(numbers)
        sort(items, less)

        assert items == sorted(numbers)
