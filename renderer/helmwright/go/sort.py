"""Go's sorting where its exact steps can be seen: comparators that are no order.

Kubernetes' patch code sorts with comparators that call two elements each less than the other. What
comes out then depends on the algorithm. Source: sort/zsortinterface.go, sort/zsortfunc.go (Go 1.19
and newer; the two do the same steps).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Less = Callable[[Any, Any], bool]

_BLOCK = 20
"""Elements that sort.SliceStable sorts by insertion before it merges."""
_SHORT = 12
"""Elements that sort.Sort sorts by insertion alone."""
_NINTHER = 50
"""Elements from which the pivot is a median of nine, and shifting single elements pays."""
_MOST_SHIFTS = 5
_ALL_SWAPPED = 4 * 3
_UNSIGNED = (1 << 64) - 1


def sort(items: list[Any], less: Less) -> None:
    """Sort in place as sort.Sort does: by insertion if short, else pattern-defeating quicksort."""
    if len(items) > 1:
        _Quicksort(items, less).run(0, len(items), len(items).bit_length())


def insertion_sort(items: list[Any], less: Less, start: int = 0, end: int | None = None) -> None:
    """Sort ``items[start:end]`` in place by insertion, which moves as far as ``less`` says."""
    for index in range(start + 1, len(items) if end is None else end):
        place = index
        while place > start and less(items[place], items[place - 1]):
            items[place], items[place - 1] = items[place - 1], items[place]
            place -= 1


def stable_sort(items: list[Any], less: Less) -> None:
    """Sort in place as sort.SliceStable does."""
    size = len(items)
    for start in range(0, size, _BLOCK):
        insertion_sort(items, less, start, min(start + _BLOCK, size))
    block = _BLOCK
    while block < size:
        for start in range(0, size - block, 2 * block):
            _merge(items, less, start, start + block, min(start + 2 * block, size))
        block *= 2


def _merge(items: list[Any], less: Less, start: int, middle: int, end: int) -> None:
    """Merge two sorted neighbours in place (Kim and Kutzner's SymMerge)."""
    if middle - start == 1 or end - middle == 1:
        _insert(items, less, start, middle, end)
        return
    half = (start + end) >> 1
    total = half + middle
    low, high = (total - end, half) if middle > half else (start, middle)
    last = total - 1
    while low < high:
        probe = (low + high) >> 1
        if less(items[last - probe], items[probe]):
            high = probe
        else:
            low = probe + 1
    stop = total - low
    if low < middle < stop:
        items[low:stop] = items[middle:stop] + items[low:middle]
    if start < low < half:
        _merge(items, less, start, low, half)
    if half < stop < end:
        _merge(items, less, half, stop, end)


def _insert(items: list[Any], less: Less, start: int, middle: int, end: int) -> None:
    """Merge when one of the two neighbours is a single element."""
    if middle - start == 1:
        low, high = middle, end
        while low < high:
            probe = (low + high) >> 1
            if less(items[probe], items[start]):
                low = probe + 1
            else:
                high = probe
        items[start:low] = [*items[start + 1 : low], items[start]]
        return
    low, high = start, middle
    while low < high:
        probe = (low + high) >> 1
        if less(items[middle], items[probe]):
            high = probe
        else:
            low = probe + 1
    items[low : middle + 1] = [items[middle], *items[low:middle]]


class _Quicksort:
    """Pattern-defeating quicksort, step by step as Go's; positions are indexes into ``items``."""

    def __init__(self, items: list[Any], less: Less) -> None:
        self.items = items
        self.compare = less

    def less(self, left: int, right: int) -> bool:
        return self.compare(self.items[left], self.items[right])

    def swap(self, left: int, right: int) -> None:
        items = self.items
        items[left], items[right] = items[right], items[left]

    def run(self, start: int, end: int, limit: int) -> None:
        """Sort ``items[start:end]``; after ``limit`` bad pivots by heap."""
        balanced = partitioned = True
        while end - start > _SHORT:
            if limit == 0:
                self.heap_sort(start, end)
                return
            if not balanced:
                self.break_patterns(start, end)
                limit -= 1
            length = end - start
            pivot, swaps = self.choose_pivot(start, end)
            if swaps == _ALL_SWAPPED:
                self.items[start:end] = self.items[start:end][::-1]
                pivot = end - 1 - (pivot - start)
            increasing = swaps in (0, _ALL_SWAPPED)
            if balanced and partitioned and increasing and self.nearly_sorted(start, end):
                return
            if start > 0 and not self.less(start - 1, pivot):
                start = self.partition_equal(start, end, pivot)
                continue
            middle, partitioned = self.partition(start, end, pivot)
            balanced = min(middle - start, end - middle) >= length // 8
            if middle - start < end - middle:
                self.run(start, middle, limit)
                start = middle + 1
            else:
                self.run(middle + 1, end, limit)
                end = middle
        insertion_sort(self.items, self.compare, start, end)

    def partition(self, start: int, end: int, pivot: int) -> tuple[int, bool]:
        """Move what is less than the pivot before it.

        Returns the pivot's place, and whether everything was where it belongs.
        """
        self.swap(start, pivot)
        low, high = self.misplaced(start, start + 1, end - 1)
        if low > high:
            self.swap(high, start)
            return high, True
        while low <= high:
            self.swap(low, high)
            low, high = self.misplaced(start, low + 1, high - 1)
        self.swap(high, start)
        return high, False

    def misplaced(self, pivot: int, low: int, high: int) -> tuple[int, int]:
        """Return the next two elements between ``low`` and ``high`` that must change sides."""
        while low <= high and self.less(low, pivot):
            low += 1
        while low <= high and not self.less(high, pivot):
            high -= 1
        return low, high

    def partition_equal(self, start: int, end: int, pivot: int) -> int:
        """Move what equals the pivot to the front; return where the greater elements begin."""
        self.swap(start, pivot)
        low, high = start + 1, end - 1
        while True:
            while low <= high and not self.less(start, low):
                low += 1
            while low <= high and self.less(start, high):
                high -= 1
            if low > high:
                return low
            self.swap(low, high)
            low += 1
            high -= 1

    def nearly_sorted(self, start: int, end: int) -> bool:
        """Try to sort with few shifts; tell whether that was enough."""
        place = start + 1
        for _ in range(_MOST_SHIFTS):
            while place < end and not self.less(place, place - 1):
                place += 1
            if place == end:
                return True
            if end - start < _NINTHER:
                return False
            self.swap(place, place - 1)
            if place - start >= 2:
                self.shift(range(place - 1, 0, -1))  # may pass start, as in Go
            if end - place >= 2:
                self.shift(range(place + 1, end))
        return False

    def shift(self, places: range) -> None:
        for place in places:
            if not self.less(place, place - 1):
                return
            self.swap(place, place - 1)

    def break_patterns(self, start: int, end: int) -> None:
        """Scatter three elements, by a generator whose seed is the length."""
        length = state = end - start
        mask = (1 << length.bit_length()) - 1
        middle = start + length // 4 * 2
        for place in range(middle - 1, middle + 2):
            state ^= state << 13 & _UNSIGNED
            state ^= state >> 7
            state ^= state << 17 & _UNSIGNED
            other = state & mask
            self.swap(place, start + (other - length if other >= length else other))

    def choose_pivot(self, start: int, end: int) -> tuple[int, int]:
        """Return the pivot, and how many pairs on the way were in the wrong order."""
        quarter = (end - start) // 4
        places = [start + quarter * number for number in (1, 2, 3)]
        swaps = 0
        if end - start >= _NINTHER:
            for index, place in enumerate(places):
                places[index], swapped = self.median(place - 1, place, place + 1)
                swaps += swapped
        pivot, swapped = self.median(*places)
        return pivot, swaps + swapped

    def median(self, first: int, second: int, third: int) -> tuple[int, int]:
        """Return the place of the median, and how many pairs were in the wrong order."""
        swaps = 0
        if self.less(second, first):
            first, second, swaps = second, first, swaps + 1
        if self.less(third, second):
            second, swaps = third, swaps + 1
        if self.less(second, first):
            second, swaps = first, swaps + 1
        return second, swaps

    def heap_sort(self, start: int, end: int) -> None:
        for root in range((end - start - 1) // 2, -1, -1):
            self.sift_down(root, end - start, start)
        for last in range(end - start - 1, -1, -1):
            self.swap(start, start + last)
            self.sift_down(0, last, start)

    def sift_down(self, root: int, size: int, first: int) -> None:
        while (child := 2 * root + 1) < size:
            if child + 1 < size and self.less(first + child, first + child + 1):
                child += 1
            if not self.less(first + root, first + child):
                return
            self.swap(first + root, first + child)
            root = child
