"""The cluster that all tests here ask: its version, its users and their rights, its controllers, its log."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from tests.cluster import servers
from tests.cluster.sharing import shared_cluster

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cluster.audit import AuditLog
    from tests.cluster.client import Client
    from tests.cluster.helm import Helm
    from tests.cluster.servers import RunningCluster

_CONFIG = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "one"}}


def test_the_server_knows_its_version(admin: Client) -> None:
    found = admin.ask("GET", "/version").taken()

    assert (found["gitVersion"], found["major"], found["minor"]) == ("v1.36.1", "1", "36")
    assert (
        f"k8s.io/kubernetes {servers.VERSION}\n"
        in (servers.HERE / "kubernetes" / "go.mod").read_text()
    )


@pytest.mark.parametrize(
    ("user", "reads", "writes"),
    [("admin", 200, 201), ("deployer", 200, 201), ("viewer", 200, 403), ("nobody", 403, 403)],
)
def test_users_have_rights_of_their_own(
    cluster: RunningCluster, namespace: str, user: str, reads: int, writes: int
) -> None:
    client = cluster.client(user)
    path = f"/api/v1/namespaces/{namespace}/configmaps"

    assert client.ask("GET", path).status == reads
    assert client.ask("POST", path, _CONFIG).status == writes


def test_controllers_run(admin: Client) -> None:
    admin.ask("POST", "/api/v1/namespaces", {"metadata": {"name": "controlled"}}).taken()
    path = "/api/v1/namespaces/controlled/serviceaccounts/default"
    for _ in range(100):
        if admin.ask("GET", path).status == 200:
            break
        time.sleep(0.2)
    else:
        pytest.fail("nobody makes service accounts")
    admin.ask("DELETE", "/api/v1/namespaces/controlled")


def test_the_log_has_every_request_and_tells_writes_from_dry_runs(
    cluster: RunningCluster, namespace: str, audit: AuditLog
) -> None:
    client = cluster.client("deployer")
    path = f"/api/v1/namespaces/{namespace}/configmaps"
    client.ask("GET", path)
    client.ask("POST", f"{path}?dryRun=All", _CONFIG)
    client.ask("POST", path, _CONFIG)
    client.ask(
        "POST",
        "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
        {"spec": {"resourceAttributes": {"verb": "get", "resource": "pods"}}},
    )
    found = audit.by("deployer")

    assert [one.verb for one in found] == ["list", "create", "create", "create"]
    assert [one.is_write for one in found] == [False, False, True, False]


def test_helm_4_and_helm_3_install_and_upgrade(
    helm: Helm, helm3: Helm, admin: Client, namespace: str, tmp_path: Path
) -> None:
    chart = tmp_path / "chart"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: app\nversion: 1.0.0\n")
    template = (
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: {{ .Release.Name }}}, data: {a: %s}}\n"
    )
    for name, program, manager in (("four", helm, "Apply"), ("three", helm3, "Update")):
        (chart / "templates" / "a.yaml").write_text(template % "one")
        program.run("install", name, "chart").succeeded()
        (chart / "templates" / "a.yaml").write_text(template % "two")
        program.run("upgrade", name, "chart").succeeded()
        found = admin.ask("GET", f"/api/v1/namespaces/{namespace}/configmaps/{name}").taken()

        assert found["data"] == {"a": "two"}
        assert [
            (one["manager"], one["operation"]) for one in found["metadata"]["managedFields"]
        ] == [("helm", manager)]


def test_processes_share_a_cluster_that_the_last_one_stops(tmp_path: Path) -> None:
    with shared_cluster(tmp_path / "shared") as first:
        with shared_cluster(tmp_path / "shared") as second:
            assert first == second
        assert first.client().ask("GET", "/readyz").status == 200
    with pytest.raises(OSError, match="refused"):
        first.client().ask("GET", "/readyz")
