"""What each thing saves that is done for nothing but time: processor time of whole processes, in turn.

Usage: python -m tests.bench.start

Every row is a command as it is, and with one of these things left out. One that saves nothing is to go:
then this ends with 1.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from tests.bench.programs import MINIMAL, ROOT, RUNS

PROGRAM = """\
import sys
{left_out}
sys.argv[:1] = ["helmwright"]
from helmwright.cli import main
sys.exit(main())
"""
CHART = str(ROOT / "chart")
TEMPLATE = ("template", "demo", CHART, "-f", str(MINIMAL))
LINT = ("lint", str(MINIMAL), "--ignore", "yaml-style")
NO_LOADER = "from helmwright.go import yaml_stand_in as m; m.skip_python_loader = lambda: None"
NO_THRESHOLD = "import gc; gc.set_threshold = lambda *_: None"
NO_FREEZE = "import gc; gc.freeze = lambda: None"
NO_RULES = (
    "from importlib import import_module; from helmwright.lint import loading as m;"
    " m.load_module = import_module"
)


class Saving(NamedTuple):
    """A thing that is left out of a command, and whether the command has its cache of templates."""

    name: str
    left_out: str
    command: tuple[str, ...]
    cached: bool = True


SAVINGS = (
    Saving("PyYAML's loader in Python is not imported, template", NO_LOADER, TEMPLATE),
    Saving(
        "garbage is looked for later, template without cache", NO_THRESHOLD, TEMPLATE, cached=False
    ),
    Saving("garbage is looked for later, lint", NO_THRESHOLD, LINT),
    Saving("what is left is not looked through at the end, lint", NO_FREEZE, LINT),
    Saving("compiled rules are read without Python's import, lint", NO_RULES, LINT),
)


def processor_time(program: str, saving: Saving, environment: dict[str, str]) -> float:
    """Return the milliseconds of one run of a command."""
    process = subprocess.Popen(
        [sys.executable, "-c", program, *saving.command],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**environment, "HELMWRIGHT_CACHE": "on" if saving.cached else "off"},
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(saving.command)} failed with {process.returncode}")
    return (usage.ru_utime + usage.ru_stime) * 1000


def medians(saving: Saving, environment: dict[str, str]) -> tuple[float, float]:
    """Return the time with and without something."""
    programs = PROGRAM.format(left_out=""), PROGRAM.format(left_out=saving.left_out)
    times: list[list[float]] = [[], []]
    for run in range(RUNS + 1):
        for program, spent in zip(programs, times, strict=True):
            took = processor_time(program, saving, environment)
            if run:
                spent.append(took)
    return statistics.median(times[0]), statistics.median(times[1])


def print_savings() -> bool:
    """Print the table; returns whether everything saves something."""
    print(f"{'':<56} {'with':>8} {'without':>8}    {'saved':>8}")
    worth = True
    with tempfile.TemporaryDirectory() as cache:
        environment = {
            name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
        }
        environment["HELMWRIGHT_CACHE_DIR"] = str(Path(cache) / "cache")
        environment["PYTHONPATH"] = str(ROOT / "renderer")
        for saving in SAVINGS:
            own, without = medians(saving, environment)
            worth = worth and without > own
            nothing = "" if without > own else "   saves nothing"
            print(
                f"{saving.name:<56} {own:8.1f} {without:8.1f} ms {without - own:8.1f}{nothing}",
                flush=True,
            )
    return worth


if __name__ == "__main__":
    sys.exit(0 if print_savings() else 1)
