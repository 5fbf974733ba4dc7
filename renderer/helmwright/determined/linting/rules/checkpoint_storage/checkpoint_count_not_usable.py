"""A number of checkpoints to keep is negative, or no whole number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import decides

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = ("saveExperimentBest", "saveTrialBest", "saveTrialLatest")


@rule(
    "checkpoint-count-not-usable",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S5",),
    summary="A number of checkpoints to keep is no whole number from 0 up",
    why="The master does not start, or refuses every experiment.",
    advice="Write a whole number, 0 to keep none of that kind.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/schemas/expconf/v0/s3.json",
    bad=(
        example("checkpointStorage:\n  saveTrialBest: «-1»\n", message="-1 is no whole number"),
        example("checkpointStorage:\n  saveExperimentBest: «all»\n"),
        example("checkpointStorage:\n  saveTrialLatest: «1.5»\n", upstream=True),
    ),
    good=(
        example("checkpointStorage:\n  saveTrialBest: 0\n  saveTrialLatest: 3\n"),
        example('checkpointStorage:\n  saveExperimentBest: "2"\n  saveTrialBest:\n'),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the three numbers."""
    if not decides(settings):
        return
    for key in _KEYS:
        path = ("checkpointStorage", key)
        value = settings.get(*path)
        if value not in (None, "") and not _is_count(value):
            yield settings.problem(
                path,
                f"checkpointStorage.{key}: {settings.show(*path)} is no whole number from 0 up",
            )


def _is_count(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdecimal()
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and value >= 0 and float(value).is_integer()
