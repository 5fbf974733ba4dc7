"""The door: an object in, the object that a server stores out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.kube.defaulting import built_in, structural
from helmwright.kube.json_model import copy_document

if TYPE_CHECKING:
    from helmwright.kube.custom_types import CustomTypes

RELEASE = built_in.RELEASE


@checked
def with_defaults(document: dict[str, Any], custom: CustomTypes | None = None) -> dict[str, Any]:
    """Return an object as an API server stores it; the document is left alone.

    document: plain data with apiVersion and kind. custom: kinds that CustomResourceDefinitions give,
    of which the defaults in their schemas are used; of kinds that are known neither there nor to the
    release named by ``RELEASE`` a copy is returned. What depends on a cluster, such as the address of
    a Service, is not filled in; ``kube.updates`` knows what an update leaves of that.

    Raises ``PatchTypeError`` if the server could not decode the object.
    Source: k8s.io/kubernetes pkg/apis/*/*/defaults.go, zz_generated.defaults.go.
    """
    api_version, kind = document.get("apiVersion"), document.get("kind")
    if isinstance(api_version, str) and isinstance(kind, str):
        if built_in.is_known(api_version, kind):
            return built_in.stored_form(document, api_version, kind)
        schema = custom.schema(api_version, kind) if custom is not None else None
        if schema is not None:
            return structural.with_schema_defaults(document, *schema)
    copied: dict[str, Any] = copy_document(document)
    return copied


def is_built_in(document: dict[str, Any]) -> bool:
    """Tell whether an object is of a kind that the release named by ``RELEASE`` has."""
    api_version, kind = document.get("apiVersion"), document.get("kind")
    if not isinstance(api_version, str) or not isinstance(kind, str):
        return False
    return built_in.is_known(api_version, kind)
