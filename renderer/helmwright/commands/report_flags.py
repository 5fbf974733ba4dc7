"""The flags of commands that write reports in several forms, and which form goes where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.flags import COLORS, Flags, string, string_array, strings

if TYPE_CHECKING:
    from collections.abc import Sequence

STDOUT = "-"


def report_format(forms: str) -> list[str]:
    """Return the flag for the forms of a report; forms: their names, as the help shows them."""
    return strings("the form of the report; repeatable, each with an --output", value_name=forms)


class ColorFlags(Flags):
    """Whether what is printed has colours."""

    color: str = string(
        "whether text has colours; auto asks NO_COLOR, FORCE_COLOR, CLICOLOR and the terminal",
        default="auto",
        value_name=COLORS,
    )


class ReportFlags(ColorFlags):
    """The flags for forms, files and colours; a command says what forms there are: ``report_format``."""

    format: list[str] = report_format("")
    output: list[str] = string_array(
        "where the report goes, - for standard output, which is the default; repeatable",
        "o",
        value_name="file",
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
