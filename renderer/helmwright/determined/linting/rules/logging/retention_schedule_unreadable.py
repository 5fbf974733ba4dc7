"""When logs are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS
from helmwright.go.cron import is_duration, is_schedule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SCHEDULE = "retentionPolicy:\n  logRetentionDays: 90\n  schedule: {}\n"
_FIELDS = 5


@rule(
    "retention-schedule-unreadable",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X9",),
    since="0.31.0",
    summary="The schedule of retention is neither a duration nor five fields of cron",
    why="The master does not start with it.",
    advice='Write a duration of Go such as "24h", or five fields of cron such as "0 1 * * *".',
    url=DOCS,
    bad=(
        example(_SCHEDULE.format('«"1d"»'), message="Go knows no days"),
        example(_SCHEDULE.format('«"0 0 1 * * *"»'), message="has 6 fields"),
        example(_SCHEDULE.format('«"0 25 * * *"»')),
        example(_SCHEDULE.format("«24»"), message="without a unit"),
    ),
    good=(
        example(_SCHEDULE.format("24h")),
        example(_SCHEDULE.format('"1h30m"')),
        example(_SCHEDULE.format('"0 1 * * sun"')),
        example(_SCHEDULE.format('"@daily"')),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at retentionPolicy.schedule."""
    if not settings.writes_config:
        return
    path = ("retentionPolicy", "schedule")
    schedule = settings.get(*path)
    if schedule in (None, "") or type(schedule) in (dict, list, bool):
        return
    text = str(schedule)
    if type(schedule) is float:
        text = settings.show(*path)
    if not (is_duration(text) or is_schedule(text)):
        yield settings.problem(
            path,
            f"{settings.name(path)}: {settings.show(*path)} is neither a duration nor five fields of"
            f" cron{_reason(text)}",
        )


def _reason(text: str) -> str:
    fields = text.split()
    if len(fields) == 1 and text[-1] in "dwy":
        return "; Go knows no days or weeks, write 24h for 1d"
    if text.lstrip("+-").replace(".", "", 1).isdecimal():
        return "; it is a number without a unit"
    if len(fields) > _FIELDS:
        return f"; it has {len(fields)} fields, and seconds are not among them"
    return ""
