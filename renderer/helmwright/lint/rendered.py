"""What a chart renders to, as rules see it: objects, and the template line of each of their lines."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.eras.era import DEFAULT
from helmwright.lint.finding import Part, Problem, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.kube.conformity import Fault
    from helmwright.lint.finding import Related, Severity
    from helmwright.lint.settings import Settings
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.objects import RenderedObject
    from helmwright.rendering.release import Release
    from helmwright.rendering.source_map import SourceMap


class RenderedChart:
    """A chart rendered with the values.

    error: why Helm would refuse; then there are no files. files: texts by template path.
    settings: the values that it was rendered with, and their places; None if they are not known.
    again: renders it with what else a user might give, and returns the files; None if that fails.
    log: what Helm would have logged. kube_version: that was asked for, blank for the default.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what rendering gives
        self,
        chart: Chart,
        release: Release,
        files: dict[str, str],
        error: HelmwrightError | None,
        source_map: SourceMap,
        kube_version: str,
    ) -> None:
        self.chart = chart
        self.release = release
        self.files = files
        self.error = error
        self.kube_version = kube_version
        self.settings: Settings | None = None
        self.again: Callable[[dict[str, Any]], dict[str, str] | None] | None = None
        self._map = source_map

    @cached_property
    def objects(self) -> tuple[RenderedObject, ...]:
        """The objects, in the order of their templates; text that is not YAML is left out."""
        from helmwright.rendering.objects import objects_of

        return tuple(
            one for path, text in sorted(self.files.items()) for one in objects_of(path, text)
        )

    @cached_property
    def faults(self) -> tuple[tuple[RenderedObject, Fault], ...]:
        """What Kubernetes refuses in the objects of its own kinds."""
        from helmwright.kube.conformity import faults

        return tuple((one, fault) for one in self.objects for fault in faults(one.data))

    def of_kind(self, *kinds: str) -> list[RenderedObject]:
        """Return the objects of the kinds."""
        return [one for one in self.objects if one.kind in kinds]

    def template_span(self, template: str, rendered_line: int) -> Span:
        """Return the template line that wrote a line of a rendered file; both count from 1."""
        name, line = self._map.origin(template, rendered_line)
        return Span(self.file_of(name), line, 1, line, 1)

    def is_constant(self, one: RenderedObject, path: Path) -> bool:
        """Tell whether the line of a part of an object stands in the template as it is rendered."""
        rendered_line = self._map.line_of(one, path)
        name, line = self._map.origin(one.template, rendered_line)
        written = self._map.texts.get(name, "").split("\n")[line - 1 : line]
        text = self.files[one.template].split("\n")[rendered_line - 1 : rendered_line]
        # what stands behind a key may be written by the next line
        return written == text and "{{" not in written[0] and not text[0].rstrip().endswith(":")

    def file_of(self, template: str) -> str:
        """Return a template's path as a file below the chart's path."""
        return f"{self.chart.path}/{template.partition('/')[2]}"

    def span(self, one: RenderedObject, path: Path = ()) -> Span:
        """Return the template line that wrote the part of an object at ``path``."""
        return self.template_span(one.template, self._map.line_of(one, path))

    def problem(  # noqa: PLR0913 - what a problem is
        self,
        one: RenderedObject,
        path: Path,
        message: str,
        *,
        fix: str = "",
        related: Iterable[Related] = (),
        severity: Severity | None = None,
        of_key: bool = False,
    ) -> Problem:
        """Return a problem with a part of an object, at the template line that wrote it.

        of_key: whether the key is at fault, and not its value.
        """
        named = f"{one.kind} {one.name}: {message}" if one.kind else message
        written = self._written_by_user(one, path)
        if written and self.settings is not None:
            span = self.settings.span(written)
            return Problem(span, named, written, fix, (), tuple(related), severity)
        part = Part(one, path, message, of_key)
        return Problem(self.span(one, path), named, (), fix, (), tuple(related), severity, part)

    def _written_by_user(self, one: RenderedObject, path: Path) -> Path:
        """Return where the user's values have a part of an object that a template only passes on.

        Blank if the object is the chart's own.
        """
        where = self._objects_of_user.get((one.api_version, one.kind, one.name), ())
        return (*where, *path) if where else ()

    @cached_property
    def _objects_of_user(self) -> dict[tuple[str, str, str], Path]:
        """Whole objects among the values that the user gives, such as those of extraObjects."""
        found: dict[tuple[str, str, str], Path] = {}
        pending: list[tuple[Path, Any]] = [((), self.settings.values)] if self.settings else []
        while pending:
            path, value = pending.pop()
            pairs = enumerate(value) if type(value) is list else value.items()
            pending += [((*path, key), one) for key, one in pairs if type(one) in (dict, list)]
            metadata = value.get("metadata") if type(value) is dict else None
            name = metadata.get("name") if type(metadata) is dict else None
            if name and self.settings is not None and self.settings.given(*path):
                found[str(value.get("apiVersion")), str(value.get("kind")), str(name)] = path
        return found


def render_for_lint(  # noqa: PLR0913 - what a render depends on
    chart: Chart,
    overrides: dict[str, Any],
    release: Release,
    *,
    kube_version: str = "",
    api_versions: Iterable[str] = (),
    skip_schema_validation: bool = False,
    engine: Engine | None = None,
    era: Era = DEFAULT,
) -> RenderedChart:
    """Render a chart; what Helm would refuse is the result's ``error`` and not raised.

    engine: one of the same era that may have rendered the chart before, which is quicker.
    """
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities, parse_kube_version
    from helmwright.rendering.engine import Engine
    from helmwright.rendering.source_map import SourceMap, template_texts
    from helmwright.rendering.steps import check_installable, prepare, render_files
    from helmwright.template.trace import OutputTrace

    trace = OutputTrace()
    files: dict[str, str] = {}
    error: HelmwrightError | None = None
    try:
        check_installable(chart, era=era)
        prepared = prepare(
            chart, overrides, release, skip_schema_validation=skip_schema_validation, era=era
        )
        kube = parse_kube_version(kube_version) if kube_version else None
        capabilities = Capabilities.default(kube, list(api_versions), era)
        world = World.fixed(None, 1)
        engine = engine or Engine(era=era)
        files = render_files(engine, prepared, release, capabilities, world, trace=trace)
    except HelmwrightError as failure:
        error = failure
    source_map = SourceMap(trace, template_texts(chart))
    return RenderedChart(chart, release, files, error, source_map, kube_version)
