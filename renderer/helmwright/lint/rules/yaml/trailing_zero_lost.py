"""A version that is a number, and loses its last zero."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._traps import number_scalars, trap
from helmwright.values.trailing_zeros import is_of_version, loses_zero

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings


_TEXT = (
    '-- values.schema.json --\n{"properties": {"name": {"type": "string"}}}\n-- values.yaml --\n'
)
_ITEMS = (
    '-- values.schema.json --\n{"properties": {"items": {"items": {"properties": {"code": '
    '{"type": "string"}}}}}}\n-- values.yaml --\n'
)


@rule(
    "trailing-zero-lost",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A version or tag such as 0.20 is a number and loses its last zero",
    why="Without quotes 0.20 is a number, and templates print it as 0.2: another tag.",
    advice="Put versions and tags in quotes.",
    url="https://helm.sh/docs/chart_best_practices/values/#make-types-clear",
    fixable=True,
    bad=(
        Example(
            _TEXT + "name: «0.20»\n", message="name: 0.20 without quotes is 0.2 for Helm, and the"
        ),
        Example(_ITEMS + "items:\n  - code: «0.20»\n", message="quotes is 0.2"),
        Example("-- values.yaml --\nimage:\n  tag: «1.10»\n"),
    ),
    good=(
        Example('-- values.yaml --\nversion: "0.20"\n'),
        Example("-- values.yaml --\nimage:\n  tag: 1.11\nshare: 0.50\ncpu: 1.0\n"),
        Example("-- values.yaml --\ncpuRequest: 1.50\nresources: {cpu: 1.0}\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at numbers with a zero at their end where a text is wanted."""
    for scalar in number_scalars(settings):
        if not loses_zero(scalar.text):
            continue
        key = scalar.path[-1]
        named = isinstance(key, str) and is_of_version(key)
        if scalar.for_text or (named and scalar.expected is None):
            yield trap(settings, scalar)
