"""What patches changed, as a unified diff for people."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from helmwright.base.style import PLAIN
from helmwright.go.yaml_write import marshal
from helmwright.patches.secret_values import hide_values
from helmwright.patches.stream import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.style import Style
    from helmwright.kube.json_model import Document
    from helmwright.patches.stream import ManifestObject


def differences(
    objects: Iterable[ManifestObject], *, show_secrets: bool = False, style: Style = PLAIN
) -> Iterator[str]:
    """Yield the lines of the diffs of changed objects, both states written in the same way.

    show_secrets: of Secrets, show the values, which are hidden otherwise. style: of the lines;
    what is yielded goes through ``printable``.
    """
    for one in objects:
        if not one.changed:
            continue
        before, after = one.before, one.data
        if not show_secrets:
            before, after = hide_values(before, after)
        name = f"{one.before.get('apiVersion', '')} {shown(one.before)}".strip()
        old, new = f"{one.file}: {name}", "/dev/null" if after is None else f"patched: {name}"
        yield from style.diff(unified_diff(_lines(before), _lines(after), old, new))


def _lines(data: Document | None) -> list[str]:
    return [] if data is None else marshal(data).splitlines(keepends=True)
