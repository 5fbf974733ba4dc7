"""``helmwright golden run [CHART]``: holds what cases render to against their golden files."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.base.patterns import lazy_pattern
from helmwright.cli.golden_flags import RenderingFlags, processes, read_settings
from helmwright.commands.command import Command
from helmwright.commands.flags import string, string_array, strings, switch
from helmwright.commands.report_flags import ColorFlags

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.goldens.results import GoldenReport
    from helmwright.goldens.settings import GoldenSettings

USAGE = "helmwright golden run [CHART] [FLAGS]"
SUMMARY = """Render all cases and hold them against their golden files; exit with 1 if one differs.

Without CHART it is that of .helmwright.yaml, or else the chart around this folder. Fields that
chance or the clock decides are named with the line of the template. Secrets are in no golden file.
"""
EXAMPLES = """\
  helmwright golden run ./chart -k prod
  helmwright golden run --engine helm                   # where do helm and helmwright differ
  helmwright golden run --format junit -o golden.xml
  helmwright golden run --coverage html --coverage-output coverage.html --fail-under 80
"""
_FORMATS = ("text", "json", "junit")
_COVERAGES = ("text", "lcov", "html")
_ENGINES = ("helmwright", "helm")
_HELM = "helm"
_VERSION = lazy_pattern(r"v?[0-9]+(\.[0-9]+)*(\+.*)?")
"""What of the values of --helm is no file."""


class RunFlags(RenderingFlags, ColorFlags):
    """The flags of ``golden run``."""

    engine: str = string(
        "helm: render each case with helm, too, and fail where it gives something else",
        default=_ENGINES[0],
        value_name="|".join(_ENGINES),
    )
    helm: str = string(
        "the Helm that renders cases that say nothing of it, as 3.14; or the helm binary for --engine helm",
        default=_HELM,
        value_name="version|file",
        completes="files",
    )
    format: str = string(
        "the form of the report", default=_FORMATS[0], value_name="|".join(_FORMATS)
    )
    output: str = string("where the report goes instead of standard output", "o", value_name="file")
    coverage: list[str] = strings(
        "report what the cases run of the chart's templates; repeatable, each with a --coverage-output",
        value_name="|".join(_COVERAGES),
    )
    coverage_output: list[str] = string_array(
        "where the coverage goes, - for standard output; repeatable", value_name="file"
    )
    fail_under: str = string(
        "fail if the cases run less than this of lines and sides of branches",
        value_name="percent",
    )
    verbose: bool = switch(
        "--coverage text names every file, and every line and side that has not run with words",
        "v",
    )
    with_subcharts: bool = switch("templates of subcharts count for the coverage, too")


class _Coverage(NamedTuple):
    """What is to be written about coverage, each with its file, and the least that is enough."""

    reports: tuple[tuple[str, str], ...]
    least: float | None

    @property
    def is_wanted(self) -> bool:
        return bool(self.reports) or self.least is not None


def _run(context: Context, flags: RunFlags, positional: list[str]) -> int:
    if flags.format not in _FORMATS:
        raise UsageError(f"--format is one of {', '.join(_FORMATS)}")
    if flags.engine not in _ENGINES:
        raise UsageError(f"--engine is one of {', '.join(_ENGINES)}")
    coverage = _coverage(flags)
    era = _era(context, flags)
    settings = read_settings(context, flags, positional, era)
    from helmwright.goldens.running import RunOptions, run_cases

    with context.progress("rendering cases") as progress:
        options = RunOptions(
            flags.filter,
            (flags.helm if era is None else _HELM) if flags.engine == "helm" else "",
            processes(flags),
            coverage=coverage.is_wanted,
            with_subcharts=flags.with_subcharts,
            told=progress.told,
        )
        report = run_cases(settings, options)
    _write(context, flags, _safe(context, settings, report))
    _write_coverage(context, coverage, report, every=flags.verbose)
    if not report.ok:
        return 1
    return 0 if _is_enough(context, coverage, report) else 1


def _era(context: Context, flags: RunFlags) -> Era | None:
    """Return the era that --helm names; None if it names a binary, or nothing."""
    if _VERSION.fullmatch(flags.helm) is None:
        return None
    from helmwright.eras.resolving import resolve_era

    return resolve_era(flags.helm, note=context.say)


def _safe(context: Context, settings: GoldenSettings, report: GoldenReport) -> GoldenReport:
    """Return a report in which no error shows a secret of this run."""
    context.leaving.add(settings.chart, settings.cases)
    safe = context.leaving.safe
    results = tuple(one._replace(error=safe(one.error)) for one in report.results)
    return report._replace(results=results)


def _write(context: Context, flags: RunFlags, report: GoldenReport) -> None:
    writer = import_module(f"helmwright.goldens.report_{flags.format}")
    to_file = flags.output and flags.output != "-"
    if flags.format == "text":
        style = context.file_style if to_file else context.style
        text = writer.write(report, style=style, width=style.width or 100)
    else:
        text = writer.write(report)
    _put(context, text, flags.output or "-")


def _write_coverage(
    context: Context, coverage: _Coverage, report: GoldenReport, *, every: bool
) -> None:
    for form, path in coverage.reports:
        writer = import_module(f"helmwright.goldens.coverage_{form}")
        more = {"every": every} if form == "text" else {}
        _put(context, writer.write(report.coverage, **more), path)


def _put(context: Context, text: str, path: str) -> None:
    if path == "-":
        context.show(text)
        return
    from helmwright.commands.files import say_written, write_file

    write_file(path, text.encode("utf-8", "surrogateescape"))
    say_written(context, path)


def _coverage(flags: RunFlags) -> _Coverage:
    """Return what is asked about coverage; raises UsageError for what does not go together."""
    forms, outputs = flags.coverage, flags.coverage_output
    for form in forms:
        if form not in _COVERAGES:
            raise UsageError(f"--coverage is one of {', '.join(_COVERAGES)}")
    if forms == ["text"] and not outputs:
        outputs = ["-"]
    if len(forms) != len(outputs):
        raise UsageError("each --coverage but text alone needs a --coverage-output, in their order")
    to_stdout = outputs.count("-") + (flags.output in ("", "-"))
    if "-" in outputs and (flags.format != "text" or forms != ["text"]) and to_stdout > 1:
        raise UsageError("standard output takes one report; name files with --output")
    least = None
    if flags.fail_under:
        try:
            least = float(flags.fail_under.removesuffix("%"))
        except ValueError:
            least = -1.0
        if not 0 <= least <= 100:
            raise UsageError(f'--fail-under is a percentage, not "{flags.fail_under}"')
    return _Coverage(tuple(zip(forms, outputs, strict=True)), least)


def _is_enough(context: Context, coverage: _Coverage, report: GoldenReport) -> bool:
    if coverage.least is None or report.coverage is None:
        return True
    percent = report.coverage.percent
    if percent >= coverage.least:
        return True
    context.say(f"Error: the cases run {percent:.1f} % of the templates, not {coverage.least:g} %")
    return False


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RunFlags, _run)
