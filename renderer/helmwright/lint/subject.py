"""One thing that is linted, a chart with values, and all the views of it that rules read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record
from helmwright.determined.versions import FIRST, LATEST, DeterminedRelease
from helmwright.lint.rule import Reads
from helmwright.lint.source import ValuesSource
from helmwright.rendering.release import Release
from helmwright.values.maps import merge_maps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.errors import HelmwrightError
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.finding import Path
    from helmwright.lint.helm_lint.view import FolderView
    from helmwright.lint.pods import TaskPods
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.settings import DeterminedSettings, Settings
    from helmwright.lint.task_view import TaskView
    from helmwright.lint.yaml_style import StyleRun
    from helmwright.rendering.engine import Engine
    from helmwright.values.inputs import Read

DETERMINED = "determined"


class Subject(Record):
    """A chart and the values for it.

    files: names and texts of the values files, the strongest last. overrides: flags and their
    arguments, in Helm's order. whole_chart: lint the chart itself, and not just the values.
    determined_release: instead of the one that the values ask for.
    nodes: the cluster's, for rules that can use them.
    engine: what renders the chart, if others share it.
    task: the kind of task that the one file configures; then it is linted as that, and not as values.
    broken: why the chart cannot be loaded, and then ``chart`` has files only (see
    ``broken_chart``): ``helm lint`` and the values files have something to say, nothing else.
    """

    __slots__ = ("__dict__",)

    chart: Chart
    files: tuple[tuple[str, bytes], ...] = ()
    overrides: tuple[tuple[str, str], ...] = ()
    whole_chart: bool = True
    release: Release = Release("release-name")
    determined_release: DeterminedRelease | None = None
    nodes: tuple[ClusterNode, ...] | None = None
    kube_version: str = ""
    api_versions: tuple[str, ...] = ()
    skip_schema_validation: bool = False
    read: Read | None = None
    style: StyleRun | None = None
    engine: Engine | None = None
    broken: HelmwrightError | None = None
    task: str = ""

    def views(self, reads: Reads) -> Iterator[Any]:
        """Yield what rules that read ``reads`` are called with."""
        if reads is Reads.SOURCE:
            yield from self.sources
        elif self.task:
            if reads is Reads.TASK:
                yield self.task_view
        elif reads in (Reads.CHART, Reads.FOLDER):
            if self.whole_chart:
                yield from self._chart_views(reads)
        elif self.layered is not None:
            yield from self._values_views(reads)

    def _chart_views(self, reads: Reads) -> Iterator[Any]:
        if reads is Reads.CHART and self.broken is None:
            yield self.chart_view
        elif reads is Reads.FOLDER and self._has_given:
            yield self.folder_view

    def _values_views(self, reads: Reads) -> Iterator[Any]:
        if reads is Reads.VALUES:
            yield self.settings
        elif reads is Reads.DETERMINED:
            yield from self.determined
        elif reads is Reads.RENDERED:
            yield self.rendered
        elif reads is Reads.PODS and self.determined and self.rendered.error is None:
            yield self.pods

    @cached_property
    def sources(self) -> tuple[ValuesSource, ...]:
        """The user's values files, and those of the charts if the chart itself is linted."""
        own = [ValuesSource(name, data) for name, data in self.files]
        if self.whole_chart:
            own += _chart_sources(self.chart)
        _share_style(own, self.style)
        return tuple(own)

    @cached_property
    def layered(self) -> LayeredValues | None:
        """The values with their sources; None if a file of values is broken."""
        from helmwright.charts.layers import layer_values

        if self.task or self.broken is not None or any(source.error for source in self.sources):
            return None
        overrides = list(self.overrides)
        if self.determined_release is not None and self.is_determined:
            overrides.append(("set-string", f"detVersion={self.determined_release}"))
        return layer_values(self.chart, self.files, overrides, read=self.read)

    @cached_property
    def given(self) -> dict[str, Any] | None:
        """What files and flags say; None if one of the files is broken.

        Raises HelmwrightError if a flag does not go with what files and other flags say.
        """
        from helmwright.values.files import override_values

        values: dict[str, Any] = {}
        for name, data in self.files:
            source = ValuesSource(name, data)
            if source.error is not None:
                return None
            values = merge_maps(values, source.values)
        for kind, argument in self.overrides:
            values = override_values(kind, argument, values, read=self.read)
        return values

    @property
    def _has_given(self) -> bool:
        from helmwright.base.errors import HelmwrightError

        try:
            return self.given is not None
        except HelmwrightError:
            return False

    @property
    def is_determined(self) -> bool:
        """Whether the chart itself installs Determined."""
        return self.chart.metadata.name == DETERMINED

    @cached_property
    def settings(self) -> Settings:
        """The effective values of the chart, whatever it installs."""
        from helmwright.lint.settings import Settings

        layered = _present(self.layered)
        return Settings(layered.chart, layered, skips_schema=self.skip_schema_validation)

    @cached_property
    def determined(self) -> tuple[DeterminedSettings, ...]:
        """The effective values of each chart here that installs Determined: itself, or a subchart."""
        return tuple(
            self._determined(chart, prefix)
            for chart, prefix in _determined_charts(_present(self.layered).chart)
        )

    def _determined(self, chart: Chart, prefix: Path) -> DeterminedSettings:
        from helmwright.lint.settings import DeterminedSettings, Settings

        layered = _present(self.layered)
        plain = Settings(chart, layered, prefix)
        release = self.determined_release or _release(plain)
        return DeterminedSettings(
            chart,
            layered,
            prefix,
            release=release or LATEST,
            release_known=release is not None,
            upstream=chart.schema is None,
            nodes=self.nodes,
            release_name=self.release.name,
            namespace=self.release.namespace,
            is_upgrade=self.release.is_upgrade,
            kube_version=self.kube_version,
        )

    @cached_property
    def rendered(self) -> RenderedChart:
        """The chart rendered with the values."""
        rendered = self._render(
            _present(self.layered).given, skip_schema_validation=self.skip_schema_validation
        )
        rendered.settings = self.settings
        rendered.again = self._again
        return rendered

    def _render(self, given: dict[str, Any], *, skip_schema_validation: bool) -> RenderedChart:
        from helmwright.lint.rendered import render_for_lint

        return render_for_lint(
            self.chart,
            given,
            self.release,
            kube_version=self.kube_version,
            api_versions=self.api_versions,
            skip_schema_validation=skip_schema_validation,
            engine=self.shared_engine,
        )

    def _again(self, given: dict[str, Any]) -> dict[str, str] | None:
        rendered = self._render(given, skip_schema_validation=True)
        return rendered.files if rendered.error is None else None

    @cached_property
    def shared_engine(self) -> Engine:
        """What renders the chart, as often as that is needed."""
        from helmwright.rendering.engine import Engine

        return self.engine or Engine()

    @cached_property
    def pods(self) -> TaskPods:
        """What tasks would get."""
        from helmwright.lint.pods import TaskPods

        return TaskPods(self.determined[0], self.rendered)

    @cached_property
    def task_view(self) -> TaskView:
        """The file as the configuration of a task."""
        from helmwright.lint.task_view import TaskView

        ((name, data),) = self.files
        return TaskView(name, data, self.task, self.determined_release or LATEST)

    @cached_property
    def folder_view(self) -> FolderView:
        """What ``helm lint`` says."""
        from helmwright.lint.helm_lint.folder import chart_folder
        from helmwright.lint.helm_lint.view import FolderView

        return FolderView(
            chart_folder(self.chart.path, self.chart if self.broken is None else None),
            self.given or {},
            namespace=self.release.namespace,
            kube_version=self.kube_version,
            skip_schema_validation=self.skip_schema_validation,
        )

    @cached_property
    def chart_view(self) -> ChartView:
        """The chart's files."""
        from helmwright.lint.chart_view import ChartView

        return ChartView(self.chart, kube_version=self.kube_version)


def _share_style(sources: list[ValuesSource], run: StyleRun | None) -> None:
    """Let yamllint run once for all files that no run has been started for."""
    from helmwright.lint.yaml_style import StyleRun

    known = run.files if run is not None else {}
    rest = StyleRun((one.name, one.data) for one in sources if one.name not in known)
    for source in sources:
        source.style = run if run is not None and source.name in known else rest


def _present(layered: LayeredValues | None) -> LayeredValues:
    if layered is None:
        raise AssertionError("there are no values: a source is broken")
    return layered


def _chart_sources(chart: Chart, prefix: Path = ()) -> list[ValuesSource]:
    found = [
        ValuesSource(f"{chart.path}/{raw.name}", raw.data, prefix)
        for raw in chart.raw
        if raw.name == "values.yaml"
    ]
    for subchart in chart.dependencies:
        found += _chart_sources(subchart, (*prefix, subchart.name))
    return found


def _determined_charts(chart: Chart, prefix: Path = ()) -> Iterator[tuple[Chart, Path]]:
    if chart.metadata.name == DETERMINED:
        yield chart, prefix
    for subchart in chart.dependencies:
        yield from _determined_charts(subchart, (*prefix, subchart.name))


def _release(settings: Settings) -> DeterminedRelease | None:
    texts = (
        settings.get("detRelease"),
        settings.get("detVersion"),
        settings.chart.metadata.app_version,
    )
    for text in texts:
        release = DeterminedRelease.parse(str(text)) if text else None
        if release is not None and release >= FIRST:  # charts out of the sources say 0.0.0
            return release
    return None


class LintInput(Record):
    """A chart or a values file that is linted; name: what the user calls it."""

    name: str
    subject: Subject
