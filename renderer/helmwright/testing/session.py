"""What one run of pytest shares: charts that are loaded once, coverage, snapshots."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.testing.charts import TestedChart

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from helmwright.unittest_suites.jobs import TestChart
    from helmwright.unittest_suites.snapshots import Snapshots


class ChartSession:
    """The charts of one run.

    updating: write golden files and snapshots that differ. measuring: record what of templates
    runs. waiting: the tests of suites that have not run yet.
    """

    def __init__(self, *, updating: bool = False, measuring: bool = False) -> None:
        self.updating = updating
        self.measuring = measuring
        self.snapshots: dict[str, Snapshots] = {}
        self.waiting: set[tuple[str, str]] = set()
        self._charts: dict[str, TestedChart] = {}
        self._suite_charts: dict[str, TestChart] = {}
        self._suite_files: dict[Path, set[Path]] = {}

    def suite_files(self, folder: Path, globs: Iterable[str]) -> set[Path]:
        """Return the files of a chart's folder that globs name; the globs are always the same."""
        if folder not in self._suite_files:
            self._suite_files[folder] = {file for one in globs for file in folder.glob(one)}
        return self._suite_files[folder]

    def chart(self, path: str | os.PathLike[str]) -> TestedChart:
        """Return the chart at a path."""
        key = os.path.realpath(path)
        if key not in self._charts:
            self._charts[key] = TestedChart(path, measure=self.measuring)
        return self._charts[key]

    def suite_chart(self, path: Path) -> TestChart:
        """Return the chart at a path, for the suites of helm-unittest."""
        from helmwright.charts.loader import load_chart
        from helmwright.unittest_suites.jobs import TestChart

        key = os.path.realpath(path)
        if key not in self._suite_charts:
            if self.measuring:
                tested = self.chart(path)
                coverage = None if tested.measuring is None else tested.measuring.coverage
                self._suite_charts[key] = TestChart(tested.chart, coverage=coverage)
            else:
                self._suite_charts[key] = TestChart(load_chart(str(path)))
        return self._suite_charts[key]

    def store_snapshots(self) -> None:
        """Write the snapshots that change; what no test compared goes if all tests have run."""
        for snapshots in self.snapshots.values():
            snapshots.store(complete=not self.waiting)

    def visited(self) -> dict[str, list[int]]:
        """Return what has run of each chart, by its path."""
        return {
            key: sorted(chart.measuring.visited())
            for key, chart in self._charts.items()
            if chart.measuring is not None
        }

    def add_visited(self, visited: dict[str, list[int]]) -> None:
        """Take in what another process has seen."""
        for path, numbers in visited.items():
            measuring = self.chart(path).measuring
            if measuring is not None:
                measuring.add(frozenset(numbers), frozenset())

    def coverage(self, *, gaps: bool = False) -> tuple[str, float]:
        """Return a table of what has run, and the percentage of all; blank without charts.

        gaps: with what has not run, line by line.
        """
        from helmwright.goldens.coverage_text import table, write
        from helmwright.goldens.results import ValuesCoverage

        texts, covered, total = [], 0, 0
        for chart in self._charts.values():
            if chart.measuring is not None:
                found = chart.measuring.result()._replace(values=ValuesCoverage({}))
                texts.append(write(found, every=True) if gaps else table(found))
                covered += found.lines[0] + found.sides[0]
                total += found.lines[1] + found.sides[1]
        return "\n".join(texts), 100 * covered / max(total, 1)
