"""The configuration of a task as a document: what the master of a release refuses or drops."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError
from helmwright.base.paths import dotted
from helmwright.base.records import replace
from helmwright.determined.pods.sources import NOWHERE, Source, TextFile, json_value
from helmwright.determined.tasks.kinds import EXPERIMENTS, KINDS, kind_of
from helmwright.determined.tasks.problem import Effect, TaskProblem, dropped_by
from helmwright.determined.tasks.shapes import SCHEMAS_SINCE
from helmwright.determined.versions import LATEST

if TYPE_CHECKING:
    from helmwright.determined.versions import DeterminedRelease

__all__ = [
    "Effect",
    "TaskProblem",
    "check_task",
    "check_task_text",
    "check_template",
    "dotted",
    "kind_of",
]


@checked
def check_task(
    config: Any,
    kind: str,
    release: DeterminedRelease = LATEST,
    *,
    source: Source = NOWHERE,
    complete: bool = False,
) -> list[TaskProblem]:
    """Return what the master of a release refuses in the configuration of a task, or drops.

    config: as read from YAML. kind: experiment, command, notebook, shell, tensorboard, gc, or
    template for what may become part of any of them. source: where it was written. complete: also
    report what is missing unless a template has it.

    Raises HelmwrightError for another kind.
    """
    if kind not in KINDS:
        raise HelmwrightError(f'kind of task "{kind}" is none of {", ".join(KINDS)}')
    config = json_value(config)
    if config is None:
        return []
    if kind == "template":
        found = _of_template(config, release)
    elif kind in EXPERIMENTS:
        found = _of_experiment(config, release, complete=complete)
    else:
        from helmwright.determined.tasks.commands import check_command

        found = check_command(config, release)
    return _placed(found, source)


def check_template(
    config: Any, kind: str, release: DeterminedRelease = LATEST, *, source: Source = NOWHERE
) -> list[TaskProblem]:
    """Return what is wrong with a template that a task of a kind is made with.

    Experiments refuse unknown keys of templates, and commands drop them.
    """
    if config is None:
        return []
    config = json_value(config)
    if kind not in EXPERIMENTS:
        from helmwright.determined.tasks.commands import check_command

        return _placed(check_command(config, release, of_template=True), source)
    found = _of_experiment(config, release, complete=False, of_template=True)
    return _placed([_refused(one, release) if one.unknown else one for one in found], source)


def _refused(problem: TaskProblem, release: DeterminedRelease) -> TaskProblem:
    message = problem.message.replace(f", {dropped_by(release)}", "")
    return replace(problem, effect=Effect.REFUSED, message=message)


@checked
def check_task_text(
    text: str | bytes,
    kind: str = "",
    release: DeterminedRelease = LATEST,
    *,
    name: str | os.PathLike[str] = "task.yaml",
    complete: bool = True,
) -> list[TaskProblem]:
    """Return what is wrong with a file of a task, with the places in it.

    kind: as for ``check_task``; recognised by the content if it is blank. name: of the file.

    Raises HelmwrightError for what is no YAML, and for a file that is not clearly a task.
    """
    from helmwright.go.yaml_read import load_map

    name = os.fspath(name)
    data = text.encode("utf-8", "surrogateescape") if isinstance(text, str) else text
    config = json_value(load_map(data, name))
    found = kind or kind_of(config)
    if not found:
        raise HelmwrightError(f"{name} is not clearly a task; say what kind it is")
    source = Source((TextFile(name, data),))
    return check_task(config, found, release, source=source, complete=complete)


def _placed(problems: list[TaskProblem], source: Source) -> list[TaskProblem]:
    placed = [replace(one, position=source.position(one.path)) for one in dict.fromkeys(problems)]
    return sorted(placed, key=_order)


def _of_experiment(
    config: Any, release: DeterminedRelease, *, complete: bool, of_template: bool = False
) -> list[TaskProblem]:
    if release.number < SCHEMAS_SINCE:
        from helmwright.determined.tasks.commands import check_early_experiment

        return check_early_experiment(config, release)
    from helmwright.determined.tasks.experiments import ExperimentCheck

    check = ExperimentCheck(release, complete=complete, of_template=of_template)
    return check.check(config)


def _of_template(config: Any, release: DeterminedRelease) -> list[TaskProblem]:
    """Return what is wrong whether the template is for experiments or for commands."""
    from helmwright.determined.tasks.commands import check_command

    as_experiment = {
        one.path for one in _of_experiment(config, release, complete=False, of_template=True)
    }
    as_command = check_command(config, release, of_template=True)
    return [_for_both(one) for one in as_command if one.path in as_experiment]


def _for_both(problem: TaskProblem) -> TaskProblem:
    if problem.effect is not Effect.DROPPED:
        return problem
    message = f"{problem.message}; of a template for experiments the master refuses it"
    return replace(problem, message=message)


def _order(problem: TaskProblem) -> tuple[int, int, str]:
    position = problem.position
    line = position.line if position and position.line else 0
    return line, (position.column or 0) if position else 0, problem.message
