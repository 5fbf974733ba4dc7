"""``helmwright values unset FILE KEY...``: removes keys from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position, UsageError
from helmwright.cli.values_editing import EditingFlags, edit_file
from helmwright.cli.values_get import find_value, key_path
from helmwright.commands.command import Command
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.base.paths import Path
    from helmwright.commands import Context
    from helmwright.values.editing import Edit

USAGE = "helmwright values unset FILE KEY... [FLAGS]"
SUMMARY = """Remove keys from a values file, and change nothing else in it.

KEY is written as for --set: db.port, resourcePools[0], 'annotations.example\\.com/name'. The
chart's default counts again where there is one; to take that away, set the key to null. If a key
is not there, nothing is written and the exit code is 1. For -, the file is read from standard
input and written to standard output.
"""
EXAMPLES = """\
  helmwright values unset prod.yaml db.port
  helmwright values unset prod.yaml db.port 'resourcePools[1]' --diff
  helmwright values unset - ingress < prod.yaml
"""


def _run(context: Context, flags: EditingFlags, positional: list[str]) -> int:
    name, *keys = positional or [""]
    if not keys:
        raise UsageError(f"name a file and the keys to remove\n\nUsage:  {USAGE}")
    for key in keys:
        if "=" in key:
            raise UsageError(f'"{key}" has a value: name the key alone\n\nUsage:  {USAGE}')
    paths = {key_path(key): key for key in keys}

    def wanted(data: bytes, shown: str) -> Sequence[Edit]:
        values = load_values(data, path=shown)
        for path, key in paths.items():
            try:
                find_value(values, path, key)
            except HelmwrightError as error:
                error.position = Position(shown)
                error.message = f"{shown}: {error.message}"
                raise
        return _removals(list(paths))

    return edit_file(context, flags, name, wanted)


def _removals(paths: Sequence[Path]) -> Sequence[Edit]:
    """Return the changes in an order in which no item of a list moves before its turn."""
    from helmwright.values.editing import Remove

    outer = [path for path in paths if not any(path[:size] in paths for size in range(len(path)))]
    return [Remove(path) for path in sorted(outer, key=_numbers, reverse=True)]


def _numbers(path: Path) -> list[int]:
    return [step for step in path if isinstance(step, int)]


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, EditingFlags, _run)
