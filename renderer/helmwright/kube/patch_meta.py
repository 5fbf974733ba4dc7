"""What a strategic merge patch needs to know about types: fields, merge keys, strategies.

A `Type` is a Go type as the patch code meets it. Source: k8s.io/apimachinery
pkg/util/strategicpatch/meta.go, third_party/forked/golang/json/fields.go.
"""

from __future__ import annotations

from helmwright.base.errors import PatchError
from helmwright.base.records import Record

RETAIN_KEYS = "retainKeys"
MERGE = "merge"
REPLACE = "replace"


class Field:
    """A field of a struct, by its JSON name.

    type: of its value. strategies: of its ``patchStrategy`` tag. merge_key: of its
    ``patchMergeKey`` tag, or "". omit: "omitempty" or "omitzero" if its ``json`` tag says so.
    """

    __slots__ = ("merge_key", "omit", "strategies", "type")

    def __init__(
        self,
        type: Type,  # noqa: A002 - the word of reflect
        strategies: tuple[str, ...] = (),
        merge_key: str = "",
        omit: str = "",
    ) -> None:
        self.type = type
        self.strategies = strategies
        self.merge_key = merge_key
        self.omit = omit


class Type:
    """A Go type: ``kind`` is reflect's name for it, ``name`` the type's own if it is a struct.

    element: what a ptr points to, what a slice or map holds. fields: of a struct, by JSON name.
    qualified: the name with its package, such as ``core.v1.Container``, where it is known.
    """

    __slots__ = ("_lists", "_maps", "element", "fields", "kind", "name", "qualified")

    def __init__(
        self,
        kind: str,
        name: str = "",
        element: Type | None = None,
        fields: dict[str, Field] | None = None,
        qualified: str = "",
    ) -> None:
        self.kind = kind
        self.name = name
        self.qualified = qualified
        self.element = element
        self.fields = {} if fields is None else fields
        self._lists: dict[str, Plan] = {}
        self._maps: dict[str, Plan] = {}

    def map_field(self, name: str) -> Plan:
        """Return how to merge the map ``name``; raises ``PatchError`` if nothing is known of it."""
        plan = self._maps.get(name)
        if plan is None:
            found = self._field(name)
            plan = self._maps[name] = Plan.of(found, found.type)
        return plan

    def list_field(self, name: str) -> Plan:
        """Return how to merge the list ``name``; its type is that of the elements.

        Raises ``PatchError`` if nothing is known of the field, or it is no list.
        """
        plan = self._lists.get(name)
        if plan is None:
            found = self._field(name)
            plan = self._lists[name] = Plan.of(found, self._element_of(found.type))
        return plan

    def _field(self, name: str) -> Field:
        """Find a field as encoding/json does: the exact name, else one that differs in case."""
        struct = self.element if self.kind == "ptr" and self.element is not None else self
        if struct.kind != "struct":
            raise PatchError(
                f"merging an object in json but data type is not struct, instead is: {struct.kind}"
            )
        found = struct.fields.get(name)
        if found is None:
            folded = name.casefold()
            for other, candidate in struct.fields.items():
                if other.casefold() == folded:
                    return candidate
            raise PatchError(
                f'unable to find api field in struct {struct.name} for the json field "{name}"'
            )
        return found

    def _element_of(self, found: Type) -> Type:
        if found.kind == "slice" and found.element is not None:
            if found.element.kind == "slice":
                raise PatchError("unexpected slice of slice")
            return found.element
        if found.kind == "ptr" and found.element is not None:
            pointed = found.element
            return pointed.element if pointed.kind == "slice" and pointed.element else pointed
        raise PatchError(f"expected slice or array type, but got: {self.kind}")


class Plan(Record):
    """How one field is merged.

    type: of the map, or of the list's elements. strategy: "", "merge" or "replace".
    """

    type: Type
    strategy: str
    retain_keys: bool
    merge_key: str

    @classmethod
    def of(cls, found: Field, value: Type) -> Plan:
        """Return the plan of a field; raises ``PatchError`` if its strategies contradict."""
        retain_keys, strategy = _split(found.strategies)
        return cls(value, strategy, retain_keys, found.merge_key)


def _split(strategies: tuple[str, ...]) -> tuple[bool, str]:
    """Return whether retainKeys is among the strategies, and the other one."""
    others = [strategy for strategy in strategies if strategy != RETAIN_KEYS]
    if len(strategies) > 2 or len(others) > 1:
        raise PatchError(f"unexpected patch strategy: [{' '.join(strategies)}]")
    return len(others) < len(strategies), others[0] if others else ""
