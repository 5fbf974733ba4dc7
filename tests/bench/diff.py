"""How long diffs and golden files take, as whole processes and in one process.

Usage: python -m tests.bench.diff [HELM_DIFF]

HELM_DIFF is the program of the plugin helm-diff, if it is at hand: its ``local`` compares two chart
directories, as ``helmwright diff chart`` does. Medians; compiled templates are in the cache; the
start of the interpreter is a row of its own and not subtracted from the others.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.lint import EXAMPLES, NOT_PASSED_ON
from tests.bench.programs import MINIMAL, OWN, ROOT, RUNS, measure
from tests.conformance.peer import helm_binary

from helmwright import diff_manifests
from helmwright.diff.report import ReportOptions, render

CHART = ROOT / "chart"
RELEASES, OBJECTS = 26, 20
CASES = 250


def _median(command: list[str], environment: dict[str, str], folder: Path) -> float:
    walls = [measure(command, environment, str(folder))[0] for _ in range(RUNS + 1)]
    return statistics.median(walls[1:]) * 1000


def _manifests(release: int, side: int) -> str:
    """Return objects of one release, half of which differ between the sides."""
    text = ""
    for number in range(OBJECTS):
        image = side if number % 2 else 0
        text += (
            f"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web-{number}}}\n"
            f"spec:\n  replicas: {number}\n  selector: {{matchLabels: {{app: web-{number}}}}}\n"
            f"  template:\n    metadata: {{labels: {{app: web-{number}, release: r{release}}}}}\n"
            f"    spec: {{containers: [{{name: web, image: 'web:{image}'}}]}}\n"
        )
    return text


def _many_releases() -> float:
    """Return the milliseconds of diffs of many releases with their reports, in this process."""
    start = time.perf_counter()
    reports = [
        diff_manifests(_manifests(release, 0), _manifests(release, 1))
        for release in range(RELEASES)
    ]
    render("text", reports, ReportOptions())
    return (time.perf_counter() - start) * 1000


def print_diffs(helm_diff: str = "") -> None:
    """Print the table."""
    environment = {name: value for name, value in os.environ.items() if name not in NOT_PASSED_ON}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        environment["HELMWRIGHT_CACHE_DIR"] = str(folder / "cache")
        print(f"{'diffs and golden files':<52} {'ms':>9}")
        rows = {
            "start of the interpreter": [sys.executable, "-c", "pass"],
            "diff values, bundled chart": [
                *(*OWN, "diff", "values", str(CHART), "-f", str(MINIMAL)),
                *("--to-set", "masterPort=9000"),
            ],
            "diff chart, bundled chart": [
                *(*OWN, "diff", "chart", str(CHART), str(CHART), "-f", str(MINIMAL)),
            ],
        }
        if helm_diff:
            environment["HELM_BIN"] = str(helm_binary())
            rows["helm-diff local, bundled chart"] = [
                *(helm_diff, "local", str(CHART), str(CHART), "-f", str(MINIMAL)),
            ]
        for name, command in rows.items():
            print(f"{name:<52} {_median(command, environment, folder):9.1f}", flush=True)
        print(
            f"{f'{RELEASES} releases of {OBJECTS} objects, one process':<52} {_many_releases():9.1f}"
        )
        cases = _golden_cases(folder / "chart")
        measure([*OWN, "golden", "update", str(cases)], environment, scratch)
        took = _median([*OWN, "golden", "run", str(cases)], environment, folder)
        print(f"{f'golden run, {CASES} cases of the bundled chart':<52} {took:9.1f}", flush=True)


def _golden_cases(chart: Path) -> Path:
    shutil.copytree(CHART, chart)
    (chart / "golden").mkdir()
    for number in range(CASES):
        example = EXAMPLES[number % len(EXAMPLES)]
        shutil.copyfile(example, chart / "golden" / f"{number:03}-{example.name}")
    return chart


if __name__ == "__main__":
    print_diffs(*sys.argv[1:2])
