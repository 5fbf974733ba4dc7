"""All rules, found by looking at the files below ``rules/``."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.rule import Rule

_PACKAGE = "helmwright.lint.rules"


@lru_cache(maxsize=1)
def groups() -> tuple[str, ...]:
    """Return the names of the groups, which are the folders, sorted."""
    with os.scandir(_folder()) as entries:
        names = [entry.name for entry in entries if entry.is_dir() and entry.name[0] != "_"]
    return tuple(sorted(name.replace("_", "-") for name in names))


@lru_cache(maxsize=64)
def rules_of(group: str) -> tuple[Rule, ...]:
    """Return the rules of a group, by id."""
    folder = group.replace("-", "_")
    with os.scandir(os.path.join(_folder(), folder)) as entries:  # noqa: PTH118 - quick
        names = [entry.name[:-3] for entry in entries if entry.name.endswith(".py")]
    found = [import_module(f"{_PACKAGE}.{folder}.{name}").check for name in names if name[0] != "_"]
    return tuple(sorted(found, key=lambda rule: rule.id))


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, group by group."""
    return tuple(rule for group in groups() for rule in rules_of(group))


def find_rule(name: str) -> Rule:
    """Return the rule of an id or an alias; raises UsageError with the nearest id for another."""
    for rule in all_rules():
        if name == rule.id or name in rule.aliases:
            return rule
    from difflib import get_close_matches

    close = get_close_matches(name, [rule.id for rule in all_rules()], 1)
    hint = f'; did you mean "{close[0]}"?' if close else ""
    raise UsageError(f'there is no rule "{name}"{hint}; --list-rules lists them')


def expand(names: Iterable[str]) -> frozenset[str]:
    """Return the ids of the rules that names stand for: ids, groups, or ``all``."""
    found: set[str] = set()
    for name in names:
        if name == "all":
            found.update(rule.id for rule in all_rules())
        elif name in groups():
            found.update(rule.id for rule in rules_of(name))
        else:
            found.add(find_rule(name).id)
    return frozenset(found)


def _folder() -> str:
    return os.path.join(os.path.dirname(__file__), "rules")  # noqa: PTH118, PTH120 - quick
