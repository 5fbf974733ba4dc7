"""What differs between two renders, as questions that any other render answers: has it this difference, too?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.records import Record, field
from helmwright.compat.exact import exact_changes, indexed
from helmwright.diff.model import ABSENT, Status
from helmwright.kube.custom_types import CustomTypes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.compat.exact import Identity
    from helmwright.compat.renders import Document, Rendered, Renders
    from helmwright.diff.model import DiffObject


class Target(Record):
    """A field that differs, or with a blank path an object that is on one side only.

    settled: whether the server stores the same.
    """

    identity: Identity
    path: Path
    before: Any = field(compare=False)
    after: Any = field(compare=False)
    embedded: int = 0
    settled: bool = False


class Changed(NamedTuple):
    """An object that differs, with its fields."""

    identity: Identity
    status: Status
    before: DiffObject | None
    after: DiffObject | None
    targets: tuple[Target, ...]


class Texts:
    """The documents of two renders that have not the same text."""

    def __init__(self, before: Rendered, after: Rendered) -> None:
        self._known = Counter(_key(one) for one in before.documents)
        self._new = Counter(_key(one) for one in after.documents)

    def before(self, documents: Iterable[Document]) -> list[Document]:
        """Return those of the documents before that the other side has not."""
        return _beyond(documents, self._new)

    def after(self, documents: Iterable[Document]) -> list[Document]:
        """Return those of the documents after that the other side has not."""
        return _beyond(documents, self._known)


def _key(one: Document) -> tuple[str, str]:
    return one.path, one.plain


def _beyond(documents: Iterable[Document], others: Counter[tuple[str, str]]) -> list[Document]:
    left = Counter(others)
    found = []
    for one in documents:
        key = _key(one)
        if left[key]:
            left[key] -= 1
        else:
            found.append(one)
    return found


def changed_objects(renders: Renders, before: Rendered, after: Rendered) -> list[Changed]:
    """Return the objects that differ, in the order of those after; what is gone comes last."""
    texts = Texts(before, after)
    olds = indexed(renders.objects(texts.before(before.documents)))
    news = indexed(renders.objects(texts.after(after.documents)))
    custom = CustomTypes(one.data for one in (*olds.values(), *news.values()))
    found = [
        one
        for identity, new in news.items()
        if (one := _changed(identity, olds.get(identity), new, custom)) is not None
    ]
    found += [
        Changed(identity, Status.REMOVED, old, None, (Target(identity, (), old, ABSENT),))
        for identity, old in olds.items()
        if identity not in news
    ]
    return found


def _changed(
    identity: Identity, old: DiffObject | None, new: DiffObject, custom: CustomTypes
) -> Changed | None:
    if old is None:
        return Changed(identity, Status.ADDED, None, new, (Target(identity, (), ABSENT, new),))
    changes = exact_changes(old, new, custom)
    if not changes:
        return None
    targets = tuple(
        Target(identity, change.path, change.before, change.after, change.embedded, settled=settled)
        for change, settled in changes
    )
    return Changed(identity, Status.CHANGED, old, new, targets)


class Answers:
    """Which targets a render answers: those that are there as they are after, or as they are before.

    reversed: ask for what is before.
    """

    def __init__(
        self, renders: Renders, changed: Iterable[Changed], *, backwards: bool = False
    ) -> None:
        self._renders = renders
        self._backwards = backwards
        self._sides = {
            one.identity: (one.after, one.before) if backwards else (one.before, one.after)
            for one in changed
        }
        self._paths = {
            side.template for pair in self._sides.values() for side in pair if side is not None
        }

    def of(self, rendered: Rendered, targets: Iterable[Target]) -> frozenset[Target]:
        """Return those of the targets that a render has."""
        if rendered.failure is not None:
            return frozenset()
        documents = [one for one in rendered.documents if one.path in self._paths]
        objects = indexed(self._renders.objects(documents))
        custom = CustomTypes(one.data for one in objects.values())
        changes: dict[Identity, frozenset[Path]] = {}
        found = set()
        for target in targets:
            one = objects.get(target.identity)
            old, new = self._sides[target.identity]
            if not target.path:
                if (one is None) is (new is None):
                    found.add(target)
            elif one is not None and new is not None and old is not None:
                if target.identity not in changes:
                    changes[target.identity] = _left(one, new, custom)
                if not any(_touches(target.path, path) for path in changes[target.identity]):
                    found.add(target)
        return frozenset(found)


def _left(one: DiffObject, wanted: DiffObject, custom: CustomTypes) -> frozenset[Path]:
    """Return the fields in which a render is not yet what is wanted."""
    return frozenset(change.path for change, _ in exact_changes(one, wanted, custom))


def _touches(path: Path, other: Path) -> bool:
    return path[: len(other)] == other or other[: len(path)] == path
