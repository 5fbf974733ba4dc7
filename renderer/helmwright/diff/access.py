"""Whether somebody may do more or less than before: Roles and bindings."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.diff.model import Effect, Impact
from helmwright.diff.reading import at, maps_at, shown, texts_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.diff.model import Change, DiffObject

_GROUP = "rbac.authorization.k8s.io"
_MOST = 20_000
_SHOWN = 3


class Right(NamedTuple):
    """One thing that a rule allows; ``*`` is anything, a blank name any name."""

    verb: str
    group: str
    resource: str
    name: str

    def __str__(self) -> str:
        resource = f"{self.resource}.{self.group}" if self.group else self.resource
        resource = "anything" if (self.resource, self.group) == ("*", "*") else resource
        verb = "do anything with" if self.verb == "*" else self.verb
        return f"{verb} {resource}{f' {self.name}' if self.name else ''}"

    def covers(self, other: Right) -> bool:
        """Tell whether who has this right has the other one too.

        Source: k8s.io/component-helpers auth/rbac/validation/policy_comparator.go (ruleCovers).
        """
        return (
            self.verb in ("*", other.verb)
            and self.group in ("*", other.group)
            and _resource_covers(self.resource, other.resource)
            and self.name in ("", other.name)
        )


def _resource_covers(one: str, other: str) -> bool:
    if one in ("*", other):
        return True
    if one.startswith("/") and one.endswith("*"):  # a URL that is no resource
        return other.startswith(one[:-1])
    return one.startswith("*/") and other.endswith(one[1:])


def access_impacts(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    """Yield which rights are given and taken."""
    one = after or before
    if one is None or one.key.group != _GROUP:
        return
    if one.key.kind in ("Role", "ClusterRole"):
        yield from _role(before, after, changes)
    elif one.key.kind in ("RoleBinding", "ClusterRoleBinding"):
        yield from _binding(before, after)


def _role(
    before: DiffObject | None, after: DiffObject | None, changes: tuple[Change, ...]
) -> Iterator[Impact]:
    old, new = _rights(before), _rights(after)
    path = ("rules",)
    if old is None or new is None:
        yield Impact(Effect.PERMISSIONS, "its rules change; they are too many to compare", path)
        return
    more = sorted(right for right in new - old if not any(known.covers(right) for known in old))
    less = sorted(right for right in old - new if not any(known.covers(right) for known in new))
    if more:
        yield Impact(Effect.PERMISSIONS, f"widened: may also {_listed(more)}", path)
    if less:
        yield Impact(Effect.PERMISSIONS, f"narrowed: may no longer {_listed(less)}", path)
    for change in changes:
        if change.path[:1] == ("aggregationRule",):
            message = "the roles whose rules it collects change"
            yield Impact(Effect.PERMISSIONS, message, change.path)
            return


def _rights(one: DiffObject | None) -> set[Right] | None:
    """Return what a role allows; ``None`` if that is too much."""
    found: set[Right] = set()
    for rule in maps_at(None if one is None else one.data, "rules"):
        names = texts_at(rule, "resourceNames") or [""]
        verbs = texts_at(rule, "verbs")
        groups, resources = texts_at(rule, "apiGroups"), texts_at(rule, "resources")
        urls = texts_at(rule, "nonResourceURLs")
        if len(verbs) * len(groups) * len(resources) * len(names) + len(found) > _MOST:
            return None
        found |= set(map(Right._make, product(verbs, groups, resources, names)))
        found |= {Right(verb, "", url, "") for verb, url in product(verbs, urls)}
    return found


def _binding(before: DiffObject | None, after: DiffObject | None) -> Iterator[Impact]:
    old, new = _subjects(before), _subjects(after)
    one = after or before
    role = at(None if one is None else one.data, "roleRef")
    named = f"{shown(role.get('kind'))} {shown(role.get('name'))}"
    path = ("subjects",)
    if more := sorted(new - old):
        yield Impact(Effect.PERMISSIONS, f"widened: {_listed(more)} gets {named}", path)
    if less := sorted(old - new):
        yield Impact(Effect.PERMISSIONS, f"narrowed: {_listed(less)} loses {named}", path)


def _subjects(one: DiffObject | None) -> set[str]:
    found = set()
    for subject in maps_at(None if one is None else one.data, "subjects"):
        namespace = subject.get("namespace")
        place = f"{namespace}/" if namespace else ""
        found.add(f"{shown(subject.get('kind'))} {place}{shown(subject.get('name'))}")
    return found


def _listed(items: list[Any]) -> str:
    shown_items = ", ".join(map(str, items[:_SHOWN]))
    rest = len(items) - _SHOWN
    return f"{shown_items} and {rest} more" if rest > 0 else shown_items
