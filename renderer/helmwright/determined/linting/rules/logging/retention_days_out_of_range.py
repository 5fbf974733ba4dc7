"""How many days logs are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_MOST = 32767
_DAYS = "retentionPolicy:\n  schedule: 24h\n  logRetentionDays: {}\n"


@rule(
    "retention-days-out-of-range",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X9",),
    since="0.31.0",
    summary="logRetentionDays is no whole number from -1 to 32767",
    why="The master does not start with it.",
    advice="Use a number of days up to 32767, or -1 to keep logs for ever.",
    url=DOCS,
    bad=(
        example(_DAYS.format("«-2»")),
        example(_DAYS.format("«40000»")),
        example(_DAYS.format("«90d»"), message='"90d" is no whole number'),
        example(_DAYS.format("«0»"), upstream=True, message="0 is left out"),
    ),
    good=(
        example(_DAYS.format("-1")),
        example(_DAYS.format("0")),
        example(_DAYS.format('"90"')),
        example(_DAYS.format("")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at retentionPolicy.logRetentionDays."""
    if not settings.writes_config:
        return
    path = ("retentionPolicy", "logRetentionDays")
    days = settings.get(*path)
    if days in (None, ""):
        return
    try:
        number = float(days)
    except (TypeError, ValueError):
        number = 0.5
    if type(days) is bool or not number.is_integer() or not -1 <= number <= _MOST:
        yield settings.problem(
            path,
            f"{settings.name(path)}: {settings.show(*path)} is no whole number of days from -1"
            f" to {_MOST}",
        )
    elif number == 0 and settings.upstream and type(days) is not str:
        yield settings.problem(
            path,
            f"{settings.name(path)}: 0 is left out by this chart, so that logs are kept for ever",
            fix="write 'logRetentionDays: 1'",
            severity=Severity.WARNING,
        )
