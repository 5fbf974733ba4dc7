"""Measures how near public charts come to the limits of docs/limits.md, and prints its table.

    python tests/conformance/measure_limits.py FOLDER [--values 4]

Every directory below FOLDER that has a Chart.yaml is a chart; it is rendered with its default values, and
with the first files of its ci/. Dependencies must be in its charts/. Each chart has a process of its own,
without the cache, so that compiling counts. Exit code 1 if a chart is refused by a limit.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path[:0] = [str(ROOT / "renderer")]
os.environ["HELMWRIGHT_CACHE"] = "off"

from helmwright import ChartRenderer, Release, load_chart, merge_sources  # noqa: E402 - the path is set first
from helmwright.base.errors import HelmwrightError  # noqa: E402 - the path is set first
from helmwright.go import limits  # noqa: E402 - the path is set first

MEASURES = {
    "seconds": "processor time of a render, its templates compiled anew (s)",
    "memory": "memory by which the process grew (MiB)",
    "written": "text written by all templates (MiB)",
    "largest": "text written by one template (MiB)",
}
MEGABYTE = 1 << 20


def rendered(chart: Path, values: Path | None) -> dict[str, Any]:
    """Return what one render took, or why there was none."""
    row: dict[str, Any] = {"chart": chart.name, "path": str(chart), "seconds": 0.0}
    try:
        renderer = ChartRenderer(load_chart(str(chart)))
        overrides = merge_sources([str(values)]) if values else {}
        before, begun = limits.resident(), time.thread_time()
        files = renderer.files(overrides, Release())
    except HelmwrightError as error:
        return {**row, "error": error.message}
    sizes = [len(text) / MEGABYTE for text in files.values()]
    return {
        **row,
        "seconds": time.thread_time() - begun,
        "memory": max(0, limits.resident() - before) / MEGABYTE,
        "written": sum(sizes),
        "largest": max(sizes, default=0.0),
    }


def apart(chart: Path, most: int) -> list[dict[str, Any]]:
    """Return the rows of a chart, from a process of its own."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        found = [None, *sorted(chart.glob("ci/*values*.y*ml"))[:most]]
        with os.fdopen(writing, "w") as file:
            file.writelines(json.dumps(rendered(chart, values)) + "\n" for values in found)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as file:
        rows = [json.loads(line) for line in file]
    os.waitpid(pid, 0)
    return rows


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--values", type=int, default=4)
    asked = parser.parse_args()
    charts = sorted({path.parent for path in asked.folder.rglob("Chart.yaml")})
    rows = [row for chart in charts for row in apart(chart, asked.values)]
    good = [row for row in rows if "error" not in row]
    print(f"{len(good)} renders of {len({row['path'] for row in good})} charts")
    for key, title in MEASURES.items():
        values = sorted(row[key] for row in good)
        most = max(good, key=lambda row: row[key])
        middle = values[len(values) // 2]
        print(f"| {title} | {middle:.2f} | {values[-1]:.2f} | {most['chart']} |")
    refused = [row for row in rows if "takes more than" in row.get("error", "")]
    for row in refused:
        print(f"{row['path']}: {row['error']}")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
