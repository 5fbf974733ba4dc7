"""A key that is a boolean for Helm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._keys import plain_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource


@rule(
    "boolean-key",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A key such as on, y or no becomes true or false",
    why=(
        "Helm reads YAML 1.1, where these words are booleans, and then makes texts of keys:"
        ' the key is called "true" or "false", and .Values has none of the name that was written.'
    ),
    advice="Put the key in quotes.",
    url="https://yaml.org/type/bool.html",
    bad=(
        Example("chart:\n  x: 1\n  «y»: 2\n", message='chart.y: Helm calls this key "true"'),
        Example("«on»:\n  push: x\n"),
        Example("labels: {«no»: norway}\n", message='"false"'),
    ),
    good=(
        Example('chart:\n  x: 1\n  "y": 2\n'),
        Example("true: 1\nfalse: 2\nyEs: 3\none: 1\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at the keys without quotes."""
    for path, key in plain_keys(source):
        value = resolve_plain(key.value)
        if isinstance(value, bool) and key.value.lower() not in {"true", "false"}:
            name = "true" if value else "false"
            yield source.problem(
                source.node_span(key),
                f'{dotted((*source.prefix, *path, key.value))}: Helm calls this key "{name}"',
                fix=f'write "{key.value}" in quotes',
            )
