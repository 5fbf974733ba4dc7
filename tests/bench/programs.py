"""Programs that are measured from outside, as whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
MINIMAL = ROOT / "chart" / "examples" / "minimal.yaml"
RUNS = int(os.environ.get("HELMWRIGHT_BENCH_RUNS", "15"))
SCRIPT = Path(sys.executable).parent / "helmwright"
OWN = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "helmwright"]


class Spent(NamedTuple):
    """What a run took: seconds on the wall, seconds of processors, MiB at the peak."""

    wall: float
    processor: float
    peak: float


def spent(command: list[str], environment: dict[str, str], folder: str | None = None) -> Spent:
    """Return what one run of ``command`` took."""
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        cwd=folder,
    )
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with {process.returncode}")
    return Spent(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def measure(
    command: list[str], environment: dict[str, str], folder: str | None = None
) -> tuple[float, float]:
    """Return wall seconds and peak MiB of one run of ``command``."""
    took = spent(command, environment, folder)
    return took.wall, took.peak
