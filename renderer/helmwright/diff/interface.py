"""Diffs from Python: of charts, values, manifests and stored releases as a program has them."""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import UsageError
from helmwright.base.records import replace
from helmwright.diff.diffing import diff_sides
from helmwright.diff.sources.attempts import attempted, with_safe_failures
from helmwright.diff.sources.rendering import RenderSettings, render_side
from helmwright.eras.era import DEFAULT
from helmwright.releases.safe_errors import errors_without_secrets, remember
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.witness import witnessing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.model import ChartChange, DiffReport, Side
    from helmwright.eras.era import Era
    from helmwright.releases.model import StoredRelease
    from helmwright.secrets.witness import Sights


@checked
def diff_values(  # noqa: PLR0913 - what a diff depends on
    chart: Chart | str | os.PathLike[str],
    before: dict[str, Any],
    after: dict[str, Any],
    *,
    settings: RenderSettings | None = None,
    options: DiffOptions | None = None,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what differs in what a chart renders to, for two sets of a user's values.

    A side that does not render has a ``failure`` with Helm's text: all objects of the other one are
    added if that is ``report.before``; if it is ``report.after``, ``report.fails`` and there are none.
    chart: loaded, or its path. settings: what the chart is rendered for. show_secrets: leave them
    in the report and in errors.

    Raises:
        HelmwrightError: for a chart that cannot be loaded.
    """
    from helmwright.rendering.engine import Engine

    with watched(show_secrets=show_secrets) as sights:
        settings = settings or RenderSettings()
        loaded, engine = load(chart, settings.rules), Engine(era=settings.rules)
        old, new = (
            attempted(title, partial(render_side, loaded, values, settings, title, engine=engine))
            for title, values in (("before", before), ("after", after))
        )
        return _report(old, new, options, [loaded], sights)


@checked
def diff_charts(  # noqa: PLR0913 - as above
    before: Chart | str | os.PathLike[str],
    after: Chart | str | os.PathLike[str],
    overrides: dict[str, Any] | None = None,
    *,
    settings: RenderSettings | None = None,
    options: DiffOptions | None = None,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what differs in what two charts render to, with the same values of the user.

    A side that cannot be loaded or rendered says so, as with ``diff_values``.

    Raises ChartError for a path where nothing is.
    """
    with watched(show_secrets=show_secrets) as sights:
        settings = settings or RenderSettings()
        charts: list[Chart] = []
        for named in (before, after):
            _check_there(named)

        def render(chart: Chart | str | os.PathLike[str], name: str) -> Side:
            charts.append(load(chart, settings.rules))
            return render_side(charts[-1], overrides or {}, settings, name)

        old, new = (
            attempted(name, partial(render, chart, name))
            for chart, name in ((one, _name(one)) for one in (before, after))
        )
        change = None
        if len(charts) == 2:
            from helmwright.diff.versions import chart_change

            change = chart_change(charts[0], charts[1], overrides or {}, settings)
        return _report(old, new, options, charts, sights, change=change)


@checked
def diff_manifests(
    before: str,
    after: str,
    *,
    options: DiffOptions | None = None,
    tests: bool = False,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what differs in two texts with manifests.

    tests: whether test hooks count.

    Raises:
        HelmwrightError: for text that is not YAML or JSON, or holds no objects.
    """
    from helmwright.diff.sources.manifests import texts_side

    with watched(show_secrets=show_secrets) as sights:
        settings = RenderSettings(tests=tests)
        old, new = (
            texts_side([(name, text.encode("utf-8", "surrogateescape"))], settings, name)
            for name, text in (("before", before), ("after", after))
        )
        return _report(old, new, options, [], sights)


@checked
def diff_release(  # noqa: PLR0913 - as above
    release: StoredRelease,
    chart: Chart | str | os.PathLike[str],
    overrides: dict[str, Any] | None = None,
    *,
    settings: RenderSettings | None = None,
    options: DiffOptions | None = None,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what an upgrade of a release would change.

    An upgrade that does not render says so in ``report.after.failure``, and ``report.fails``.
    release: from ``read_releases`` or ``decode_release``. overrides: the user's values; those of the
    release if not given. settings: name, namespace and revision are those of the release.

    Raises:
        HelmwrightError: for a release or a chart that cannot be read.
    """
    from helmwright.diff.sources.release import release_side, settings_for, without_subcharts

    with watched(show_secrets=show_secrets) as sights:
        settings = settings_for(release, settings or RenderSettings())
        loaded = load(chart, settings.rules)
        values = release.config or {} if overrides is None else overrides
        before = release_side(release, settings)
        title = loaded.path or loaded.name
        after = attempted(title, partial(render_side, loaded, values, settings, title))
        return _report(
            without_subcharts(before, release, release.config or {}),
            without_subcharts(after, release, values),
            options,
            [loaded],
            sights,
        )


@checked
def write_diff(
    reports: Iterable[DiffReport],
    form: str = "text",
    *,
    context: int = 3,
    show_secrets: bool = False,
    group: bool = True,
) -> str:
    """Return diffs as text, unified, json, markdown, html or github-summary.

    context: lines around a difference. show_secrets: say at the head that nothing was hidden, as in
    reports that were made with it. group: show objects whose changes are alike as one.

    Raises:
        UsageError: for another form.
    """
    from helmwright.diff.report import FORMS, ReportOptions, render

    if form not in FORMS:
        raise UsageError(f'a diff is written as {", ".join(FORMS)}, not "{form}"')
    options = ReportOptions(context=context, show_secrets=show_secrets, group=group)
    return render(form, list(reports), options)


def _name(chart: Chart | str | os.PathLike[str]) -> str:
    return os.fspath(chart) if isinstance(chart, str | os.PathLike) else chart.path or chart.name


def load(chart: Chart | str | os.PathLike[str], era: Era = DEFAULT) -> Chart:
    """Return a chart that is loaded already, or that of a path."""
    if not isinstance(chart, str | os.PathLike):
        return chart
    from helmwright.charts.loader import load_chart

    return load_chart(chart, era=era)


def _check_there(chart: Chart | str | os.PathLike[str]) -> None:
    if isinstance(chart, str | os.PathLike) and not os.path.lexists(chart):
        load(chart)


@contextmanager
def watched(*, show_secrets: bool) -> Iterator[Sights | None]:
    """Give what is read in a block, for what is said of it; None if secrets are shown."""
    with errors_without_secrets(show_secrets=show_secrets), witnessing() as sights:
        yield None if show_secrets else sights


def _report(  # noqa: PLR0913 - what a report is of
    before: Side,
    after: Side,
    options: DiffOptions | None,
    charts: Iterable[Chart],
    sights: Sights | None,
    *,
    change: ChartChange | None = None,
) -> DiffReport:
    return reported(replace(diff_sides(before, after, options), chart=change), charts, sights)


def reported(report: DiffReport, charts: Iterable[Chart], sights: Sights | None) -> DiffReport:
    """Return a report without secrets, unless they are shown; sights: what was read."""
    if sights is None:
        return report
    from helmwright.diff.redaction import redact

    if report.before.failure is not None or report.after.failure is not None:
        known = KnownSecrets()
        remember(known, sights)
        report = with_safe_failures(report, known.safe)
    return redact([report], charts)[0]
