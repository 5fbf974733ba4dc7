"""What the users of a test cluster may do; see ``servers.USERS``."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.cluster.client import Client

_RBAC = "rbac.authorization.k8s.io"
_VERSION = f"{_RBAC}/v1"
_READER = {
    "apiVersion": _VERSION,
    "kind": "ClusterRole",
    "metadata": {"name": "reader"},
    "rules": [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["get", "list", "watch"]}],
}


def _binding(kind: str, user: str, role: str) -> dict[str, Any]:
    return {
        "apiVersion": _VERSION,
        "kind": kind,
        "metadata": {"name": f"{user}-is-{role}"},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": role},
        "subjects": [{"apiGroup": _RBAC, "kind": "User", "name": user}],
    }


def grant(admin: Client) -> None:
    """Let the viewer read everything in all namespaces."""
    admin.create(_READER, "").taken()
    admin.create(_binding("ClusterRoleBinding", "viewer", "reader"), "").taken()
    _wait(admin, "viewer", "get", "")


def grant_namespace(admin: Client, namespace: str) -> None:
    """Let the deployer do in a namespace what its admin may."""
    admin.create(_binding("RoleBinding", "deployer", "admin"), namespace).taken()
    _wait(admin, "deployer", "create", namespace)


def _wait(admin: Client, user: str, verb: str, namespace: str) -> None:
    """Wait until the server has heard of a right: a controller fills the role of admins, and caches follow."""
    attributes = {"verb": verb, "resource": "configmaps", "namespace": namespace}
    review = {"spec": {"user": user, "resourceAttributes": attributes}}
    for _ in range(300):
        path = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
        if admin.ask("POST", path, review).taken()["status"]["allowed"]:
            return
        time.sleep(0.1)
    raise AssertionError(f"{user} may not {verb} configmaps in {namespace or 'all namespaces'}")
