"""Renders cases with Helmwright's own engine; the chart is read and compiled once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.eras.era import DEFAULT
from helmwright.go.spaces import SPACE
from helmwright.goldens.instability import (
    OTHER_NOW,
    OTHER_SEED,
    ObservedWorld,
    Sources,
    Unstable,
    unstable_fields,
)
from helmwright.goldens.rendered import Document, Rendered
from helmwright.rendering.capabilities import Capabilities, parse_kube_version
from helmwright.rendering.engine import Engine
from helmwright.rendering.source_map import SourceMap, template_texts
from helmwright.rendering.steps import check_installable, prepare, render_files, sort_files
from helmwright.template.trace import OutputTrace

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.goldens.cases import GoldenCase
    from helmwright.template.coverage import Coverage


class Outcome(NamedTuple):
    """What a case gave, the fields that come from chance or the clock, and the user's values."""

    rendered: Rendered
    unstable: tuple[Unstable, ...]
    values: dict[str, Value]


class OwnEngine:
    """Renders one chart for cases of one era.

    coverage: told what of the templates runs, if given.
    """

    def __init__(self, chart: Chart, coverage: Coverage | None = None, era: Era = DEFAULT) -> None:
        self._chart = chart
        self._era = era
        self._engine = Engine(coverage=coverage, era=era)

    def render(self, case: GoldenCase) -> Outcome:
        """Return what a case gives; what Helm refuses is part of it."""
        world = ObservedWorld(case.now, case.seed)
        values: dict[str, Value] = {}
        try:
            values = case.overriding_values()
            documents, _ = self._documents(case, values, world)
        except HelmwrightError as error:
            return Outcome(Rendered(error=_text(error)), (), values)
        unstable: tuple[Unstable, ...] = ()
        if world.asked:
            unstable = self._unstable(case, world, documents)
        return Outcome(Rendered(documents), unstable, values)

    def _unstable(
        self, case: GoldenCase, world: ObservedWorld, documents: tuple[Document, ...]
    ) -> tuple[Unstable, ...]:
        other = ObservedWorld(OTHER_NOW, case.seed + OTHER_SEED)
        trace = OutputTrace()
        try:
            again, files = self._documents(case, case.overriding_values(), other, trace)
        except HelmwrightError:  # what it asks for decides whether it renders
            return ()
        sources = Sources(SourceMap(trace, template_texts(self._chart)), files)
        return tuple(unstable_fields(documents, again, sources, [*world.asked, *other.asked]))

    def _documents(
        self,
        case: GoldenCase,
        values: dict[str, Value],
        world: ObservedWorld,
        trace: OutputTrace | None = None,
    ) -> tuple[tuple[Document, ...], dict[str, str]]:
        """Return the documents in Helm's order, and the texts of the rendered files."""
        era = self._era
        check_installable(self._chart, era=era)
        release = case.release
        prepared = prepare(
            self._chart,
            values,
            release,
            skip_schema_validation=case.skip_schema_validation,
            era=era,
        )
        files = render_files(
            self._engine, prepared, release, capabilities_of(case), world, trace=trace
        )
        rendering = sort_files(prepared.chart, files, era=era)
        found = list(rendering.crds) if case.include_crds else []
        found += [(manifest.path, manifest.content) for manifest in rendering.manifests]
        if not case.no_hooks:
            found += [
                (hook.path, hook.content)
                for hook in rendering.hooks
                if not (case.skip_tests and "test" in hook.events)
            ]
        return tuple(Document(path, text.rstrip(SPACE)) for path, text in found), files


def capabilities_of(case: GoldenCase) -> Capabilities:
    """Return what a case lets templates know about the cluster."""
    kube = parse_kube_version(case.kube_version) if case.kube_version else None
    return Capabilities.default(kube, case.api_versions, case.era)


def _text(error: HelmwrightError) -> str:
    """Return a message with the place of the mistake, if one is known."""
    placed = error.position is not None and error.position.line is not None
    return f"{error.position}: {error.told}" if placed else error.message
