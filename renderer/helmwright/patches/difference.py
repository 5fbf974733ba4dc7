"""What patches changed, as a unified diff for people."""

from __future__ import annotations

from difflib import unified_diff
from typing import TYPE_CHECKING

from helmwright.base.printable import painted
from helmwright.go.yaml_write import marshal
from helmwright.patches.secret_values import hide_values
from helmwright.patches.stream import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.kube.json_model import Document
    from helmwright.patches.stream import ManifestObject

_HEAD = 2  # lines with the names of both states
_COLORS = {"+": "32", "-": "31", "@": "36"}


def differences(
    objects: Iterable[ManifestObject], *, show_secrets: bool = False, color: bool = False
) -> Iterator[str]:
    """Yield the lines of the diffs of changed objects, both states written in the same way.

    show_secrets: of Secrets, show the values, which are hidden otherwise. color: as ``painted`` has it;
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
        lines = unified_diff(_lines(before), _lines(after), old, new)
        for number, line in enumerate(lines):
            yield _colored(line, head=number < _HEAD) if color else line


def _lines(data: Document | None) -> list[str]:
    return [] if data is None else marshal(data).splitlines(keepends=True)


def _colored(line: str, *, head: bool) -> str:
    code = "1" if head else _COLORS.get(line[:1], "")
    text = line.rstrip("\n")
    return f"{painted(text, code)}\n" if code else line
