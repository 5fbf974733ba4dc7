"""A key that the master does not know, which makes it refuse the task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.tasks.problem import Effect
from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.task_view import TaskView


@rule(
    "task-key-unknown",
    reads=Reads.TASK,
    severity=Severity.ERROR,
    summary="A key of a task's configuration that the master does not know there",
    why="The master refuses the task. Which keys there are depends on its release.",
    advice="Write the key that was meant, put it where it belongs, or leave it out.",
    url="https://docs.determined.ai/latest/reference/training/experiment-config-reference.html",
    bad=(
        Example(
            "entrypoint: model_def:Trial\n«enviroment»:\n  image: pytorch\nsearcher:\n"
            "  name: single\n  metric: loss\n",
            task="experiment",
            message="enviroment: unknown key; did you mean environment?",
        ),
        Example(
            "entrypoint: model_def:Trial\nresources:\n  «slots_per_trail»: 4\nsearcher:\n"
            "  name: single\n  metric: loss\n",
            task="experiment",
        ),
        Example(
            "environment:\n  image: pytorch\n«pod_spec»:\n  spec: {}\n",
            task="shell",
            message="pod_spec: unknown key here; it belongs at environment.pod_spec",
        ),
        Example(
            "environment:\n  pod_spec:\n    spec: {}\n  «containers»: []\n",
            task="command",
            release="0.25.0",
        ),
        Example(
            "environment:\n  pod_spec:\n    spec:\n      «toleration»: []\n",
            task="notebook",
            message="did you mean tolerations?",
        ),
        Example(
            "resources:\n  «is_single_node»: true\n",
            task="notebook",
            release="0.25.0",
            message="unknown key; it is known from 0.28.0 on",
        ),
    ),
    good=(
        Example("environment:\n  pod_spec:\n    spec:\n      tolerations: []\n", task="shell"),
        Example("hyperparameters:\n  slots_per_trail: 4\n  enviroment: x\n", task="experiment"),
        Example("enviroment: x\n"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report the unknown keys that are refused."""
    return task.reported(lambda one: one.unknown and one.effect is Effect.REFUSED)
