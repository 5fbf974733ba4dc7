"""Objects of a report whose changes are alike, so that they can be shown as one.

Alike are objects with the same paths, values and effects; if need be without the object's own name, the
names of its containers and the repository of an image of which only the tag changes; and at last
without the number in its name. Groups are made of finished reports: what is hidden in one is hidden
in them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.records import Record
from helmwright.diff.equality import ordered_text
from helmwright.diff.model import ABSENT, Change, Status

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from helmwright.base.paths import Path
    from helmwright.diff.model import Impact, ObjectDiff

NAME = "<name>"
NUMBER = "<number>"
"""What stands for what each object of a group has of its own."""
_FEWEST = 2
"""How many objects are a group."""
_SHORT = 3
"""Names shorter than this are not looked for in values."""
_LONGEST = 4096
"""Texts longer than this are compared as they are."""
_CONTAINERS = ("containers", "initContainers")
_ONE_SIDED = (Status.ADDED, Status.REMOVED)
_TRAILING_NUMBER = re.compile(r"(?<=[-.])\d+$")


class Group(Record):
    """One object, or several whose changes are alike.

    objects: in the order of the report. changes: of all of them; what each has of its own is
    ``<name>``, ``<number>`` or ``[*]``, the repository of an image ``…``. impacts: likewise.
    """

    objects: tuple[ObjectDiff, ...]
    changes: tuple[Change, ...]
    impacts: tuple[Impact, ...]

    @property
    def first(self) -> ObjectDiff:
        """The object that comes first."""
        return self.objects[0]

    @property
    def is_single(self) -> bool:
        """Whether this is one object by itself."""
        return len(self.objects) == 1


@checked
def groups_of(objects: Sequence[ObjectDiff]) -> tuple[Group, ...]:
    """Return the objects of a report in groups, in the order of their first objects.

    The largest groups are made first; of two as large, the one that is more alike.
    """
    found: dict[tuple[int, Hashable], list[int]] = defaultdict(list)
    for at, one in enumerate(objects):
        for level in range(3):
            found[level, _signature(one, level)].append(at)
    group_of: dict[int, tuple[int, list[int]]] = {}
    for (level, _), members in sorted(found.items(), key=lambda item: (-len(item[1]), item[0][0])):
        free = [at for at in members if at not in group_of]
        if len(free) >= _FEWEST:
            group_of.update((at, (level, free)) for at in free)
    groups = []
    for at, one in enumerate(objects):
        level, members = group_of.get(at, (0, [at]))
        if members[0] == at:
            several = tuple(objects[member] for member in members)
            groups.append(_group(several, level) if len(several) > 1 else alone(one))
    return tuple(groups)


def alone(one: ObjectDiff) -> Group:
    """Return an object as a group by itself."""
    return Group((one,), one.changes, one.impacts)


def _signature(one: ObjectDiff, level: int) -> Hashable:
    own = _own_words(one, level)
    kind = one.key[:2] if one.status in _ONE_SIDED else ()
    moved = _moved(one) if one.old_key is not None else ()
    effects = tuple((impact.effect, own(impact.message)) for impact in one.impacts)
    changes = tuple(
        (change.path, change.embedded, change.settled, _text(change.before), _text(change.after))
        for change in (_general(change, own, level) for change in one.changes)
    )
    return one.status, kind, moved, one.key.is_hook, effects, changes


def _moved(one: ObjectDiff) -> Hashable:
    """Return what differs between an object's keys: its namespace, or a part of its name."""
    old, new = one.old_key or one.key, one.key
    return old.namespace, new.namespace, without_shared(old.name, new.name)


def without_shared(old: str, new: str) -> tuple[str, str]:
    """Return two names without the words that they begin and end with."""
    left, right = old.split("-"), new.split("-")
    while left and right and left[0] == right[0]:
        left, right = left[1:], right[1:]
    while left and right and left[-1] == right[-1]:
        left, right = left[:-1], right[:-1]
    return "-".join(left), "-".join(right)


def _own_words(one: ObjectDiff, level: int) -> Callable[[str], str]:
    """Return what takes an object's own name, and its number, out of a text."""
    if level == 0:
        return str
    names = {key.name for key in (one.key, one.old_key) if key is not None}
    words = [(name, NAME, "") for name in names if len(name) >= _SHORT]
    words.sort(key=lambda word: -len(word[0]))
    number = _TRAILING_NUMBER.search(one.key.name) if level > 1 else None
    if number:
        words.append((number[0], NUMBER, "._"))

    def without(text: str) -> str:
        for word, mark, joined in words:
            if word in text and len(text) <= _LONGEST:
                text = _replaced(text, word, mark, joined)
        return text

    return without


def _replaced(text: str, word: str, mark: str, joined: str) -> str:
    """Return a text with a mark for a word where it stands by itself.

    joined: what, besides letters and digits, makes what is beside it a part of another word.
    """
    pieces, done, at = [], 0, text.find(word)
    while at >= 0:
        end = at + len(word)
        beside = text[at - 1 : at] + text[end : end + 1]
        if any(one.isalnum() or one in joined for one in beside):
            at = text.find(word, at + 1)
            continue
        pieces += [text[done:at], mark]
        done, at = end, text.find(word, end)
    return "".join([*pieces, text[done:]])


def _general(change: Change, own: Callable[[str], str], level: int) -> Change:
    """Return a change without what is the object's own."""
    if level == 0:
        return change
    path = tuple(
        "[*]" if _is_container(change.path, at) else own(step) if type(step) is str else step
        for at, step in enumerate(change.path)
    )
    before, after = change.before, change.after
    if tags := image_tags(change):
        before, after = (f"…{tag}" for tag in tags)
    return change._replace(path=path, before=_without(before, own), after=_without(after, own))


def _is_container(path: Path, at: int) -> bool:
    return at > 0 and path[at - 1] in _CONTAINERS and str(path[at])[:1] == "["


def _without(value: Any, own: Callable[[str], str]) -> Any:
    if type(value) is str:
        return own(value)
    if type(value) is dict:
        return {own(str(key)): _without(inner, own) for key, inner in value.items()}
    return [_without(inner, own) for inner in value] if type(value) is list else value


def image_tags(change: Change) -> tuple[str, str] | None:
    """Return the tags or digests of an image, with their sign, if nothing else of it changes."""
    if change.path[-1:] != ("image",):
        return None
    if type(change.before) is not str or type(change.after) is not str:
        return None
    (old, old_tag), (new, new_tag) = map(_split_image, (change.before, change.after))
    return (old_tag, new_tag) if old == new and old_tag and new_tag else None


def _split_image(text: str) -> tuple[str, str]:
    """Return the repository of an image, and the rest with its sign."""
    repository, sign, digest = text.partition("@")
    folder, slash, name = repository.rpartition("/")
    name, colon, tag = name.partition(":")
    return f"{folder}{slash}{name}", f"{colon}{tag}{sign}{digest}"


def _group(objects: tuple[ObjectDiff, ...], level: int) -> Group:
    """Return objects as a group; what is the same in all of them is shown as it is."""
    words = [_own_words(one, level) for one in objects]
    changes = []
    for same in zip(*(one.changes for one in objects), strict=True):
        general = _general(same[0], words[0], level)
        alike = all(_values(one) == _values(same[0]) for one in same)
        path = tuple(
            step if all(one.path[at] == step for one in same) else general.path[at]
            for at, step in enumerate(same[0].path)
        )
        changes.append((same[0] if alike else general)._replace(path=path))
    impacts = tuple(
        same[0]
        if all(one.message == same[0].message for one in same)
        else same[0]._replace(message=words[0](same[0].message))
        for same in zip(*(one.impacts for one in objects), strict=True)
    )
    return Group(objects, tuple(changes), impacts)


def _values(change: Change) -> tuple[str, str]:
    return _text(change.before), _text(change.after)


def _text(value: object) -> str:
    """Return a text that is the same for the same data."""
    if type(value) is str:
        return f'"{value}'
    return "" if value is ABSENT else ordered_text(value)
