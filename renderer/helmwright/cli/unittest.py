"""``helmwright unittest [CHART...]``: runs test suites written for helm-unittest."""

from __future__ import annotations

from itertools import count
from time import perf_counter
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import (
    BOOL_OR_TEXT,
    COLORS,
    flag,
    string,
    string_array,
    switch,
)
from helmwright.commands.helm_flags import HelmFlags, asked_era
from helmwright.commands.source_flags import ChartSourceFlags

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.unittest_suites.results import ChartResult
    from helmwright.unittest_suites.running import UnittestOptions

USAGE = "helmwright unittest [CHART...] [FLAGS]"
SUMMARY = """Run test suites written for helm-unittest, as they are.

Suites are the files tests/*_test.yaml of each chart; without a chart, of the one around
the current directory. Each test renders the chart with its values and asserts on what comes
out. Snapshots are in __snapshot__ beside the suites: new ones are written, others are
compared. Flags, output and verdicts are helm-unittest's, and so is the cluster that a suite
gets if it asks for none: Kubernetes v1.20.0 without API versions. postRenderer is refused:
it would run a program.
"""
EXAMPLES = """\
  helmwright unittest charts/shop
  helmwright unittest charts/shop -f 'unittests/**/*_test.yaml' --strict
  helmwright unittest charts/shop -u
  helmwright unittest charts/* -o results.xml -t JUnit
"""


class UnittestFlags(HelmFlags, ChartSourceFlags):
    """The flags of ``unittest``, which are those of helm-unittest."""

    file: list[str] = string_array(
        "glob of suite files, relative to the chart; repeatable (default tests/*_test.yaml)",
        "f",
        value_name="glob",
    )
    values: list[str] = string_array(
        "glob of values files that all tests get; repeatable", "v", value_name="glob"
    )
    update_snapshot: bool = switch("take over what differs from snapshots", "u")
    with_subchart: bool = switch("run the suites of subcharts in charts/, too", "s", default=True)
    strict: bool = switch("refuse keys of suites and tests that are not known")
    failfast: bool = switch("stop at the first test that fails", "q")
    output_file: str = string("also write the results to this file", "o", value_name="file")
    output_type: str = string(
        "format of the output file", "t", default="XUnit", value_name="JUnit|XUnit"
    )
    skip_schema_validation: bool = switch("do not hold values against values.schema.json")
    color: bool | str | None = flag(
        BOOL_OR_TEXT,
        "color the output, also when it goes to no terminal; --color=auto is as without it",
        default=None,
        bare="true",
        value_name=f"true|false|{COLORS}",
    )


def _run(context: Context, flags: UnittestFlags, positional: list[str]) -> int:
    """Run the suites of charts; returns the exit code."""
    from helmwright.commands.references import chart_path
    from helmwright.unittest_suites.report_xml import FORMATS

    if flags.output_type.lower() not in map(str.lower, FORMATS):
        raise UsageError(f"--output-type is one of {', '.join(FORMATS)}")
    paths = [chart_path(context, path, flags) for path in positional or [_around()]]
    if flags.color is not None:
        context.screen.color = _color(flags.color)
    charts = _results(context, flags, paths)
    if flags.output_file:
        _write_xml(flags, charts)
    return 0 if all(chart.passed for chart in charts) else 1


def _around() -> str:
    """Return the chart around the current folder; the bundled one has no suites to run."""
    from helmwright.settings.meant_chart import meant_chart

    found = meant_chart()
    return "." if found.is_bundled and not found.is_asked else found.path


def _color(asked: bool | str) -> str:  # noqa: FBT001 - what the flag gives
    """Return the mode of colours: helm-unittest's flag is a switch, ours has words."""
    if isinstance(asked, bool):
        return "always" if asked else "never"
    modes = COLORS.split("|")
    if asked not in modes:
        raise UsageError(f'--color is one of {", ".join(modes)}, true or false, not "{asked}"')
    return asked


def _options(context: Context, flags: UnittestFlags) -> UnittestOptions:
    from helmwright.unittest_suites.capabilities import HELM
    from helmwright.unittest_suites.running import DEFAULT_FILES, UnittestOptions

    return UnittestOptions(
        files=flags.file or DEFAULT_FILES,
        values=flags.values,
        update=flags.update_snapshot,
        subcharts=flags.with_subchart,
        strict=flags.strict,
        fail_fast=flags.failfast,
        skip_schema_validation=flags.skip_schema_validation,
        era=asked_era(context, flags) or HELM,
    )


def _results(context: Context, flags: UnittestFlags, paths: list[str]) -> list[ChartResult]:
    from helmwright.unittest_suites.report_text import TextReport
    from helmwright.unittest_suites.running import run_unittest

    report = TextReport(context.style)
    options = _options(context, flags)
    start = perf_counter()
    charts: list[ChartResult] = []
    done = count(1)
    with context.progress("running suites") as progress:
        for path in paths:
            chart = run_unittest(
                path,
                options,
                told=lambda _: progress.told(next(done), 0),
                show_secrets=True,  # made safe below, for this run
            )
            _make_safe(context, chart)
            charts.append(chart)
            context.report(
                report.broken_chart(chart.error)
                if chart.error
                else report.head(chart.name, path) + "".join(map(report.suite, chart.suites))
            )
            if flags.failfast and not chart.passed:
                break
    context.report(report.summary(charts, perf_counter() - start))
    if not any(chart.suites or chart.error for chart in charts):
        context.say(f"no suite matches {', '.join(options.files)}")
    return charts


def _make_safe(context: Context, chart: ChartResult) -> None:
    """Take the secrets of this run out of what is said about a chart."""
    from helmwright.unittest_suites.safe_results import make_safe

    context.leaving.add(chart.path)
    safe = context.leaving.safe
    chart.error = safe(chart.error)
    for suite in chart.suites:
        make_safe(suite, safe)


def _write_xml(flags: UnittestFlags, charts: list[ChartResult]) -> None:
    from datetime import datetime

    from helmwright.disk.writing import write_file
    from helmwright.unittest_suites.report_xml import write_xml

    suites = [suite for chart in charts for suite in chart.suites]
    now = datetime.now().astimezone()
    text = write_xml(suites, flags.output_type, now)
    write_file(flags.output_file, text.encode("utf-8", "surrogateescape"))


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, UnittestFlags, _run)
run = COMMAND.run
