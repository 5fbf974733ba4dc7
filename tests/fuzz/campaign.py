"""Runs many cases in several processes, keeps what fails, and goes on where it stopped.

Each process takes every so-many-th number. It writes down where it is after some cases, so that
the parent can tell a case that hangs or kills its process, and a later campaign can go on.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import resource
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.fuzz.execution import WAIT, Executor
from tests.fuzz.generating import make_case
from tests.fuzz.minimising import minimised

if TYPE_CHECKING:
    from ctypes import Array
    from pathlib import Path

    from tests.fuzz.case import FuzzCase
    from tests.fuzz.verdicts import Fault

MEMORY = 3 << 30
"""Bytes of data that a process of the campaign may have."""
_NUMBER, _DONE, _SLOW, _OVER = range(4)
_FIELDS = 4
_STUCK = 2 * WAIT


class Plan(NamedTuple):
    """What a campaign is.

    cases: how many, 0 for as many as fit in seconds. start: the number of the first case.
    folder: where failures and counts are kept.
    """

    seed: int
    cases: int
    seconds: float
    jobs: int
    folder: Path
    commands: tuple[str, ...] = ()
    start: int = 0


class Report(NamedTuple):
    """What a campaign found: counts of cases, and of failures by signature.

    next: the number with which a later campaign goes on.
    """

    cases: int
    seconds: float
    slow: int
    failures: dict[str, dict[str, Any]]
    next: int

    def lines(self) -> list[str]:
        """Returns the failures, and a closing line with cases, seconds and failures by kind."""
        kinds: dict[str, int] = {}
        lines = []
        for signature, failure in sorted(self.failures.items()):
            kinds[failure["kind"]] = kinds.get(failure["kind"], 0) + 1
            lines.append(f"FAIL {signature} ({failure['count']} cases): {failure['detail']}")
            lines.append(f"     python -m tests.fuzz --replay {failure['case']}")
        found = ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))
        lines.append(
            f"{self.cases} cases in {self.seconds:.0f} seconds, "
            f"{self.slow} ended by their time, failures: {found or 'none'}"
        )
        return lines


def run_campaign(plan: Plan, *, before: dict[str, Any] | None = None) -> Report:
    """Runs the cases of a plan, telling on standard error how far it is.

    before: what ``state.json`` of an earlier campaign holds; its counts are added to.
    """
    plan.folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    end = begun + plan.seconds if plan.seconds else float("inf")
    shared = multiprocessing.RawArray("q", _FIELDS * plan.jobs)
    workers = [_start(plan, job, plan.start + job, shared) for job in range(plan.jobs)]
    moved = [(begun, -1)] * plan.jobs
    last = begun
    while any(worker.is_alive() for worker in workers):
        time.sleep(0.25)
        now = time.monotonic()
        if now > end:
            for job in range(plan.jobs):
                shared[job * _FIELDS + _OVER] = 1
        for job, worker in enumerate(workers):
            number = shared[job * _FIELDS + _NUMBER]
            if moved[job][1] != number:
                moved[job] = (now, number)
            stuck = worker.is_alive() and now - moved[job][0] > _STUCK
            if stuck:
                worker.kill()
                worker.join()
            if worker.exitcode:
                _keep_killed(plan, number, "hang" if stuck else f"killed {worker.exitcode}")
                workers[job] = _start(plan, job, number + plan.jobs, shared)
                moved[job] = (now, -1)
        if now - last > 10:
            last = now
            _tell(plan, shared, now - begun, before)
    report = _gather(plan, shared, time.monotonic() - begun, before)
    _save_state(plan, report)
    return report


def _start(plan: Plan, job: int, number: int, shared: Array[Any]) -> Any:
    shared[job * _FIELDS + _NUMBER] = number
    context = multiprocessing.get_context("fork")
    worker = context.Process(target=_work, args=(plan, job, number, shared))
    worker.start()
    return worker


def _work(plan: Plan, job: int, number: int, shared: Array[Any]) -> None:
    """Runs the cases of one process until they are done, or the time is over."""
    sys.dont_write_bytecode = True
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    known: dict[str, dict[str, Any]] = {}
    base = job * _FIELDS
    last = plan.start + plan.cases if plan.cases else sys.maxsize
    with Executor() as executor:
        while number < last and not shared[base + _OVER]:
            shared[base + _NUMBER] = number
            case = make_case(plan.seed, number, plan.commands)
            outcome = executor.run(case)
            shared[base + _DONE] += 1
            if outcome.slow:
                shared[base + _SLOW] += 1
                _note_slow(plan, case)
            for fault in outcome.faults:
                _keep(plan, job, known, executor, case, fault)
            number += plan.jobs
            if number % 512 < plan.jobs:
                gc.collect()


def _keep(  # noqa: PLR0917
    plan: Plan,
    job: int,
    known: dict[str, dict[str, Any]],
    executor: Executor,
    case: FuzzCase,
    fault: Fault,
) -> None:
    """Counts a fault; one that is new is minimised and written down."""
    found = known.get(fault.signature)
    if found is not None:
        found["count"] += 1
        if found["count"] % 50 == 0:
            _write_known(plan, job, known)
        return

    def shows(candidate: FuzzCase) -> bool:
        faults = executor.run(candidate).faults
        return any(one.signature == fault.signature for one in faults)

    small = case
    if fault.kind not in ("hang", "state left changed"):
        small = minimised(case, shows)
    path = plan.folder / f"{_slug(fault.signature)}.json"
    small.note = f"{fault.signature}; {case.note}"
    if not path.exists():
        path.write_text(small.as_json(), "utf-8")
    known[fault.signature] = {
        "kind": fault.kind,
        "detail": fault.detail,
        "count": 1,
        "case": str(path),
    }
    _write_known(plan, job, known)


def _keep_killed(plan: Plan, number: int, kind: str) -> None:
    """Writes down the case at which a process was when it ended or hung."""
    case = make_case(plan.seed, number, plan.commands)
    case.note = f"{kind}; {case.note}"
    path = plan.folder / f"{_slug(kind)}-{plan.seed}-{number}.json"
    path.write_text(case.as_json(), "utf-8")
    found = {f"{kind} {number}": {"kind": kind, "detail": case.note, "count": 1, "case": str(path)}}
    name = plan.folder / f"known-{os.getpid()}-{number}.part"
    name.write_text(json.dumps(found), "utf-8")


def _note_slow(plan: Plan, case: FuzzCase) -> None:
    folder = plan.folder / "slow"
    folder.mkdir(exist_ok=True)
    name = case.note.replace(" ", "-").replace(",", "")
    (folder / f"{name}.json").write_text(case.as_json(), "utf-8")


def _write_known(plan: Plan, job: int, known: dict[str, dict[str, Any]]) -> None:
    path = plan.folder / f"known-{os.getpid()}-{job}.part"
    path.with_suffix(".new").write_text(json.dumps(known), "utf-8")
    path.with_suffix(".new").replace(path)


def _tell(plan: Plan, shared: Array[Any], seconds: float, before: dict[str, Any] | None) -> None:
    report = _gather(plan, shared, seconds, before)
    _save_state(plan, report)
    rate = (report.cases - (before or {}).get("cases", 0)) / max(seconds, 1)
    text = f"{report.cases} cases, {rate:.0f} a second, {len(report.failures)} failures"
    print(text, file=sys.stderr, flush=True)


def _gather(
    plan: Plan, shared: Array[Any], seconds: float, before: dict[str, Any] | None
) -> Report:
    """Returns what all processes have found so far, with what an earlier campaign had."""
    earlier = before or {}
    failures: dict[str, dict[str, Any]] = {
        name: dict(failure) for name, failure in earlier.get("failures", {}).items()
    }
    for path in sorted(plan.folder.glob("known-*.part")):
        for signature, failure in json.loads(path.read_text("utf-8")).items():
            if signature in failures:
                failures[signature]["count"] += failure["count"]
            else:
                failures[signature] = failure
    done = sum(shared[job * _FIELDS + _DONE] for job in range(plan.jobs))
    slow = sum(shared[job * _FIELDS + _SLOW] for job in range(plan.jobs))
    return Report(
        earlier.get("cases", 0) + done,
        earlier.get("seconds", 0) + seconds,
        earlier.get("slow", 0) + slow,
        failures,
        plan.start + done,
    )


def _save_state(plan: Plan, report: Report) -> None:
    data = report._asdict() | {"seed": plan.seed}
    path = plan.folder / "state.json"
    path.with_suffix(".new").write_text(json.dumps(data, indent=1), "utf-8")
    path.with_suffix(".new").replace(path)


def clear_parts(folder: Path) -> None:
    """Removes what the processes of an earlier campaign wrote; its state has it all."""
    for path in folder.glob("known-*.part"):
        path.unlink()


def _slug(text: str) -> str:
    kept = "".join(letter if letter.isalnum() else "-" for letter in text)
    return "-".join(kept.split("-"))[:80].strip("-").lower()
