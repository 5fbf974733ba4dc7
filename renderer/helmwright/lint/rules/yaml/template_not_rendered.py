"""A template expression in a value that nothing renders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_EXPRESSION = lazy_pattern(
    r"\{\{-?\s*(?:\.(?:Values|Release|Chart|Capabilities|Files)\b|(?:include|tpl|printf|required)\s+)[^{}]*\}\}"
)


@rule(
    "template-not-rendered",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A value has a template expression that is not rendered",
    why="Helm renders templates, not values: only where a template passes a value to tpl is it rendered.",
    advice="Write the value itself.",
    url="https://helm.sh/docs/howto/charts_tips_and_tricks/#using-the-tpl-function",
    bad=(
        Example(
            "-- templates/a.yaml --\nkind: ConfigMap\ndata:\n  host: {{ .Values.host | quote }}\n"
            '-- values.yaml --\nhost: «"{{ .Release.Name }}.example.com"»\n',
            message="host: {{ .Release.Name }} is not rendered",
        ),
    ),
    good=(
        Example(
            "-- templates/a.yaml --\nkind: ConfigMap\ndata:\n  host: {{ tpl .Values.host . | quote }}\n"
            '-- values.yaml --\nhost: "{{ .Release.Name }}.example.com"\n'
        ),
        Example(
            "-- templates/a.yaml --\nkind: ConfigMap\ndata:\n  alert: {{ .Values.alert | quote }}\n"
            '-- values.yaml --\nalert: "{{ $labels.pod }} is down"\n'
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for the expressions of values in what was rendered."""
    settings = rendered.settings
    if settings is None or rendered.error is not None:
        return
    for path, text in _texts(settings.values, ()):
        found = _EXPRESSION.search(text)
        if found is None:
            continue
        for template, content in rendered.files.items():
            at = content.find(found[0])
            if at >= 0:
                span = rendered.template_span(template, content.count("\n", 0, at) + 1)
                yield settings.problem(
                    path,
                    f"{dotted((*settings.prefix, *path))}: {found[0]} is not rendered",
                    related=(Related(span, "this line prints it as it is"),),
                )
                break


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if type(value) is dict:
        for key, below in value.items():
            yield from _texts(below, (*path, key))
    elif type(value) is list:
        for index, below in enumerate(value):
            yield from _texts(below, (*path, index))
    elif isinstance(value, str) and "{{" in value:
        yield path, value
