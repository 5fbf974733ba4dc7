"""An experiment without what the master asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import TASK, Severity, example, rule
from helmwright.determined.tasks.problem import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.task_view import TaskView
    from helmwright.lint.finding import Problem


@rule(
    "task-incomplete",
    reads=TASK,
    severity=Severity.WARNING,
    summary="An experiment without a searcher, a metric or an entrypoint",
    why="The master refuses the experiment, unless the template that it is made with has the rest.",
    advice="Add what is missing, or make the experiment with the template that has it.",
    url="https://docs.determined.ai/latest/reference/training/experiment-config-reference.html",
    bad=(
        example(
            "entrypoint: model_def:Trial\n«searcher»:\n  name: single\n  max_length: 100\n",
            task="experiment",
            message="searcher: metric is missing",
        ),
        example(
            "entrypoint: python3 train.py\n«searcher»:\n  name: random\n  metric: loss\n",
            task="experiment",
            message="max_trials is missing",
        ),
    ),
    good=(
        example(
            "entrypoint: python3 train.py\nsearcher:\n  name: single\n  metric: loss\n",
            task="experiment",
        ),
        example("environment:\n  image: pytorch\nresources:\n  slots: 1\n", task="command"),
        example("bind_mounts: []\nresources:\n  slots_per_trial: 1\n", task="template"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report what is missing."""
    return task.reported(lambda one: one.effect is Effect.MISSING)
