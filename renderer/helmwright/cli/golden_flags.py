"""The flags that the actions of ``golden`` share, and what they ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import InputError, UsageError
from helmwright.commands.flags import integer, string
from helmwright.commands.options import check_one_chart
from helmwright.commands.source_flags import ChartSourceFlags, DependencyUpdateFlags

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.goldens.settings import GoldenSettings

LAYOUT = "per-template|single"


class FolderFlags(ChartSourceFlags, DependencyUpdateFlags):
    """Where the cases are."""

    cases: str = string(
        "folder of the cases; golden/ or tests/golden/ beside Chart.yaml by default",
        value_name="directory",
    )


class ChoiceFlags(FolderFlags):
    """Which cases are meant."""

    filter: str = string(
        "only cases with this text in their name, or a pattern with wildcards",
        "k",
        value_name="pattern",
    )


class RenderingFlags(ChoiceFlags):
    """How cases are rendered."""

    layout: str = string(
        "one golden file for each template, or a single one for each case", value_name=LAYOUT
    )
    seed: int | None = integer(
        "draw everything random from this number; 1 by default", default=None
    )
    now: str = string(
        "the time that templates see; 2026-01-01T00:00:00Z by default", value_name="time"
    )
    jobs: int = integer("processes for many cases; one for each core by default", "j")


def read_settings(
    context: Context, flags: FolderFlags, positional: list[str], era: Era | None = None
) -> GoldenSettings:
    """Return the settings of a command line; files say what it does not.

    era: the Helm that renders cases that say nothing of it, None if that is not asked for.
    """
    from helmwright.commands.references import named_chart
    from helmwright.goldens.settings import find_settings

    check_one_chart(positional)
    rendering = flags if isinstance(flags, RenderingFlags) else RenderingFlags()
    if rendering.layout and rendering.layout not in LAYOUT.split("|"):
        raise UsageError(f"--layout is {LAYOUT.replace('|', ' or ')}")
    return find_settings(
        named_chart(context, positional[0], source=flags).path if positional else None,
        meant=lambda: named_chart(context, source=flags).path,
        cases=flags.cases or None,
        layout=rendering.layout or None,
        seed=rendering.seed,
        now=checked_time(rendering.now),
        era=era,
    )


def checked_time(text: str) -> str | None:
    """Return a time as RFC 3339, None for a blank one; raises UsageError for other texts."""
    if not text:
        return None
    from helmwright.go.world import World

    try:
        World.fixed(text)
    except InputError as error:
        raise UsageError(f"--now must be a time as RFC 3339: {error.message}") from None
    return text


def processes(flags: RenderingFlags) -> int:
    """Return the number of processes that is asked for, 0 for the usual one."""
    if flags.jobs < 0:
        raise UsageError("--jobs must not be negative")
    return flags.jobs
