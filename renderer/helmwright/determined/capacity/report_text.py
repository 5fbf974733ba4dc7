"""A report about capacity for people: short sentences and aligned tables."""

from __future__ import annotations

from itertools import groupby
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.columns import columns, padded
from helmwright.determined.capacity.pools import (
    FITS,
    MOST_SIZES,
    NOT_A_MULTIPLE,
    TOO_LARGE,
    NodeView,
    Place,
    PoolCapacity,
    TaskSize,
)
from helmwright.determined.capacity.remedies import EXCLUSIVE, IMPOSSIBLE, POSSIBLE, UNAVAILABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from helmwright.determined.capacity.assessment import (
        CapacityReport,
        DeadlockReport,
        JobCapacity,
    )

_WIDTH = 96
_MOST_ROWS = 16
"""Rows of task sizes that are shown one by one."""


def to_text(report: CapacityReport) -> str:
    """Return a report as a page of text."""
    lines = [*_head(report), "", *_recommendation(report)]
    for pool in report.pools:
        lines += ["", *_pool(pool)]
    if report.notes:
        lines += ["", "Notes"]
        lines += [line for note in report.notes for line in _item(note)]
    if report.jobs:
        lines += ["", "Jobs", *_jobs(report.jobs)]
    if report.deadlock is not None:
        lines += ["", *_deadlock(report, report.deadlock)]
    return "\n".join(lines) + "\n"


def _head(report: CapacityReport) -> Iterator[str]:
    settings = report.settings
    kind = {"cuda": "GPUs", "rocm": "AMD GPUs", "cpu": f"{settings.slot_cpu:g} CPUs"}
    maximum = "not set" if settings.max_slots is None else settings.max_slots
    yield f"Determined {settings.release}, slots of {kind[settings.slot_type]}"
    scheduler = settings.scheduler or "blank (the cluster's own)"
    yield f"maxSlotsPerPod {maximum}, defaultScheduler {scheduler}"


def _recommendation(report: CapacityReport) -> Iterator[str]:
    advice = report.recommendation
    yield "Recommendation"
    for reason in advice.reasons:
        yield from _paragraph(reason)
    if not advice.values:
        return
    if not advice.changes:
        yield f"  The values say so already: {advice.values.splitlines()[0]}"
        return
    yield "  Write into the values:"
    yield ""
    yield from (f"    {line}" for line in advice.values.splitlines())


def _pool(pool: PoolCapacity) -> Iterator[str]:
    usable = [node for node in pool.nodes if node.slots and not node.refusal]
    slots = _count(pool.usable, "slot")
    shown = "shown" if pool.shown == pool.usable else f"{pool.shown} shown"
    yield f"Pool {pool.name}: {slots} on {_count(len(usable), 'node')}, {shown} in the web interface"
    yield from _table(["NODES", "NAMES", "SLOTS EACH", "SHOWN", "PODS RUN"], _node_rows(pool.nodes))
    if not pool.sizes:
        return
    yield ""
    yield from _table(["TASK SLOTS", "PODS", "WHERE"], _size_rows(pool))


def _node_rows(nodes: Sequence[NodeView]) -> Iterator[list[str]]:
    def kind(node: NodeView) -> tuple[int, bool, str]:
        return -node.slots, not node.shown, node.refusal

    for _, group in groupby(sorted(nodes, key=kind), kind):
        members = list(group)
        first = members[0]
        names = first.name if len(members) == 1 else f"{first.name} … {members[-1].name}"
        runs = "yes" if first.slots else "only without slots"
        yield [
            str(len(members)),
            names,
            str(first.slots),
            "yes" if first.shown and first.slots else "no",
            f"no: {first.refusal}" if first.refusal else runs,
        ]


class _Row(NamedTuple):
    """Task sizes that are shown together."""

    sizes: list[TaskSize]

    def cells(self, pool: PoolCapacity) -> list[str]:
        slots = _ranges([size.slots for size in self.sizes])
        size = self.sizes[0]
        if size.verdict == FITS:
            return [slots, _pods(self.sizes), _where(size.places)]
        return [slots, "never", why_never(size, pool.max_slots)]


def _size_rows(pool: PoolCapacity) -> Iterator[list[str]]:
    """Yield rows: tasks of one pod together, each size of several pods, then what is never."""
    fitting = [size for size in pool.sizes if size.verdict == FITS]
    single = [size for size in fitting if size.pods == 1]
    several = [size for size in fitting if size.pods > 1]
    rows = [_Row(list(group)) for _, group in groupby(single, lambda size: size.places)]
    kept = several if len(several) <= _MOST_ROWS else several[: _MOST_ROWS - 2]
    rows += [_Row([size]) for size in kept]
    yield from (row.cells(pool) for row in rows)
    if len(kept) < len(several):
        last = several[-1]
        yield ["…", "…", f"and so on in steps of {pool.max_slots}"]
        yield _Row([last]).cells(pool)
    never = [size for size in pool.sizes if size.verdict != FITS]
    reasons: dict[str, list[TaskSize]] = {}
    for size in never:
        reasons.setdefault(why_never(size, pool.max_slots), []).append(size)
    yield from (_Row(sizes).cells(pool) for sizes in reasons.values())
    if len(pool.sizes) == pool.usable:
        yield [f"more than {pool.usable}", "never", "there are no more slots"]
    elif len(pool.sizes) == MOST_SIZES:
        yield [f"more than {MOST_SIZES}", "…", "see --slots"]


def why_never(size: TaskSize, max_slots: int) -> str:
    """Return why a task never runs."""
    if size.verdict == NOT_A_MULTIPLE:
        return f"not a multiple of maxSlotsPerPod {max_slots}; the master refuses it"
    if size.verdict == TOO_LARGE:
        return f"no node has room for a pod of {_count(size.slots_per_pod, 'slot')}"
    return f"{size.pods} pods of {_count(size.slots_per_pod, 'slot')}, but only {size.room} fit"


def _pods(sizes: Sequence[TaskSize]) -> str:
    size = sizes[0]
    if size.pods > 1:
        return f"{size.pods} × {size.slots_per_pod}"
    return "1"


def _where(places: Sequence[Place]) -> str:
    return ", ".join(
        f"{_count(place.nodes, 'node')} with {place.slots}"
        + (f" ({place.pods} pods each)" if place.pods > 1 else "")
        for place in places
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Return numbers with runs drawn together, the rest cut off where they are many."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    shown = ["-".join(map(str, run)) for run in runs]
    return ", ".join(shown if len(shown) <= 4 else [*shown[:3], "…"])


def _jobs(jobs: Sequence[JobCapacity]) -> Iterator[str]:
    rows = []
    for job in jobs:
        size = job.size
        pods = _pods([size]) if size.pods else "none"
        alone = _where(size.places) if size.verdict == FITS else "never"
        if not job.job.slots:
            alone = "on any node"
        counts = [str(number) for number in (job.job.count, job.priority, size.slots)]
        rows.append([*counts, job.pool, pods, alone, job.job.name])
    yield from _table(["JOBS", "PRIORITY", "SLOTS", "POOL", "PODS", "RUN ALONE", "NAME"], rows)
    for job in jobs:
        if job.size.verdict != FITS and job.job.slots:
            maximum = job.size.slots_per_pod or None
            yield from _paragraph(f"{job.job.name}: {_job_reason(job, maximum)}.")


def _job_reason(job: JobCapacity, maximum: int | None) -> str:
    if maximum is None:
        return f"{job.size.slots} slots are no multiple of maxSlotsPerPod; the master refuses it"
    return why_never(job.size, maximum)


def _deadlock(report: CapacityReport, found: DeadlockReport) -> Iterator[str]:
    yield f"Deadlock without gang scheduling: {found.verdict}"
    if found.verdict == POSSIBLE:
        yield "  When pods are placed in this way, no more fit and no job can start:"
        yield ""
        free = _free(report, found)
        yield from _table(
            ["NODE", "PODS", "SLOTS FREE"],
            ([node, pods, str(free[node])] for node, pods in _held_by_node(report, found)),
        )
        yield ""
        yield from _table(
            ["JOB", "HAS", "WAITS FOR"],
            (
                [
                    job.name,
                    _count(job.placed, "pod"),
                    f"{_count(job.pods - job.placed, 'pod')} of {_count(job.slots_per_pod, 'slot')}",
                ]
                for job in found.held
            ),
        )
        yield "  The way out: pause, cancel or kill one of them (det experiment pause ID)."
    elif found.verdict == IMPOSSIBLE:
        yield "  In whatever order pods are placed, a job becomes complete and makes room."
    else:
        yield f"  {found.steps} steps were not enough to look at everything: take it for possible."
    for name in found.blocked:
        if found.verdict != POSSIBLE:
            yield f"  {name} waits for ever; it holds nothing."
    if found.verdict == IMPOSSIBLE and not found.blocked:
        return
    yield ""
    yield "What would change it"
    width = max(len(remedy.name) for remedy in found.remedies) + 4
    for remedy in found.remedies:
        head = f"  {remedy.name}".ljust(width)
        word = "" if remedy.verdict == UNAVAILABLE else "deadlock "
        mark = " (what the values say)" if remedy.name == report.settings.scheduler else ""
        yield f"{head}{word}{remedy.verdict}{mark}"
        yield from _paragraph(remedy.explanation, " " * width)
    yield from _paragraph(EXCLUSIVE)


def _held_by_node(report: CapacityReport, found: DeadlockReport) -> Iterator[tuple[str, str]]:
    nodes: dict[str, list[str]] = {node.name: [] for node in report.nodes}
    for job in found.held:
        for node, count in job.nodes:
            nodes.setdefault(node, []).append(
                f"{job.name}" + (f" ({count} pods)" if count > 1 else "")
            )
    for node, pods in nodes.items():
        if pods:
            yield node, ", ".join(pods)


def _free(report: CapacityReport, found: DeadlockReport) -> dict[str, int]:
    free: dict[str, int] = {}
    for pool in report.pools:
        for node in pool.nodes:
            free[node.name] = node.slots
    for job in found.held:
        for name, count in job.nodes:
            free[name] -= count * job.slots_per_pod
    return free


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the lines of a table, indented, its columns as wide as they must be."""
    lines = [list(heads), *map(list, rows)]
    widths = [max(columns(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        yield "  " + "   ".join(map(padded, line, widths)).rstrip()


def _paragraph(text: str, indent: str = "  ") -> Iterator[str]:
    yield from wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_on_hyphens=False,
    )


def _item(text: str) -> Iterator[str]:
    yield from wrap(
        text, _WIDTH, initial_indent="  - ", subsequent_indent="    ", break_on_hyphens=False
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
