"""A mirror of chart repositories on the loopback: a proxy that answers for other people's hosts.

    with Mirror(folder) as mirror:
        mirror.put("https://charts.example.com/stable", [archive, …])   # and an index by the real helm
        subprocess.run([…], env={…, **mirror.environment})

Charts keep the URLs of their repositories. A program that heeds HTTPS_PROXY and SSL_CERT_FILE, as both
do, asks the proxy for a tunnel to the host, and finds a server there with a certificate of our own
authority, which has the archives. No request leaves the machine: what is not in the mirror is a 404.
"""

from __future__ import annotations

import shutil
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self
from urllib.parse import unquote, urlsplit

from tests.sources.certificates import Authority

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterable
    from pathlib import Path


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
    host = ""

    def do_CONNECT(self) -> None:
        self.host = self.path.rpartition(":")[0]
        self.send_response(200)
        self.end_headers()
        context = self.server.mirror.context(self.host)
        self.connection = context.wrap_socket(self.connection, server_side=True)
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb", buffering=0)
        self.close_connection = False

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        host, path = url.hostname or self.host, unquote(url.path)
        self.server.mirror.requests.append(f"{host}{path}")
        file = self.server.mirror.folder / host / path.lstrip("/")
        found = file.is_file()
        body = file.read_bytes() if found else b"not here"
        self.send_response(200 if found else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def finish(self) -> None:
        super().finish()
        self.connection.close()  # the tunnel's, which the server does not know

    def log_message(self, *_: object) -> None:
        """Say nothing; requests are remembered."""


class _Server(ThreadingHTTPServer):
    daemon_threads = False  # closing waits for them

    def __init__(self, mirror: Mirror) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.mirror = mirror


class Mirror:
    """The running mirror. folder: of the hosts' files. requests: what has been asked, host and path."""

    def __init__(self, base: Path, helm: Path) -> None:
        self.folder = base / "hosts"
        self.requests: list[str] = []
        (base / "authority").mkdir(parents=True)
        self._authority = Authority(base / "authority")
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._helm = helm
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def context(self, host: str) -> ssl.SSLContext:
        """Return what a server for a host needs."""
        if host not in self._contexts:
            self._contexts[host] = self._authority.server(host)
        return self._contexts[host]

    @property
    def environment(self) -> dict[str, str]:
        """What leads a program here."""
        proxy = f"http://127.0.0.1:{self._server.server_port}"
        names = ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy")
        return {**dict.fromkeys(names, proxy), "SSL_CERT_FILE": self._authority.path}

    def put(self, repository: str, charts: Iterable[Path]) -> None:
        """Serve charts as a repository: archives as they are, folders as the real helm packs them."""
        url = urlsplit(repository)
        folder = self.folder / str(url.hostname) / url.path.strip("/")
        folder.mkdir(parents=True, exist_ok=True)
        for chart in charts:
            if chart.is_file():
                shutil.copy(chart, folder)
            else:
                self._run("package", str(chart), "--destination", str(folder))
        self._run("repo", "index", str(folder))

    def _run(self, *arguments: str) -> None:
        subprocess.run([self._helm, *arguments], check=True, capture_output=True)
