"""The objects that ``lookup`` finds in a test.

Source: helm-unittest pkg/unittest/k8s_fake_client.go; helm pkg/engine/lookup_func.go; client-go's
fake dynamic client.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import FunctionError
from helmwright.go.yaml_v3 import Timestamp
from helmwright.values.maps import copy_values

if TYPE_CHECKING:
    from helmwright.unittest_suites.suites import ClusterSettings

    Resource = tuple[str, str, str]
    """Group, version and plural name."""


class FakeCluster:
    """Answers ``lookup`` from the objects that a test names."""

    def __init__(self, settings: ClusterSettings) -> None:
        self._scheme = settings.scheme
        self._objects: dict[Resource, list[dict[str, Any]]] = {}
        for one in settings.objects:
            self._objects.setdefault(_resource(one), []).append(_plain(one))

    def lookup(self, api_version: str, kind: str, namespace: str, name: str) -> dict[str, Any]:
        """Return an object, or with a blank name a list of them; nothing is an empty map.

        Raises FunctionError for a list of what no object is and the scheme does not name.
        """
        group, version, resource, namespaced = self._scheme.get(
            f"{api_version}/{kind}", ("", "", "", False)
        )
        if not namespaced:
            namespace = ""
        found = self._objects.get((group, version, resource))
        if name:
            for one in found or ():
                if _place(one) == (namespace, name):
                    return copy_values(one)
            return {}
        if found is None:
            raise FunctionError(
                "coding error: you must register resource to list kind for every resource you're "
                "going to LIST when using a dynamic fake client.  kubernetesProvider needs a "
                f"scheme for {api_version}/{kind} whose gvr is that of an object"
            )
        items = [
            copy_values(one)
            for one in sorted(found, key=_place)
            if not namespace or _place(one)[0] == namespace
        ]
        list_version = f"{group}/{version}" if group else version
        return {
            "apiVersion": list_version,
            "kind": f"{kind}List",
            "metadata": {"continue": "", "resourceVersion": str(len(found) + 1)},
            "items": items,
        }


def _place(one: dict[str, Any]) -> tuple[str, str]:
    """Return the namespace and the name of an object."""
    metadata = one.get("metadata") or {}
    return str(metadata.get("namespace") or ""), str(metadata.get("name") or "")


def _resource(one: dict[str, Any]) -> Resource:
    """Return the resource that an object is of, as client-go guesses it from the kind."""
    group, _, version = str(one.get("apiVersion") or "").rpartition("/")
    kind = str(one.get("kind") or "").lower()
    if kind == "endpoints":
        return group, version, kind
    if kind.endswith("s"):
        return group, version, f"{kind}es"
    return group, version, f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Timestamp) else value
