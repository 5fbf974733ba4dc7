"""sprig's functions on lists. They return copies; only ``sortAlpha`` of a []string sorts in place.

Each has a twin named ``must…`` that returns an error where the plain one panics: same text.

Source: sprig v3.3.0, list.go and numeric.go (until, seq).
"""

from __future__ import annotations

from math import floor, fmod
from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.functions.coercion import elements, is_empty, string_list, strval
from helmwright.go.cast import to_int
from helmwright.go.compare import deep_equal
from helmwright.go.function import Family
from helmwright.go.kinds import ListSlice, Slice, StringSlice, kind
from helmwright.go.limits import LARGE_COLLECTION, WORK, check_text

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

LISTS = Family()

_FEW_CONTAINERS = 30  # whose comparisons are not counted
_SCALARS = frozenset({str, int, float, bool})
_BAD_LENGTH = "runtime error: makeslice: len out of range"


@LISTS.function("list", "tuple")
def list_(*values: Value) -> list[Value]:
    """Return the arguments as a list."""
    return list(values)


@LISTS.function("append", "push", "mustAppend", "mustPush")
def append(items: Value, value: Value) -> list[Value]:
    """Return a copy of the list with ``value`` at its end."""
    return [*elements(items, "Cannot push on type"), value]


@LISTS.function("prepend", "mustPrepend")
def prepend(items: Value, value: Value) -> list[Value]:
    """Return a copy of the list with ``value`` at its start."""
    return [value, *elements(items, "Cannot prepend on type")]


@LISTS.function("first", "mustFirst")
def first(items: Value) -> Value:
    """Return the first element, or nil."""
    found = elements(items, "Cannot find first on type")
    return found[0] if found else None


@LISTS.function("last", "mustLast")
def last(items: Value) -> Value:
    """Return the last element, or nil."""
    found = elements(items, "Cannot find last on type")
    return found[-1] if found else None


@LISTS.function("rest", "mustRest")
def rest(items: Value) -> list[Value]:
    """Return all elements but the first; a nil slice if there are none."""
    found = elements(items, "Cannot find rest on type")
    return list(found[1:]) if found else Slice(nil=True)


@LISTS.function("initial", "mustInitial")
def initial(items: Value) -> list[Value]:
    """Return all elements but the last; a nil slice if there are none."""
    found = elements(items, "Cannot find initial on type")
    return list(found[:-1]) if found else Slice(nil=True)


@LISTS.function("reverse", "mustReverse")
def reverse(items: Value) -> list[Value]:
    """Return the elements from the last to the first."""
    return list(elements(items, "Cannot find reverse on type")[::-1])


@LISTS.function("compact", "mustCompact")
def compact(items: Value) -> list[Value]:
    """Return the elements that are not empty."""
    return [item for item in elements(items, "Cannot compact on type") if not is_empty(item)]


@LISTS.function("uniq", "mustUniq")
def uniq(items: Value) -> list[Value]:
    """Return the elements without those that deeply equal an earlier one."""
    result: list[Value] = []
    scalars: set[tuple[type, Value]] = set()
    containers: list[Value] = []
    for item in elements(items, "Cannot find uniq on type"):
        if type(item) in _SCALARS:
            # NaN differs from itself, so it must not be looked up by identity.
            if item == item and (type(item), item) in scalars:  # noqa: PLR0124
                continue
            scalars.add((type(item), item))
        elif containers and _is_in(containers, item):
            continue
        else:
            containers.append(item)
        result.append(item)
    return result


def _is_in(items: list[Value], value: Value) -> bool:
    """Tell whether ``value`` deeply equals one of ``items``."""
    wanted = type(value)
    if wanted in _SCALARS:
        # Python's 1 equals 1.0 and True, so what it finds must be looked at again.
        return value in items and any(type(item) is wanted and item == value for item in items)
    if len(items) > _FEW_CONTAINERS:
        WORK.spend(4 * len(items))
    return any(deep_equal(value, item) for item in items)


@LISTS.function("without", "mustWithout")
def without(items: Value, *omitted: Value) -> list[Value]:
    """Return the elements that deeply equal none of ``omitted``."""
    leave = list(omitted)
    found = elements(items, "Cannot find without on type")
    return [item for item in found if not _is_in(leave, item)]


@LISTS.function("has", "mustHas")
def has(needle: Value, items: Value) -> bool:
    """Tell whether ``needle`` deeply equals an element; a nil list has none."""
    return items is not None and _is_in(elements(items, "Cannot find has on type"), needle)


@LISTS.function("slice", "mustSlice")
def slice_(items: Value, *bounds: Value) -> Value:
    """Return the elements from the first bound to the second, of the list's own type.

    Bounds are anything that casts to int. An empty list gives nil.
    """
    elements(items, "list should be type of slice or array but")
    size = len(items)
    if size == 0:
        return None
    start = to_int(bounds[0]) if bounds else 0
    end = to_int(bounds[1]) if len(bounds) > 1 else size
    if not 0 <= start <= end <= size:
        raise FunctionError("reflect.Value.Slice: slice index out of bounds")
    cut = items[start:end]
    return cut if type(items) in {list, bytes} else type(items)(cut)


@LISTS.function("concat")
def concat(*lists: Value) -> list[Value]:
    """Return the elements of all lists in one; a nil slice if there are none."""
    result: list[Value] = []
    for items in lists:
        if items is not None and kind(items) != "slice":
            raise FunctionError(f"Cannot concat type {kind(items)} as list")
        result.extend(elements(items, ""))
        check_text("concat", len(result), "items", weight=8)
    return result or Slice(nil=True)


@LISTS.function("chunk", "mustChunk")
def chunk(size: int, items: Value) -> ListSlice:
    """Return the elements in lists of ``size``; the last may be shorter."""
    found = elements(items, "Cannot chunk type")
    length = len(found)
    if size == 0:
        raise FunctionError(_BAD_LENGTH)
    count = floor((length - 1) / size) + 1
    result = ListSlice()
    if count < 0:
        raise FunctionError(_BAD_LENGTH)
    for index in range(count):
        width = size
        if index == count - 1:
            width = floor(fmod(length, size)) or size
        if width < 0:
            raise FunctionError(_BAD_LENGTH)
        result.append(list(found[index * size : index * size + width]))
    return result


@LISTS.function("sortAlpha")
def sort_alpha(items: Value) -> StringSlice:
    """Return the elements as strings in the order of their bytes; a scalar is the only element."""
    if kind(items) != "slice":
        return StringSlice([strval(items)])
    texts = string_list(items)
    if len(texts) > LARGE_COLLECTION:
        WORK.spend(len(texts))
    try:
        texts.sort(key=None if "".join(texts).isprintable() else str.encode)
    except UnicodeEncodeError:
        texts.sort(key=lambda text: text.encode("utf-8", "surrogateescape"))
    return texts
