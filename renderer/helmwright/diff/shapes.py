"""What a comparison must know of a field: what tells list items apart, what is the same though written in another way.

Of built-in kinds Kubernetes' own types say it, of others their CustomResourceDefinition, if a side
brings it; of whatever is left, nothing is known.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from helmwright.kube import schemas
from helmwright.kube.defaulting.empty import EMPTY_COUNTS
from helmwright.kube.patch_meta import MERGE, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.kube.custom_types import CustomTypes

_POD_TEMPLATE = "PodTemplateSpec"
_QUANTITY = r"^(\+|-)?(([0-9]+"
"""How the pattern of quantities begins that controller-gen writes into CustomResourceDefinitions."""
_MORE_KEYS = {
    "port": ("protocol", "TCP"),
    "containerPort": ("protocol", "TCP"),
    "topologyKey": ("whenUnsatisfiable", ""),
}
"""The second key of lists whose patch merge key alone may be there twice, and its default.
Source: x-kubernetes-list-map-keys in Kubernetes' OpenAPI document."""

_SETS = {
    "PolicyRule": ("apiGroups", "resources", "verbs", "resourceNames", "nonResourceURLs"),
    "IngressTLS": ("hosts",),
}
"""Lists of scalars that are atomic to Kubernetes, but whose order nothing looks at."""


class Shape:
    """What is known of a field; this one knows nothing.

    keys: what tells the items of a list apart, sets of keys in the order in which to try them.
    is_set: a list of scalars in which only membership counts. ordered: the order of items says
    something even if keys tell them apart. value: "quantity", "amount" or "", see ``same_scalar``.
    null_is_absent: whether null says the same as nothing; empty_is_absent: an empty list or map too.
    """

    __slots__ = ("empty_is_absent", "is_set", "keys", "null_is_absent", "ordered", "value")

    def __init__(  # noqa: PLR0913 - keywords only
        self,
        *,
        keys: tuple[tuple[str, ...], ...] = (),
        is_set: bool = False,
        ordered: bool = True,
        value: str = "",
        null_is_absent: bool = False,
        empty_is_absent: bool = False,
    ) -> None:
        self.keys = keys
        self.is_set = is_set
        self.ordered = ordered
        self.value = value
        self.null_is_absent = null_is_absent
        self.empty_is_absent = empty_is_absent

    def member(self, name: str) -> Shape:  # noqa: ARG002 - of what nothing is known
        """Return the shape of a map's member."""
        return UNKNOWN

    def item(self) -> Shape:
        """Return the shape of a list's items."""
        return UNKNOWN


UNKNOWN = Shape()


class _BuiltIn(Shape):
    """The shape of a Go type.

    Empty lists and maps of built-in kinds are as good as none: protobuf, in which they are stored,
    cannot tell them apart; but see ``EMPTY_COUNTS``. in_template: it is part of a pod template. Its lists are compared as lists: another order is
    another template, and makes pods restart.
    """

    __slots__ = ("_in_template", "_members", "_type")

    def __init__(
        self,
        of: Type,
        strategies: tuple[str, ...],
        merge_key: str,
        *,
        in_template: bool,
        empty_counts: bool = False,
    ) -> None:
        inner = of.element if of.kind == "ptr" and of.element is not None else of
        merges = MERGE in strategies and inner.kind == "slice"
        super().__init__(
            keys=tuple(_sets_of_keys(merge_key)) if merges and merge_key else (),
            is_set=merges and not merge_key,
            ordered=in_template or not merges,
            value="quantity" if inner.name == "Quantity" else "",
            null_is_absent=True,
            empty_is_absent=inner.kind in ("slice", "map") and not empty_counts,
        )
        self._type = inner
        self._in_template = in_template or inner.name == _POD_TEMPLATE
        self._members: dict[str, Shape] = {}

    def member(self, name: str) -> Shape:
        """Return the shape of a field of a struct, or of a map's values."""
        found = self._members.get(name)
        if found is None:
            found = self._members[name] = self._member(name)
        return found

    def _member(self, name: str) -> Shape:
        if self._type.kind == "map" and self._type.element is not None:
            return _built_in(self._type.element, (), "", self._in_template)
        field = self._type.fields.get(name)
        if field is None:
            return UNKNOWN
        strategies = (MERGE,) if name in _SETS.get(self._type.name, ()) else field.strategies
        if name in EMPTY_COUNTS.get(self._type.name, ()):
            return _BuiltIn(
                field.type, strategies, "", in_template=self._in_template, empty_counts=True
            )
        return _built_in(field.type, strategies, field.merge_key, self._in_template)

    def item(self) -> Shape:
        """Return the shape of a slice's elements."""
        if self._type.kind == "slice" and self._type.element is not None:
            return _built_in(self._type.element, (), "", self._in_template)
        return UNKNOWN


def _sets_of_keys(merge_key: str) -> Iterator[tuple[str, ...]]:
    yield (merge_key,)
    if merge_key in _MORE_KEYS:
        yield (merge_key, _MORE_KEYS[merge_key][0])


def default_of(key: str, keys: tuple[str, ...]) -> Any:
    """Return what a key stands for that an item leaves out; ``None`` if that is nothing."""
    more = _MORE_KEYS.get(keys[0])
    return more[1] if more is not None and len(keys) > 1 and key == more[0] else None


@cache
def _built_in(of: Type, strategies: tuple[str, ...], merge_key: str, in_template: bool) -> Shape:  # noqa: FBT001
    if of.kind == "interface" or (of.kind == "struct" and not of.fields and not _leaf(of)):
        return UNKNOWN
    return _BuiltIn(of, strategies, merge_key, in_template=in_template)


def _leaf(of: Type) -> bool:
    return of.name in ("Quantity", "IntOrString")


class _Custom(Shape):
    """The shape that a CustomResourceDefinition gives."""

    __slots__ = ("_definitions", "_own", "_schema")

    def __init__(
        self, schema: dict[str, Any], definitions: dict[str, Any], own: dict[str, Shape]
    ) -> None:
        how = schema.get("x-kubernetes-list-type")
        keys = schema.get("x-kubernetes-list-map-keys")
        by_keys = how == "map" and isinstance(keys, list) and bool(keys)
        super().__init__(
            keys=(tuple(map(str, keys)),) if by_keys and keys else (),
            is_set=how == "set",
            ordered=not by_keys,
            value=_custom_value(schema),
            null_is_absent=schema.get("nullable") is not True and "type" in schema,
        )
        self._schema = schema
        self._definitions = definitions
        self._own = own

    def member(self, name: str) -> Shape:
        """Return the shape of a property."""
        if name in self._own:
            return self._own[name]
        properties = self._schema.get("properties")
        if isinstance(properties, dict) and name in properties:
            return self._shape(properties[name])
        return self._shape(self._schema.get("additionalProperties"))

    def item(self) -> Shape:
        """Return the shape of items."""
        return self._shape(self._schema.get("items"))

    def _shape(self, schema: Any) -> Shape:
        if not isinstance(schema, dict):
            return UNKNOWN
        reference = schema.get("$ref")
        if isinstance(reference, str):
            found = self._definitions.get(reference.rpartition("/")[2])
            schema = {**(found if isinstance(found, dict) else {}), **schema}
        return _Custom(schema, self._definitions, {})


def _custom_value(schema: dict[str, Any]) -> str:
    if not schema.get("x-kubernetes-int-or-string"):
        return ""
    pattern = schema.get("pattern")
    is_quantity = isinstance(pattern, str) and pattern.startswith(_QUANTITY)
    return "amount" if is_quantity else ""


class _OnlyMetadata(Shape):
    """The shape of an object of which nothing else is known."""

    __slots__ = ()

    def member(self, name: str) -> Shape:
        """Return the shape of the metadata, which is that of every object."""
        return _metadata() if name == "metadata" else UNKNOWN


_UNKNOWN_OBJECT = _OnlyMetadata()


def _metadata() -> Shape:
    config_map = schemas.built_in("v1", "ConfigMap")
    return UNKNOWN if config_map is None else shape_of(config_map).member("metadata")


def shape_of(of: Type) -> Shape:
    """Return the shape of a Go type."""
    return _built_in(of, (), "", False)


def object_shape(data: dict[str, Any], custom: CustomTypes) -> Shape:
    """Return the shape of an object by its apiVersion and kind."""
    api_version, kind = data.get("apiVersion"), data.get("kind")
    if isinstance(api_version, str) and isinstance(kind, str):
        found = schemas.built_in(api_version, kind)
        if found is not None:
            return shape_of(found)
        known = custom.schema(api_version, kind)
        if known is not None:
            return _Custom(*known, {"metadata": _metadata()})
    return _UNKNOWN_OBJECT
