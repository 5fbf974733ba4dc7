"""Diffs from Python: of charts, values, manifests and stored releases as a program has them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.diff.diffing import diff_sides
from helmwright.diff.sources.rendering import RenderSettings, render_side
from helmwright.safe_errors import errors_without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.chart import Chart
    from helmwright.diff.diffing import DiffOptions
    from helmwright.diff.model import DiffReport, Side
    from helmwright.release_storage import StoredRelease


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

    chart: loaded, or its path. settings: what the chart is rendered for. show_secrets: leave them
    in the report and in errors.

    Raises:
        HelmwrightError: with Helm's text but for secrets, and the side, for what cannot be rendered.
    """
    from helmwright.engine import Engine

    with errors_without_secrets(show_secrets=show_secrets):
        loaded, settings, engine = _load(chart), settings or RenderSettings(), Engine()
        old = render_side(loaded, before, settings, "before", engine=engine)
        new = render_side(loaded, after, settings, "after", engine=engine)
        return _report(old, new, options, [loaded], show_secrets=show_secrets)


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

    Raises:
        HelmwrightError: with Helm's text but for secrets, and the side, for what cannot be loaded
            or rendered.
    """
    with errors_without_secrets(show_secrets=show_secrets):
        settings = settings or RenderSettings()
        charts = [_load(before), _load(after)]
        names = [_name(one) for one in (before, after)]
        sides = [
            render_side(chart, overrides or {}, settings, name)
            for chart, name in zip(charts, names, strict=True)
        ]
        return _report(sides[0], sides[1], options, charts, show_secrets=show_secrets)


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

    with errors_without_secrets(show_secrets=show_secrets):
        settings = RenderSettings(tests=tests)
        old, new = (
            texts_side([(name, text.encode("utf-8", "surrogateescape"))], settings, name)
            for name, text in (("before", before), ("after", after))
        )
        return _report(old, new, options, [], show_secrets=show_secrets)


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

    release: from ``read_releases`` or ``decode_release``. overrides: the user's values; those of the
    release if not given. settings: name, namespace and revision are those of the release.

    Raises:
        HelmwrightError: with Helm's text but for secrets, and the side, for what cannot be read
            or rendered.
    """
    from helmwright.diff.sources.release import release_side, settings_for, without_subcharts

    with errors_without_secrets(show_secrets=show_secrets):
        loaded = _load(chart)
        settings = settings_for(release, settings or RenderSettings())
        values = release.config or {} if overrides is None else overrides
        before = release_side(release, settings)
        after = render_side(loaded, values, settings, loaded.path or loaded.name)
        return _report(
            without_subcharts(before, release, release.config or {}),
            without_subcharts(after, release, values),
            options,
            [loaded],
            show_secrets=show_secrets,
        )


def write_diff(
    reports: Iterable[DiffReport],
    form: str = "text",
    *,
    context: int = 3,
    show_secrets: bool = False,
) -> str:
    """Return diffs as text, unified, json, markdown, html or github-summary.

    context: lines around a difference. show_secrets: say at the head that nothing was hidden, as in
    reports that were made with it.

    Raises:
        UsageError: for another form.
    """
    from helmwright.diff.report import FORMS, ReportOptions, render
    from helmwright.errors import UsageError

    if form not in FORMS:
        raise UsageError(f'a diff is written as {", ".join(FORMS)}, not "{form}"')
    return render(form, list(reports), ReportOptions(context=context, show_secrets=show_secrets))


def _name(chart: Chart | str | os.PathLike[str]) -> str:
    return os.fspath(chart) if isinstance(chart, str | os.PathLike) else chart.path or chart.name


def _load(chart: Chart | str | os.PathLike[str]) -> Chart:
    if not isinstance(chart, str | os.PathLike):
        return chart
    from helmwright.chart import load_chart

    return load_chart(chart)


def _report(
    before: Side,
    after: Side,
    options: DiffOptions | None,
    charts: Iterable[Chart],
    *,
    show_secrets: bool,
) -> DiffReport:
    report = diff_sides(before, after, options)
    if show_secrets:
        return report
    from helmwright.diff.redaction import redact

    return redact([report], charts)[0]
