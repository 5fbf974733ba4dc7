"""Shows how a values file changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.printable import printable
from helmwright.values.editing.hiding import hide_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.base.paths import Path
    from helmwright.base.style import Style
    from helmwright.commands import Context


def show_change(
    context: Context, name: str, old: bytes, new: bytes, is_marked: Callable[[Path], bool] | None
) -> None:
    """Print the difference of a file as ``diff -u`` does, with stars for secrets.

    is_marked: whether a schema says that there is a secret at a path; None shows all secrets.
    """
    from difflib import unified_diff

    if old == new:
        return
    if is_marked is None:
        before, after = (data.decode("utf-8", "replace") for data in (old, new))
    else:
        before, after = hide_values(old, new, is_marked)
    if before == after:
        context.say(f"{name}: only secret values change; --show-secrets shows them")
    lines = [text.splitlines(keepends=True) for text in (before, after)]
    shown = difference_text(context.style, unified_diff(lines[0], lines[1], name, name))
    context.show(printable(shown))


def difference_text(style: Style, lines: Iterable[str]) -> str:
    """Return the lines of a unified diff as they are printed; for ``printable``."""
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in style.diff(lines)
    )
