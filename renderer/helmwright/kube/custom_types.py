"""How custom resources are merged, by what their schema says about lists.

An extension of ours: an API server refuses strategic merge patches for custom resources. Their
schemas say how server-side apply merges lists, which is enough to do the same here: a list of type
``map`` with one key is merged by it, a ``set`` of scalars is a union, and other lists are replaced,
as are maps of type ``atomic``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import PatchError
from helmwright.kube import schemas
from helmwright.kube.patch_meta import MERGE, REPLACE, Field, Plan, Type

if TYPE_CHECKING:
    from collections.abc import Iterable

    Schema = dict[str, Any]

_GROUP_VERSION_KIND = "x-kubernetes-group-version-kind"
_ANY_FIELD = "x-kubernetes-preserve-unknown-fields"


class CustomTypes:
    """The kinds that CustomResourceDefinitions or OpenAPI documents define.

    documents: CRDs of apiextensions.k8s.io, OpenAPI v3 documents or the v2 one, as data; whatever
    else is among them is left alone. Types are made when they are first asked for.
    """

    def __init__(self, documents: Iterable[Any] = ()) -> None:
        self._sources: dict[tuple[str, str], tuple[Schema, Schema]] = {}
        self._made: dict[tuple[str, str], Type] = {}
        for document in documents:
            if isinstance(document, dict):
                self._read(document)

    def find(self, api_version: str, kind: str) -> Type | None:
        """Return the type of a kind such as ("example.com/v1", "Thing"); None if it is not known."""
        key = (api_version, kind)
        if key in self._sources and key not in self._made:
            schema, definitions = self._sources[key]
            self._made[key] = _root(schema, definitions, kind)
        return self._made.get(key)

    def schema(self, api_version: str, kind: str) -> tuple[Schema, Schema] | None:
        """Return the schema of a kind and the definitions it refers to; None if it is not known."""
        return self._sources.get((api_version, kind))

    def _read(self, document: Schema) -> None:
        if document.get("kind") == "CustomResourceDefinition":
            self._read_crd(_map(document.get("spec")))
            return
        definitions = _map(_map(document.get("components")).get("schemas"))
        definitions = definitions or _map(document.get("definitions"))
        for schema in definitions.values():
            for names in map(_map, _list(_map(schema).get(_GROUP_VERSION_KIND))):
                api_version = _api_version(names.get("group", ""), names.get("version", ""))
                self._sources[api_version, str(names.get("kind", ""))] = (schema, definitions)

    def _read_crd(self, spec: Schema) -> None:
        kind = str(_map(spec.get("names")).get("kind", ""))
        shared = _map(spec.get("validation")).get("openAPIV3Schema")  # of v1beta1
        versions = _list(spec.get("versions")) or [{"name": spec.get("version")}]
        for version in map(_map, versions):
            schema = _map(version.get("schema")).get("openAPIV3Schema", shared)
            key = _api_version(spec.get("group", ""), version.get("name", "")), kind
            self._sources[key] = (_map(schema), {})


def type_of(document: Any, custom: CustomTypes | None = None) -> Type:
    """Return the type by which an object is patched, told by its apiVersion and kind.

    custom: kinds that are not built in. Raises ``PatchError`` if the kind is not known.
    """
    api_version = document.get("apiVersion") if isinstance(document, dict) else None
    kind = document.get("kind") if isinstance(document, dict) else None
    if not isinstance(api_version, str) or not isinstance(kind, str):
        raise PatchError(
            "an object without apiVersion and kind: how its lists are merged is not known; "
            "add both, or use a JSON merge patch"
        )
    found = schemas.built_in(api_version, kind)
    if found is None and custom is not None:
        found = custom.find(api_version, kind)
    if found is None:
        raise PatchError(
            f"{api_version} {kind} is no kind of Kubernetes: how its lists are merged is not known; "
            "give its CustomResourceDefinition, or use a JSON merge patch"
        )
    return found


class _CustomType(Type):
    """A map of a custom resource, read from its schema as far as a patch asks.

    A schema that says nothing, or leaves unknown fields alone, has any field: maps are merged
    there, lists replaced.
    """

    __slots__ = ("_definitions", "_schema")

    def __init__(self, name: str, schema: Schema, definitions: Schema) -> None:
        super().__init__("struct", name)
        self._schema = schema
        self._definitions = definitions

    def map_field(self, name: str) -> Plan:
        """Return how to merge the map ``name``; raises ``PatchError`` if there is no such field."""
        if name in self.fields:
            return super().map_field(name)
        schema = self._member(name)
        atomic = schema.get("x-kubernetes-map-type") == "atomic"
        strategies = _strategies(schema) or ((REPLACE,) if atomic else ())
        value = _CustomType(name, schema, self._definitions)
        return Plan.of(Field(value, strategies), value)

    def list_field(self, name: str) -> Plan:
        """Return how to merge the list ``name``; its type is that of the elements.

        Raises ``PatchError`` if there is no such field, or if several keys tell its elements apart.
        """
        if name in self.fields:
            return super().list_field(name)
        schema = self._member(name)
        items = self._resolved(_map(schema.get("items")))
        element = _CustomType(name, items, self._definitions)
        if _strategies(schema):
            key = schema.get("x-kubernetes-patch-merge-key", "")
            return Plan.of(Field(element, _strategies(schema), key), element)
        keys = _list(schema.get("x-kubernetes-list-map-keys"))
        how = schema.get("x-kubernetes-list-type")
        if how == "set" and items.get("type") != "object":
            return Plan.of(Field(element, (MERGE,)), element)
        if how != "map" or not keys:
            return Plan.of(Field(element), element)
        if len(keys) > 1:
            raise PatchError(
                f"{name}: {' and '.join(keys)} together tell its elements apart, and a strategic merge "
                "patch knows one key only; use a JSON patch, or a JSON merge patch with the whole list"
            )
        return Plan.of(Field(element, (MERGE,), keys[0]), element)

    def _member(self, name: str) -> Schema:
        """Return the schema of a member."""
        properties = _map(self._schema.get("properties"))
        if name in properties:
            return self._resolved(_map(properties[name]))
        members = self._schema.get("additionalProperties")
        if isinstance(members, dict):
            return self._resolved(members)
        if properties and not members and not self._schema.get(_ANY_FIELD):
            raise PatchError(
                f'unable to find api field in struct {self.name} for the json field "{name}"'
            )
        return {}

    def _resolved(self, schema: Schema) -> Schema:
        """Return ``schema`` with what it refers to."""
        whole = _list(schema.get("allOf"))
        inner = _map(whole[0]) if len(whole) == 1 else schema
        reference = inner.get("$ref")
        if not isinstance(reference, str):
            return schema
        return {**_map(self._definitions.get(reference.rpartition("/")[2])), **schema}


def _root(schema: Schema, definitions: Schema, kind: str) -> Type:
    """Return the type of a kind; its metadata is that of every object."""
    made = _CustomType(kind, schema, definitions)
    pod = schemas.built_in("v1", "Pod")
    if pod is not None:
        made.fields["metadata"] = pod.fields["metadata"]
    return made


def _strategies(schema: Schema) -> tuple[str, ...]:
    strategies = schema.get("x-kubernetes-patch-strategy")
    return tuple(strategies.split(",")) if isinstance(strategies, str) and strategies else ()


def _api_version(group: str, version: str) -> str:
    return f"{group}/{version}" if group else str(version)


def _map(value: Any) -> Schema:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
