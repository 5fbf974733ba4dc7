"""Label selectors: ``app=web,tier in (front, back),!old``.

Source: k8s.io/apimachinery pkg/labels/selector.go (Parse, Requirement.Matches)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import PatchError

if TYPE_CHECKING:
    from collections.abc import Mapping

_PARTS = re.compile(r",(?![^(]*\))")
_NAME = r"[A-Za-z0-9](?:[A-Za-z0-9_./-]*[A-Za-z0-9])?"
_SET = re.compile(rf"({_NAME})\s+(in|notin)\s*\(([^()]*)\)")
_EQUALITY = re.compile(rf"({_NAME})\s*(==|!=|=)\s*({_NAME}|)")
_PRESENCE = re.compile(rf"(!?)\s*({_NAME})")


class Requirement(NamedTuple):
    """A condition on one label: it is among ``values``, or, negated, it is not.

    values: ``None`` if any value will do.
    """

    key: str
    values: tuple[str, ...] | None
    negated: bool = False

    def holds(self, labels: Mapping[str, object]) -> bool:
        """Tell whether labels meet the condition; an absent label is not among any values."""
        found = self.key in labels and (self.values is None or labels[self.key] in self.values)
        return found is not self.negated

    def __str__(self) -> str:
        if self.values is None:
            return f"{'!' if self.negated else ''}{self.key}"
        if len(self.values) == 1:
            return f"{self.key}{'!=' if self.negated else '='}{self.values[0]}"
        return f"{self.key} {'notin' if self.negated else 'in'} ({','.join(self.values)})"


def parse_selector(text: str) -> tuple[Requirement, ...]:
    """Return what a selector requires; raises ``PatchError`` if it does not parse."""
    return tuple(_requirement(part.strip()) for part in _PARTS.split(text))


def _requirement(part: str) -> Requirement:
    if found := _SET.fullmatch(part):
        key, operator, listed = found.groups()
        values = tuple(value.strip() for value in listed.split(","))
        return Requirement(key, values, negated=operator == "notin")
    if found := _EQUALITY.fullmatch(part):
        key, operator, value = found.groups()
        return Requirement(key, (value,), negated=operator == "!=")
    if found := _PRESENCE.fullmatch(part):
        return Requirement(found.group(2), None, negated=bool(found.group(1)))
    raise PatchError(
        f'"{part}" is no label selector; it is written as app=web, tier in (a,b), has-it or !has-it'
    )
