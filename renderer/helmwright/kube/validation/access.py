"""What is refused in roles and their bindings.

Source: k8s.io/kubernetes pkg/apis/rbac/validation/validation.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation.refusal import (
    Refusal,
    entries,
    invalid,
    required,
    section,
    text,
    unsupported,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_GROUP = "rbac.authorization.k8s.io"


def role(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a Role or a ClusterRole."""
    is_namespaced = text(data, "kind") == "Role"
    for index, rule in entries(data, "rules"):
        where = ("rules", index)
        urls = rule.get("nonResourceURLs")
        if not rule.get("verbs"):
            yield required((*where, "verbs"), "verbs must contain at least one value")
        if urls:
            if is_namespaced:
                detail = "namespaced rules cannot apply to non-resource URLs"
                yield invalid((*where, "nonResourceURLs"), detail)
            if any(rule.get(key) for key in ("apiGroups", "resources", "resourceNames")):
                detail = "rules cannot apply to both regular resources and non-resource URLs"
                yield invalid((*where, "nonResourceURLs"), detail)
            continue
        if not rule.get("apiGroups"):
            detail = "resource rules must supply at least one api group"
            yield required((*where, "apiGroups"), detail)
        if not rule.get("resources"):
            detail = "resource rules must supply at least one resource"
            yield required((*where, "resources"), detail)


def role_binding(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a RoleBinding or a ClusterRoleBinding."""
    reference = section(data, "roleRef")
    kinds = (
        ("ClusterRole",) if text(data, "kind") == "ClusterRoleBinding" else ("ClusterRole", "Role")
    )
    if text(reference, "apiGroup") not in ("", _GROUP):
        yield unsupported(("roleRef", "apiGroup"), (_GROUP,))
    if text(reference, "kind") and text(reference, "kind") not in kinds:
        yield unsupported(("roleRef", "kind"), kinds)
    if reference.get("name") == "":
        yield required(("roleRef", "name"))
    for index, subject in entries(data, "subjects"):
        where = ("subjects", index)
        group = text(subject, "apiGroup")
        if subject.get("name") == "":
            yield required((*where, "name"))
        if text(subject, "kind") == "ServiceAccount":
            if group:
                yield unsupported((*where, "apiGroup"), ("",))
            if text(data, "kind") == "ClusterRoleBinding" and not subject.get("namespace"):
                yield required((*where, "namespace"))
        elif group not in ("", _GROUP):
            yield unsupported((*where, "apiGroup"), (_GROUP,))
