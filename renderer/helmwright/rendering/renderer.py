"""The Python interface: one chart, rendered for as many sets of values as one likes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.log import ignore
from helmwright.charts.coalescing import coalesce_values
from helmwright.charts.dependencies import process_dependencies
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.go.world import World
from helmwright.rendering.capabilities import Capabilities
from helmwright.rendering.engine import Engine
from helmwright.rendering.release import Release
from helmwright.rendering.steps import check_installable, prepare, render_files, sort_files

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.limits import Limits
    from helmwright.rendering.source_map import SourceMap
    from helmwright.rendering.steps import Prepared, Rendering
    from helmwright.template.coverage import Coverage
    from helmwright.template.trace import OutputTrace


@checked
def coalesce(
    chart: Chart,
    overrides: dict[str, Value],
    *,
    log: Log = ignore,
    era: Era | str = DEFAULT,
) -> dict[str, Value]:
    """Return the values that templates of ``chart`` see: its defaults under ``overrides``.

    overrides: what ``-f`` and ``--set`` give, see ``merge_sources``; a None removes a default.
    Subcharts that the values disable do not contribute. Nothing that is passed in is changed.
    era: the Helm whose rules count, or its version.

    Raises:
        ValuesError: with Helm's text.
    """
    era = as_era(era)
    processed = process_dependencies(chart, overrides, log=log, era=era)
    return coalesce_values(processed, overrides, log=log, era=era)


class ChartRenderer:
    """Renders one chart for many sets of values without doing the chart's work again.

    It can be used from several threads at a time, and sent to another process by making one there:
    compiled templates are found in the cache.
    """

    @checked
    def __init__(  # noqa: PLR0913 - keywords only
        self,
        chart: Chart,
        *,
        capabilities: Capabilities | None = None,
        world: World | None = None,
        skip_schema_validation: bool = False,
        coverage: Coverage | None = None,
        limits: Limits | None = None,
        log: Log = ignore,
        era: Era | str = DEFAULT,
    ) -> None:
        """Make a renderer.

        capabilities: what ``.Capabilities`` says; the era's defaults if not given.
        world: clock, randomness and so on; the real world if not given.
        skip_schema_validation: do not hold the values against values.schema.json.
        coverage: told what of the chart's templates runs.
        limits: the processor time and the memory of one render; a minute if not given.
        log: called with ``(level, message, **attributes)`` for each of Helm's log records.
        era: the Helm that it renders as, or its version: ``3``, ``3.14``, ``4.1``. The chart and the
            values have been read by then: ``load_chart`` and ``merge_sources`` take an era, too.

        Raises:
            UsageError: if no Helm has that version.
            ChartError: if the chart is a library or misses dependencies.
        """
        self._era = era = as_era(era)
        check_installable(chart, log=log, era=era)
        self._chart = chart
        self._capabilities = capabilities or Capabilities.default(era=era)
        self._world = world or World.real()
        self._skip_schema_validation = skip_schema_validation
        self._log = log
        self._limits = limits
        self._engine = Engine(coverage=coverage, limits=limits, era=era)

    def __repr__(self) -> str:
        return f"<ChartRenderer of {self._chart!r}>"

    @checked
    def files(self, overrides: dict[str, Value], release: Release | None = None) -> dict[str, str]:
        """Return the text of every template but partials and notes, by path (``c/templates/…``).

        Raises:
            HelmwrightError: with Helm's text for whatever Helm refuses.
        """
        release = release or Release()
        return self._files(self._prepare(overrides, release), release)

    @checked
    def render(self, overrides: dict[str, Value], release: Release | None = None) -> Rendering:
        """Return manifests and hooks in the order of installation, and the chart's CRDs.

        Raises:
            HelmwrightError: with Helm's text for whatever Helm refuses.
        """
        release = release or Release()
        prepared = self._prepare(overrides, release)
        files = self._files(prepared, release)
        return sort_files(prepared.chart, files, log=self._log, era=self._era)

    @checked
    def traced(
        self, overrides: dict[str, Value], release: Release | None = None
    ) -> tuple[dict[str, str], SourceMap]:
        """Return what ``files`` does, and which line of which template wrote each line of it.

        Raises:
            HelmwrightError: with Helm's text for whatever Helm refuses.
        """
        from helmwright.rendering.source_map import SourceMap, template_texts
        from helmwright.template.trace import OutputTrace

        release, trace = release or Release(), OutputTrace()
        prepared = self._prepare(overrides, release)
        files = self._files(prepared, release, trace)
        return files, SourceMap(trace, template_texts(prepared.chart))

    def _prepare(self, overrides: dict[str, Value], release: Release) -> Prepared:
        return prepare(
            self._chart,
            overrides,
            release,
            skip_schema_validation=self._skip_schema_validation,
            limits=self._limits,
            log=self._log,
            era=self._era,
        )

    def _files(
        self, prepared: Prepared, release: Release, trace: OutputTrace | None = None
    ) -> dict[str, str]:
        return render_files(
            self._engine,
            prepared,
            release,
            self._capabilities,
            self._world,
            log=self._log,
            trace=trace,
        )


@checked
def render(  # noqa: PLR0913 - what a render depends on
    chart: Chart,
    overrides: dict[str, Value],
    release: Release | None = None,
    capabilities: Capabilities | None = None,
    world: World | None = None,
    *,
    limits: Limits | None = None,
    era: Era | str = DEFAULT,
) -> dict[str, str]:
    """Return what the templates of ``chart`` give, by path: what ``helm template`` splits up.

    For more than one set of values a ``ChartRenderer`` saves the work on the chart.
    limits: the processor time and the memory that it may take; a minute if not given.
    era: the Helm that renders, or its version, see ``ChartRenderer``.

    Raises:
        HelmwrightError: with Helm's text for whatever Helm refuses.
    """
    renderer = ChartRenderer(chart, capabilities=capabilities, world=world, limits=limits, era=era)
    return renderer.files(overrides, release)
