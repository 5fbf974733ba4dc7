"""The flags of commands that write reports in several forms, and which form goes where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.flags import COLORS, STRING, STRING_ARRAY, STRINGS
from helmwright.commands.old_flags import Flag

if TYPE_CHECKING:
    from collections.abc import Sequence

STDOUT = "-"
COLOR = Flag(
    "color",
    STRING,
    "whether text has colours; auto asks NO_COLOR, FORCE_COLOR, CLICOLOR and the terminal",
    default="auto",
    value_name=COLORS,
)


def report_flags(forms: str) -> tuple[Flag, ...]:
    """Return the flags for forms, files and colours; forms: their names, as the help shows them."""
    return (
        Flag(
            "format",
            STRINGS,
            "the form of the report; repeatable, each with an --output",
            value_name=forms,
        ),
        Flag(
            "output",
            STRING_ARRAY,
            "where the report goes, - for standard output, which is the default; repeatable",
            "o",
            value_name="file",
        ),
        COLOR,
    )


def paired(forms: Sequence[str], outputs: Sequence[str]) -> list[tuple[str, str]]:
    """Return each form with the file that it goes to; a single one goes to standard output.

    Raises ``UsageError`` unless there is one file for each form.
    """
    if not outputs and len(forms) == 1:
        return [(forms[0], STDOUT)]
    if len(outputs) != len(forms):
        raise UsageError(
            f"each --format needs its --output: there are {len(forms)} and {len(outputs)}"
        )
    repeated = [path for path in outputs if outputs.count(path) > 1]
    if repeated:
        raise UsageError(f"--output: two reports cannot both go to {repeated[0]}")
    return list(zip(forms, outputs, strict=True))
