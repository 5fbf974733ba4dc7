"""How long linting takes: all rules, beside `helm lint` of the same and yamllint alone.

Usage: python -m tests.bench.lint

Whole processes, run in turn, medians; compiled templates are in the cache. Both Python programs are
shown without the start of the interpreter, which is the first row. What `helm lint` says is a tenth
of what the rules here say, and it takes one values file, of one chart; so for many files its time
is that of as many runs, shared by the processors.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.programs import MINIMAL, OWN, ROOT, RUNS, measure
from tests.conformance.peer import helm_binary

if TYPE_CHECKING:
    from collections.abc import Callable

CHART = ROOT / "chart"
EXAMPLES = sorted((CHART / "examples").glob("*.yaml"))
MANY = 1000
SAMPLE = 60
"""So many runs of Helm stand for those of all files."""
NOT_PASSED_ON = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED", "PYTHONOPTIMIZE")
YAMLLINT = [
    *(sys.executable, "-m", "yamllint", "-d"),
    "{extends: relaxed, rules: {line-length: disable, new-lines: disable, key-duplicates: disable}}",
]
"""With the rules that are asked for where the user has configured nothing."""


class Row(NamedTuple):
    """One line of the table; times in milliseconds, None where there is nothing to compare."""

    name: str
    own: float
    helm: float | None = None
    yamllint: float | None = None

    def __str__(self) -> str:
        ratio = f"{self.own / self.helm:8.2f}x" if self.helm else f"{'':>9}"
        slower = "   slower than Helm" if self.helm and self.own > self.helm else ""
        return f"{self.name:<44} {_shown(self.helm)} {_shown(self.yamllint)} {_shown(self.own)} ms{ratio}{slower}"


def _shown(milliseconds: float | None) -> str:
    return f"{'':>9}" if milliseconds is None else f"{milliseconds:9.1f}"


class Bench:
    """The measurements in a folder of their own, with values files and a cache of templates."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.helm = str(helm_binary())
        self.environment = {
            name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON
        }
        self.environment["HELMWRIGHT_CACHE_DIR"] = str(folder / "cache")
        self.start = self.medians([sys.executable, "-c", "pass"])[0]

    def medians(self, *commands: list[str], runs: int = RUNS) -> list[float]:
        """Return the median time of each command, run in turn."""
        walls: list[list[float]] = [[] for _ in commands]
        for run in range(runs + 1):
            for command, found in zip(commands, walls, strict=True):
                wall, _ = measure(command, self.environment, str(self.folder))
                if run:
                    found.append(wall * 1000)
        return [statistics.median(found) for found in walls]

    def row(self, name: str, own: list[str], helm: list[str], yamllint: list[str]) -> Row:
        """Measure one thing with all programs."""
        commands = [[*OWN, "lint", *own], [self.helm, "lint", *helm], [*YAMLLINT, *yamllint]]
        ours, theirs, style = self.medians(*commands)
        return Row(name, ours - self.start, theirs, style - self.start)

    def one_file(self) -> list[Row]:
        """Measure one values file for the bundled chart."""
        values = str(self.folder / "values.yaml")
        Path(values).write_bytes(MINIMAL.read_bytes())
        whole = self.row(
            "one values file, all rules", [values], [str(CHART), "-f", values], [values]
        )
        alone = [*OWN, "lint", values, "--ignore", "yaml-style"]
        without = self.medians(alone)[0] - self.start
        return [whole, Row("one values file, without yamllint", without)]

    def chart(self) -> Row:
        """Measure the bundled chart, with its templates, and values for it."""
        arguments = [str(CHART), "-f", str(MINIMAL)]
        return self.row(
            "bundled chart, all rules", arguments, arguments, [str(CHART / "values.yaml")]
        )

    def many(self) -> Row:
        """Measure many values files for the bundled chart on all processors."""
        names = self._values_files()
        cores = len(os.sched_getaffinity(0))
        own, style = self.medians([*OWN, "lint", *names], [*YAMLLINT, *names], runs=1)
        took = _timed(lambda: self._helm_runs(names[:: MANY // SAMPLE], cores))
        return Row(
            f"{MANY} values files, {cores} processors",
            own - self.start,
            took / len(names[:: MANY // SAMPLE]) * MANY,
            style - self.start,
        )

    def _values_files(self) -> list[str]:
        names = []
        for number in range(MANY):
            path = self.folder / f"{number:04}.yaml"
            text = EXAMPLES[number % len(EXAMPLES)].read_text("utf-8")
            port = "" if "\nmasterPort:" in text else f"masterPort: {9000 + number}\n"
            path.write_text(text + port, "utf-8")
            names.append(path.name)
        return names

    def _helm_runs(self, names: list[str], cores: int) -> None:
        commands = [[self.helm, "lint", str(CHART), "-f", name] for name in names]
        with ThreadPoolExecutor(cores) as pool:
            for _ in pool.map(
                lambda command: measure(command, self.environment, str(self.folder)), commands
            ):
                pass


def _timed(call: Callable[[], None]) -> float:
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


def print_lint() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(Path(scratch))
        print(f"{'linting':<44} {'helm':>9} {'yamllint':>9} {'own':>9}    {'own/helm':>8}")
        print(Row("start of the interpreter, subtracted below", bench.start), flush=True)
        for row in bench.one_file():
            print(row, flush=True)
        print(bench.chart(), flush=True)
        print(bench.many(), flush=True)


if __name__ == "__main__":
    print_lint()
