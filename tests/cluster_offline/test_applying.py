"""What Helm sends of an object, and of whom a field is, without any cluster."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import HelmwrightError
from helmwright.cluster.applying import applying_of, client_patch, owned_by
from helmwright.cluster.managed_fields import apply_locally, conflict_text, conflicts
from helmwright.kube.custom_types import CustomTypes
from helmwright.kube.updates.update import node_of
from helmwright.releases import StoredRelease

CLAIM = {
    "apiVersion": "v1",
    "kind": "PersistentVolumeClaim",
    "metadata": {"name": "data"},
    "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}},
}
WEB: dict[str, Any] = {
    "apiVersion": "v1",
    "kind": "ConfigMap",
    "metadata": {"name": "web", "namespace": "prod"},
    "data": {"a": "one", "b": "two"},
}


def test_what_gos_types_do_not_take_is_patched_as_a_custom_resource_is() -> None:
    broken = {**CLAIM, "spec": {"resources": {"requests": {"storage": "1Gix"}}}}

    assert client_patch(CLAIM, {**CLAIM, "spec": {"volumeName": "v"}}, CLAIM).is_strategic
    assert not client_patch(CLAIM, broken, CLAIM).is_strategic


@pytest.mark.parametrize(
    ("last", "helm", "server_side", "expected"),
    [
        ("ssa", 4, "auto", (True, False)),
        ("csa", 4, "auto", (False, False)),
        ("", 4, "auto", (False, False)),
        ("", 4, "true", (True, True)),
        ("csa", 4, "true", (True, True)),
        ("ssa", 4, "false", (False, False)),
        ("ssa", 3, "auto", (False, False)),
    ],
)
def test_the_last_revision_says_how_objects_are_sent(
    last: str, helm: int, server_side: str, expected: tuple[bool, bool]
) -> None:
    release = StoredRelease(name="web", revision=1, apply_method=last)
    found = applying_of(release, release, helm=helm, server_side=server_side)

    assert (found.is_server_side, found.migrates) == expected


def test_force_conflicts_without_server_side_apply_is_refused_in_helms_words() -> None:
    release = StoredRelease(name="web", revision=1)
    with pytest.raises(HelmwrightError, match="forceConflicts enabled when serverSideApply"):
        applying_of(release, release, forces=True)


def test_conflicts_are_told_in_the_servers_words_and_order() -> None:
    labels: dict[str, Any] = {"f:metadata": {"f:labels": {"f:app.kubernetes.io/managed-by": {}}}}
    sets: dict[str, Any] = {"f:data": {"f:a": {}, "f:b": {}}}
    managers = [
        {"manager": "helm", "operation": "Apply", "apiVersion": "v1", "fieldsV1": labels},
        {"manager": "kubectl-edit", "operation": "Update", "apiVersion": "v1", "fieldsV1": sets},
    ]
    live = {
        **WEB,
        "metadata": {**WEB["metadata"], "managedFields": managers},
        "data": {"a": "hand", "b": "hand", "c": "kept"},
    }
    sent = owned_by(WEB, "web", "prod")
    node = node_of(sent, CustomTypes())
    after = apply_locally(live, sent, node)

    assert after["data"] == {"a": "one", "b": "two", "c": "kept"}
    assert conflict_text(conflicts(live, after, node)) == (
        'Apply failed with 2 conflicts: conflicts with "kubectl-edit" using v1:\n- .data.a\n- .data.b'
    )
