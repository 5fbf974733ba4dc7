"""The tasks that are asked about: ``4x8,2x4``, or a YAML list."""

from __future__ import annotations

import re
from typing import Any

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record
from helmwright.determined.capacity.formats import JOBS
from helmwright.determined.capacity.given import number

_SHORT = lazy_pattern(r"(?:(?P<count>[0-9]{1,6})x)?(?P<slots>[0-9]{1,9})")
MOST = 2000
"""The most jobs that are looked at together."""


class TaskGroup(Record):
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
    from helmwright.settings.reading import FormatError, read_data

    try:
        found = read_data(data, path, JOBS)
    except FormatError as error:
        raise error.as_input() from None
    if not found.value:
        raise found.wrong((), "no jobs: the list is empty")
    try:
        return _checked(_distinct([_job(item) for item in found.value]))
    except ValueError as error:
        raise HelmwrightError(str(error), Position(path)) from None


def _job(given: dict[str, Any]) -> TaskGroup:
    slots = int(given["slots"])
    priority = given.get("priority")
    return TaskGroup(
        given.get("name") or f"{slots}-slots",
        slots,
        number(given.get("count"), 1),
        given.get("pool") or "",
        None if priority is None else int(priority),
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
