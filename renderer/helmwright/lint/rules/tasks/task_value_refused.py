"""A value that makes the master refuse a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.tasks.problem import Effect
from helmwright.lint.rule import Example, Reads, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.task_view import TaskView


@rule(
    "task-value-refused",
    reads=Reads.TASK,
    severity=Severity.ERROR,
    summary="A value of a task's configuration that the master refuses",
    why="The master refuses the task.",
    advice="Write a value of the type and range that the reference has for the key, or leave it out.",
    url="https://docs.determined.ai/latest/reference/training/experiment-config-reference.html",
    bad=(
        Example(
            "resources:\n  priority: «420»\n",
            task="experiment",
            message="resources.priority: 420 is not from 1 to 99",
        ),
        Example("resources:\n  priority: «420»\n  slots: 1\n", task="notebook"),
        Example(
            "resources:\n  priority: «abc»\n",
            task="experiment",
            message='expected a whole number, found "abc"',
        ),
        Example("resources:\n  priority: «abc»\n", task="shell"),
        Example(
            "searcher:\n  name: «adaptiv_asha»\n  metric: loss\n",
            task="experiment",
            message='"adaptiv_asha" is none of',
        ),
        Example("bind_mounts:\n  - host_path: «data»\n    container_path: /data\n", task="command"),
        Example(
            "hyperparameters:\n  lr:\n    type: log\n    base: 10\n    minval: «1»\n    maxval: -4\nsearcher:\n"
            "  name: single\n",
            task="experiment",
        ),
        Example(
            "environment:\n  pod_spec:\n    spec:\n      containers:\n"
            "        - name: determined-container\n          «image»: pytorch\n",
            task="experiment",
            message="container Image is not configurable",
        ),
    ),
    good=(
        Example("resources:\n  priority: 99\n  slots_per_trial: 0\n", task="experiment"),
        Example("resources:\n  priority:\n  slots: 0\n", task="shell"),
        Example("resources:\n  priority: 420\n", task="experiment", release="0.13.9"),
    ),
)
def check(task: TaskView) -> Iterator[Problem]:
    """Report everything refused but unknown keys."""
    return task.reported(lambda one: not one.unknown and one.effect is Effect.REFUSED)
