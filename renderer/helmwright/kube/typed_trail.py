"""Notes about a document that was read as a Kubernetes type and written again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import copy_document
from helmwright.kube.origins import Reason
from helmwright.kube.trail import TYPES, Loss, Trace

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.kube.json_model import Document
    from helmwright.kube.patch_meta import Type
    from helmwright.kube.trail import Step, Trail


class TypedTrail:
    """Follows one round trip of `TypedCodec` from what was given to what was written.

    layer: the index of the layer that the document is of; ``None`` for one that ``trail`` knows.
    """

    def __init__(self, trail: Trail, layer: int | None = None) -> None:
        self._trail = trail
        self._layer = layer

    def follow(self, written: Document, given: Document, of: Type) -> None:
        """Note whence everything in ``written`` is; ``of`` is its type."""
        self._follow(written, given, self._record(given, None, ""), of)

    def _record(self, given: Any, parent: Trace | None, step: Step) -> Trace:
        if self._layer is None:
            return self._trail.records[id(given)]
        record = Trace(given, self._layer, parent, step)
        record.source = given
        return record

    def _follow(self, written: Any, given: Any, record: Trace, of: Type) -> None:
        while of.kind == "ptr" and of.element is not None:
            of = of.element
        self._trail.adopt(written, record)
        if type(written) is dict:
            self._follow_map(written, given, record, of)
            return
        if None in given:
            self._note_nulls(enumerate(written), given, record)
        for index, member in enumerate(written):
            kind = type(member)
            if kind is dict or kind is list:
                written[index] = self._member(member, given[index], record, index, of.element)

    def _follow_map(self, written: Document, given: Document, record: Trace, of: Type) -> None:
        spelled: dict[str, str] = {}
        nulls = None in given.values()
        if of.kind != "struct":
            if nulls:
                self._note_nulls(written.items(), given, record)
        elif nulls or written.keys() != given.keys():
            spelled = self._compare(written, given, record, of)
        for key, member in written.items():
            kind = type(member)
            if kind is dict or kind is list:
                inner = of.fields[key].type if of.kind == "struct" else of.element
                step = spelled.get(key, key)
                written[key] = self._member(member, given.get(step), record, step, inner)

    def _member(self, written: Any, given: Any, record: Trace, step: Step, of: Type | None) -> Any:
        """Follow a container that is given at ``step`` of another one, and return its tracked form."""
        if written == given:  # nothing to follow
            if self._layer is None:
                return given
            return self._trail.copy(written, self._layer, record, step)
        if given is None:
            self._add(written, record, step)
        elif of is not None:
            self._follow(written, given, self._record(given, record, step), of)
        return written

    def _add(self, value: Any, parent: Trace, step: Step) -> Trace:
        """Note a value that the types add, and all that is in it."""
        layer = TYPES if self._layer is None else self._layer
        record = Trace(value, layer, parent, step, added=True)
        if type(value) is dict:
            self._trail.records[id(value)] = record
            for key, member in value.items():
                inner = self._add(member, record, key)
                if type(member) is not dict:
                    self._trail.write(record, key, inner)
        return record

    def _note_nulls(self, written: Iterable[tuple[Any, Any]], given: Any, record: Trace) -> None:
        """Note the scalars that the types write for nulls of a list or map."""
        for step, value in written:
            if given[step] is None and value is not None and type(value) is not dict:
                self._trail.write(record, step, self._add(value, record, step))

    def _compare(
        self, written: Document, given: Document, record: Trace, of: Type
    ) -> dict[str, str]:
        """Note the fields of a struct that are only written or only given.

        Returns how the others are spelled where that differs.
        """
        spelled = self._spelling(given, written, record, of)
        for name, value in written.items():
            key = spelled.get(name)
            if key is None:
                if type(value) is not dict:
                    self._trail.write(record, name, self._add(value, record, name))
            elif key != name and type(value) is not dict and type(value) is not list:
                self._trail.write(record, name, (record, key))
        for name, key in spelled.items():
            if name not in written and given[key] is not None:
                self._lose(record, key, given[key], Reason.ZERO_VALUE)
        return {name: key for name, key in spelled.items() if key != name}

    def _spelling(
        self, given: Document, written: Document, record: Trace, of: Type
    ) -> dict[str, str]:
        """Return by which key each field of a struct was given; nulls count where null is written."""
        folded = {name.casefold(): name for name in reversed(of.fields)}
        spelled: dict[str, str] = {}
        for key, value in given.items():
            name = key if key in of.fields else folded.get(key.casefold())
            if name is None:
                if value is not None:
                    self._lose(record, key, value, Reason.UNKNOWN_FIELD)
            elif value is not None or (name in written and written[name] is None):
                if name in spelled:
                    earlier = spelled[name]
                    self._lose(record, earlier, given[earlier], Reason.SPELLED_TWICE)
                spelled[name] = key
        return spelled

    def _lose(self, record: Trace, key: str, value: Any, reason: Reason) -> None:
        if self._layer is None:
            self._trail.lose(record, key, value, None, reason)
        else:
            self._trail.lost.append(Loss((record, key), copy_document(value), None, reason))
