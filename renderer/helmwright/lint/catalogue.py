"""All rules, found by looking at the files below ``rules/``."""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.lint.loading import load_module

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
    found = [load_module(f"{_PACKAGE}.{folder}.{name}").check for name in names if name[0] != "_"]
    return tuple(sorted(found, key=lambda rule: rule.id))


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, group by group."""
    return tuple(rule for group in groups() for rule in rules_of(group))


@lru_cache(maxsize=1)
def _by_name() -> dict[str, Rule]:
    return {name: rule for rule in all_rules() for name in (rule.id, *rule.aliases)}


def find_rule(name: str) -> Rule:
    """Return the rule of an id or an alias; raises UsageError with the nearest id for another."""
    rule = _by_name().get(name)
    if rule is not None:
        return rule
    from difflib import get_close_matches

    known = [*_by_name(), *groups()]
    close = get_close_matches(name, known, 1)
    close += [other for other in known if len(name) > 2 and other.startswith(name)]
    hint = f'; did you mean "{close[0]}"?' if close else ""
    raise UsageError(f'there is no rule "{name}"{hint}; --list-rules lists them')


def expand(names: Iterable[str]) -> frozenset[str]:
    """Return the ids of the rules that names stand for: ids, groups, ``all`` or ``default``.

    ``default`` are those that run if nothing is selected.
    """
    found: set[str] = set()
    for name in names:
        if name == "all":
            found.update(rule.id for rule in all_rules())
        elif name == "default":
            found.update(rule.id for rule in all_rules() if not rule.opt_in)
        elif name in groups():
            found.update(rule.id for rule in rules_of(name))
        else:
            found.add(find_rule(name).id)
    return frozenset(found)


def describe_group(group: str) -> str:
    """Return what the rules of a group are about."""
    package = import_module(f"{_PACKAGE}.{group.replace('-', '_')}")
    return (package.__doc__ or "").strip().replace("``", "'")


def _folder() -> str:
    return os.path.join(os.path.dirname(__file__), "rules")  # noqa: PTH118, PTH120 - quick
