"""All rules: those below ``rules/``, and those of packs, found by looking at the files."""

from __future__ import annotations

import os
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import UsageError
from helmwright.base.records import replace
from helmwright.lint.definition import Rule, check_parts
from helmwright.lint.loading import load_module
from helmwright.packs.loading import import_from_packages, load_packs

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.packs.interface import Pack

_PACKAGE = "helmwright.lint.rules"


class _Catalogue(NamedTuple):
    """rules: by group and id. groups: the package of each, which says what its rules are about."""

    rules: tuple[Rule, ...]
    groups: dict[str, str]


@lru_cache(maxsize=1)
def _catalogue() -> _Catalogue:
    """Return all rules; those of packs that cannot be loaded, or have names of others, are left out."""
    rules: dict[str, Rule] = {}
    groups: dict[str, str] = {}
    for module in _modules(_PACKAGE, groups):
        found: Rule = load_module(module).check
        rules.update(dict.fromkeys((found.id, *found.aliases), found))
    for pack in load_packs().packs:
        if pack.rules:
            _add_pack(pack, rules, groups)
    ordered = sorted({id(one): one for one in rules.values()}.values(), key=_order)
    return _Catalogue(tuple(ordered), dict(sorted(groups.items())))


def _add_pack(pack: Pack, rules: dict[str, Rule], groups: dict[str, str]) -> None:
    """Add the rules of a pack, but those that cannot be loaded, and those with names of others."""
    packs = load_packs()
    modules = packs.guarded_load(pack, pack.rules, lambda: _modules_of(pack.rules, groups))
    for module in modules or ():
        found = packs.guarded_load(pack, module, partial(_rule_in, module))
        if found is None:
            continue
        names = found.id, *found.aliases
        taken = next((name for name in names if name in rules), None)
        if taken is None:
            rules.update(dict.fromkeys(names, replace(found, pack=pack.name)))
        else:
            name = "name" if taken == found.id else f'name "{taken}"'
            owner = packs.owner_of(rules[taken].pack)
            reason = f'its rule "{found.id}" has the {name} of one of {owner}, and is left out'
            packs.add_problem(pack, reason)


def _modules_of(package: str, groups: dict[str, str]) -> list[str]:
    import_from_packages(package)
    return list(_modules(package, groups))


def _rule_in(module: str) -> Rule:
    """Return the rule of a module of a pack; raises TypeError for one that is none."""
    found = load_module(module).check
    if type(found) is not Rule:
        raise TypeError(f"its check is no rule, but a {type(found).__name__}")
    check_parts(found)
    return found


def _order(rule: Rule) -> tuple[str, str]:
    return rule.group, rule.id


def _modules(package: str, groups: dict[str, str]) -> Iterator[str]:
    """Yield the modules of rules in the folders of a package, and take note of these groups."""
    (folder, *_) = import_module(package).__path__
    with os.scandir(folder) as entries:
        folders = [entry.name for entry in entries if entry.is_dir() and entry.name[0] != "_"]
    for group in sorted(folders):
        groups.setdefault(group.replace("_", "-"), f"{package}.{group}")
        with os.scandir(f"{folder}/{group}") as entries:
            names = [entry.name[:-3] for entry in entries if entry.name.endswith(".py")]
        yield from (f"{package}.{group}.{name}" for name in sorted(names) if name[0] != "_")


def all_rules() -> tuple[Rule, ...]:
    """Return every rule, group by group."""
    return _catalogue().rules


def groups() -> tuple[str, ...]:
    """Return the names of the groups, which are those of folders, sorted."""
    return tuple(_catalogue().groups)


def rules_of(group: str) -> tuple[Rule, ...]:
    """Return the rules of a group, by id."""
    return tuple(rule for rule in all_rules() if rule.group == group)


def is_replaced(rule_id: str, chart: Chart) -> bool:
    """Tell whether a rule leaves a chart to one of the chart's pack."""
    packs = {pack.name for pack in load_packs().for_chart(chart.metadata.name)}
    return any(rule.pack in packs and rule_id in rule.instead_of for rule in all_rules())


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
    package = import_module(_catalogue().groups[group])
    return (package.__doc__ or "").strip().replace("``", "'")
