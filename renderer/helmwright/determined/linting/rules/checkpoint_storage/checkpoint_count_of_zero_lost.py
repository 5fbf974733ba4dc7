"""Upstream's chart makes 1 of a number of checkpoints that is 0."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "checkpoint-count-of-zero-lost",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S5",),
    summary="saveTrialBest or saveTrialLatest is 0, and upstream's chart makes 1 of it",
    why="The template gives the default, 1, for everything that is empty, also for 0: one checkpoint "
    "of every trial is kept.",
    advice="Set save_trial_best or save_trial_latest in the configuration of experiments, or use the "
    "chart of this project, which keeps the 0.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "checkpointStorage:\n  saveTrialBest: «0»\n  saveTrialLatest: «0»\n",
            upstream=True,
            message="checkpointStorage.saveTrialBest: 0 becomes 1",
        ),
    ),
    good=(
        example("checkpointStorage:\n  saveTrialBest: 0\n"),
        example("checkpointStorage:\n  saveExperimentBest: 0\n  saveTrialBest: 2\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the two numbers whose default is not 0."""
    if not settings.upstream:
        return
    for key in ("saveTrialBest", "saveTrialLatest"):
        path = ("checkpointStorage", key)
        value = settings.get(*path)
        if value == 0 and not isinstance(value, bool):
            yield settings.problem(path, f"checkpointStorage.{key}: 0 becomes 1 in this chart")
