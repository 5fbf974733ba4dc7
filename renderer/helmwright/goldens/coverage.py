"""What of a chart's templates, and of its values, golden cases use."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.functions import FunctionTable
from helmwright.goldens.results import TemplateCoverage, ValuesCoverage
from helmwright.rendering.functions import ENGINE
from helmwright.rendering.source_map import template_texts
from helmwright.template.coverage import Coverage
from helmwright.template.template_set import ParseFailure, load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart

_NEVER_EMPTY = frozenset(("dict", "list", "tuple", "splitList"))


class Measuring:
    """Gathers what runs while cases are rendered, maybe by several processes.

    folder: the chart's path, for people. with_subcharts: the charts below it count, too.
    """

    def __init__(self, chart: Chart, folder: str, *, with_subcharts: bool = False) -> None:
        self.coverage = Coverage(never_empty=_NEVER_EMPTY)
        self._folder = folder
        self._name = chart.name
        self._values = chart.values
        self._keys = dict.fromkeys((_key(path) for path, _ in _leaves(chart.values)), False)
        self._sources = {
            path: text
            for path, text in template_texts(chart).items()
            if with_subcharts or path.count("/charts/") == 0
        }
        functions = FunctionTable(ENGINE)
        # Files are known before a process begins, so that all count their parts alike.
        for path, text in self._sources.items():
            try:
                load([(path, text)], functions, name=path, coverage=self.coverage)
            except ParseFailure:  # every case will say so
                continue

    def visited(self) -> frozenset[int]:
        """Return what has run in this process."""
        return self.coverage.visited()

    def changed_keys(self, values: dict[str, Any]) -> frozenset[str]:
        """Return the keys of values.yaml that a case sets to something else."""
        given = dict(_leaves(values))
        found = set()
        for path, default in _leaves(self._values):
            for length in range(len(path), 0, -1):
                if path[:length] in given:
                    if given[path[:length]] != default:
                        found.add(_key(path))
                    break
            else:
                below = any(one[: len(path)] == path for one in given)
                if below:  # a map in the place of an empty one
                    found.add(_key(path))
        return frozenset(found)

    def add(self, visited: frozenset[int], keys: frozenset[str]) -> None:
        """Take in what another process has seen."""
        self.coverage.add(visited)
        for key in keys & self._keys.keys():
            self._keys[key] = True

    def result(self) -> TemplateCoverage:
        """Return what has run so far; files without anything that can run are left out."""
        known = tuple(
            file for file in self.coverage.files() if file.name in self._sources and file.lines
        )
        renamed = tuple(file._replace(name=self._place(file.name)) for file in known)
        sources = {self._place(name): text for name, text in self._sources.items()}
        return TemplateCoverage(self._name, renamed, sources, ValuesCoverage(dict(self._keys)))

    def _place(self, name: str) -> str:
        inside = name.removeprefix(f"{self._name}/")
        return inside if self._folder == "." else os.path.join(self._folder, inside)  # noqa: PTH118 - pathlib is slow to import


def _leaves(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield what is no map, or an empty one, with its path."""
    if isinstance(value, dict) and (value or not path):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    else:
        yield path, value


def _key(path: tuple[str, ...]) -> str:
    return ".".join(step.replace(".", "\\.") for step in path)
