"""Starts etcd, kube-apiserver and kube-controller-manager on this machine's loopback, and stops them.

All three are one program, built from pinned modules in ``kubernetes/`` and kept in ``.cache`` beside this
file, or in the folder that HELMWRIGHT_CLUSTER_CACHE names. There is no scheduler and no kubelet: pods are
stored and never run. Nothing is skipped where Go or the network is missing: what fails is said.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from tests.cluster.client import Client
from tests.conformance.peer import PeerError, built

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("HELMWRIGHT_CLUSTER_CACHE") or HERE / ".cache")
VERSION = "v1.36.1"
"""Of Kubernetes: Helm 4.2.4 is built with the same libraries, so that Go compiles them once."""

USERS = {
    "admin": ("system:masters",),
    "viewer": (),
    "deployer": (),
    "nobody": (),
    "system:kube-controller-manager": (),
}
"""Users and their groups. A viewer reads everything, a deployer is admin of a test's namespace, nobody may
do what everybody may; see ``rights``."""

_READY = 120.0
_STEP = 0.2
_AUDIT = {
    "apiVersion": "audit.k8s.io/v1",
    "kind": "Policy",
    "omitStages": ["RequestReceived"],
    "rules": [{"level": "Metadata"}],
}
_RANGE = "10.0.0.0/16"


class ClusterError(PeerError):
    """The servers cannot be built or do not start."""


class RunningCluster(NamedTuple):
    """Where the servers are, as others find them; see ``client`` for asking.

    url: of the API server. folder: with everything they write. tokens: by the name of a user. processes: by
    their ids, in the order of their start.
    """

    url: str
    folder: str
    tokens: dict[str, str]
    processes: tuple[int, ...]

    @property
    def authority(self) -> Path:
        """The certificate by which the server is known."""
        return Path(self.folder) / "certificates" / "apiserver.crt"

    @property
    def audit_log(self) -> Path:
        """What was asked of the server, an event in each line."""
        return Path(self.folder) / "audit.log"

    def client(self, user: str = "admin") -> Client:
        """Return a connection of a user."""
        return Client(self.url, self.tokens[user])

    def as_text(self) -> str:
        """Return it as JSON."""
        return json.dumps(self._asdict())

    @classmethod
    def from_text(cls, text: str) -> RunningCluster:
        """Return what ``as_text`` wrote."""
        found = json.loads(text)
        return cls(found["url"], found["folder"], found["tokens"], tuple(found["processes"]))


def program() -> Path:
    """Return the path of the program that is all three servers, built if needed."""
    say = "k8s.io/component-base/version"
    major, minor, _ = VERSION.removeprefix("v").split(".")
    values = {"gitVersion": VERSION, "gitMajor": major, "gitMinor": minor}
    # Helm refuses charts with a kubeVersion if the server does not know its own.
    flags = " ".join(["-s -w", *(f"-X {say}.{name}={text}" for name, text in values.items())])
    return built(HERE / "kubernetes", CACHE, "-ldflags", flags)


def start(*, controllers: bool = True, more: Sequence[str] = ()) -> RunningCluster:
    """Start the servers and return where they are.

    controllers: whether there are those of kube-controller-manager. more: flags for kube-apiserver.

    Raises:
        PeerError: with the end of the servers' logs.
    """
    binary = program()
    folder = Path(tempfile.mkdtemp(prefix="helmwright-cluster-"))
    processes: list[subprocess.Popen[bytes]] = []
    try:
        return _start(binary, folder, processes, more, controllers=controllers)
    except BaseException:
        for process in reversed(processes):
            process.kill()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)
        raise


def stop(cluster: RunningCluster) -> None:
    """End the servers and take away what they wrote."""
    for process in reversed(cluster.processes):
        _end(process)
    shutil.rmtree(cluster.folder, ignore_errors=True)


@contextmanager
def running(*, controllers: bool = True, more: Sequence[str] = ()) -> Iterator[RunningCluster]:
    """Give servers of a block's own; see ``start``."""
    cluster = start(controllers=controllers, more=more)
    try:
        yield cluster
    finally:
        stop(cluster)


def _end(process: int) -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        for _ in range(100):
            try:
                os.kill(process, number)
            except ProcessLookupError:
                return
            time.sleep(_STEP / 4)


def _start(
    binary: Path,
    folder: Path,
    processes: list[subprocess.Popen[bytes]],
    more: Sequence[str],
    *,
    controllers: bool,
) -> RunningCluster:
    client, peer, port = _free_ports(3)
    etcd, peers = f"http://127.0.0.1:{client}", f"http://127.0.0.1:{peer}"
    url = f"https://127.0.0.1:{port}"
    tokens = {user: secrets.token_hex(16) for user in USERS}
    _write_keys(folder, tokens)

    def run(name: str, flags: Mapping[str, object]) -> None:
        command = [str(binary), name, *(f"--{flag}={value}" for flag, value in flags.items())]
        if name == "kube-apiserver":
            command += more
        with (folder / f"{name}.log").open("wb") as log:
            started = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        processes.append(started)
        # Whoever stops it may be another process: somebody here has to take note of the end.
        threading.Thread(target=started.wait, daemon=True).start()

    run("etcd", _etcd_flags(folder, etcd, peers))
    run("kube-apiserver", _server_flags(folder, etcd, port))
    _wait(url, tokens["admin"], folder, processes)
    if controllers:
        run("kube-controller-manager", _controller_flags(folder, url, tokens))
    ids = tuple(process.pid for process in processes)
    return RunningCluster(url, str(folder), tokens, ids)


def _etcd_flags(folder: Path, etcd: str, peers: str) -> dict[str, object]:
    return {
        "data-dir": folder / "etcd",
        "listen-client-urls": etcd,
        "advertise-client-urls": etcd,
        "listen-peer-urls": peers,
        "initial-advertise-peer-urls": peers,
        "initial-cluster": f"default={peers}",
        "unsafe-no-fsync": "true",
        "log-level": "warn",
    }


def _server_flags(folder: Path, etcd: str, port: int) -> dict[str, object]:
    key = folder / "key.pem"
    return {
        "etcd-servers": etcd,
        "bind-address": "127.0.0.1",
        "advertise-address": "127.0.0.1",
        "secure-port": port,
        "cert-dir": folder / "certificates",
        "token-auth-file": folder / "tokens.csv",
        "authorization-mode": "RBAC",
        "allow-privileged": "true",
        "endpoint-reconciler-type": "none",
        "service-cluster-ip-range": _RANGE,
        "service-account-issuer": "https://localhost",
        "service-account-signing-key-file": key,
        "service-account-key-file": key,
        "audit-policy-file": folder / "audit.json",
        "audit-log-path": folder / "audit.log",
    }


def _controller_flags(folder: Path, url: str, tokens: dict[str, str]) -> dict[str, object]:
    configuration = folder / "controllers.json"
    authority = folder / "certificates" / "apiserver.crt"
    user = "system:kube-controller-manager"
    configuration.write_text(json.dumps(kubeconfig(url, authority, tokens[user])))
    return {
        "kubeconfig": configuration,
        "leader-elect": "false",
        "use-service-account-credentials": "true",
        "service-account-private-key-file": folder / "key.pem",
        "root-ca-file": authority,
        "bind-address": "127.0.0.1",
        "secure-port": 0,
    }


def kubeconfig(
    url: str, authority: Path, token: str, namespace: str = "default"
) -> dict[str, object]:
    """Return a kubeconfig with one context of one user."""
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [
            {"name": "test", "cluster": {"server": url, "certificate-authority": str(authority)}}
        ],
        "users": [{"name": "user", "user": {"token": token}}],
        "contexts": [
            {
                "name": "test",
                "context": {"cluster": "test", "user": "user", "namespace": namespace},
            }
        ],
        "current-context": "test",
    }


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def _write_keys(folder: Path, tokens: dict[str, str]) -> None:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import rsa

    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(pem)
    lines = [f'{token},{user},{user},"{",".join(USERS[user])}"\n' for user, token in tokens.items()]
    (folder / "tokens.csv").write_text("".join(lines))
    (folder / "audit.json").write_text(json.dumps(_AUDIT))


def _wait(url: str, token: str, folder: Path, processes: list[subprocess.Popen[bytes]]) -> None:
    client = Client(url, token)
    end = time.monotonic() + _READY
    while time.monotonic() < end:
        if any(process.poll() is not None for process in processes):
            break
        try:
            if client.ask("GET", "/readyz").status == 200:
                return
        except OSError:
            client.close()
        time.sleep(_STEP)
    logs = [path.read_text(errors="replace")[-3000:] for path in sorted(folder.glob("*.log"))]
    raise ClusterError("the servers do not start:\n" + "\n".join(logs))
