"""A large number that a template prints with an exponent."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem, Span
    from helmwright.lint.rendered import RenderedChart

_TEMPLATE = "-- templates/a.yaml --\nkind: ConfigMap\ndata:\n  id: {{ .Values.id }}\n"


@rule(
    "big-number-printed",
    reads=Reads.RENDERED,
    severity=Severity.WARNING,
    summary="A template prints a large whole number as 1e+06",
    why=(
        "Helm reads numbers as floats and prints those from 1000000 on with an exponent, unless the"
        " template uses int, int64 or toYaml."
    ),
    advice="Put the number in quotes; in the template, write {{ .Values.x | int64 }}.",
    url="https://github.com/helm/helm/issues/1707",
    fixable=True,
    bad=(
        Example(
            _TEMPLATE + "-- values.yaml --\nid: «1000000»\n",
            message="id: 1000000 is printed as 1e+06",
        ),
        Example(_TEMPLATE + "-- values.yaml --\nid: «123456789012»\n"),
        Example(
            _TEMPLATE + "-- values.yaml --\nid: 1\n-- my.yaml --\nid: «12345671»\n",
            message="printed as 1.2345671e+07",
        ),
    ),
    good=(
        Example(_TEMPLATE + "-- values.yaml --\nid: 999999\n"),
        Example(_TEMPLATE + '-- values.yaml --\nid: "1000000"\n'),
        Example(
            "-- templates/a.yaml --\nkind: ConfigMap\ndata:\n  id: {{ .Values.id | int }}\n"
            "-- values.yaml --\nid: 1000000\n"
        ),
    ),
)
def check(rendered: RenderedChart) -> Iterator[Problem]:
    """Look for the numbers of the values, as Helm prints them, in what was rendered."""
    settings = rendered.settings
    if settings is None or not any("e+" in text for text in rendered.files.values()):
        return
    for scalar in settings.changed_scalars:
        if "e+" not in scalar.printed or not scalar.text.isdecimal():
            continue
        span = _printed(rendered, scalar.printed)
        if span is not None and not settings.is_secret(*scalar.path):
            text_wanted = not scalar.wanted("number")
            yield settings.problem(
                scalar.path,
                f"{dotted((*settings.prefix, *scalar.path))}: {scalar.text} is printed as {scalar.printed}",
                edits=(Quote(scalar.path),) if scalar.editable and text_wanted else (),
                related=(Related(span, "this line prints it"),),
            )


def _printed(rendered: RenderedChart, number: str) -> Span | None:
    """Return the template line that prints a number."""
    token = re.compile(rf"(?<![\w.+-]){re.escape(number)}(?![\w.+-])")
    for template, text in rendered.files.items():
        found = token.search(text)
        if found is not None:
            return rendered.template_span(template, text.count("\n", 0, found.start()) + 1)
    return None
