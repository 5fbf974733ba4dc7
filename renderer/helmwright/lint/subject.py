"""One thing that is linted, a chart with values, and all the views of it that rules read."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record, field
from helmwright.eras.era import DEFAULT
from helmwright.lint.definition import CORE, Reads, View
from helmwright.lint.source import ValuesSource
from helmwright.packs.loading import load_packs, resolve
from helmwright.rendering.release import Release
from helmwright.values.maps import merge_maps

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.charts.layers import LayeredValues
    from helmwright.eras.era import Era
    from helmwright.lint.chart_view import ChartView
    from helmwright.lint.helm_lint.view import FolderView
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.settings import Settings
    from helmwright.lint.yaml_style import StyleRun
    from helmwright.rendering.engine import Engine
    from helmwright.values.inputs import Read


class ViewError(Exception):
    """A view of a pack could not be made; is_first: and that has not been said of this subject."""

    def __init__(self, view: str, error: Exception, *, is_first: bool = False) -> None:
        super().__init__(f"its view {view} raises {type(error).__name__}: {error}")
        self.is_first = is_first


class Subject(Record):
    """A chart and the values for it.

    files: names and texts of the values files, the strongest last. overrides: flags and their
    arguments, in Helm's order. whole_chart: lint the chart itself, and not just the values.
    told: facts that only packs understand, by the names that they have for them (``packs.Fact``).
    engine: what renders the chart, if others share it.
    document: the kind of document that the one file is; then it is linted as that, and not as values.
    era: the Helm that renders the chart.
    broken: why the chart cannot be loaded, and then ``chart`` has files only (see
    ``broken_chart``): ``helm lint`` and the values files have something to say, nothing else.
    """

    __slots__ = ("__dict__",)

    chart: Chart
    files: tuple[tuple[str, bytes], ...] = ()
    overrides: tuple[tuple[str, str], ...] = ()
    whole_chart: bool = True
    release: Release = Release("release-name")
    told: Mapping[str, Any] = field(default_factory=dict)
    kube_version: str = ""
    api_versions: tuple[str, ...] = ()
    skip_schema_validation: bool = False
    read: Read | None = None
    style: StyleRun | None = None
    engine: Engine | None = None
    broken: HelmwrightError | None = None
    document: str = ""
    era: Era = DEFAULT

    def views(self, reads: Reads | View, pack: str = CORE) -> Iterator[Any]:
        """Yield what rules of a pack that read ``reads`` are called with.

        Rules of a pack see values and templates of its charts only, and values files as texts.
        """
        if reads is Reads.SOURCE:
            yield from self.sources
        elif type(reads) is View:
            if self._has_for(reads, pack):
                yield from self.view(reads)
        elif self.document:
            return
        elif reads in (Reads.CHART, Reads.FOLDER):
            if self.whole_chart and self._charts_of(pack):
                yield from self._chart_views(reads)
        elif self.layered is not None:
            yield from self._values_views(reads, pack)

    def _has_for(self, view: View, pack: str) -> bool:
        """Tell whether there is something here that a view of a pack is about."""
        if self.document:
            return view.of_documents and self.document in _kinds_of(pack)
        return not view.of_documents and self.layered is not None

    def _charts_of(self, pack: str) -> list[tuple[Chart, Path]]:
        """Return the charts here that a pack is for, and where their values stand."""
        names = () if pack == CORE else _charts_for(pack)
        if not names:
            return [(self.chart, ())]
        chart = self.chart if self.broken or self.layered is None else self.layered.chart
        return list(charts_named(chart, names))

    def _chart_views(self, reads: Reads) -> Iterator[Any]:
        if reads is Reads.CHART and self.broken is None:
            yield self.chart_view
        elif reads is Reads.FOLDER and self._has_given:
            yield self.folder_view

    def _values_views(self, reads: Reads | View, pack: str) -> Iterator[Any]:
        if pack == CORE:
            yield self.settings if reads is Reads.VALUES else self.rendered
            return
        found = self._charts_of(pack)
        if reads is Reads.VALUES:
            for chart, prefix in found:
                yield self.settings_of(chart, prefix) if prefix else self.settings
        elif found:
            yield self.rendered

    def view(self, view: View) -> tuple[Any, ...]:
        """Return what a pack's view shows of this subject; it is worked out once.

        Raises ViewError if that fails, and then whenever it is asked for.
        """
        made = self._made.get(view.make)
        if made is None:
            try:
                made = tuple(resolve(view.make)(self))
            except (HelmwrightError, RecursionError, MemoryError, ViewError):
                raise
            except Exception as error:
                self._made[view.make] = ViewError(view.value, error)
                raise ViewError(view.value, error, is_first=True) from error
            self._made[view.make] = made
        if isinstance(made, ViewError):
            raise made
        return made

    @cached_property
    def _made(self) -> dict[str, tuple[Any, ...] | ViewError]:
        return {}

    def release_of(self, pack: str) -> tuple[int, ...] | None:
        """Return the release of a pack's product that the values are for; None if there is none."""
        if pack not in self._releases:
            self._releases[pack] = load_packs().release_of(pack, self)
        return self._releases[pack]

    @cached_property
    def _releases(self) -> dict[str, tuple[int, ...] | None]:
        return {}

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

        if self.document or self.broken is not None or any(source.error for source in self.sources):
            return None
        overrides = list(self.overrides)
        if self.told:
            overrides += load_packs().overrides_for(self.chart.metadata.name, self.told)
        return layer_values(self.chart, self.files, overrides, read=self.read, era=self.era)

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
            values = override_values(kind, argument, values, read=self.read, era=self.era)
        return values

    @property
    def _has_given(self) -> bool:
        try:
            return self.given is not None
        except HelmwrightError:
            return False

    @cached_property
    def settings(self) -> Settings:
        """The effective values of the chart, whatever it installs."""
        from helmwright.lint.settings import Settings

        layered = _present(self.layered)
        return Settings(layered.chart, layered, skips_schema=self.skip_schema_validation)

    def settings_of(self, chart: Chart, prefix: Path) -> Settings:
        """Return the effective values of a subchart, which stand below ``prefix``."""
        from helmwright.lint.settings import Settings

        layered = _present(self.layered)
        return Settings(chart, layered, prefix, skips_schema=self.skip_schema_validation)

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
            era=self.era,
        )

    def _again(self, given: dict[str, Any]) -> dict[str, str] | None:
        rendered = self._render(given, skip_schema_validation=True)
        return rendered.files if rendered.error is None else None

    @cached_property
    def shared_engine(self) -> Engine:
        """What renders the chart, as often as that is needed."""
        from helmwright.rendering.engine import Engine

        return self.engine or Engine(era=self.era)

    @cached_property
    def folder_view(self) -> FolderView:
        """What ``helm lint`` says."""
        from helmwright.lint.helm_lint.folder import chart_folder
        from helmwright.lint.helm_lint.view import FolderView

        return FolderView(
            chart_folder(self.chart.path, self.chart if self.broken is None else None, self.era),
            self.given or {},
            namespace=self.release.namespace,
            kube_version=self.kube_version,
            skip_schema_validation=self.skip_schema_validation,
            era=self.era,
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


def _charts_for(pack: str) -> tuple[str, ...]:
    found = load_packs().named(pack)
    return () if found is None else found.charts


def _kinds_of(pack: str) -> tuple[str, ...]:
    found = load_packs().named(pack)
    return () if found is None else found.kinds


def charts_named(
    chart: Chart, names: tuple[str, ...], prefix: Path = ()
) -> Iterator[tuple[Chart, Path]]:
    """Yield the charts with some names, from the outside in, and where their values stand."""
    if chart.metadata.name in names:
        yield chart, prefix
    for subchart in chart.dependencies:
        yield from charts_named(subchart, names, (*prefix, subchart.name))


class LintInput(Record):
    """A chart or a values file that is linted; name: what the user calls it."""

    name: str
    subject: Subject
