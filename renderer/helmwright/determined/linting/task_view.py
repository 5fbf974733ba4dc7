"""The configuration of a task of Determined as rules see it, and what the master says about it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.determined.pods.sources import json_value
from helmwright.determined.tasks.checking import check_task
from helmwright.determined.tasks.kinds import MARKS, kind_of
from helmwright.lint.source import ValuesSource

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.determined.tasks.problem import TaskProblem
    from helmwright.determined.versions import DeterminedRelease
    from helmwright.lint.finding import Problem


class TaskView:
    """One file.

    kind: of the task, as ``check_task`` has it. release: of the master that it is for.
    """

    def __init__(self, name: str, data: bytes, kind: str, release: DeterminedRelease) -> None:
        self.source = ValuesSource(name, data)
        self.kind = kind
        self.release = release

    @cached_property
    def problems(self) -> list[TaskProblem]:
        """What is wrong with the task; nothing for a file that cannot be read."""
        if self.source.error is not None:
            return []
        config = json_value(self.source.values)
        return check_task(config, self.kind, self.release, complete=True)

    def reported(self, takes: Callable[[TaskProblem], bool]) -> Iterator[Problem]:
        """Yield problems of the task as those of a rule."""
        for one in self.problems:
            if takes(one):
                where = f"{dotted(one.path)}: " if one.path else ""
                yield self.source.problem(
                    one.path, where + one.message, of_key=one.of_key, fix=one.fix
                )


def recognised(data: bytes, name: str) -> str:
    """Return the kind of task that a file is for, by its content; blank for other files."""
    if not any(mark.encode() in data for mark in MARKS):
        return ""
    source = ValuesSource(name, data)
    return "" if source.error is not None else kind_of(json_value(source.values), name)
