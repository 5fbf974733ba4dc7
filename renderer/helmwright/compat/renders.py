"""One chart with one set of values, rendered as different Helms would, with the same clock and randomness.

What an era changes comes in three steps, and what is done is kept, since most properties that are tried in turn
touch one of them: charts and values are read, templates are rendered, and texts are split and put in order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.log import ignore
from helmwright.base.records import Record
from helmwright.diff.model import Failure
from helmwright.diff.objects import objects_of
from helmwright.eras.era import Era
from helmwright.rendering.manifest import Manifest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from helmwright.base.errors import Position
    from helmwright.charts.chart import Chart
    from helmwright.diff.model import DiffObject
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.rendering.engine import Engine
    from helmwright.template.trace import OutputTrace

READING = (
    *("chart_api_versions", "name_checks", "set_json_objects", "swallows_open_index"),
    *("values_documents", "values_numbers"),
)
"""Properties that count while a chart and values are read."""
ARRANGING = ("documents", "early_kinds", "late_kinds")
"""Properties that count after templates have been rendered."""
UNSEEN = ("crd_paths", "flags", "lint_rules", "logs", "merges_manifests")
"""Properties that change nothing of what is compared."""
_VALUES = ("copies_aliased", "imports", "nulls", "text_of_imports", "validates_nulls")
"""Properties that an engine does not look at."""
_KEEPING = ("|+", ">+", "|1+", "|2+", ">2+", "|4+")
_TOO_DEEP = "the input is nested too deeply"


class Document(NamedTuple):
    """A document as it is printed: the template that it comes from, and its text."""

    path: str
    content: str

    @property
    def plain(self) -> str:
        """The text as it is installed, without what only blank lines at its end say."""
        if any(mark in self.content for mark in _KEEPING):
            return self.content + "\n"  # Helm writes one behind each document
        return self.content.rstrip() + "\n"


class Rendered(Record):
    """What a chart renders to.

    files: by template. documents: in the order in which they are printed. chart: with the subcharts that values choose;
    None if it does not get as far. failure: why there are no documents.
    """

    era: Era
    files: Mapping[str, str]
    documents: tuple[Document, ...]
    values: dict[str, Any] | None = None
    chart: Chart | None = None
    crds: tuple[tuple[str, str], ...] = ()
    failure: Failure | None = None


class Inputs(NamedTuple):
    """What is rendered: functions that read the chart, and the values of the user, as an era does.

    Functions, since an era may read several documents where another reads the first.
    """

    chart: Callable[[Era], Chart]
    values: Callable[[Era], dict[str, Any]]
    settings: RenderSettings


class Renders:
    """Renders, and keeps what was rendered. count: how often templates were rendered."""

    def __init__(self, inputs: Inputs) -> None:
        self._inputs = inputs
        self._engines: dict[Any, Engine] = {}
        self._read: dict[Any, tuple[Chart, dict[str, Any]]] = {}
        self._files: dict[Any, _Files] = {}
        self._objects: dict[str, tuple[DiffObject, ...]] = {}
        self.count = 0

    @property
    def settings(self) -> RenderSettings:
        """What the chart is rendered for."""
        return self._inputs.settings

    def inputs(self, era: Era) -> tuple[Chart, dict[str, Any]]:
        """Return the chart and the values of the user as an era reads them; raises ``HelmwrightError``."""
        key = tuple(getattr(era, name) for name in READING)
        if key not in self._read:
            self._read[key] = self._inputs.chart(era), self._inputs.values(era)
        return self._read[key]

    def rendered(self, era: Era) -> Rendered:
        """Return what the chart renders to."""
        key = _without(era, (*ARRANGING, *UNSEEN))
        found = self._files.get(key)
        if found is None:
            found = self._files[key] = self._attempted(era)
        return self._arranged(era, found)

    def rendered_with(self, era: Era, chart: Chart, values: dict[str, Any]) -> Rendered:
        """Return what another chart renders to with other values; it is not kept."""
        return self._arranged(era, self._attempted(era, (chart, values)))

    def objects(self, documents: Iterable[Document]) -> list[DiffObject]:
        """Return the objects of documents; of what is none, nothing."""
        found: list[DiffObject] = []
        for one in documents:
            text = one.plain
            key = f"{one.path}\0{text}"
            known = self._objects.get(key)
            if known is None:
                known = self._objects[key] = _objects(one.path, text)
            found += known
        return found

    def traced(self, era: Era) -> tuple[Rendered, OutputTrace]:
        """Return what the chart renders to, and what each place of the templates writes."""
        from helmwright.template.trace import OutputTrace

        trace = OutputTrace()
        return self._arranged(era, self._attempted(era, trace=trace)), trace

    def _attempted(
        self,
        era: Era,
        given: tuple[Chart, dict[str, Any]] | None = None,
        trace: OutputTrace | None = None,
    ) -> _Files:
        try:
            return self._render(era, given or self.inputs(era), trace)
        except UsageError:
            raise
        except HelmwrightError as error:
            return _Files(failure=failure_of(error))
        except RecursionError:
            return _Files(failure=Failure(_TOO_DEEP))

    def _render(
        self, era: Era, given: tuple[Chart, dict[str, Any]], trace: OutputTrace | None
    ) -> _Files:
        from helmwright.rendering.capabilities import Capabilities, parse_kube_version
        from helmwright.rendering.steps import check_installable, prepare, render_files

        self.count += 1
        chart, values = given
        settings = self._inputs.settings
        release = settings.release()
        kube = parse_kube_version(settings.kube_version) if settings.kube_version else None
        capabilities = Capabilities.default(kube, list(settings.api_versions), era=era)
        check_installable(chart, era=era)
        prepared = prepare(
            chart,
            values,
            release,
            skip_schema_validation=settings.skip_schema_validation,
            era=era,
        )
        files = render_files(
            self._engine(era), prepared, release, capabilities, settings.world(), trace=trace
        )
        return _Files(files, prepared.chart, prepared.values)

    def _engine(self, era: Era) -> Engine:
        from helmwright.rendering.engine import Engine

        key = _without(era, (*READING, *ARRANGING, *UNSEEN, *_VALUES, "version", "build"))
        if key not in self._engines:
            self._engines[key] = Engine(era=era)
        return self._engines[key]

    def _arranged(self, era: Era, found: _Files) -> Rendered:
        from helmwright.rendering.steps import sort_files

        if found.failure is not None or found.chart is None:
            return Rendered(era, {}, (), failure=found.failure)
        try:
            rendering = sort_files(found.chart, found.files, log=ignore, era=era)
        except HelmwrightError as error:
            failure = failure_of(error)
            return Rendered(era, found.files, (), found.values, found.chart, failure=failure)
        every = (*rendering.manifests, *rendering.hooks)
        documents = tuple(Document(one.path, one.content) for one in every)
        return Rendered(
            era, found.files, documents, found.values, found.chart, tuple(rendering.crds)
        )


class _Files(NamedTuple):
    files: dict[str, str] = {}  # noqa: RUF012 - nobody changes it
    chart: Chart | None = None
    values: dict[str, Any] | None = None
    failure: Failure | None = None


def failure_of(error: HelmwrightError) -> Failure:
    """Return why a chart does not render, with the place."""
    notes = getattr(error, "__notes__", ())
    position: Position | None = error.position
    return Failure("\n".join((error.told, *notes)), position)


def _without(era: Era, names: Iterable[str]) -> tuple[Any, ...]:
    """Return all properties of an era but some, to tell eras apart."""
    left_out = frozenset(names)
    return tuple(getattr(era, name) for name in type(era).__match_args__ if name not in left_out)


def properties() -> tuple[str, ...]:
    """Return the names of the properties of eras that can change what a chart renders to."""
    return tuple(name for name in Era.__match_args__ if name not in UNSEEN)


def _objects(path: str, text: str) -> tuple[DiffObject, ...]:
    try:
        return objects_of([Manifest(path, text, {})])
    except HelmwrightError:
        return ()  # text without a kind, which both print
