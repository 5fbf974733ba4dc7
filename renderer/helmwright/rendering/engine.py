"""Renders charts: the one place where charts, templates and functions meet.

Source: helm pkg/engine/engine.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import (
    GoError,
    Position,
    TemplateError,
    TemplateExecutionError,
    TemplateSyntaxError,
)
from helmwright.base.log import ignore
from helmwright.eras.era import DEFAULT
from helmwright.eras.meant import as_era
from helmwright.functions import FunctionTable
from helmwright.go.fmt import to_text
from helmwright.go.limits import FEW_PIECES, OUTPUT_LIMIT, Bounded, Limits
from helmwright.go.stacks import descend
from helmwright.rendering.dot import Renderable, collect, values_type
from helmwright.rendering.errors import execution_error, parse_error
from helmwright.rendering.functions import BOUNDARIES, COUNTED, ENGINE, NO_VALUE, Host
from helmwright.template.runtime import MARK, NAMES, Scope, strict_fields
from helmwright.template.template_set import Environment, ParseFailure, Templates, load

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart, ChartFile
    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import Capabilities
    from helmwright.rendering.release import Release
    from helmwright.template.coverage import Coverage
    from helmwright.template.trace import OutputTrace


class _TemplateSet(NamedTuple):
    """The templates of one selection of charts: their order, the compiled set, their texts.

    files: keeps alive what the set is found by.
    """

    order: tuple[str, ...]
    templates: Templates
    sources: dict[str, str]
    files: tuple[ChartFile, ...]


def field_to_text(value: Value) -> str:
    """Return what a template prints for a field: methods with pointer receivers count."""
    addressed = getattr(value, "addressed_string", None)
    text: str | None = None if addressed is None else addressed()
    return to_text(value) if text is None else text


class Engine:
    """Renders one chart any number of times; parsing and compiling happen once.

    An engine can be used from several threads at a time; a copy in another process finds the
    compiled templates in the cache.
    """

    def __init__(
        self,
        *,
        strict: bool = False,
        lint: bool = False,
        coverage: Coverage | None = None,
        limits: Limits | None = None,
        era: Era | str = DEFAULT,
    ) -> None:
        """Make an engine.

        strict: refuse keys that do not exist (Helm's SDK option; no command of Helm sets it).
        lint: let ``required`` and ``fail`` pass, as ``helm lint`` does.
        coverage: told what of the charts' templates runs.
        limits: what one render may use; by default what the environment sets, or a minute.
        era: the Helm whose functions, objects and errors templates have.
        """
        self._limits = limits
        self._era = era = as_era(era)
        self._values_type = values_type(era)
        self._strict = strict
        self._lint = lint
        self._coverage = coverage
        self._functions = _functions_of(era)
        names: dict[str, Any] = {
            MARK: True,
            **NAMES,
            **COUNTED,
            "to_text": to_text,
            "field_to_text": field_to_text,
        }
        if era is not DEFAULT:
            names |= _loops_of(era)
        if strict:
            names["fields"] = strict_fields
        if coverage is not None:
            names["visit"] = coverage.visit
        self._environment = Environment(self._functions, names)
        self._sets: dict[tuple[tuple[str, int], ...], _TemplateSet] = {}

    def render(  # noqa: PLR0913 - what a render depends on
        self,
        chart: Chart,
        values: dict[str, Value],
        release: Release,
        capabilities: Capabilities,
        world: World,
        *,
        log: Log = ignore,
        trace: OutputTrace | None = None,
    ) -> dict[str, str]:
        """Return the text of every template that is not a partial, by its path.

        chart: with its dependencies processed (see ``dependencies.process_dependencies``).
        values: coalesced; templates may change them.
        trace: told what each place of the templates writes.

        Raises:
            TemplateError: with Helm's text.
        """
        with Bounded("rendering", self._limits):
            renderables = collect(chart, values, release, capabilities, self._era)
            return self._render(renderables, world, log, trace)

    def _render(
        self, renderables: list[Renderable], world: World, log: Log, trace: OutputTrace | None
    ) -> dict[str, str]:
        templates = self._templates(renderables)
        host = Host(self._environment, self._functions, log, lint=self._lint)
        scope = Scope(templates.templates, world, host, strict=self._strict)
        by_path = {renderable.path: renderable for renderable in renderables}
        rendered: dict[str, str] = {}
        size = 0
        for path in templates.order:
            if not path.rpartition("/")[2].startswith("_"):
                rendered[path] = text = self._execute(by_path[path], scope, templates, trace)
                size += len(text)
                if size > OUTPUT_LIMIT:
                    raise _refusal(path, f"the templates write more than {OUTPUT_LIMIT} bytes")
        return rendered

    def _templates(self, renderables: list[Renderable]) -> _TemplateSet:
        """Return the compiled templates of the charts that are enabled.

        A chart's files are loaded once and shared by all its renders, so their identity is enough.
        """
        key = tuple((renderable.path, id(renderable.file)) for renderable in renderables)
        found = self._sets.get(key)
        if found is None:
            sources = {
                renderable.path: renderable.file.data.decode("utf-8", "surrogateescape")
                for renderable in renderables
            }
            order = tuple(sorted(sources, key=_parse_order, reverse=True))
            try:
                stored = load(
                    ((path, sources[path]) for path in order),
                    self._functions,
                    name=" ".join(order),
                    coverage=self._coverage,
                )
            except ParseFailure as failure:
                raise _syntax_error(failure) from failure
            templates = Templates(self._environment, stored)
            files = tuple(renderable.file for renderable in renderables)
            found = self._sets[key] = _TemplateSet(order, templates, sources, files)
        return found

    def _execute(
        self,
        renderable: Renderable,
        scope: Scope,
        templates: _TemplateSet,
        trace: OutputTrace | None,
    ) -> str:
        path = renderable.path
        renderable.dot["Template"] = self._values_type(
            {"Name": path, "BasePath": renderable.base_path}
        )
        pieces: list[str] = []
        try:
            try:
                write = pieces.append if trace is None else trace.writer(path, pieces)
                descend(scope.templates[path], scope, renderable.dot, write)
            except GoError as error:
                raise self._execution_error(path, error, templates) from error
        except RecursionError:
            raise _refusal(path, "templates are nested too deeply") from None
        except MemoryError:
            pieces.clear()
            raise _refusal(path, "out of memory") from None
        if len(pieces) > FEW_PIECES and sum(map(len, pieces)) > OUTPUT_LIMIT:
            raise _refusal(path, f"the template writes more than {OUTPUT_LIMIT} bytes")
        text = "".join(pieces)
        return text.replace(NO_VALUE, "") if NO_VALUE in text else text

    def _execution_error(self, path: str, error: GoError, templates: _TemplateSet) -> TemplateError:
        from helmwright.template.frames import explain

        levels = explain(error, templates.sources, self._functions, BOUNDARIES)
        message = execution_error(path, (level.text for level in levels), self._era.errors)
        frames = tuple(level.frame for level in levels if level.frame is not None)
        position = None
        if frames:
            place = frames[-1] if frames[-1].file in templates.sources else frames[0]
            position = Position(place.file, place.line, place.column + 1)
        direct = message.startswith("execution error ")
        return TemplateExecutionError(message, position, frames, "" if direct else levels[0].text)


def _functions_of(era: Era) -> FunctionTable:
    """Return the functions of an era; what others than the default one need is imported for them."""
    if era is DEFAULT:
        return FunctionTable(ENGINE)
    from helmwright.rendering.functions_of_eras import functions_of

    return functions_of(era)


def _loops_of(era: Era) -> dict[str, Any]:
    from helmwright.rendering.functions_of_eras import loops_of

    return loops_of(era)


def _parse_order(path: str) -> tuple[int, str]:
    """Return the key that, descending, is the order in which Helm parses and executes files."""
    return path.count("/"), path


def _refusal(path: str, reason: str) -> TemplateExecutionError:
    return TemplateExecutionError(f"execution error in ({path}): {reason}", Position(path))


def _syntax_error(failure: ParseFailure) -> TemplateSyntaxError:
    text = parse_error(failure.path, failure.message)
    line = failure.message.split(": ")[1:2]
    number = line[0].rpartition(":")[2] if line else ""
    position = Position(failure.path, int(number) if number.isdigit() else None)
    return TemplateSyntaxError(text, position)
