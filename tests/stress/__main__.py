"""Renders charts from eight threads: ``python -m tests.stress SECONDS [CHART…]``.

Every result is held against that of one thread, to the byte. Beside them a thread of the host runs
into the recursion limit again and again. At the end the process has to be as it was.
"""

from __future__ import annotations

import gc
import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.stress.charts import all_charts, write

from helmwright import ChartRenderer, HelmwrightError, Release, World, load_chart

if TYPE_CHECKING:
    from collections.abc import Callable

THREADS = 8
GROWTH = 96 << 20
"""How many bytes the process may grow by after every chart has been rendered by every thread."""
BUNDLED = Path(__file__).parent.parent.parent / "chart"
OVERRIDES = {"maxSlotsPerPod": 4.0, "initialUserPassword": "Passw0rd"}


def text_of(renderer: ChartRenderer, overrides: dict[str, object]) -> str:
    """Return all that a render gives: the texts, or the error with its place."""
    try:
        rendering = renderer.render(dict(overrides), Release("stress", "ns"))
    except HelmwrightError as error:
        return f"{type(error).__name__}: {error}"
    return "\n".join(f"{one.path}\n{one.content}" for one in rendering.manifests)


def job(folder: Path, overrides: dict[str, object], *, shared: bool) -> Callable[[], str]:
    """Return a render; shared: of a chart that is loaded once for all threads."""

    chart = load_chart(folder)

    def render() -> str:
        own = chart if shared else load_chart(folder)
        # The world's randomness goes on from render to render, so each has its own.
        renderer = ChartRenderer(own, world=World.fixed("2026-01-01T00:00:00Z", 7))
        return text_of(renderer, overrides)

    return render


def state() -> dict[str, object]:
    """Return what a library must leave alone."""
    return {
        "recursion limit": sys.getrecursionlimit(),
        "threads": sorted(thread.name for thread in threading.enumerate()),
        "stack size": threading.stack_size(),
        "files": len(list(Path("/proc/self/fd").iterdir())),
        "folder": str(Path.cwd()),
        "environment": dict(os.environ),
        "signals": {number.name: str(signal.getsignal(number)) for number in signal.Signals},
        "timer": signal.getitimer(signal.ITIMER_PROF),
        "collector": (gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()),
        "switch interval": sys.getswitchinterval(),
    }


def resident() -> int:
    """Return the bytes of memory that the process has now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


class Run:
    """What all threads share: the jobs, what each must give, and what went wrong."""

    def __init__(self, jobs: dict[str, Callable[[], str]], seconds: float) -> None:
        self.jobs = jobs
        self.expected = {name: work() for name, work in jobs.items()}
        self.end = time.monotonic() + seconds
        self.faults: list[str] = []
        self.done = 0
        self.stop = threading.Event()
        self.limits: set[int] = set()

    def worker(self, seed: int) -> None:
        """Render in an order of its own until the time is over."""
        chance = random.Random(seed)  # noqa: S311 - an order
        while time.monotonic() < self.end and not self.faults:
            for name in chance.sample(sorted(self.jobs), len(self.jobs)):
                try:
                    text = self.jobs[name]()
                except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
                    self.faults.append(f"{name}: {type(error).__name__}: {error}")
                    return
                if text != self.expected[name]:
                    self.faults.append(f"{name}: {_difference(self.expected[name], text)}")
                    return
                self.done += 1
                if time.monotonic() > self.end:
                    return

    def host(self) -> None:
        """Run into the recursion limit, in C."""
        while not self.stop.is_set():
            self.limits.add(sys.getrecursionlimit())
            try:
                json.loads("[" * 100_000)
            except RecursionError:
                self.stop.wait(0.001)

    def all(self) -> None:
        """Run everything."""
        host = threading.Thread(target=self.host)
        workers = [threading.Thread(target=self.worker, args=(seed,)) for seed in range(THREADS)]
        for thread in (host, *workers):
            thread.start()
        for thread in workers:
            thread.join()
        self.stop.set()
        host.join()


def _difference(expected: str, text: str) -> str:
    at = next(
        (
            index
            for index, pair in enumerate(zip(expected, text, strict=False))
            if len(set(pair)) > 1
        ),
        min(len(expected), len(text)),
    )
    return f"{expected[at - 40 : at + 80]!r} became {text[at - 40 : at + 80]!r}"


def main() -> int:
    """Run for so many seconds; returns 1 if anything was not as it has to be."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    with tempfile.TemporaryDirectory() as base:
        folders = {name: Path(base) / name for name in all_charts()}
        for name, files in all_charts().items():
            write(files, folders[name])
        folders |= {given: Path(given) for given in sys.argv[2:]}
        jobs = {name: job(folder, {}, shared=False) for name, folder in folders.items()}
        jobs |= {f"{name}, shared": job(path, {}, shared=True) for name, path in folders.items()}
        jobs["bundled"] = job(BUNDLED, dict(OVERRIDES), shared=True)
        run = Run(jobs, seconds / 4)
        run.all()  # imports what is imported lazily, fills caches
        before, memory = state(), resident()
        run.end = time.monotonic() + seconds
        sys.setswitchinterval(1e-4)
        run.all()
        sys.setswitchinterval(float(str(before["switch interval"])))
        after, growth = state(), resident() - memory
    faults = list(run.faults)
    faults += [
        f"{key}: {before[key]} became {after[key]}" for key in before if before[key] != after[key]
    ]
    if run.limits != {sys.getrecursionlimit()}:
        faults.append(f"the recursion limit was {sorted(run.limits)} meanwhile")
    if growth > GROWTH:
        faults.append(f"the process grew by {growth >> 20} MiB")
    print(f"{run.done} renders of {len(jobs)} kinds, {growth >> 20} MiB more")
    for fault in faults:
        print(fault)
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
