"""A key of a task that the master drops without a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import TASK, Severity, example, rule
from helmwright.determined.tasks.problem import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.task_view import TaskView
    from helmwright.lint.finding import Problem


@rule(
    "task-key-dropped",
    reads=TASK,
    severity=Severity.WARNING,
    summary="A key of a task's configuration that the master drops without a word",
    why="The task runs without what is written there, and nobody says so.",
    advice="Write the key that was meant, put it where it belongs, or leave it out.",
    url="https://docs.determined.ai/latest/setup-cluster/k8s/custom-pod-specs.html",
    bad=(
        example(
            "environment:\n  pod_spec:\n    spec:\n      «toleration»: []\n",
            task="experiment",
            message="dropped in silence by masters of 0.38.1; did you mean tolerations?",
        ),
        example(
            "environment:\n  image:\n    «gpus»: pytorch\n    cpu: pytorch\n",
            task="command",
            message="dropped in silence",
        ),
        example(
            "«enviroment»:\n  image: pytorch\nresources:\n  slots: 1\n",
            task="template",
            message="of a template for experiments the master refuses it",
        ),
        example(
            "entrypoint: a:B\nresources:\n  «slots»: 4\n",
            task="experiment",
            release="0.25.0",
            message="is of commands and notebooks",
        ),
    ),
    good=(
        example("environment:\n  pod_spec:\n    spec:\n      tolerations: []\n", task="experiment"),
        example("resources:\n  slots: 4\n  slots_per_trial: 4\n", task="template"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report what is dropped."""
    return task.reported(lambda one: one.effect is Effect.DROPPED)
