"""``helmwright values set FILE KEY=VALUE...``: sets values in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.cli.values_editing import EditingFlags, edit_file
from helmwright.commands.command import Command
from helmwright.commands.flags import switch
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.commands import Context
    from helmwright.commands.values_secrets import MeantMarks
    from helmwright.values.editing import Edit

USAGE = "helmwright values set FILE KEY=VALUE... [FLAGS]"
SUMMARY = """Set values in a file, and change nothing else in it.

KEY=VALUE is written as for --set, and means the same: numbers, true, false and null are what
they look like, {a,b} is a list, resourcePools[0].pool_name is a key of the first pool, a comma
begins another KEY=VALUE. Keys that are missing are added behind their neighbours. A map or list
that makes way for a value of another type is named. For -, the file is read from standard input
and written to standard output.
"""
EXAMPLES = """\
  helmwright values set prod.yaml db.port=5433
  helmwright values set prod.yaml db.hostAddress=db.example.com db.port=5433 --diff
  helmwright values set prod.yaml --string detVersion=0.38
  helmwright values set prod.yaml --json 'resourcePools[0]={"pool_name": "a100"}'
"""


class SetValuesFlags(EditingFlags):
    """The flags of ``values set``."""

    string: bool = switch("values stay strings, as for --set-string")
    json: bool = switch("values are JSON, as for --set-json")


def _run(context: Context, flags: SetValuesFlags, positional: list[str]) -> int:
    name, *texts = positional or [""]
    if not texts:
        raise UsageError(f"name a file and what to set\n\nUsage:  {USAGE}")
    if flags.string and flags.json:
        raise UsageError("--string and --json exclude each other")
    for text in texts:
        if "=" not in text:
            raise UsageError(f'"{text}" is no KEY=VALUE\n\nUsage:  {USAGE}')
    kind = "set-string" if flags.string else "set-json" if flags.json else "set"

    def wanted(data: bytes, shown: str) -> Sequence[Edit]:
        from helmwright.values.editing.assigning import assignments

        return assignments(load_values(data, path=shown), texts, kind=kind)

    def about(data: bytes, edits: Sequence[Edit], meant: MeantMarks) -> None:
        from helmwright.cli.values_kinds import say_other_kinds

        say_other_kinds(context, name, data, edits, meant)

    return edit_file(context, flags, name, wanted, about)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, SetValuesFlags, _run)
