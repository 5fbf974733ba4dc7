"""The tasks that are asked about: ``4x8,2x4``, or a YAML list."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from helmwright.base.errors import HelmwrightError, InputError, Position
from helmwright.base.patterns import lazy_pattern
from helmwright.determined.capacity.given import (
    known_keys,
    located,
    mapping,
    sequence,
    text,
    whole,
)

_SHORT = lazy_pattern(r"(?:(?P<count>[0-9]{1,6})x)?(?P<slots>[0-9]{1,9})")
_KEYS = frozenset({"name", "slots", "count", "pool", "priority"})
MOST = 2000
"""The most jobs that are looked at together."""


@dataclass(frozen=True, slots=True)
class TaskGroup:
    """Tasks that are alike.

    slots: of each, ``resources.slots_per_trial``. pool: blank for the default one. priority: None
    for the pool's default.
    """

    name: str
    slots: int
    count: int = 1
    pool: str = ""
    priority: int | None = None

    @property
    def names(self) -> list[str]:
        """A name for each task."""
        if self.count == 1:
            return [self.name]
        return [f"{self.name}-{number}" for number in range(1, self.count + 1)]


def is_short(value: str) -> bool:
    """Tell whether a text is a short list of jobs, or even looks like one."""
    return bool(re.fullmatch(r"[0-9x, ]+", value))


def parse_jobs(value: str) -> tuple[TaskGroup, ...]:
    """Return the jobs of a short list: ``4x8`` is four tasks of 8 slots, ``8`` is one.

    Raises:
        ValueError: with a sentence, if it is none.
    """
    jobs: list[TaskGroup] = []
    for part in value.split(","):
        match = _SHORT.fullmatch(part.strip())
        if match is None:
            raise ValueError(f'"{part.strip()}" is not COUNTxSLOTS, such as 4x8')
        slots = int(match["slots"])
        jobs.append(TaskGroup(f"{slots}-slots", slots, int(match["count"] or 1)))
    return _checked(_distinct(jobs))


def read_jobs(data: str | bytes, path: str = "") -> tuple[TaskGroup, ...]:
    """Return the jobs of a YAML list of maps: slots; name, count, pool and priority if wanted.

    Raises:
        HelmwrightError: with file, line and column.
    """
    from helmwright.go.yaml_read import load

    try:
        return _checked(_distinct(_list(load(data, path))))
    except InputError as error:
        raise located(error, data, path) from None
    except ValueError as error:
        raise HelmwrightError(str(error), Position(path)) from None
    except HelmwrightError as error:  # the reader's, which may know a line
        error.position = error.position or Position(path)
        raise


def _list(value: Any) -> list[TaskGroup]:
    jobs = [_job(item, index) for index, item in enumerate(sequence(value, ()))]
    if not jobs:
        raise InputError((), "no jobs: the list is empty")
    return jobs


def _job(value: Any, index: int) -> TaskGroup:
    given = mapping(value, (index,))
    known_keys(given, _KEYS, (index,))
    slots = whole(given.get("slots"), (index, "slots"))
    priority = given.get("priority")
    return TaskGroup(
        text(given.get("name"), (index, "name")) or f"{slots}-slots",
        slots,
        whole(given.get("count"), (index, "count"), 1),
        text(given.get("pool"), (index, "pool")),
        None if priority is None else whole(priority, (index, "priority")),
    )


def _distinct(jobs: list[TaskGroup]) -> list[TaskGroup]:
    """Return jobs whose names differ."""
    seen: dict[str, int] = {}
    found = []
    for job in jobs:
        number = seen[job.name] = seen.get(job.name, 0) + 1
        name = job.name if number == 1 else f"{job.name}.{number}"
        found.append(TaskGroup(name, job.slots, job.count, job.pool, job.priority))
    return found


def _checked(jobs: list[TaskGroup]) -> tuple[TaskGroup, ...]:
    total = sum(job.count for job in jobs)
    if total > MOST:
        raise ValueError(f"{total} jobs are too many to look at together; at most {MOST}")
    return tuple(jobs)
