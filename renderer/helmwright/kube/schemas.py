"""The types that patches are made for: every built-in kind, and Go's own Pod.

Kinds come from the JSON schemas that Kubernetes publishes (``data/kinds.json``, written by
scripts/kubernetes_kinds.py); the Pods with pointers and ``omitempty`` from the Go code
(``data/pods.json``, written by tests/conformance/update_pod_types.py).
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.kube.data_files import kinds_document, read_data
from helmwright.kube.go_types import GoTypes
from helmwright.kube.typed import TypedCodec

if TYPE_CHECKING:
    from helmwright.kube.patch_meta import Type

DETERMINED = "v0.28.3"
"""The version of the Kubernetes code that Determined's master links."""
NEWEST = "v0.37.2"


@lru_cache(maxsize=1)
def _kinds() -> tuple[dict[str, str], GoTypes]:
    document = kinds_document()
    return document["kinds"], GoTypes(document["types"])


def _read(name: str) -> Any:
    return json.loads(read_data(name))


def built_in(api_version: str, kind: str) -> Type | None:
    """Return the type of a built-in kind such as ("apps/v1", "Deployment"); None for others."""
    kinds, types = _kinds()
    name = kinds.get(f"{api_version}/{kind}")
    return None if name is None else types[name]


@lru_cache(maxsize=2)
def pod(version: str = DETERMINED) -> Type:
    """Return Go's Pod in a version of k8s.io/api: ``DETERMINED`` or ``NEWEST``."""
    return GoTypes(_read("pods.json")["versions"][version])["Pod"]


@lru_cache(maxsize=2)
def pod_codec(version: str = DETERMINED) -> TypedCodec:
    """Return what decodes and encodes a Pod as that version's Go code does."""
    return TypedCodec(pod(version))
