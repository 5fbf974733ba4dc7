"""Decides whether a difference from the upstream chart is intended, and writes the page about them.

The list itself is `upstream_differences`. What an installed release would not survive is refused
here (`why_never`), whatever the list says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from tests.conformance.upstream_samples import FIRST, LAST, release_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conformance.upstream_objects import Difference, Objects

PAGE_START = """\
# Differences from the upstream chart

This chart takes the values of every upstream chart from 0.12.10 to 0.38.1 and renders the same objects, so that
`helm upgrade` of an existing release changes what is listed here and nothing else. `python tests/conformance/upstream.py
CHART…` compares the two for thousands of values and knows no other differences. The page is written from the list
that it checks (`tests/conformance/upstream_differences.py`), by its option `--write-docs`.

Never different, and checked as such: names of objects and containers, selectors, the labels `app`, `release` and
`determined-system`, names and first ports of Services, the database's claim, where it is mounted and `PGDATA`, and the
`roleRef` of bindings.

Both sides are compared as the API server and the master read them: a blank field and an absent one are the same, and so
are `"2"` and `2000m`, a list in another order whose items have names, and `serviceAccount` and `serviceAccountName`.

A key that a newer upstream chart brought works for every older release that can do what it says, where the upstream chart
of that release ignored it. A value that the release cannot do is refused.
"""


@dataclass(frozen=True, slots=True)
class Found:
    """A difference with everything that a condition of the list may ask about.

    values: the values, with the defaults that upstream has for them.
    """

    difference: Difference
    release: int
    values: dict[str, Any]
    upstream: Objects
    ours: Objects

    def value(self, path: str) -> Any:
        """Returns the value of a key such as "db.sslMode", None if it is not set."""
        return look_up(self.values, path)


@dataclass(frozen=True, slots=True)
class Intended:
    """An entry of the list.

    what: the change, for people who migrate.
    why: the reason.
    objects, paths: patterns of the names and the fields; `*` is a part between dots and brackets,
        `**` is anything.
    kinds: of "added", "removed", "changed", those that are meant.
    when: what else must hold.
    """

    section: str
    what: str
    why: str
    objects: tuple[str, ...]
    paths: tuple[str, ...] = ("",)
    kinds: tuple[str, ...] = ("added", "removed", "changed")
    when: Callable[[Found], bool] | None = None
    since: str = FIRST
    until: str = LAST

    def allows(self, found: Found) -> bool:
        """Says whether a difference is this one."""
        difference = found.difference
        return (
            difference.what in self.kinds
            and release_number(self.since) <= found.release <= release_number(self.until)
            and any(matches(one, difference.object) for one in self.objects)
            and any(matches(one, difference.path) for one in self.paths)
            and (self.when is None or self.when(found))
        )


@dataclass(frozen=True, slots=True)
class Refusal:
    """Values that upstream renders and ours refuses; `message` is a part of what ours says."""

    what: str
    why: str
    message: str
    since: str = FIRST
    until: str = LAST

    def allows(self, message: str, release: int) -> bool:
        """Says whether a failure is this one."""
        first, last = release_number(self.since), release_number(self.until)
        return self.message in message and first <= release <= last


def look_up(tree: Any, path: str) -> Any:
    """Returns what is at "a.b.c" in nested maps, None if there is nothing."""
    for key in path.split("."):
        tree = tree.get(key) if isinstance(tree, dict) else None
    return tree


def matches(pattern: str, text: str) -> bool:
    """Says whether a pattern of the list is the whole of a text."""
    return _expression(pattern).fullmatch(text) is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    parts = [
        ".*" if part == "**" else r"[^.\[\]]*" if part == "*" else re.escape(part)
        for part in re.split(r"(\*\*|\*)", pattern)
    ]
    return re.compile("".join(parts))


_NEVER: tuple[tuple[str, str, str], ...] = (
    ("a selector cannot be edited", "**", "spec.selector**"),
    ("pods and their owners are found by these labels", "**", "**metadata.labels.app"),
    ("pods and their owners are found by these labels", "**", "**metadata.labels.release"),
    ("the master counts pods by this label", "**", "**metadata.labels.determined-system"),
    ("the master tells tasks the first port", "Service/**", "spec.ports[0].port"),
    ("the master tells tasks the first port", "Service/**", "spec.ports[0].targetPort"),
    ("a claim cannot be edited", "PersistentVolumeClaim/**", "spec**"),
    ("a binding cannot be pointed at another role", "*RoleBinding/**", "roleRef**"),
    ("a priority class cannot be edited", "PriorityClass/**", "value"),
    ("a priority class cannot be edited", "PriorityClass/**", "preemptionPolicy"),
    ("the data would not be found", "Deployment/deter*mined-db-**", "**[PGDATA]**"),
    ("the data would not be found", "Deployment/deter*mined-db-**", "**volumeMounts[/var/lib**"),
    ("the data would not be found", "Deployment/deter*mined-db-**", "**[determined-db-storage]**"),
    ("a name of a container is part of the contract", "Deployment/**", "**.containers[*]"),
)
"""What an installed release would not survive: reason, objects, fields."""

_LASTING = {
    "ClusterRole",
    "ClusterRoleBinding",
    "Configuration",
    "Deployment",
    "PersistentVolumeClaim",
    "PriorityClass",
    "RoleBinding",
    "Route",
    "Service",
    "ServiceAccount",
}
"""Kinds of objects that ours must have if upstream has them."""

_MISSPELT = "deteremined"
"""How charts until 0.13.4 spelt "determined" in some names and labels."""


def why_never(found: Found) -> str:
    """Returns why a difference may not be, "" if the list may have it."""
    difference = found.difference
    if _is_asked_for(found) or _MISSPELT in str(difference.upstream):
        return ""
    if difference.path == "":
        lost = difference.what == "removed" and _kind(difference) in _LASTING
        return "an object is missing" if lost else ""
    if difference.what == "added" and difference.path.startswith("metadata.labels"):
        return ""  # objects that carried none of these labels
    for reason, objects, path in _NEVER:
        if matches(objects, difference.object) and matches(path, difference.path):
            return reason
    return ""


def _is_asked_for(found: Found) -> bool:
    """Says whether the values ask for a difference that may not be otherwise."""
    if _kind(found.difference) == "PriorityClass" and found.difference.what == "removed":
        return found.value("createNonNamespacedObjects") is False
    restores = found.value("db.restoreSnapshotSuffix") and not found.value("db.claimSuffix")
    return bool(restores and found.difference.path.endswith(".claimName"))


def _kind(difference: Difference) -> str:
    return difference.object.partition("/")[0]


def page(entries: list[Intended], refusals: list[Refusal]) -> str:
    """Returns docs/upstream-differences.md."""
    lines = [PAGE_START]
    for section in dict.fromkeys(entry.section for entry in entries):
        lines += [
            f"## {section}\n",
            "| What changes | Where | Releases | Why |",
            "|---|---|---|---|",
        ]
        lines += [_row(entry) for entry in entries if entry.section == section]
        lines.append("")
    lines += ["## Values that are refused\n", "Upstream renders them, but nothing would run.\n"]
    lines += ["| Values | Releases | Why |", "|---|---|---|"]
    lines += [f"| {one.what} | {_releases(one)} | {one.why} |" for one in refusals]
    return "\n".join(lines) + "\n"


def _row(entry: Intended) -> str:
    objects = ", ".join(_shown(name) for name in entry.objects)
    paths = ", ".join(_shown(path) for path in entry.paths if path)
    where = f"{objects}: {paths}" if paths else objects
    cells = (entry.what, where, _releases(entry), entry.why)
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _shown(pattern: str) -> str:
    """Returns a pattern for people."""
    if pattern == "**":
        return "every object"
    short = pattern.replace("deter*mined", "determined").replace("spec.template.", "")
    return f"`{short.replace('**', '…')}`"


def _releases(entry: Intended | Refusal) -> str:
    if entry.since == entry.until:
        return entry.since
    if entry.since == FIRST:
        return "all" if entry.until == LAST else f"until {entry.until}"
    return f"from {entry.since}" if entry.until == LAST else f"{entry.since} to {entry.until}"
