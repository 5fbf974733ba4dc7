"""Programs that are measured from outside, as whole processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
MINIMAL = ROOT / "chart" / "examples" / "minimal.yaml"
RUNS = int(os.environ.get("HELMWRIGHT_BENCH_RUNS", "15"))
SCRIPT = Path(sys.executable).parent / "helmwright"
OWN = [str(SCRIPT)] if SCRIPT.exists() else [sys.executable, "-m", "helmwright"]


def measure(
    command: list[str], environment: dict[str, str], folder: str | None = None
) -> tuple[float, float]:
    """Return wall seconds and peak MiB of one run of ``command``."""
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
    return wall, usage.ru_maxrss / 1024
