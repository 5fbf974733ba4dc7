"""What is said of many objects at once: how many of which kind, what changes, and what is folded."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from helmwright.base.printable import printable_line
from helmwright.diff.grouping import alone, groups_of, image_tags, without_shared
from helmwright.diff.model import ABSENT, Effect, Status
from helmwright.diff.paths import path_text
from helmwright.diff.report import display

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.diff.grouping import Group
    from helmwright.diff.model import Change, DiffReport, ObjectDiff, ObjectKey
    from helmwright.diff.report import ReportOptions

_MOST_CHANGES = 3
_LONGEST_VALUE = 40
FoldNames = dict["ObjectKey", list[str]]
_SAID = frozenset({Effect.NONE, Effect.REPLICAS})
"""Effects that a group's title leaves out: it names the change itself."""


def shown_groups(report: DiffReport, options: ReportOptions) -> tuple[Group, ...]:
    """Return the objects of a report as they are shown: alike ones as one, unless each is asked for."""
    return groups_of(report.objects) if options.group else tuple(map(alone, report.objects))


def title(group: Group) -> str:
    """Return what a group is called: ``30 Deployments: image tag 1.0 → 1.1, pods restart``."""
    if group.is_single:
        return display.title(group.first)
    found = dict.fromkeys(filter(None, (_moved(group.first), *map(change_words, group.changes))))
    parts = list(found)
    if (more := len(parts) - _MOST_CHANGES) > 0:
        parts[_MOST_CHANGES:] = [display.counted(more, "more change")]
    effects = {impact.effect: None for impact in display.impacts(group)}
    parts += [effect.value for effect in effects if effect not in _SAID]
    return f"{kinds(group)}{': ' if parts else ''}{', '.join(parts)}"


def parts(group: Group) -> tuple[Group, ...]:
    """Return what of a group is shown by itself where objects are shown whole.

    Objects that are on one side only are alike in what happens to them, and not in what they hold.
    """
    if group.first.status in (Status.ADDED, Status.REMOVED):
        return tuple(map(alone, group.objects))
    return (group,)


def kinds(group: Group) -> str:
    """Return how many objects of which kind a group has."""
    counts = Counter(display.kind(one.key) for one in group.objects)
    return ", ".join(
        f"{count} {plural(kind) if count > 1 else kind}" for kind, count in counts.items()
    )


def plural(kind: str) -> str:
    """Return the plural of a kind; what says more of it stays behind."""
    for sign in (".", " "):
        word, found, rest = kind.partition(sign)
        if found:
            return f"{plural(word)}{found}{rest}"
    if kind.endswith(("s", "x", "ch")):
        return kind if kind.endswith("ts") else f"{kind}es"
    if kind.endswith("y") and kind[-2:-1] not in "aeiou":
        return f"{kind[:-1]}ies"
    return f"{kind}s"


def _moved(one: ObjectDiff) -> str:
    """Return in words where an object went that has another name or namespace."""
    if one.status is not Status.RENAMED or one.old_key is None:
        return ""
    if one.old_key.namespace != one.key.namespace:
        return f"namespace {one.old_key.namespace or '(none)'} → {one.key.namespace or '(none)'}"
    words = (text or "(nothing)" for text in without_shared(one.old_key.name, one.key.name))
    return f"in the name {' → '.join(words)}"


def change_words(change: Change) -> str:
    """Return a change in a few words: ``image tag 1.0 → 1.1``; blank for a name, which is in the title."""
    if change.path in (("metadata", "name"), ("metadata", "namespace")):
        return ""
    tags = image_tags(change)
    if tags is not None:
        what = "image tag" if any(tag.startswith(":") for tag in tags) else "image digest"
        return _pair(what, tuple(tag[1:] for tag in tags))
    what, values = _subject(change), (change.before, change.after)
    if ABSENT in values:
        return f"{what} {'added' if change.before is ABSENT else 'removed'}"
    if any(map(display.is_block, values)):
        return what
    return _pair(what, tuple(map(display.inline, values)))


def _pair(what: str, texts: tuple[str, ...]) -> str:
    short = all(len(text) <= _LONGEST_VALUE for text in texts)
    return f"{what} {' → '.join(texts)}" if short else what


def _subject(change: Change) -> str:
    """Return what a path is about: its last steps, from the last item of a list on."""
    path = change.path
    for field in ("label", "annotation"):
        if path[-2:-1] == (f"{field}s",):
            return f"{field} {path[-1]}"
    start = max((at for at, step in enumerate(path) if _is_item(step)), default=-1)
    if start == len(path) - 1:
        return path_text(path[start - 1 :])
    if path[start - 1] == "env" and path[start + 1 :] == ("value",):
        return f"env {str(path[start])[1:-1].removeprefix('name=')}"
    if start > 0 and path[start - 1] not in ("containers", "initContainers"):
        return path_text(path[start - 1 :])
    rest = path[start + 1 :] if start >= 0 else path
    return path_text(rest[1:] if len(rest) > 1 and rest[0] == "spec" else rest)


def _is_item(step: str | int) -> bool:
    return type(step) is int or str(step)[:1] == "["


def names(keys: Sequence[ObjectKey], width: int, *, most: int = 0, with_kind: bool = False) -> str:
    """Return the names of objects in a line, as many as fit, and how many more there are.

    with_kind: name kinds even if all are of one. most: how many names; any number if 0.
    """
    with_kind = with_kind or len({display.kind(key) for key in keys}) > 1
    shown: list[str] = []
    size = 0
    for key in keys:
        text = f"{display.kind(key)} {display.place(key)}" if with_kind else display.place(key)
        size += len(text) + 2
        if shown and (size > width or len(shown) == most):
            return printable_line(f"{', '.join(shown)} and {len(keys) - len(shown)} more")
        shown.append(text)
    return printable_line(", ".join(shown))


def all_names(keys: Sequence[ObjectKey]) -> list[str]:
    """Return the kinds and names of objects."""
    return [printable_line(f"{display.kind(key)} {display.place(key)}") for key in keys]


def names_of_folds(report: DiffReport) -> FoldNames:
    """Return for each object what is folded of it, in a few words."""
    found: FoldNames = defaultdict(list)
    for fold in report.folds:
        name = display.fold_name(fold)
        for key in fold.objects:
            found[key].append(name)
    return found


def folded(group: Group, known: FoldNames) -> str:
    """Return what is folded of all objects of a group; blank if nothing is."""
    every = [known.get(one.key, []) if one.folded else [] for one in group.objects]
    return ", ".join(name for name in every[0] if all(name in one for one in every[1:]))
