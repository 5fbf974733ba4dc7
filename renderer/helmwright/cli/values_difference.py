"""Shows how a values file changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.values_edit.hiding import hide_values

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.cli import Context
    from helmwright.values_edit.operations import Path


def show_change(
    context: Context, name: str, old: bytes, new: bytes, is_secret: Callable[[Path], bool]
) -> None:
    """Print the difference of a file as ``diff -u`` does, with stars for secrets."""
    from difflib import unified_diff

    if old == new:
        return
    before, after = (hide_values(data, is_secret) for data in (old, new))
    if before == after:
        context.say(f"{name}: only secret values change; --show-secrets shows them")
    lines = [text.splitlines(keepends=True) for text in (before, after)]
    for line in unified_diff(lines[0], lines[1], name, name):
        context.report(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
