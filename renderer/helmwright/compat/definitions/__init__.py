"""What compat can find: an id for each, how bad it is, why, and what to do.

``rendering`` has what differs in what a chart renders to, ``upgrade`` what an upgrade that the server applies refuses
or overrides, ``commands`` what calls of Helm mean otherwise. An id is what ``--allow``, settings and comments name.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.compat.definitions import commands, rendering, upgrade
from helmwright.compat.definitions.model import Definition

if TYPE_CHECKING:
    from collections.abc import Iterable

GROUPS = {
    "rendering": "What a chart renders to.",
    "upgrade": "What the server refuses or overrides when it applies what a chart renders to.",
    "commands": "Calls of Helm in scripts, pipelines and helmfiles.",
}


_LINTED_IN = "upgrade"


def definitions() -> tuple[Definition, ...]:
    """Return those that are no rules of the linter, group by group."""
    return (*rendering.DEFINITIONS, *upgrade.DEFINITIONS, *commands.DEFINITIONS)


LINTED = ("injected-ca-bundle", "replicas-beside-autoscaler", "server-metadata")
"""Rules of the linter whose findings are told under their own names."""


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Definition]:
    from helmwright.lint.catalogue import find_rule

    found = {one.id: one for one in definitions()}
    for name in LINTED:
        rule = find_rule(name)
        found[name] = Definition(
            name, _LINTED_IN, rule.severity, rule.summary, rule.why, rule.advice, rule.url
        )
    return found


def all_definitions() -> tuple[Definition, ...]:
    """Return all that compat can find, with the rules of the linter that it runs, group by group."""
    return tuple(sorted(_by_id().values(), key=lambda one: list(GROUPS).index(one.group)))


def definition(name: str) -> Definition:
    """Return what there is to say of an id; raises UsageError with the nearest one for another."""
    found = _by_id().get(name)
    if found is not None:
        return found
    from difflib import get_close_matches

    close = get_close_matches(name, _by_id(), 1)
    hint = f'; did you mean "{close[0]}"?' if close else ""
    raise UsageError(f'compat finds nothing called "{name}"{hint}')


def expand(names: Iterable[str]) -> frozenset[str]:
    """Return the ids that names stand for: ids, groups or ``all``; raises UsageError for others."""
    found: set[str] = set()
    for name in names:
        if name == "all":
            found.update(_by_id())
        elif name in GROUPS:
            found.update(one.id for one in _by_id().values() if one.group == name)
        else:
            found.add(definition(name).id)
    return frozenset(found)
