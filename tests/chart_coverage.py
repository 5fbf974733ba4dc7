"""Measures how much of chart/templates the golden cases run: `python -m tests.chart_coverage`.

Prints the figures, then every line that has not run completely and every if, with and range of which
a side has not run. A case that renders the chart as a dependency counts, too.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "renderer"))

from tests.chart_cases import load_cases, load_refusals
from tests.chart_rendering import Studio
from tests.test_chart_cluster import CASES

from helmwright.rendering import Coverage

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.template.coverage import FileCoverage

CHART_NAME = "determined"
NEVER_EMPTY = frozenset(("dict", "list", "splitList"))


def measure() -> list[FileCoverage]:
    """Renders every case and returns what has run of each of the chart's files.

    Refusals count, and what test_chart_cluster.py renders with objects of a cluster.
    """
    coverage = Coverage(never_empty=NEVER_EMPTY)
    studio = Studio(coverage=coverage)
    for case in load_cases():
        if case.parent is None:
            studio.refuse(case)
    for refusals in load_refusals():
        for row in refusals.rows:
            studio.refuse(row.case)
    for case, world in CASES:
        studio.render(case, world=world)
    return [file for file in coverage.files() if file.name.startswith(f"{CHART_NAME}/")]


def figures(files: Iterable[FileCoverage]) -> dict[str, tuple[int, int]]:
    """Returns how many lines and sides of branches have run, and how many there are."""
    files = list(files)
    return {
        "lines": (
            sum(file.covered_lines for file in files),
            sum(len(file.lines) for file in files),
        ),
        "sides of if, with and range": (
            sum(file.covered_sides for file in files),
            sum(file.sides for file in files),
        ),
    }


def gaps(files: Iterable[FileCoverage]) -> list[str]:
    """Returns what has not run, as FILE:LINE: WORDS."""
    return [
        f"chart/{file.name.partition('/')[2]}:{line}: {words}"
        for file in files
        for line, words in file.gaps()
    ]


def main() -> None:
    """Prints figures and gaps; exit code 1 if there is a gap."""
    files = measure()
    for name, (covered, total) in figures(files).items():
        print(f"{name}: {covered} of {total} ({100 * covered / max(total, 1):.1f} %)")
    found = gaps(files)
    for gap in found:
        print(gap)
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    main()
