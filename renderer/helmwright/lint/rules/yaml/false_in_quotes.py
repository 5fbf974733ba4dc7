"""A text that says false, where the chart's own default is a boolean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import default_of
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_NO = frozenset({"false", "no", "off", "n"})


@rule(
    "false-in-quotes",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A switch is set to the text 'false', which is true",
    why="Every text but the blank one is true in 'if', so the switch is on.",
    advice="Write false without quotes; on the command line use --set, not --set-string.",
    url="https://helm.sh/docs/chart_template_guide/control_structures/#ifelse",
    fixable=True,
    bad=(
        Example(
            "-- values.yaml --\nmetrics:\n  enabled: true\n",
            overrides=(("set-string", "metrics.enabled=false"),),
            message='metrics.enabled: the text "false" counts as true',
        ),
    ),
    good=(
        Example(
            "-- values.yaml --\nmetrics:\n  enabled: true\n  mode: x\n",
            overrides=(("set", "metrics.enabled=false"), ("set-string", "metrics.mode=false")),
        ),
        Example("-- values.yaml --\nenabled: 'false'\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Compare texts with defaults that are booleans."""
    refused = {violation.path for violation in settings.violations}
    for path, value in _texts(settings.values, ()):
        if value.lower() not in _NO or path in refused:
            continue
        layer = settings.layer(path, of_users=True)
        if layer is None:
            continue
        try:
            default = default_of(settings, path)
        except KeyError:
            continue
        if type(default) is bool:
            yield settings.problem(
                path,
                f'{dotted((*settings.prefix, *path))}: the text "{value}" counts as true',
                edits=(Put(path, value=False),),
            )


def _texts(values: object, path: Path) -> Iterator[tuple[Path, str]]:
    if type(values) is dict:
        for key, value in values.items():
            yield from _texts(value, (*path, key))
    elif isinstance(values, str):
        yield path, values
