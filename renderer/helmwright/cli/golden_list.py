"""``helmwright golden list [CHART]``: prints the cases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.columns import columns, padded
from helmwright.base.errors import UsageError
from helmwright.base.printable import printable_json
from helmwright.cli.golden_flags import ChoiceFlags, read_settings
from helmwright.commands.command import Command
from helmwright.commands.flags import string

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright golden list [CHART] [FLAGS]"
SUMMARY = """Print the golden cases of a chart with their values files."""
EXAMPLES = """\
  helmwright golden list
  helmwright golden list ./chart --format json
"""
_FORMATS = ("text", "json")


class ListFlags(ChoiceFlags):
    """The flags of ``golden list``."""

    format: str = string("the form of the list", default=_FORMATS[0], value_name="|".join(_FORMATS))


def _run(context: Context, flags: ListFlags, positional: list[str]) -> int:
    if flags.format not in _FORMATS:
        raise UsageError(f"--format is one of {', '.join(_FORMATS)}")
    settings = read_settings(context, flags, positional)
    from helmwright.goldens.cases import load_cases, select_cases

    cases = select_cases(load_cases(settings), flags.filter)
    if flags.format == "json":
        import json

        data = [
            {"name": case.name, "path": case.path, "valuesFiles": list(case.files)}
            for case in cases
        ]
        context.write(printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n")
        return 0
    width = max([columns(case.name) for case in cases], default=0)
    for case in cases:
        files = ", ".join(case.files) or "(no values file)"
        context.report(f"{padded(case.name, width)}  {files}\n")
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, ListFlags, _run)
