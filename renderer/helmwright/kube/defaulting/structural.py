"""The defaults that the schema of a custom resource gives.

Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting (algorithm.go, prune.go).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from collections.abc import Iterable

Schema = dict[str, Any]

_METADATA = frozenset({"apiVersion", "kind", "metadata"})


def with_schema_defaults(
    document: dict[str, Any], schema: Schema, definitions: Schema
) -> dict[str, Any]:
    """Return a custom resource with the defaults of its schema.

    definitions: what the schema's ``$ref`` point to; those of a CustomResourceDefinition have none.
    Nulls are dropped where the schema does not allow them, as the server does before it sets defaults.
    """
    copied: dict[str, Any] = copy_document(document)
    schemas = _Schemas(definitions)
    schemas.prune(copied, schema, is_root=True)
    schemas.fill(copied, schema, is_root=True)
    return copied


class _Schemas:
    def __init__(self, definitions: Schema) -> None:
        self._definitions = definitions

    def prune(self, value: Any, schema: Schema, *, is_root: bool = False) -> None:
        """Drop nulls that a schema neither allows nor replaces by a default."""
        if type(value) is list:
            items = self._resolved(schema.get("items"))
            for item in value:
                self.prune(item, items)
        elif type(value) is dict:
            for name in [one for one in value if not (is_root and one in _METADATA)]:
                found = self._member(schema, name)
                if value[name] is not None:
                    self.prune(value[name], found or {})
                elif found is not None and _drops_null(found):
                    del value[name]

    def fill(self, value: Any, schema: Schema, *, is_root: bool = False) -> None:
        """Set the defaults of a schema in a value, from the outside inwards."""
        if type(value) is list:
            items = self._resolved(schema.get("items"))
            for place, item in enumerate(value):
                if item is None and _replaces_null(items):
                    value[place] = copy_document(items["default"])
                self.fill(value[place], items)
        elif type(value) is dict:
            hidden: Iterable[str] = _METADATA if is_root else ()
            given = dict.fromkeys((*_map(schema.get("properties")), *value))
            for name in given:
                if name not in hidden:
                    self._fill_member(value, name, self._member(schema, name) or {}, schema)

    def _fill_member(self, value: dict[str, Any], name: str, found: Schema, schema: Schema) -> None:
        if name not in value:
            if found.get("default") is None or name not in _map(schema.get("properties")):
                return
            value[name] = copy_document(found["default"])
        elif value[name] is None and _replaces_null(found):
            value[name] = copy_document(found["default"])
        self.fill(value[name], found)

    def _member(self, schema: Schema, name: str) -> Schema | None:
        properties = _map(schema.get("properties"))
        if name in properties:
            return self._resolved(properties[name])
        others = schema.get("additionalProperties")
        return self._resolved(others) if isinstance(others, dict) else None

    def _resolved(self, schema: Any) -> Schema:
        own = _map(schema)
        reference = own.get("$ref")
        if isinstance(reference, str):
            found = _map(self._definitions.get(reference.rpartition("/")[2]))
            return {**found, **{name: one for name, one in own.items() if name != "$ref"}}
        return own


def _drops_null(schema: Schema) -> bool:
    return not schema.get("nullable") and schema.get("default") is None


def _replaces_null(schema: Schema) -> bool:
    return not schema.get("nullable") and schema.get("default") is not None


def _map(value: Any) -> Schema:
    return value if isinstance(value, dict) else {}
