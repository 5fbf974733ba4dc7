"""A real API server for all tests here: built and started once, failing when that is impossible."""

from __future__ import annotations

import json
import re
import secrets
from typing import TYPE_CHECKING

import pytest
from tests.cluster import servers
from tests.cluster.audit import AuditLog
from tests.cluster.helm import Helm
from tests.cluster.rights import grant_namespace
from tests.cluster.sharing import shared_cluster
from tests.conformance import peer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.cluster.client import Client
    from tests.cluster.servers import RunningCluster


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[RunningCluster]:
    """Give the servers, one for all processes of a run."""
    base = tmp_path_factory.getbasetemp()
    # With xdist, each process has a folder of its own in one that they share.
    shared = base if worker_id == "master" else base.parent
    with shared_cluster(shared / "cluster") as running:
        yield running


@pytest.fixture(scope="session")
def admin(cluster: RunningCluster) -> Client:
    """Return a connection of somebody who may do everything."""
    return cluster.client("admin")


@pytest.fixture
def namespace(admin: Client, request: pytest.FixtureRequest) -> Iterator[str]:
    """Give a namespace of the test's own, in which the deployer is admin."""
    words = re.sub("[^a-z0-9]+", "-", request.node.name.lower())[:40].strip("-")
    name = f"{words}-{secrets.token_hex(3)}"
    admin.make_namespace(name)
    grant_namespace(admin, name)
    yield name
    admin.ask("DELETE", f"/api/v1/namespaces/{name}")


@pytest.fixture
def kubeconfig(cluster: RunningCluster, namespace: str, tmp_path: Path) -> Callable[[str], Path]:
    """Return what writes the kubeconfig of a user, for the test's namespace."""

    def write(user: str = "admin") -> Path:
        path = tmp_path / f"{user}.kubeconfig"
        token = cluster.tokens[user]
        data = servers.kubeconfig(cluster.url, cluster.authority, token, namespace)
        path.write_text(json.dumps(data))
        path.chmod(0o600)
        return path

    return write


@pytest.fixture
def audit(cluster: RunningCluster) -> AuditLog:
    """Return what is asked of the server from now on."""
    return AuditLog(cluster.audit_log)


@pytest.fixture
def helm(kubeconfig: Callable[[str], Path], tmp_path: Path) -> Helm:
    """Return helm 4.2.4, as admin of the test's namespace."""
    return Helm(peer.helm_binary(), kubeconfig("admin"), tmp_path)


@pytest.fixture
def helm3(kubeconfig: Callable[[str], Path], tmp_path: Path) -> Helm:
    """Return helm 3.21.4, as admin of the test's namespace."""
    return Helm(peer.helm3_binary(), kubeconfig("admin"), tmp_path)
