"""How long compat takes: as a whole process, and in a process that has compared a chart before.

Usage: python -m tests.bench.compat [CHART ...]

Without a chart it is one of 25 objects and forty nulls, of which a few matter. Medians of wall time. What is wanted:
150 ms warm and 0.6 s cold for that chart, and 5 s for kube-prometheus-stack.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.programs import OWN, RUNS, measure

from helmwright.compat import compat

OBJECTS, NULLS = 25, 40


def write_chart(folder: Path) -> Path:
    """Write a chart of so many Deployments, whose values have nulls; returns its path."""
    chart = folder / "web"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    nulls = "".join(f"  k{number}: null\n" for number in range(NULLS))
    (chart / "values.yaml").write_text(f"some:\n{nulls}  here: 1\n")
    for number in range(OBJECTS):
        (chart / "templates" / f"web-{number}.yaml").write_text(
            f"apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-{number}\n  labels:\n"
            f'    has: {{{{ hasKey .Values.some "k{number % 5}" | quote }}}}\nspec:\n'
            f"  replicas: {number}\n  selector: {{matchLabels: {{app: web-{number}}}}}\n  template:\n"
            f"    metadata: {{labels: {{app: web-{number}}}}}\n    spec:\n      containers:\n"
            f'        - {{name: web, image: "web:{{{{ .Chart.Version }}}}"}}\n\n\n'
        )
    return chart


def _warm(chart: Path) -> tuple[float, int]:
    """Return the seconds of a comparison in a process that has made one, and how often it rendered."""
    report = compat(chart)
    walls = []
    for _ in range(RUNS):
        start = time.perf_counter()
        compat(chart)
        walls.append(time.perf_counter() - start)
    return statistics.median(walls), report.renders


def main() -> None:
    """Measure the charts of the command line."""
    with tempfile.TemporaryDirectory() as folder:
        charts = [Path(name) for name in sys.argv[1:]] or [write_chart(Path(folder))]
        for chart in charts:
            command = [*OWN, "compat", str(chart), "--fail-level", "never"]
            walls = [measure(command, dict(os.environ), folder)[0] for _ in range(RUNS + 1)]
            warm, renders = _warm(chart)
            cold = statistics.median(walls[1:]) * 1000
            sys.stdout.write(
                f"{chart.name:<40} cold {cold:8.1f} ms   warm {warm * 1000:8.1f} ms   {renders} renders\n"
            )


if __name__ == "__main__":
    main()
