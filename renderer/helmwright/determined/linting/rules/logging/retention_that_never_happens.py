"""Retention of logs with only one of its two halves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "retention-that-never-happens",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("X9",),
    since="0.31.0",
    summary="retentionPolicy has days and no schedule, or a schedule and no days",
    why=(
        "Without a schedule logs are deleted only when somebody runs det task cleanup-logs; without "
        "days the schedule keeps all of them, unless a task says otherwise."
    ),
    advice="Set both logRetentionDays and schedule.",
    url=DOCS,
    bad=(
        example("retentionPolicy:\n  «logRetentionDays»: 90\n", message="without schedule"),
        example("retentionPolicy:\n  «schedule»: 24h\n", message="without logRetentionDays"),
    ),
    good=(
        example("retentionPolicy:\n  logRetentionDays: 90\n  schedule: 24h\n"),
        example("retentionPolicy:\n  logRetentionDays: -1\n"),
        example("retentionPolicy: {}\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the two halves."""
    if not settings.writes_config:
        return
    if settings.section("masterConfig", "extra", "retention_policy"):
        return
    days = settings.get("retentionPolicy", "logRetentionDays")
    schedule = settings.get("retentionPolicy", "schedule")
    has_days = days not in (None, "") and days != -1
    if has_days and not schedule:
        yield settings.problem(
            ("retentionPolicy", "logRetentionDays"),
            "retentionPolicy.logRetentionDays: without schedule nothing is deleted by itself",
            of_key=True,
            fix="set retentionPolicy.schedule, as '24h' or '0 1 * * *'",
        )
    elif schedule and days in (None, ""):
        yield settings.problem(
            ("retentionPolicy", "schedule"),
            "retentionPolicy.schedule: without logRetentionDays logs are kept for ever",
            of_key=True,
            fix="set retentionPolicy.logRetentionDays",
        )
