"""Facts about the installation that leave the cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "telemetry-enabled",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("X12",),
    opt_in=True,
    fixable=True,
    summary="The master sends facts about its use; for clusters without a way out",
    why=(
        "Where nothing leaves the cluster the master tries in vain, and elsewhere a policy may forbid "
        "it. Whether that is so cannot be seen in the values: select this rule by name."
    ),
    advice="Set telemetry.enabled to false.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example("telemetry:\n  enabled: «true»\n"),
        example("«»maxSlotsPerPod: 4\n"),
    ),
    good=(example("telemetry:\n  enabled: false\n"),),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at telemetry.enabled."""
    path = ("telemetry", "enabled")
    if settings.get(*path) is not False:
        yield settings.problem(
            path,
            "telemetry.enabled is not false",
            edits=[Put(path, value=False)],
            of_default=True,
        )
