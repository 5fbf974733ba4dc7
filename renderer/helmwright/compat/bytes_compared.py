"""How what two Helms print compares byte by byte, and why, where objects are the same."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from helmwright.compat.causes import id_of
from helmwright.compat.model import Documents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.compat.causes import Move
    from helmwright.compat.renders import Rendered, Renders

_SEPARATOR = "---"


def compare_bytes(renders: Renders, move: Move, before: Rendered, after: Rendered) -> Documents:
    """Return how many documents have not the same bytes, and what changes them."""
    old = Counter(before.documents)
    differing = [one for one in after.documents if not _took(old, one)]
    found = tuple(_causes(renders, move, before, after))
    return Documents(len(before.documents), len(after.documents), len(differing), found)


def _took(counts: Counter[Any], one: Any) -> bool:
    if counts[one]:
        counts[one] -= 1
        return True
    return False


def _causes(
    renders: Renders, move: Move, before: Rendered, after: Rendered
) -> Iterator[tuple[str, int]]:
    if move.before.documents != move.after.documents:
        blank = _blank(before, after)
        if blank:
            yield "blank-lines", blank
        left = abs(_leftovers(before) - _leftovers(after))
        if left:
            yield "leftover-separator", left
    for name in ("late_kinds", "early_kinds"):
        if getattr(move.before, name) != getattr(move.after, name):
            other = renders.rendered(move.replaced([name]))
            moved = sum(
                one != two for one, two in zip(before.documents, other.documents, strict=False)
            )
            if moved:
                yield id_of([name]), moved


def _blank(before: Rendered, after: Rendered) -> int:
    """Return how many documents differ in blank lines at their end alone."""
    old = Counter(before.documents)
    trimmed = Counter((one.path, one.content.rstrip()) for one in before.documents)
    others = []
    for one in after.documents:
        if _took(old, one):
            trimmed[one.path, one.content.rstrip()] -= 1
        else:
            others.append(one)
    return sum(_took(trimmed, (one.path, one.content.rstrip())) for one in others)


def _leftovers(rendered: Rendered) -> int:
    """Return how many documents begin with a separator that is left over."""
    return sum(one.content.startswith(_SEPARATOR) for one in rendered.documents)
