"""A null in a chart's values that does not remove the default of its subchart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.settings import Settings

_SUB = (
    "-- charts/sub/Chart.yaml --\napiVersion: v2\nname: sub\nversion: 1.0.0\n"
    "-- charts/sub/values.yaml --\nport: 80\n"
)


@rule(
    "null-keeps-default",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A null in a chart's values.yaml does not remove the default of a subchart",
    why=(
        "Helm 4 drops nulls of a chart's own values.yaml before it looks at the subchart, whose"
        " default then counts; Helm 3 removed it."
    ),
    advice="Set another value; only a values file or a flag can remove the default.",
    url="https://github.com/helm/helm/blob/v4.2.4/pkg/chart/common/util/coalesce.go",
    bad=(
        Example(
            _SUB + "-- values.yaml --\nsub:\n  «port»: null\n",
            message="sub.port: the null does not remove the default of the subchart",
        ),
    ),
    good=(
        Example(_SUB + "-- values.yaml --\nsub:\n  port: 81\n  other: null\n"),
        Example(
            _SUB + "-- values.yaml --\nsub:\n  port: null\n", overrides=(("set", "sub.port=null"),)
        ),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at the nulls of charts' own values that are not what templates get."""
    for layer in settings.layered.layers:
        if layer.kind != "defaults" or layer.text is None:
            continue
        for path in _nulls(layer.values, ()):
            whole = (*layer.prefix, *path)
            below = whole[len(settings.prefix) :]
            if whole[: len(settings.prefix)] != settings.prefix or len(path) < 2:
                continue
            if settings.layered.strongest(whole) is layer and settings.get(*below) is not None:
                yield Problem(
                    settings.source_of(layer).key_span(path),
                    f"{dotted(whole)}: the null does not remove the default of the subchart",
                    whole,
                )


def _nulls(values: Any, path: Path) -> Iterator[Path]:
    if values is None:
        yield path
    elif type(values) is dict:
        for key, value in values.items():
            yield from _nulls(value, (*path, key))
