"""Everything that ``helm lint`` says about a chart, with its texts, severities and order.

Source: helm pkg/chart/v2/lint/lint.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, Position
from helmwright.charts.coalescing import coalesce_values
from helmwright.eras.era import DEFAULT
from helmwright.lint.finding import Span
from helmwright.lint.helm_lint.chart_file import check_chart_file
from helmwright.lint.helm_lint.crds import check_crds
from helmwright.lint.helm_lint.dependencies import check_dependencies
from helmwright.lint.helm_lint.message import HelmMessage, Severity
from helmwright.lint.helm_lint.templates import (
    RELEASE_NAME,
    TEMPLATES,
    check_rendered,
    check_templates_folder,
)
from helmwright.lint.helm_lint.values_file import check_values_file
from helmwright.rendering.capabilities import Capabilities, parse_kube_version
from helmwright.schema import validate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.lint.helm_lint.folder import ChartFolder
    from helmwright.rendering.source_map import SourceMap

__all__ = ["HelmMessage", "helm_messages"]


def helm_messages(  # noqa: PLR0913 - what the messages depend on
    folder: ChartFolder,
    overrides: dict[str, Any],
    *,
    namespace: str = "default",
    kube_version: str = "",
    skip_schema_validation: bool = False,
    era: Era = DEFAULT,
) -> list[HelmMessage]:
    """Return the messages of ``helm lint`` about one chart, in its order.

    overrides: the user's values. kube_version: as the flag; blank for Helm's default.
    era: the Helm that lints.
    """
    skip = skip_schema_validation
    messages = [
        *check_chart_file(folder, era),
        *check_values_file(folder, overrides, skip_schema_validation=skip, era=era),
    ]
    refused = check_templates_folder(folder, era)
    if refused is not None:
        messages.append(refused)
    elif folder.chart is not None:
        kube = parse_kube_version(kube_version, era) if kube_version else None
        capabilities = Capabilities.default(kube, [], era)
        linted = _Linted(folder.chart, overrides, namespace, capabilities, era, skip)
        messages += _check_templates(linted)
    messages += check_dependencies(folder)
    return [*messages, *check_crds(folder)] if "crds" in era.lint_rules else messages


class _Linted(NamedTuple):
    """A chart, and what its templates are rendered with."""

    chart: Chart
    overrides: dict[str, Any]
    namespace: str
    capabilities: Capabilities
    era: Era
    skip: bool


def _check_templates(linted: _Linted) -> Iterator[HelmMessage]:
    from helmwright.charts.dependencies import process_dependencies
    from helmwright.go.world import World
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.release import Release
    from helmwright.rendering.source_map import SourceMap, template_texts
    from helmwright.template.trace import OutputTrace

    chart, overrides, namespace, capabilities, era, skip = linted
    try:
        processed = process_dependencies(chart, overrides, era=era)
        # Helm does it twice, so that a null that has removed a default is forgotten.
        values = coalesce_values(processed, coalesce_values(processed, overrides, era=era), era=era)
    except HelmwrightError:
        return  # Helm says nothing here
    trace = OutputTrace()
    try:
        if not skip:
            validate(processed, values, era=era)
        release = Release(RELEASE_NAME, namespace)
        engine = Engine(lint=True, era=era)
        world = World.real()
        rendered = engine.render(processed, values, release, capabilities, world, trace=trace)
    except HelmwrightError as error:
        position = _in_chart(error.position, chart)
        span = None if position is None else Span.at(position)
        kind = "chart-does-not-render"
        yield HelmMessage(kind, Severity.ERROR, TEMPLATES, error.message, span=span)
        return
    source_map = SourceMap(trace, template_texts(processed))
    for message in check_rendered(processed, rendered, capabilities.kube_version, era):
        yield _placed(message, chart, source_map)


def _in_chart(position: Position | None, chart: Chart) -> Position | None:
    """Return a position in a template as one below the path of the chart."""
    if position is None or not position.path.startswith(f"{chart.name}/"):
        return position
    return position._replace(path=f"{chart.path}/{position.path.partition('/')[2]}")


def _placed(message: HelmMessage, chart: Chart, source_map: SourceMap) -> HelmMessage:
    """Return a message with the line of the template that wrote the line it is about."""
    if not message.line:
        return message
    name, line = source_map.origin(f"{chart.name}/{message.path}", message.line)
    position = _in_chart(Position(name, line, 1), chart)
    return message if position is None else message._replace(span=Span.at(position))
