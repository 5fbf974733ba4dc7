"""A text that happens to be a number in YAML."""

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

_DISGUISE = lazy_pattern(
    r"[0-9]+[eE][0-9]+"  # a commit, 12e7
    r"|[-+]?0[xX][0-9a-fA-F_]+|[-+]?0[bBoO][0-9_]+"  # an address
    r"|\+[0-9._]+"  # a telephone number
    r"|[-+]?[0-9]+(?:_[0-9]*)+(?:\.[0-9_]*)?"  # a date, 2024_01
)
_MODE = lazy_pattern(r"mode$|mask|perm|chmod", re.IGNORECASE)

_TEXT = (
    '-- values.schema.json --\n{"properties": {"name": {"type": "string"}}}\n-- values.yaml --\n'
)
_ITEMS = (
    '-- values.schema.json --\n{"properties": {"items": {"items": {"properties": {"code": '
    '{"type": "string"}}}}}}\n-- values.yaml --\n'
)


@rule(
    "number-in-disguise",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A text such as 12e7, 0x1F or 2024_01 is a number",
    why="Helm reads these as numbers, and templates print the number: 120000000, 31, 202401.",
    advice="Put it in quotes if it is a text.",
    url="https://yaml.org/type/float.html",
    fixable=True,
    bad=(
        Example(_TEXT + "name: «1e3»\n", message="name: 1e3 without quotes is 1000 for Helm"),
        Example(_ITEMS + "items:\n  - code: «1e3»\n", message="1e3 without quotes is 1000"),
        Example("-- values.yaml --\nid: «0x1F»\nphone: «+4930123»\nbatch: «2024_01»\n"),
        Example("-- values.yaml --\ncommit: «12e7»\n", message="is 1.2e+08 for Helm"),
    ),
    good=(
        Example('-- values.yaml --\nversion: "1e3"\nport: 8080\n'),
        Example("-- values.yaml --\ncommit: 12f7\nid: 31\nday: 2024-01-01\ntime: 1:30\n"),
        Example("-- values.yaml --\nmode: 0o755\nlearningRate: 1.5e-4\nsmall: 1e-6\nneg: -5\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at other notations of numbers where none is wanted."""
    for scalar in number_scalars(settings):
        if not _DISGUISE.fullmatch(scalar.text):
            continue
        key = next((step for step in reversed(scalar.path) if isinstance(step, str)), "")
        unknown = scalar.expected is None and not _MODE.search(key)
        if unknown or (scalar.wanted("string") and not scalar.wanted("number")):
            yield trap(settings, scalar)
