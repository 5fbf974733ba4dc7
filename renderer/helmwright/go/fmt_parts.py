"""What every way of printing needs: addresses, the order of keys, texts of a bounded length.

Source: fmt/print.go, internal/fmtsort/sort.go (Go 1.26)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go import kinds
from helmwright.go.limits import LARGE_TEXT, check_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.go.kinds import Value


ADDRESS = 0xC000010000
"""The address that every pointer has in print: a real one differs from run to run."""


NIL = "<nil>"


def sorted_keys(mapping: Iterable[Value]) -> list[Value]:
    """Return the keys of a map in Go's order: strings by their bytes."""
    try:
        if "".join(mapping).isascii():
            return sorted(mapping)
    except TypeError:
        return sorted(mapping, key=lambda key: (kinds.type_name(key), key))
    return sorted(mapping, key=_bytes_of)


def _bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def join(separator: str, parts: Sequence[str]) -> str:
    """Return ``separator.join(parts)``; raise ``GoError`` if that would be too long to go on."""
    size = sum(map(len, parts))
    if size > LARGE_TEXT:  # values that share parts can unfold without end
        check_text("printing", size)
    return separator.join(parts)
