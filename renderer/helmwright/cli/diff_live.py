"""What ``helmwright diff live`` and ``helmwright drift`` ask a cluster, and the reports of it."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ReleaseError, UnreachableError, UsageError
from helmwright.charts.coalescing import coalesce_tables
from helmwright.cli.diff_sides import Outcome, comparison_of, era_of, with_patches
from helmwright.cluster.interface import Cluster
from helmwright.commands.cluster_flags import overrides
from helmwright.commands.inputs import check_inputs, read_input
from helmwright.commands.options import has_values, merged_values
from helmwright.commands.references import named_chart
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
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.cli.diff_flags import DriftFlags, LiveFlags
    from helmwright.commands import Context
    from helmwright.diff.live.interface import Installed
    from helmwright.diff.live.reporting import Found
    from helmwright.diff.model import Side
    from helmwright.eras.era import Era
    from helmwright.releases.model import StoredRelease


def compare_live(context: Context, flags: LiveFlags, arguments: list[str]) -> Outcome:
    """Return the report of an upgrade, or of a rollback.

    Raises:
        HelmwrightError: for what is wrong with the command line, the release or the cluster.
    """
    if not arguments:
        raise UsageError("name the release")
    if len(arguments) > 2:
        raise UsageError(f"expected a release and at most one chart, unexpected: {arguments[2:]}")
    if flags.to_revision and (len(arguments) > 1 or has_values(flags)):
        raise UsageError("--to-revision foretells a rollback, which has neither a chart nor values")
    check_inputs([*arguments[1:], *dict.fromkeys((*flags.values, *flags.patch))])
    era = era_of(context, flags)
    options = _options(flags, era)
    with _cluster(flags, "diff live") as cluster:
        release = installed(cluster.reader, arguments[0], cluster.namespace, options.driver)
        settings = RenderSettings(
            hooks=not flags.no_hooks,
            tests=flags.include_tests,
            skip_schema_validation=flags.skip_schema_validation,
            seed=flags.seed,
            now=flags.now,
            era=era,
            cluster=cluster,
        )
        settings = settings_of(release, with_patches(context, flags, settings, options.helm))
        charts: list[Chart] = []
        target = None
        if flags.to_revision:
            target = _revision(release, flags.to_revision)
            after = release_side(target, settings)
        else:
            after = _rendered(context, flags, arguments[1:], release, settings, charts=charts)
        if after.failure is not None:
            before = release_side(release.current, settings)
            return Outcome([DiffReport(before, after, ())], charts)
        compared = comparison_of(flags, 3 if options.helm == 3 else 4)
        found = live_report(
            cluster.reader,
            release,
            after,
            options,
            compared=compared,
            settings=settings,
            rolls_back_to=target,
        )
    return _outcome(found, charts)


def compare_drift(context: Context, flags: DriftFlags, arguments: list[str]) -> Outcome:
    """Return the report of what others have changed of a release; raises as ``compare_live``."""
    if len(arguments) != 1:
        raise UsageError(
            "name one release" if not arguments else "drift takes one release, no chart"
        )
    era = era_of(context, flags)
    options = _options(flags, era)
    with _cluster(flags, "drift") as cluster:
        release = installed(cluster.reader, arguments[0], cluster.namespace, options.driver)
        settings = settings_of(release, RenderSettings(hooks=False, era=era))
        compared = comparison_of(flags, 3 if options.helm == 3 else 4)
        found = drifted_report(cluster.reader, release, options, compared, settings)
    return _outcome(found, ())


def _outcome(found: Found, charts: list[Chart] | tuple[()]) -> Outcome:
    return Outcome([found.report], charts, is_undecided=bool(found.undecided))


@contextmanager
def _cluster(flags: LiveFlags | DriftFlags, command: str) -> Iterator[Cluster]:
    """Give the cluster that flags mean; where none answers, in Helm's words."""
    try:
        with Cluster.opened(overrides(flags), asked_for=command) as cluster:
            yield cluster
    except UnreachableError as error:
        error.message = f"kubernetes cluster unreachable: {error.message}"
        raise


def _options(flags: LiveFlags | DriftFlags, era: Era) -> LiveOptions:
    return LiveOptions(
        helm=3 if era.merges_manifests else 4,
        server_side=flags.server_side,
        forces_conflicts=flags.force_conflicts,
        takes_ownership=flags.take_ownership,
        dry_runs=not flags.no_dry_run,
        driver=os.environ.get("HELM_DRIVER", ""),
    )


def _revision(release: Installed, number: int) -> StoredRelease:
    for one in release.revisions:
        if one.revision == number:
            return one
    known = ", ".join(str(one.revision) for one in release.revisions)
    raise ReleaseError(f"there is no revision {number}; there are {known}")


def _rendered(  # noqa: PLR0913 - what a chart is rendered with
    context: Context,
    flags: LiveFlags,
    named: list[str],
    release: Installed,
    settings: RenderSettings,
    *,
    charts: list[Chart],
) -> Side:
    from helmwright.charts.loader import load_chart

    found = named_chart(context, *named, files=flags.values, source=flags)
    chart = load_chart(found.path, era=settings.rules)
    charts.append(chart)
    values = _values(context, flags, release, settings)
    title = "the bundled chart" if found.is_bundled else found.path
    return attempted(title, lambda: render_side(chart, values, settings, title))


def _values(
    context: Context, flags: LiveFlags, release: Installed, settings: RenderSettings
) -> dict[str, Any]:
    """Return the values of the upgrade, as Helm chooses them.

    Source: helm pkg/action/upgrade.go (reuseValues)
    """
    own = release.current.config or {}
    if not has_values(flags):
        return {} if flags.reset_values else own
    given = merged_values(
        flags.of_user(), lambda name: read_input(context, name), era=settings.rules
    )
    if flags.reset_then_reuse_values and not flags.reset_values:
        return coalesce_tables(given, own, era=settings.rules) or {}
    return given
