"""Live diffs and drift from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.records import replace
from helmwright.diff.diffing import DiffOptions
from helmwright.diff.interface import load, reported, watched
from helmwright.diff.live.interface import (
    LiveOptions,
    drifted_report,
    installed,
    live_report,
    settings_of,
)
from helmwright.diff.model import DiffReport
from helmwright.diff.sources.attempts import attempted
from helmwright.diff.sources.release import release_side
from helmwright.diff.sources.rendering import RenderSettings, render_side

if TYPE_CHECKING:
    import os

    from helmwright.charts.chart import Chart
    from helmwright.cluster.interface import Cluster


@checked
def diff_live(  # noqa: PLR0913 - what a diff depends on
    cluster: Cluster,
    release: str,
    chart: Chart | str | os.PathLike[str],
    overrides: dict[str, Any] | None = None,
    *,
    settings: RenderSettings | None = None,
    options: DiffOptions | None = None,
    upgrade: LiveOptions | None = None,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what an upgrade will do to the objects of a cluster as they are now; nothing is changed.

    ``report.refused`` has Helm's words where the upgrade fails, and ``report.fails`` tells of a chart that does not
    render. cluster: in whose namespace the release is. overrides: the user's values; those of the release if not
    given. settings: name, namespace, revision and cluster are those of the release; ``now`` is the start of 2026
    unless it is blank. upgrade: how Helm goes about it.

    Raises:
        UnreachableError: if no server answers.
        RefusalError: for what may not be read.
        ReleaseError: if there is no such release, or Helm would not upgrade it now, in Helm's words.
        HelmwrightError: for a chart that cannot be loaded, and for what Helm refuses beforehand.
    """
    upgrade = upgrade or LiveOptions()
    with watched(show_secrets=show_secrets) as sights:
        loaded = load(chart)
        known = installed(cluster.reader, release, cluster.namespace, upgrade.driver)
        settings = replace(settings_of(known, settings or RenderSettings()), cluster=cluster)
        values = known.current.config or {} if overrides is None else overrides
        title = loaded.path or loaded.name
        after = attempted(title, lambda: render_side(loaded, values, settings, title))
        if after.failure is not None:
            found = DiffReport(release_side(known.current, settings), after, ())
        else:
            compared = options or DiffOptions()
            found = live_report(
                cluster.reader, known, after, upgrade, compared=compared, settings=settings
            ).report
        return reported(found, [loaded], sights)


@checked
def drift(
    cluster: Cluster,
    release: str,
    *,
    options: DiffOptions | None = None,
    upgrade: LiveOptions | None = None,
    show_secrets: bool = False,
) -> DiffReport:
    """Return what others have changed of a release in a cluster, and what the next upgrade makes of it.

    Each object has impacts of the effect ``DRIFT`` that say who it was and when. ``report.refused`` has Helm's words
    where even an upgrade without a change fails.

    Raises as ``diff_live`` does.
    """
    upgrade = upgrade or LiveOptions()
    with watched(show_secrets=show_secrets) as sights:
        known = installed(cluster.reader, release, cluster.namespace, upgrade.driver)
        settings = settings_of(known, RenderSettings(hooks=False))
        compared = options or DiffOptions()
        found = drifted_report(cluster.reader, known, upgrade, compared, settings)
        return reported(found.report, (), sights)
