"""A key that the master does not know, which makes it refuse the task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import TASK, Severity, example, rule
from helmwright.determined.tasks.problem import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.task_view import TaskView
    from helmwright.lint.finding import Problem


@rule(
    "task-key-unknown",
    reads=TASK,
    severity=Severity.ERROR,
    summary="A key of a task's configuration that the master does not know there",
    why="The master refuses the task. Which keys there are depends on its release.",
    advice="Write the key that was meant, put it where it belongs, or leave it out.",
    url="https://docs.determined.ai/latest/reference/training/experiment-config-reference.html",
    bad=(
        example(
            "entrypoint: model_def:Trial\n«enviroment»:\n  image: pytorch\nsearcher:\n"
            "  name: single\n  metric: loss\n",
            task="experiment",
            message="enviroment: unknown key; did you mean environment?",
        ),
        example(
            "entrypoint: model_def:Trial\nresources:\n  «slots_per_trail»: 4\nsearcher:\n"
            "  name: single\n  metric: loss\n",
            task="experiment",
        ),
        example(
            "environment:\n  image: pytorch\n«pod_spec»:\n  spec: {}\n",
            task="shell",
            message="pod_spec: unknown key here; it belongs at environment.pod_spec",
        ),
        example(
            "environment:\n  pod_spec:\n    spec: {}\n  «containers»: []\n",
            task="command",
            release="0.25.0",
        ),
        example(
            "environment:\n  pod_spec:\n    spec:\n      «toleration»: []\n",
            task="notebook",
            message="did you mean tolerations?",
        ),
        example(
            "resources:\n  «is_single_node»: true\n",
            task="notebook",
            release="0.25.0",
            message="unknown key; it is known from 0.28.0 on",
        ),
    ),
    good=(
        example("environment:\n  pod_spec:\n    spec:\n      tolerations: []\n", task="shell"),
        example("hyperparameters:\n  slots_per_trail: 4\n  enviroment: x\n", task="experiment"),
        example("enviroment: x\n"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report the unknown keys that are refused."""
    return task.reported(lambda one: one.unknown and one.effect is Effect.REFUSED)
