"""Registries that other people wrote, installed by themselves, as peers of what speaks with registries.

``docker-registry`` of the system is taken where there is one (its version 2.8.2 is what Debian has); else
distribution's is built. That of go-containerregistry is a second one, in memory.
"""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.conformance.peer import CACHE, PeerError, run_go

if TYPE_CHECKING:
    from collections.abc import Iterator

LOGIN = ("lab", "secret")
_DISTRIBUTION = ("github.com/distribution/distribution/v3/cmd/registry", "v3.1.1")
_IN_MEMORY = ("github.com/google/go-containerregistry/cmd/registry", "v0.22.1")
_CONFIG = """version: 0.1
log: {{level: error, accesslog: {{disabled: true}}}}
storage: {{filesystem: {{rootdirectory: {folder}/data}}}}
http: {{addr: "127.0.0.1:{port}"}}
"""
_SECONDS = 20.0


def _installed(name: str, module: str, version: str) -> Path:
    binary = CACHE / f"{name}-{version}" / "registry"
    if not binary.exists():
        target = f"{module}@{version}"
        run_go(["install", target], {"GOBIN": str(binary.parent), "GOFLAGS": "-mod=mod"}, Path("/"))
    return binary


@contextlib.contextmanager
def distribution(
    folder: Path, *, with_login: bool, certificate: tuple[str, str] | None = None, clients: str = ""
) -> Iterator[str]:
    """Runs distribution's registry and yields its host.

    with_login: it wants ``LOGIN``. certificate: its certificate and key, for TLS. clients: the
    authority of certificates that clients must show.
    """
    system = shutil.which("docker-registry")
    binary = Path(system) if system else _installed("distribution-registry", *_DISTRIBUTION)
    port = _free_port()
    text = _CONFIG.format(folder=folder, port=port)
    if certificate:
        known = f", clientcas: [{clients}]" if clients else ""
        tls = f"{{certificate: {certificate[0]}, key: {certificate[1]}{known}}}"
        text = f"{text.rstrip().removesuffix('}')}, tls: {tls}}}\n"
    if with_login:
        import bcrypt

        name, password = LOGIN
        secret = bcrypt.hashpw(password.encode(), bcrypt.gensalt(4, prefix=b"2a")).decode()
        (folder / "htpasswd").write_text(f"{name}:{secret}\n")
        text += f"auth: {{htpasswd: {{realm: lab, path: {folder}/htpasswd}}}}\n"
    (folder / "config.yml").write_text(text)
    with _running([str(binary), "serve", str(folder / "config.yml")], port):
        yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def in_memory() -> Iterator[str]:
    """Runs go-containerregistry's registry and yields its host."""
    port = _free_port()
    binary = _installed("ggcr-registry", *_IN_MEMORY)
    with _running([str(binary), "-port", str(port)], port):
        yield f"127.0.0.1:{port}"


@contextlib.contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        end = time.monotonic() + _SECONDS
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None or time.monotonic() > end:
                raise PeerError(f"{command[0]} does not answer")
            time.sleep(0.05)
        yield
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
