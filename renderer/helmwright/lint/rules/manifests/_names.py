"""Names that may be given once among the items of a list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


def repeated(items: list[Any], *keys: str) -> Iterator[tuple[int, int, Any]]:
    """Yield the index of each map that repeats what another has, that one's index, and the value.

    keys: which together must differ; a map that lacks the first one does not count.
    """
    seen: dict[tuple[str, ...], int] = {}
    for index, item in enumerate(items):
        if type(item) is not dict or item.get(keys[0]) in (None, ""):
            continue
        value = tuple(str(item.get(key, "")) for key in keys)
        first = seen.setdefault(value, index)
        if first != index:
            yield index, first, item[keys[0]]
