"""A number that begins with a zero."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._traps import number_scalars, trap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_LEADING = lazy_pattern(r"[-+]?0[0-9_]+")
_MODE = lazy_pattern(r"mode$|mask|perm|chmod", re.IGNORECASE)

_TEXT = (
    '-- values.schema.json --\n{"properties": {"name": {"type": "string"}}}\n-- values.yaml --\n'
)
_ITEMS = (
    '-- values.schema.json --\n{"properties": {"items": {"items": {"properties": {"code": '
    '{"type": "string"}}}}}}\n-- values.yaml --\n'
)


@rule(
    "leading-zero",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A number begins with a zero, which makes it octal or loses the zero",
    why="Helm reads 0123 as the octal number 83, and 08 as 8; only file modes are meant like that.",
    advice="Put it in quotes if it is a text such as a code; leave the zero out if it is a number.",
    url="https://yaml.org/type/int.html",
    fixable=True,
    bad=(
        Example(_TEXT + "name: «0123»\n", message="0123 without quotes is 83 for Helm"),
        Example(
            "-- values.yaml --\nport: «0100»\n",
            message="port: 0100 without quotes is 64 for Helm",
        ),
        Example(_ITEMS + "items:\n  - code: «0123»\n", message="quotes is 83 for Helm"),
        Example("-- values.yaml --\nzip: «01067»\nmonth: «08»\n"),
    ),
    good=(
        Example("-- values.yaml --\nport: 8080\n"),
        Example('-- values.yaml --\ndefaultMode: 0644\numask: 022\nzip: "01067"\nzero: 0\n'),
        Example("-- values.yaml --\nmode: 0o755\nshare: 0.5\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at numbers that begin with 0 and are no file modes."""
    for scalar in number_scalars(settings):
        if not _LEADING.fullmatch(scalar.text):
            continue
        key = next((step for step in reversed(scalar.path) if isinstance(step, str)), "")
        is_number = scalar.wanted("number")
        is_other = scalar.expected is not None and not scalar.wanted("number", "string")
        if not is_other and (scalar.for_text or not _MODE.search(key)):
            yield trap(settings, scalar, quote=not is_number)
