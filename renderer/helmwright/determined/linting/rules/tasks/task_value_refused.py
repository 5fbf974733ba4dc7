"""A value that makes the master refuse a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import TASK, Severity, example, rule
from helmwright.determined.tasks.problem import Effect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.task_view import TaskView
    from helmwright.lint.finding import Problem


@rule(
    "task-value-refused",
    reads=TASK,
    severity=Severity.ERROR,
    summary="A value of a task's configuration that the master refuses",
    why="The master refuses the task.",
    advice="Write a value of the type and range that the reference has for the key, or leave it out.",
    url="https://docs.determined.ai/latest/reference/training/experiment-config-reference.html",
    bad=(
        example(
            "resources:\n  priority: «420»\n",
            task="experiment",
            message="resources.priority: 420 is not from 1 to 99",
        ),
        example("resources:\n  priority: «420»\n  slots: 1\n", task="notebook"),
        example(
            "resources:\n  priority: «abc»\n",
            task="experiment",
            message='expected a whole number, found "abc"',
        ),
        example("resources:\n  priority: «abc»\n", task="shell"),
        example(
            "searcher:\n  name: «adaptiv_asha»\n  metric: loss\n",
            task="experiment",
            message='"adaptiv_asha" is none of',
        ),
        example("bind_mounts:\n  - host_path: «data»\n    container_path: /data\n", task="command"),
        example(
            "hyperparameters:\n  lr:\n    type: log\n    base: 10\n    minval: «1»\n    maxval: -4\nsearcher:\n"
            "  name: single\n",
            task="experiment",
        ),
        example(
            "environment:\n  pod_spec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          «image»: pytorch\n",
            task="experiment",
            message="container Image is not configurable",
        ),
    ),
    good=(
        example("resources:\n  priority: 99\n  slots_per_trial: 0\n", task="experiment"),
        example("resources:\n  priority:\n  slots: 0\n", task="shell"),
        example("resources:\n  priority: 420\n", task="experiment", release="0.13.9"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report everything refused but unknown keys."""
    return task.reported(lambda one: not one.unknown and one.effect is Effect.REFUSED)
