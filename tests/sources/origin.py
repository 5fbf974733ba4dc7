"""A server on the loopback that does everything wrong that a server can do: one path, one fault.

    with Origin() as origin:
        origin.url                      # http://127.0.0.1:PORT
        origin.requests                 # what has been asked, in order

The standard library alone, so that it also runs beside the real Helm. ``FAULTS`` maps the first part
of a path to what answers; ``origin.serve(path, …)`` adds a document. ``python -m tests.sources.origin
[PORT]`` serves until it is interrupted.
"""

from __future__ import annotations

import contextlib
import socket
import sys
import threading
import time
from base64 import b64decode
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple, Self
from urllib.parse import parse_qs, unquote, urlsplit

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable


class Asked(NamedTuple):
    """A request: what a server sees of it. The login is decoded; blank where there was none."""

    method: str
    path: str
    login: str = ""
    accept: str = ""
    agent: str = ""
    body: bytes = b""

    def __str__(self) -> str:
        login = f" login={self.login}" if self.login else ""
        accept = f" accept={self.accept}" if self.accept else ""
        return f"{self.method} {self.path}{login}{accept}"


class Document(NamedTuple):
    """A file of the server. login: ``user:password`` without which it answers 401."""

    body: bytes
    kind: str = "application/octet-stream"
    login: str = ""


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_: object) -> None:
        """Be silent; requests are remembered in ``origin.requests``."""

    def answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else b""
        self.asked = Asked(
            self.command,
            self.path,
            self.login(),
            self.headers.get("Accept", ""),
            self.headers.get("User-Agent", ""),
            body,
        )
        self.server.origin.requests.append(self.asked)
        split = urlsplit(self.path)
        self.query = {name: values[0] for name, values in parse_qs(split.query).items()}
        document = self.server.origin.documents.get(unquote(split.path))
        if document is not None:
            if document.login and self.asked.login != document.login:
                self.reply(
                    401, b"who are you?", "text/plain", ("WWW-Authenticate", 'Basic realm="x"')
                )
            else:
                self.reply(200, document.body, document.kind)
            return
        first, _, self.rest = split.path.lstrip("/").partition("/")
        fault = FAULTS.get(first)
        if fault is None:
            self.reply(404, b"not here", "text/plain", reason="File not found")
            return
        fault(self)

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer  # noqa: N815 - of http.server

    def login(self) -> str:
        """Return ``user:password``, or the header if it is of another kind."""
        header = self.headers.get("Authorization", "")
        kind, _, data = header.partition(" ")
        return b64decode(data).decode() if kind == "Basic" else header

    def reply(
        self,
        status: int,
        body: bytes = b"",
        kind: str = "text/plain",
        *headers: tuple[str, str],
        reason: str | None = None,
        length: int | None = None,
    ) -> None:
        """Answer; ``length`` is what is announced, if that is not the truth."""
        self.send_response(status, reason)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def drop(self) -> None:
        """End the connection."""
        self.close_connection = True
        with contextlib.suppress(OSError):
            self.wfile.flush()
            self.connection.shutdown(socket.SHUT_RDWR)


def _status(handler: Handler) -> None:
    """/status/404: that status; /status/404/Gone%20fishing with these words."""
    code, _, words = handler.rest.partition("/")
    handler.reply(int(code), b"<html>", "text/html", reason=unquote(words) or None)


def _redirect(handler: Handler) -> None:
    """/redirect/3: three redirects, then /echo."""
    left = int(handler.rest)
    handler.reply(
        302, b"", "text/plain", ("Location", f"/redirect/{left - 1}" if left > 1 else "/echo")
    )


def _moved(handler: Handler) -> None:
    """/moved/STATUS?to=URL"""
    handler.reply(int(handler.rest), b"", "text/plain", ("Location", handler.query["to"]))


def _loop(handler: Handler) -> None:
    handler.reply(302, b"", "text/plain", ("Location", handler.path))


def _echo(handler: Handler) -> None:
    """Answer with the method, the login, and the body that came."""
    asked = handler.asked
    handler.reply(200, f"{asked.method} {asked.login}|".encode() + asked.body)


def _truncated(handler: Handler) -> None:
    """Announce ten bytes more than come."""
    handler.reply(200, b"only this", length=19)
    handler.drop()


def _chunk_missing(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"5\r\nhello\r\n8\r\nwor")
    handler.drop()


def _chunked(handler: Handler) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n")


def _until_closed(handler: Handler) -> None:
    """Announce no length at all."""
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"as long as it takes")
    handler.drop()


def _endless(handler: Handler) -> None:
    """Send zeros for as long as somebody takes them; /endless/N announces N bytes."""
    size = handler.rest.partition("/")[0]
    handler.send_response(200)
    if size:
        handler.send_header("Content-Length", size)
    handler.end_headers()
    handler.close_connection = True
    with contextlib.suppress(OSError):
        while True:
            handler.wfile.write(bytes(65536))


def _silent(handler: Handler) -> None:
    """/silent/SECONDS: answer nothing for so long."""
    handler.server.origin.wait(float(handler.rest))
    handler.drop()


def _stalls(handler: Handler) -> None:
    """Begin a body, and go no further."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    handler.wfile.write(b"the beginning")
    handler.wfile.flush()
    handler.server.origin.wait(5)
    handler.drop()


def _drips(handler: Handler) -> None:
    """A byte at a time, ten a second."""
    handler.send_response(200)
    handler.send_header("Content-Length", "100")
    handler.end_headers()
    with contextlib.suppress(OSError):
        for _ in range(100):
            handler.wfile.write(b".")
            handler.wfile.flush()
            if handler.server.origin.wait(0.1):
                return


def _drips_headers(handler: Handler) -> None:
    """Headers, a byte at a time, twenty a second."""
    with contextlib.suppress(OSError):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        for _ in range(200):
            handler.wfile.write(b"y")
            handler.wfile.flush()
            if handler.server.origin.wait(0.05):
                break
    handler.drop()


def _no_headers(handler: Handler) -> None:
    """A line among the headers that is none."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nA: b\r\nno header\r\nContent-Length: 2\r\n\r\nok")
    handler.drop()


def _hang_up(handler: Handler) -> None:
    handler.drop()


def _reset(handler: Handler) -> None:
    """End the connection as if the cable were cut."""
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    handler.close_connection = True
    handler.connection.close()


def _not_http(handler: Handler) -> None:
    handler.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
    handler.drop()


def _headers(handler: Handler) -> None:
    """More headers than anybody reads."""
    handler.send_response(200)
    for number in range(2000):
        handler.send_header(f"X-{number}", "y" * 100)
    handler.end_headers()
    handler.drop()


def _gzip(handler: Handler) -> None:
    import gzip

    handler.reply(
        200, gzip.compress(b"zipped", mtime=0), "text/plain", ("Content-Encoding", "gzip")
    )


def _tagged(handler: Handler) -> None:
    """/tagged/NAME: a document that has not changed for those who have it by that name."""
    tag = f'"{handler.rest}"'
    if handler.headers.get("If-None-Match") == tag:
        handler.reply(304, b"", "text/plain", ("ETag", tag))
    else:
        handler.reply(200, b'{"required": ["tagged"]}', "text/plain", ("ETag", tag))


def _busy(handler: Handler) -> None:
    """/busy/STATUS/N: that status N times, then 200; ?after=SECONDS says when to come again."""
    status, _, times = handler.rest.partition("/")
    counts = handler.server.origin.counts
    counts[handler.path] = counts.get(handler.path, 0) + 1
    if counts[handler.path] <= int(times):
        after = [("Retry-After", handler.query["after"])] if "after" in handler.query else []
        handler.reply(int(status), b"busy", "text/plain", *after)
    else:
        handler.reply(200, b"at last " + handler.asked.body)


FAULTS: dict[str, Callable[[Handler], None]] = {
    "status": _status,
    "redirect": _redirect,
    "moved": _moved,
    "loop": _loop,
    "echo": _echo,
    "truncated": _truncated,
    "chunk-missing": _chunk_missing,
    "chunked": _chunked,
    "until-closed": _until_closed,
    "endless": _endless,
    "silent": _silent,
    "stalls": _stalls,
    "drips": _drips,
    "drips-headers": _drips_headers,
    "no-headers": _no_headers,
    "hang-up": _hang_up,
    "reset": _reset,
    "not-http": _not_http,
    "headers": _headers,
    "gzip": _gzip,
    "tagged": _tagged,
    "busy": _busy,
}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64
    origin: Origin

    def handle_error(self, *_: object) -> None:
        """Say nothing of clients that leave."""


class Origin:
    """A running server.

    port: 0 for any. context: for https. requests: what has been asked. documents: path to document.
    """

    def __init__(self, port: int = 0, context: ssl.SSLContext | None = None) -> None:
        self.requests: list[Asked] = []
        self.documents: dict[str, Document] = {}
        self.counts: dict[str, int] = {}
        self._ended = threading.Event()
        self._server = _Server(("127.0.0.1", port), Handler)
        self._server.origin = self
        self.port = self._server.server_address[1]
        self.scheme = "https" if context else "http"
        self.url = f"{self.scheme}://127.0.0.1:{self.port}"
        if context:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )

    def serve(self, path: str, body: bytes | str, kind: str = "text/plain", login: str = "") -> str:
        """Add a document and return its URL."""
        data = body.encode() if isinstance(body, str) else body
        self.documents[path] = Document(data, kind, login)
        return self.url + path

    def wait(self, seconds: float) -> bool:
        """Wait so long, or until the server ends; tell whether it did."""
        return self._ended.wait(seconds)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


if __name__ == "__main__":
    with Origin(int(sys.argv[1]) if sys.argv[1:] else 0) as running:
        print(running.url, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
