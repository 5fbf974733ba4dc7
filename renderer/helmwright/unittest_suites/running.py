"""Runs the suites of charts.

Source: helm-unittest pkg/unittest/test_runner.go and files.go.
"""

from __future__ import annotations

import glob
import os
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record
from helmwright.charts.loader import load_chart
from helmwright.eras.meant import as_era
from helmwright.secrets.witness import witnessing
from helmwright.unittest_suites.capabilities import HELM
from helmwright.unittest_suites.jobs import TestChart
from helmwright.unittest_suites.reading import read_suites
from helmwright.unittest_suites.results import ChartResult, SuiteResult
from helmwright.unittest_suites.snapshots import Snapshots
from helmwright.values.maps import copy_values, merge_maps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.template.coverage import Coverage
    from helmwright.unittest_suites.safe_results import Hiding
    from helmwright.unittest_suites.suites import Suite

DEFAULT_FILES = ("tests/*_test.yaml",)


class UnittestOptions(Record):
    """How suites are run.

    files: globs of suite files, relative to each chart. values: globs of values files that all
    tests get. update: take over what differs from snapshots. subcharts: run theirs, too.
    era: the Helm that renders, or its version; by default the one that helm-unittest is made with.
    """

    files: Sequence[str] = DEFAULT_FILES
    values: Sequence[str] = ()
    update: bool = False
    subcharts: bool = True
    strict: bool = False
    fail_fast: bool = False
    skip_schema_validation: bool = False
    era: Era | str = HELM


@checked
def run_unittest(
    path: str | os.PathLike[str],
    options: UnittestOptions,
    *,
    coverage: Coverage | None = None,
    told: Callable[[SuiteResult], object] = lambda _: None,
    show_secrets: bool = False,
) -> ChartResult:
    """Run the suites of a chart; told: of the result of each suite.

    What is said about failures is without the secrets of the chart, of suites and of values files,
    unless show_secrets.
    """
    from helmwright.unittest_suites.safe_results import Hiding

    with witnessing() as sights:
        hiding = None if show_secrets else Hiding(sights)
        return _run_chart(os.fspath(path), options, coverage, told, hiding)


def _run_chart(
    path: str,
    options: UnittestOptions,
    coverage: Coverage | None,
    told: Callable[[SuiteResult], object],
    hiding: Hiding | None,
) -> ChartResult:
    result = ChartResult(path, path)
    try:
        era = as_era(options.era)
        chart = load_chart(path, era=era)
    except HelmwrightError as error:
        result.error = str(error) if hiding is None else hiding.safe(str(error))
        return result
    result.name = chart.name
    test_chart = TestChart(
        chart, skip_schema_validation=options.skip_schema_validation, coverage=coverage, era=era
    )
    shared: dict[str, Snapshots] = {}
    for file, route in suite_files(chart, path, options):
        for one in _run_file(test_chart, path, file, route, options, shared=shared):
            if hiding is not None:
                hiding.hide(one)
            result.suites.append(one)
            told(one)
            if options.fail_fast and not one.passed:
                break
        else:
            continue
        break
    complete = not options.fail_fast or result.passed
    for snapshots in shared.values():
        snapshots.store(complete=complete)
    return result


def _run_file(  # noqa: PLR0913 - what the run of a suite depends on
    chart: TestChart,
    path: str,
    file: str,
    route: str,
    options: UnittestOptions,
    *,
    shared: dict[str, Snapshots],
) -> Iterator[SuiteResult]:
    try:
        suites = read_suites(
            file, route, strict=options.strict, values=values_files(options.values)
        )
    except HelmwrightError as error:
        yield SuiteResult("", file, error=str(error))
        return
    for suite in suites:
        try:
            snapshots = shared.get(suite.snapshot_path)
            if snapshots is None:
                snapshots = Snapshots.of_suite(
                    suite.snapshot_path, updating=options.update, chart=path
                )
                shared[suite.snapshot_path] = snapshots
        except HelmwrightError as error:
            yield SuiteResult(suite.name, file, error=str(error))
        else:
            yield run_suite(chart, suite, snapshots, fail_fast=options.fail_fast)


def run_suite(
    chart: TestChart, suite: Suite, snapshots: Snapshots, *, fail_fast: bool = False
) -> SuiteResult:
    """Run the tests of one suite."""
    result = SuiteResult(suite.name, suite.path, skipped=suite.skipped)
    for test in suite.tests:
        result.tests.append(chart.run(suite, test, snapshots, fail_fast=fail_fast))
        if fail_fast and not result.passed:
            break
    result.snapshots = snapshots.count()
    return result


def suite_files(chart: Chart, path: str, options: UnittestOptions) -> Iterator[tuple[str, str]]:
    """Yield the suite files of a chart at ``path``, each with the route of the chart it is for."""
    values: dict[str, Value] = copy_values(chart.values)
    for name in values_files(options.values):
        from helmwright.values.files import merge_sources

        values = merge_maps(values, merge_sources([name], era=options.era))
    yield from _files(chart, path, chart.name, values, options)


def _files(
    chart: Chart, path: str, route: str, values: dict[str, Value], options: UnittestOptions
) -> Iterator[tuple[str, str]]:
    seen: set[str] = set()
    for pattern in options.files:
        for file in _matches(path, pattern):
            if file not in seen:
                seen.add(file)
                yield file, route
    if not options.subcharts:
        return
    for subchart in chart.dependencies:
        if _is_enabled(chart, subchart.name, values):
            inner = f"charts/{subchart.name}"
            yield from _files(subchart, f"{path}/{inner}", f"{route}/{inner}", values, options)


def _matches(path: str, pattern: str) -> list[str]:
    if os.path.isabs(pattern):  # noqa: PTH117 - globs are texts
        return [pattern]
    if f"{path}/" not in pattern:
        pattern = os.path.normpath(f"{glob.escape(path)}/{pattern}")
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - the results are texts


def values_files(patterns: Sequence[str]) -> list[str]:
    """Return the absolute paths of the values files that globs name."""
    found: list[str] = []
    for pattern in patterns:
        names = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - texts
        if not names and not glob.has_magic(pattern):
            names = [pattern]
        found += map(os.path.abspath, names)
    return found


def _is_enabled(chart: Chart, name: str, values: dict[str, Value]) -> bool:
    """Tell whether the suites of a subchart are run, by its condition, or else its tags."""
    for dependency in chart.metadata.dependencies or []:
        if (dependency.alias or dependency.name) == name:
            if dependency.condition:
                return _condition(dependency.condition, values)
            tags = values.get("tags")
            if not dependency.tags or not isinstance(tags, dict):
                return True
            return any(tags.get(tag) is True for tag in dependency.tags)
    return True


def _condition(path: str, values: dict[str, Value]) -> bool:
    found: Value = values
    for part in path.split("."):
        if not isinstance(found, dict) or part not in found:
            return True
        found = found[part]
    return found if isinstance(found, bool) else True
