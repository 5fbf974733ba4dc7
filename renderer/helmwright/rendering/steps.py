"""From a loaded chart and a user's values to the documents Helm would install.

Source: helm pkg/cmd/install.go (runInstall), pkg/action/install.go (RunWithContext),
pkg/action/action.go (renderResources)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, HelmwrightError
from helmwright.base.log import ignore
from helmwright.eras.era import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.limits import Limits
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.manifest import Manifest
    from helmwright.rendering.release import Release
    from helmwright.template.trace import OutputTrace


_NOTES = "NOTES.txt"


class Rendering(NamedTuple):
    """What a chart renders to.

    manifests: in the order of installation. hooks: in the same order, by kind.
    crds: path and content of the files below ``crds/``.
    """

    manifests: list[Manifest]
    hooks: list[Manifest]
    crds: list[tuple[str, str]]


class Prepared(NamedTuple):
    """A chart with its dependencies chosen and its values coalesced and validated."""

    chart: Chart
    values: dict[str, Value]


def check_installable(chart: Chart, *, log: Log = ignore, era: Era = DEFAULT) -> None:
    """Refuse library charts and missing dependencies; warn of deprecated charts."""
    from helmwright.charts.dependencies import check_dependencies

    kind = chart.metadata.type
    if kind not in ("", "application"):
        raise ChartError(f"{kind} charts are not installable")
    if chart.metadata.deprecated:
        log("WARN", "this chart is deprecated")
    check_dependencies(chart, era=era)


def prepare(  # noqa: PLR0913 - what the values depend on
    chart: Chart,
    overrides: dict[str, Value],
    release: Release,
    *,
    skip_schema_validation: bool = False,
    limits: Limits | None = None,
    log: Log = ignore,
    era: Era = DEFAULT,
    chosen: Callable[[Chart], None] | None = None,
) -> Prepared:
    """Choose the subcharts and compute the values that templates will see.

    overrides: what the user set; neither it nor the chart is changed.
    limits: what the check against schemas may take; a minute if not given.
    era: the Helm whose rules for values, and whose words, count.
    chosen: called with the chart when its subcharts are chosen, before anything of the values is looked at.

    Raises:
        HelmwrightError: with Helm's text, for anything Helm refuses before it renders.
    """
    from helmwright.charts.coalescing import coalesce_values
    from helmwright.charts.dependencies import process_dependencies
    from helmwright.rendering.release import validate_release_name

    step = "release name check failed"
    try:
        validate_release_name(release.name)
        step = "chart dependencies processing failed"
        processed = process_dependencies(chart, overrides, log=log, era=era)
    except HelmwrightError as error:
        if era.names_steps:
            log("ERROR", step, error=error.message)
            error.message = f"{step}: {error.message}"
        raise
    if chosen is not None:
        chosen(processed)
    values = coalesce_values(processed, overrides, log=log, era=era)
    if not skip_schema_validation and _has_schema(processed):
        from helmwright.schema import validate

        validate(processed, values, log=log, limits=limits, era=era)
    return Prepared(processed, values)


def _has_schema(chart: Chart) -> bool:
    return chart.schema is not None or any(map(_has_schema, chart.dependencies))


def render_files(  # noqa: PLR0913 - what a render depends on
    engine: Engine,
    prepared: Prepared,
    release: Release,
    capabilities: Capabilities,
    world: World,
    *,
    log: Log = ignore,
    trace: OutputTrace | None = None,
) -> dict[str, str]:
    """Return the text of every template but partials and notes, by path.

    trace: told what each place of the templates writes.

    Raises:
        ChartError: if the chart wants another Kubernetes.
        TemplateError: with Helm's text.
    """
    from helmwright.rendering.capabilities import check_kube_constraint

    chart, values = prepared
    check_kube_constraint(chart.metadata.kube_version, capabilities.kube_version)
    rendered = engine.render(chart, values, release, capabilities, world, log=log, trace=trace)
    return {path: text for path, text in rendered.items() if not path.endswith(_NOTES)}


def sort_files(
    chart: Chart, rendered: dict[str, str], *, log: Log = ignore, era: Era = DEFAULT
) -> Rendering:
    """Split rendered files into documents, hooks apart, in the order of installation.

    era: the Helm that splits and sorts.

    Raises:
        ManifestError: with Helm's text.
    """
    from helmwright.rendering.manifest import parse_manifests
    from helmwright.rendering.order import sort_manifests

    manifests, hooks = parse_manifests(rendered, log=log, era=era)
    crds = [(path, file.data.decode("utf-8", "surrogateescape")) for path, file in chart.crds()]
    return Rendering(sort_manifests(manifests, era=era), sort_manifests(hooks, era=era), crds)
