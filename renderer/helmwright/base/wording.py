"""Lists of names as the sentences of messages have them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_MOST = 3


def joined(words: Iterable[str], joint: str = "and") -> str:
    """Return words with commas and a joint before the last: ``a, b and c``; blank for none."""
    *most, last = [*words] or [""]
    return f" {joint} ".join(filter(None, (", ".join(most), last)))


def few(names: Sequence[str]) -> str:
    """Return up to three names joined; of more the first two, and how many there are besides."""
    if len(names) > _MOST:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return joined(names)
