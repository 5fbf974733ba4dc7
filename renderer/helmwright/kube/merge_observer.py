"""What a strategic merge tells while it runs, to whoever wants to know what it writes, loses and replaces.

Maps and lists are those of the two documents, which the merge uses up: they can be told by identity.
``target`` is the map that a field is merged into, ``before`` what stood there, or ``ABSENT``; ``given`` is
the field's key in the map of the patch that was entered last: its own, or that of the directive about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from helmwright.kube.json_model import Document

ABSENT: Any = object()
"""What is at a key that a map does not have."""


class MergeObserver(Protocol):
    """Each method is one kind of step."""

    def entered(self, patch: Document) -> None:
        """Take note that a map of the patch is merged from here on; an error leaves it so."""

    def left(self, original: Document | None, patch: Document, merged: Document) -> None:
        """Take note that ``patch`` was merged.

        ``merged`` is ``original``, or ``patch`` for ``$patch: replace``, or else a new map.
        """

    def wrote(self, target: Document, key: str, before: Any, value: Any, given: str) -> None:
        """Take note that a scalar of the patch was written."""

    def replaced(self, target: Document, key: str, before: Any, value: Any) -> None:
        """Take note that a map or list of the patch has taken the place of what was there."""

    def replaced_by_directive(
        self, target: Document, key: str, before: Any, directive: Document
    ) -> None:
        """Take note that a map or list of the patch has, because a map in it says ``$patch: replace``."""

    def deleted_by_directive(
        self, target: Document, key: str, before: Any, directive: Document
    ) -> None:
        """Take note that a map was emptied by one with ``$patch: delete``."""

    def removed_by_null(self, target: Document, key: str, before: Any, given: str) -> None:
        """Take note that a null of the patch has removed a member."""

    def not_retained(self, target: Document, key: str) -> None:
        """Take note that ``$retainKeys`` does not name a member, which is still there."""

    def erased(self, target: Document, key: str, before: Any, patch: Document) -> None:
        """Take note that a map with ``$patch`` has met no map, and removes what is there with itself."""

    def dropped(self, value: Document) -> None:
        """Take note that a map with ``$patch`` inside something new has nothing to patch."""

    def selected(self, elements: list[Any], places: list[int]) -> None:
        """Take note that a list keeps its elements at ``places``; it still has all."""

    def moved(self, before: list[Any], after: list[Any]) -> None:
        """Take note that ``after`` stands for ``before``, with the same elements."""

    def ordered(self, before: list[Any], after: list[Any]) -> None:
        """Take note that ``after`` stands for ``before``, in another order and maybe without repetitions."""

    def merged_maps(
        self,
        live: list[Any],
        changes: list[Any],
        merged: list[Any],
        deleted: list[tuple[Document, Document]],
    ) -> None:
        """Take note that ``merged`` is two lists of maps; deleted: elements with their directives."""

    def replaced_maps(self, changes: list[Any], merged: list[Any]) -> None:
        """Take note that ``merged`` is what a list with ``$patch: replace`` has beside it."""

    def merged_scalars(self, live: list[Any], changes: list[Any], merged: list[Any]) -> None:
        """Take note that ``merged`` has the scalars of two lists, each once."""

    def deleted_scalars(self, live: list[Any], changes: list[Any], kept: list[Any]) -> None:
        """Take note that ``kept`` is ``live`` without the scalars in ``changes``."""
