"""A key that is a number for Helm, and a text other than what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.go.yaml_positions import key_name
from helmwright.go.yaml_resolve import resolve_plain
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._keys import plain_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.source import ValuesSource


@rule(
    "number-key",
    reads=Reads.SOURCE,
    severity=Severity.WARNING,
    summary="A key that looks like a number becomes another text",
    why="Helm reads it as a number and writes that anew: 1.10 is called 1.1, and 0755 is 493.",
    advice="Put the key in quotes.",
    url="https://yaml.org/type/float.html",
    bad=(
        Example("versions:\n  «1.10»: old\n", message='versions.1.10: Helm calls this key "1.1"'),
        Example("users:\n  «0123»: anna\n", message='"83"'),
        Example("commits:\n  «1e3»: x\n", message='"1000"'),
    ),
    good=(
        Example('versions:\n  "1.10": old\n'),
        Example("ports:\n  8080: web\n  1.5: x\n  1.2.3: y\n"),
    ),
)
def check(source: ValuesSource) -> Iterator[Problem]:
    """Look at the keys without quotes."""
    for path, key in plain_keys(source):
        value = resolve_plain(key.value)
        name = key_name(key)
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if is_number and name is not None and name != key.value:
            yield source.problem(
                source.node_span(key),
                f'{dotted((*source.prefix, *path, key.value))}: Helm calls this key "{name}"',
                fix=f'write "{key.value}" in quotes',
            )
