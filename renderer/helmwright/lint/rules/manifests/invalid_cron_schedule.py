"""A CronJob's schedule cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.manifests._workloads import section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_GOOD = """\
-- templates/a.yaml --
apiVersion: batch/v1
kind: CronJob
metadata:
  name: web
spec:
  schedule: "*/5 0-6 * * mon"
"""


@rule(
    "invalid-cron-schedule",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    summary="The schedule of a CronJob is none",
    why="Kubernetes refuses the CronJob.",
    advice="Write five fields, minute hour day month weekday, or a word such as @daily.",
    url="https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax",
    bad=(
        Example(
            _GOOD.replace("  schedule", "«»  schedule").replace("*/5", "0 60"),
            message='spec.schedule: "0 60 0-6 * * mon" is no schedule',
        ),
        Example(_GOOD.replace("  schedule", "«»  schedule").replace("*/5", "60")),
    ),
    good=(
        Example(_GOOD),
        Example(_GOOD.replace("*/5 0-6 * * mon", "@daily")),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Read the schedule of each CronJob."""
    from helmwright.go.cron import is_schedule

    for one in rendered.of_kind("CronJob"):
        schedule = section(one.data, "spec").get("schedule")
        known = one.api_version.startswith("batch/") and type(schedule) is str
        if known and not is_schedule(str(schedule)):
            yield rendered.problem(
                one, ("spec", "schedule"), f'spec.schedule: "{schedule}" is no schedule'
            )
