"""What is refused in expressions of admission policies: those that cannot be read at all.

Only brackets and texts are looked at, which is enough to find an expression that was cut or left open.
Source: github.com/google/cel-spec doc/langdef.md (syntax)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.kube.validation.refusal import Refusal, entries, invalid, text

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = lazy_pattern(
    r"""//[^\n]*
      | [bB]?[rR][bB]?(?:\"\"\".*?\"\"\"|'''.*?'''|\"[^\"\n]*\"|'[^'\n]*')
      | [bB]?(?:\"\"\"(?:\\.|.)*?\"\"\"|'''(?:\\.|.)*?'''|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')
      | [()\[\]{}'\"]""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {")": "(", "]": "[", "}": "{"}
_MOST = 1 << 12
"""Longer expressions are left to the server."""


def policy(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a ValidatingAdmissionPolicy."""
    spec = data.get("spec")
    for field, keys in (
        ("validations", ("expression", "messageExpression")),
        ("variables", ("expression",)),
        ("matchConditions", ("expression",)),
        ("auditAnnotations", ("valueExpression",)),
    ):
        for index, one in entries(spec, field):
            yield from _expressions(one, ("spec", field, index), keys)


def webhooks(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a webhook configuration."""
    for index, one in entries(data, "webhooks"):
        for place, condition in entries(one, "matchConditions"):
            where = ("webhooks", index, "matchConditions", place)
            yield from _expressions(condition, where, ("expression",))


def _expressions(
    one: dict[str, Any], path: tuple[str | int, ...], keys: tuple[str, ...]
) -> Iterator[Refusal]:
    for key in keys:
        if not is_closed(text(one, key)):
            yield invalid((*path, key), "compilation failed: a bracket or a text is not closed")


def is_closed(expression: str) -> bool:
    """Tell whether brackets and texts of an expression are closed."""
    if len(expression) > _MOST:
        return True
    open_ones: list[str] = []
    for found in _TOKEN.finditer(expression):
        token = found[0]
        if token in ("'", '"'):
            return False
        if token in ("(", "[", "{"):
            open_ones.append(token)
        elif token in _CLOSING and (not open_ones or open_ones.pop() != _CLOSING[token]):
            return False
    return not open_ones
