"""Values that the chart's templates refuse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import (
    ChartError,
    SchemaError,
    TemplateExecutionError,
    TemplateSyntaxError,
)
from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.base.wording import joined
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import known_value
from helmwright.lint.finding import Problem, Related, Span
from helmwright.lint.refusal_fixes import one_of
from helmwright.lint.refusing_lines import values_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.errors import HelmwrightError
    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.settings import Settings

_PLACED = lazy_pattern(
    r"execution error at \((?P<file>[^():]+):(?P<line>\d+):(?P<column>\d+)\): (?P<text>.*)",
    re.DOTALL,
)
_KEY = lazy_pattern(
    r"(?:\.?Values\.)?(?P<key>[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*|\[\d+\])*)(?P<end>:?)(?=\s|$)"
)
_READ = lazy_pattern(r"\$?\.Values\.(?P<path>[\w.]+)")
_STEP = lazy_pattern(r"[^.\[\]]+|\[\d+\]")


@rule(
    "values-refused",
    reads=Reads.RENDERED,
    severity=Severity.ERROR,
    general=True,
    summary="The chart's templates refuse the values",
    why="Helm stops with this error and installs nothing.",
    advice="Set the key that the template asks for, or one that the condition around its line looks at.",
    url="https://helm.sh/docs/howto/charts_tips_and_tricks/#using-the-required-function",
    bad=(
        Example(
            '-- templates/a.yaml --\n{{- if eq .Values.mode "other" }}\n'
            '{{- fail "mode: there is no mode other" }}\n{{- end }}\n-- values.yaml --\nmode: a\n'
            "-- my.yaml --\nmode: «other»\n",
            message="mode: there is no mode other",
        ),
        Example(
            '-- templates/a.yaml --\nhost: {{ required "web.host is required" .Values.web.host }}\n'
            "-- values.yaml --\n«web»:\n  port: 80\n",
            message="web.host is required",
        ),
        Example(
            '-- templates/a.yaml --\n{{- if .Values.web.tls }}\n  {{- «»fail "no issuer" }}\n'
            "{{- end }}\n-- values.yaml --\nweb: {tls: true}\n",
            message="no issuer",
        ),
        Example(
            "-- templates/a.yaml --\nb: {{ .Values.web.tls.mode }}\n-- values.yaml --\n«web»: {}\n",
            message="web.tls is not set, and a template reads web.tls.mode",
        ),
    ),
    good=(
        Example(
            '-- templates/a.yaml --\nhost: {{ required "web.host is required" .Values.web.host }}\n'
            "-- values.yaml --\nweb:\n  host: a\n"
        ),
        Example(
            '-- values.schema.json --\n{"properties": {"port": {"type": "integer"}}}\n'
            "-- my.yaml --\nport: many\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Say what Helm would say, at the key that it is about or else in the template."""
    error = rendered.error
    if error is None or isinstance(error, (ChartError, SchemaError, TemplateSyntaxError)):
        return
    found = _refusal(rendered, error)
    settings = rendered.settings
    severity = Severity.INFO if found.is_required and not _has_values(settings) else None
    text = found.text if settings is None else _without_secrets(settings, found.text)
    missing = None if settings is None else _missing(settings, found)
    if settings is not None and missing is not None:
        yield settings.problem(
            missing,
            f"{dotted(missing)} is not set, and a template reads {dotted(found.read)}",
            fix=f"set {dotted(found.read)}",
            related=(Related(found.span, "the template stops here"),),
        )
        return
    path = None if settings is None else _key(settings, found.prefix, text)
    if settings is None or path is None:
        yield Problem(found.span, text, fix=_around(rendered, found), severity=severity)
        return
    sentence, semicolon, fix = text.partition("; ")
    fix = fix if semicolon and "\n" not in fix else ""
    mended = fix or _of_key(settings, path)
    yield settings.problem(path, sentence if fix else text, fix=mended, severity=severity)


def _of_key(settings: Settings, path: Path) -> str:
    """Return what to do about the key that is refused: what the schema takes, or that it is missing."""
    known = known_value(settings.chart, path)
    choices = () if known is None else known.facts.choices
    if choices:
        return one_of(settings.get(*path), [str(one) for one in choices], dotted(path))
    if settings.get(*path) in (None, "", [], {}):
        return f"set {dotted(path)}"
    return f"give {dotted(path)} another value, or remove it for the chart's default"


def _around(rendered: RenderedChart, found: _Refusal) -> str:
    """Return which values the template looks at where it stops; blank if it names none there."""
    file = found.span.path.removeprefix(f"{rendered.chart.path}/")
    raw = next((raw.data for raw in rendered.chart.raw if raw.name == file), b"")
    text = raw.decode("utf-8", "surrogateescape")
    names = [dotted((*found.prefix, *path)) for path in values_around(text, found.span.line or 1)]
    if not names or file == "Chart.yaml":
        return ""
    return f"change {joined(names, 'or')}, which the template looks at there"


def _has_values(settings: Settings | None) -> bool:
    """Tell whether there are values besides a chart's own, which need not be enough for it."""
    return settings is None or any(one.kind != "defaults" for one in settings.layered.layers)


class _Refusal(NamedTuple):
    """What Helm says.

    text: the core of it. span: the place in a template. prefix: of the chart's values that has the
    template. is_required: whether it is the message of fail or required.
    read: the path of the value that the template looked for, and that has nothing above it.
    """

    text: str
    span: Span
    prefix: Path = ()
    is_required: bool = False
    read: Path = ()


def _refusal(rendered: RenderedChart, error: HelmwrightError) -> _Refusal:
    """Return what Helm says, without what is around it."""
    placed = _PLACED.match(error.message)
    if placed:
        line, column = int(placed["line"]), int(placed["column"]) + 1
        span = Span(rendered.file_of(placed["file"]), line, column, line, column)
        prefix = _prefix(placed["file"])
        return _Refusal(placed["text"].strip(), span, prefix, is_required=True)
    if isinstance(error, TemplateExecutionError) and error.frames:
        frame = error.frames[-1]
        lines = [line.strip() for line in error.message.split("\n") if line.strip()]
        file = rendered.file_of(frame.file)
        span = Span(file, frame.line, frame.column + 1, frame.line, frame.column + 1)
        text = lines[-1] if lines else error.message
        prefix = _prefix(frame.file)
        node = _READ.fullmatch(frame.node) if "nil pointer evaluating" in text else None
        read = (*prefix, *node["path"].split(".")) if node else ()
        return _Refusal(text, span, prefix, read=read)
    path = f"{rendered.chart.path}/Chart.yaml"
    place = error.position
    if place is not None and place.line is not None:
        return _Refusal(error.told.strip(), Span.at(place))
    return _Refusal(error.message.strip(), Span(path, 1, 1, 1, 1))


def _prefix(template: str) -> Path:
    """Return where the values of the chart stand that a template belongs to."""
    return tuple(part.partition("/")[0] for part in template.split("/charts/")[1:])


def _missing(settings: Settings, found: _Refusal) -> Path | None:
    """Return the part of the path that the template read which is not there."""
    for length in range(len(found.prefix) + 1, len(found.read)):
        if settings.get(*found.read[:length]) is None:
            return found.read[:length]
    return None


def _key(settings: Settings, prefix: Path, text: str) -> Path | None:
    """Return the path with which a sentence begins, if the chart knows it."""
    found = _KEY.match(text)
    if found is None:
        return None
    path: Path = tuple(
        int(step[1:-1]) if step[0] == "[" else step for step in _STEP.findall(found["key"])
    )
    path = (*prefix, *path)
    first = path[: len(prefix) + 1]
    is_known = settings.get(*first) is not None or known_value(settings.chart, first) is not None
    return path if is_known else None


def _without_secrets(settings: Settings, text: str) -> str:
    """Return a text in which no value stands that is a secret by the schema, its name or form."""
    from helmwright.secrets.known import KnownSecrets

    known = KnownSecrets()
    known.add_values(settings.values, lambda path: settings.is_marked(*path))
    return known.safe(text)
