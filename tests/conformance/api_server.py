"""Runs etcd and a real kube-apiserver on this machine, and asks it as Helm 4 and Helm 3 do.

The programs are found by the variables ``ETCD`` and ``KUBE_APISERVER``, else on PATH. There is no
controller, no scheduler and no kubelet: what is asked is what the server itself says.
"""

from __future__ import annotations

import http.client
import json
import os
import secrets
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Self

_READY = 120.0
_APPLY = "application/apply-patch+yaml"
_STRATEGIC = "application/strategic-merge-patch+json"
_MERGE = "application/merge-patch+json"


class Answer(NamedTuple):
    """What the server said: the object, or why not, in the server's words."""

    status: int
    data: dict[str, Any]

    @property
    def refused(self) -> str | None:
        """The server's refusal, None if it took the request."""
        return None if self.status < 400 else str(self.data.get("message") or self.data)


def program(variable: str, name: str) -> str:
    """Return the path of a program; fails where it is not there."""
    found = os.environ.get(variable) or shutil.which(name)
    if not found:
        raise SystemExit(f"{name} is not on PATH: say where it is in {variable}")
    return found


def _free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class ApiServer:
    """A server of its own, gone with the block it is used in."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="api-server-"))
        self._token = secrets.token_hex(16)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._port = 0
        self._connection: http.client.HTTPSConnection | None = None
        self._resources: dict[tuple[str, str], tuple[str, bool]] = {}

    def __enter__(self) -> Self:
        client, peer, self._port = _free_ports(3)
        etcd = f"http://127.0.0.1:{client}"
        self._start(
            program("ETCD", "etcd"),
            f"--data-dir={self._folder / 'etcd'}",
            f"--listen-client-urls={etcd}",
            f"--advertise-client-urls={etcd}",
            f"--listen-peer-urls=http://127.0.0.1:{peer}",
            "--unsafe-no-fsync",
        )
        self._write_keys()
        self._start(
            program("KUBE_APISERVER", "kube-apiserver"),
            f"--etcd-servers={etcd}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            f"--secure-port={self._port}",
            f"--cert-dir={self._folder / 'certificates'}",
            f"--token-auth-file={self._folder / 'tokens.csv'}",
            "--authorization-mode=AlwaysAllow",
            "--allow-privileged=true",
            "--service-cluster-ip-range=10.0.0.0/16",
            "--service-account-issuer=https://localhost",
            f"--service-account-signing-key-file={self._folder / 'key.pem'}",
            f"--service-account-key-file={self._folder / 'key.pem'}",
        )
        self._wait()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for process in reversed(self._processes):
            process.terminate()
            process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start(self, *command: str) -> None:
        name = Path(command[0]).name
        log = (self._folder / f"{name}.log").open("wb")
        self._processes.append(subprocess.Popen(command, stdout=log, stderr=log))

    def _write_keys(self) -> None:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import rsa

        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        pem = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
        (self._folder / "key.pem").write_bytes(pem)
        line = f'{self._token},admin,admin,"system:masters"\n'
        (self._folder / "tokens.csv").write_text(line)

    def _wait(self) -> None:
        end = time.monotonic() + _READY
        while time.monotonic() < end:
            if any(process.poll() is not None for process in self._processes):
                break
            try:
                if self.ask("GET", "/readyz").status == 200:
                    return
            except OSError:
                self._connection = None
            time.sleep(0.3)
        logs = [path.read_text(errors="replace")[-3000:] for path in self._folder.glob("*.log")]
        raise SystemExit("the server does not start:\n" + "\n".join(logs))

    def ask(
        self, method: str, path: str, body: object = None, form: str = "application/json"
    ) -> Answer:
        """Send a request and return the answer."""
        if self._connection is None:
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            self._connection = http.client.HTTPSConnection(
                "127.0.0.1", self._port, context=context, timeout=60
            )
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": form}
        data = None if body is None else json.dumps(body, separators=(",", ":"))
        self._connection.request(method, path, data, headers)
        response = self._connection.getresponse()
        text = response.read()
        try:
            found = json.loads(text)
        except ValueError:
            found = {"message": text.decode(errors="replace")}
        return Answer(response.status, found if isinstance(found, dict) else {"message": found})

    def make_namespace(self, name: str) -> None:
        """Make a namespace that is ready for pods."""
        metadata = {"name": name}
        self.ask("POST", "/api/v1/namespaces", {"metadata": metadata})
        self.ask(
            "POST", f"/api/v1/namespaces/{name}/serviceaccounts", {"metadata": {"name": "default"}}
        )

    def path_of(self, data: dict[str, Any], namespace: str) -> str | None:
        """Return the path of an object's collection; None for a kind that is not served."""
        api_version, kind = str(data.get("apiVersion")), str(data.get("kind"))
        base = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
        if (api_version, kind) not in self._resources:
            for one in self.ask("GET", base).data.get("resources", []):
                if "/" not in one["name"]:
                    self._resources[api_version, one["kind"]] = (one["name"], one["namespaced"])
        found = self._resources.get((api_version, kind))
        if found is None:
            return None
        return f"{base}/namespaces/{namespace}/{found[0]}" if found[1] else f"{base}/{found[0]}"

    def apply(self, data: dict[str, Any], namespace: str, *, dry: bool = False) -> Answer:
        """Send an object as Helm 4 does: server-side apply."""
        path = self.path_of(data, namespace)
        if path is None:
            return Answer(404, {"message": "no matches for kind"})
        query = {"fieldManager": "helm", "fieldValidation": "Strict"}
        if dry:
            query["dryRun"] = "All"
        name = quote(str(data["metadata"]["name"]), safe="")
        return self.ask("PATCH", f"{path}/{name}?{urlencode(query)}", data, _APPLY)

    def create(self, data: dict[str, Any], namespace: str, *, dry: bool = False) -> Answer:
        """Create an object as Helm 3 does."""
        path = self.path_of(data, namespace)
        if path is None:
            return Answer(404, {"message": "no matches for kind"})
        query = {"fieldValidation": "Strict", **({"dryRun": "All"} if dry else {})}
        return self.ask("POST", f"{path}?{urlencode(query)}", data)

    def settle(self, data: dict[str, Any], namespace: str) -> dict[str, Any]:
        """Return a stored object once the server has done what follows: definitions get established."""
        path = f"{self.path_of(data, namespace)}/{quote(str(data['metadata']['name']), safe='')}"
        for _ in range(100):
            found = self.ask("GET", path).data
            conditions = found.get("status", {}).get("conditions") or []
            settled = any(
                (one["type"], one["status"])
                in (("Established", "True"), ("NamesAccepted", "False"))
                for one in conditions
            )
            if data["kind"] != "CustomResourceDefinition" or settled:
                return found
            time.sleep(0.02)
        return found

    def three_way(self, before: dict[str, Any], after: dict[str, Any], namespace: str) -> Answer:
        """Send what Helm 3 sends for a changed object: the patch of three sides."""
        from helmwright.base.errors import HelmwrightError
        from helmwright.kube import schemas
        from helmwright.kube.json_merge_patch import create_three_way_merge_patch
        from helmwright.kube.json_model import from_data
        from helmwright.kube.three_way import create_three_way

        path = self.path_of(after, namespace)
        if path is None:
            return Answer(404, {"message": "no matches for kind"})
        name = quote(str(after["metadata"]["name"]), safe="")
        live = self.ask("GET", f"{path}/{name}").data
        schema = schemas.built_in(str(after["apiVersion"]), str(after["kind"]))
        original, wanted, current = (from_data(one) for one in (before, after, live))
        try:
            if schema is None:
                patch, form = create_three_way_merge_patch(original, wanted, current), _MERGE
            else:
                patch, form = create_three_way(original, wanted, current, schema), _STRATEGIC
        except HelmwrightError as error:
            return Answer(400, {"message": f"no patch: {error.message}"})
        if not patch:
            return Answer(200, live)
        return self.ask("PATCH", f"{path}/{name}?fieldValidation=Strict", patch, form)
