"""Golden files for Python: the cases of a chart, and what they give."""

from __future__ import annotations

import os

from helmwright.base.argument_types import checked
from helmwright.goldens.cases import GoldenCase, load_cases
from helmwright.goldens.results import GoldenReport
from helmwright.goldens.running import RunOptions, run_cases, update_cases
from helmwright.goldens.settings import find_settings
from helmwright.releases.safe_errors import errors_without_secrets

__all__ = ["GoldenCase", "GoldenReport", "load_golden_cases", "run_goldens", "update_goldens"]


@checked
def load_golden_cases(
    chart: str | os.PathLike[str] | None = None, *, cases: str | os.PathLike[str] | None = None
) -> list[GoldenCase]:
    """Return the golden cases of a chart, by name.

    chart: its path; without it that of .helmwright.yaml, or the chart around the current folder, or
    else the bundled one. cases: their folder, by default golden/ or tests/golden/ beside Chart.yaml.
    Raises UsageError, with the place, for a case that is wrong.
    """
    with errors_without_secrets():
        return load_cases(find_settings(chart, cases=cases))


@checked
def run_goldens(  # noqa: PLR0913 - keywords only
    chart: str | os.PathLike[str] | None = None,
    *,
    cases: str | os.PathLike[str] | None = None,
    pattern: str = "",
    layout: str | None = None,
    seed: int | None = None,
    now: str | None = None,
    helm: str | os.PathLike[str] = "",
    processes: int = 1,
    coverage: bool = False,
    with_subcharts: bool = False,
) -> GoldenReport:
    """Render golden cases and hold them against their files; nothing is written.

    chart, cases: see ``load_golden_cases``. pattern: a text in the names of cases, or with wildcards
    a pattern of them. layout: ``per-template`` or ``single``. seed, now: of randomness and the clock.
    helm: a binary that renders the cases, too. processes: how many share the work; 0 for one per
    core. coverage: measure what runs of the templates; with_subcharts: of those below, too.

    Raises HelmwrightError for a chart, a case or a setting that cannot be read; that a case does not
    render is part of the report.
    """
    with errors_without_secrets():
        settings = find_settings(chart, cases=cases, layout=layout, seed=seed, now=now)
        options = RunOptions(
            pattern, os.fspath(helm), processes, coverage=coverage, with_subcharts=with_subcharts
        )
        return run_cases(settings, options)


@checked
def update_goldens(  # noqa: PLR0913 - keywords only
    chart: str | os.PathLike[str] | None = None,
    *,
    cases: str | os.PathLike[str] | None = None,
    pattern: str = "",
    layout: str | None = None,
    seed: int | None = None,
    now: str | None = None,
    processes: int = 1,
) -> GoldenReport:
    """Make golden files what the cases render to; the changes of the report have been written.

    The arguments are those of ``run_goldens``. Files of cases that do not render stay as they are.
    """
    with errors_without_secrets():
        settings = find_settings(chart, cases=cases, layout=layout, seed=seed, now=now)
        return update_cases(settings, RunOptions(pattern, "", processes))
