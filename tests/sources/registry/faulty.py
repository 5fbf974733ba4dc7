"""An OCI registry in memory that serves charts, and does everything wrong that a registry can do.

    with FaultyRegistry() as registry:
        registry.host                              # 127.0.0.1:PORT
        registry.publish("charts/web", "1.0.0")    # a chart; digest of its manifest
        registry.faults["charts/web"] = "corrupt"  # what goes wrong with that repository

``python -m tests.sources.registry.faulty [PORT]`` serves one repository for every fault.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import hashlib
import io
import json
import re
import sys
import tarfile
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from tests.sources.origin import FAULTS, Handler, Origin

if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG = "application/vnd.cncf.helm.config.v1+json"
CHART = "application/vnd.cncf.helm.chart.content.v1.tar+gzip"
PROVENANCE = "application/vnd.cncf.helm.chart.provenance.v1.prov"
OLD_CHART = "application/tar+gzip"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"
DOCKER = "application/vnd.docker.distribution.manifest.v2+json"
LOGIN = "lab:secret"
_PATH = re.compile(r"/v2/(?P<name>.+)/(?P<what>tags/list|manifests|blobs)(?:/(?P<rest>.*))?")


def digest_of(data: bytes) -> str:
    """Return the digest of bytes."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def archive(name: str = "web", version: str = "1.0.0", more: str = "") -> bytes:
    """Return a chart as an archive that is the same every time."""
    data = io.BytesIO()
    text = f"apiVersion: v2\nname: {name}\nversion: {version}\n{more}".encode()
    template = b"a: {{ .Chart.Version }}\n"
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for path, content in (("Chart.yaml", text), ("templates/a.yaml", template)):
            entry = tarfile.TarInfo(f"{name}/{path}")
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content))
    return gzip.compress(data.getvalue(), mtime=0)


class FaultyRegistry(Origin):
    """A running registry.

    wants: ``basic``, ``bearer`` or nothing. realm: where tokens are, by default here. faults: repository to
    what is wrong with it, a key of ``_FAULTS``.
    """

    def __init__(self, port: int = 0, wants: str = "", **more: Any) -> None:
        super().__init__(port, **more)
        self.wants = wants
        self.realm = f"{self.url}/token"
        self.host = self.url.partition("://")[2]
        self.token: Any = {"token": "good"}
        self.faults: dict[str, str] = {}
        self.blobs: dict[str, bytes] = {}
        self.manifests: dict[tuple[str, str], tuple[str, bytes]] = {}
        self.elsewhere = ""

    def add(self, data: bytes, kind: str) -> dict[str, Any]:
        """Keep a blob and return what a manifest says of it."""
        self.blobs[digest_of(data)] = data
        return {"mediaType": kind, "digest": digest_of(data), "size": len(data)}

    def put(self, name: str, tag: str, content: Any, kind: str = MANIFEST) -> str:
        """Keep a manifest under a tag and its digest, and return the digest."""
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        for reference in (tag, digest_of(data)):
            self.manifests[name, reference] = (kind, data)
        return digest_of(data)

    def publish(
        self,
        name: str,
        tag: str,
        *,
        version: str = "",
        provenance: bytes = b"",
        fault: str = "",
        **changes: Any,
    ) -> str:
        """Put a chart into a repository and return the digest of its manifest.

        changes: of the manifest. fault: what goes wrong with the repository.
        """
        version = version or tag.replace("_", "+")
        chart = name.rpartition("/")[2]
        layers = [self.add(archive(chart, version), CHART)]
        if provenance:
            layers.append(self.add(provenance, PROVENANCE))
        about = json.dumps({"name": chart, "version": version, "apiVersion": "v2"}).encode()
        content = {
            "schemaVersion": 2,
            "config": self.add(about, CONFIG),
            "layers": layers,
            **changes,
        }
        if fault:
            self.faults[name] = fault
        return self.put(name, tag, content)

    def tags(self, name: str) -> list[str]:
        """Return the tags of a repository, sorted."""
        return sorted(
            tag for one, tag in self.manifests if one == name and not tag.startswith("sha256:")
        )


def _version_2(handler: Handler) -> None:
    """Answer everything below ``/v2/``."""
    registry = handler.server.origin
    assert isinstance(registry, FaultyRegistry)
    if not _admitted(handler, registry):
        return
    path = urlsplit(handler.path).path
    if path == "/v2/":
        handler.reply(200, b"{}", "application/json")
        return
    found = _PATH.fullmatch(path)
    if found is None:
        _error(handler, 404, "NAME_INVALID", "what is this")
        return
    name, rest = found["name"], found["rest"] or ""
    fault = registry.faults.get(name, "")
    special = _FAULTS.get((found["what"], fault))
    if special is not None and special(handler, registry, name, rest):
        return
    {"tags/list": _tags, "manifests": _manifest, "blobs": _blob}[found["what"]](
        handler, registry, name, rest
    )


def _admitted(handler: Handler, registry: FaultyRegistry) -> bool:
    """Tell whether a request has the login that is wanted; answer it if not."""
    login = handler.asked.login
    if not registry.wants or login in {LOGIN, "Bearer good"}:
        return True
    challenge = 'Basic realm="lab"'
    if registry.wants == "bearer":
        scope = "repository:charts/web:pull"
        challenge = f'Bearer realm="{registry.realm}",service="lab",scope="{scope}"'
    header = ("WWW-Authenticate", challenge)
    _error(handler, 401, "UNAUTHORIZED", "authentication required", header)
    return False


def _token(handler: Handler) -> None:
    registry = handler.server.origin
    assert isinstance(registry, FaultyRegistry)
    form = parse_qs(handler.asked.body.decode())
    refreshed = form.get("refresh_token") == ["refresh"]
    password = [*form.get("username", []), *form.get("password", [])] == LOGIN.split(":")
    if handler.command == "POST" and not (refreshed or password):
        _error(handler, 401, "UNAUTHORIZED", "no such token")
    elif handler.command == "GET" and handler.asked.login not in {LOGIN, ""}:
        _error(handler, 401, "UNAUTHORIZED", "wrong password")
    else:
        token = registry.token
        if handler.command == "POST" and isinstance(token, dict):
            token = {"access_token": token.get("token")}
        body = token if isinstance(token, bytes) else json.dumps(token).encode()
        handler.reply(200, body, "application/json")


def _error(
    handler: Handler, status: int, code: str, message: str, *headers: tuple[str, str]
) -> None:
    body = {"errors": [{"code": code, "message": message, "detail": {"name": "x"}}]}
    if code == "UNAUTHORIZED":
        del body["errors"][0]["detail"]
    handler.reply(status, json.dumps(body).encode(), "application/json", *headers)


def _tags(handler: Handler, registry: FaultyRegistry, name: str, _: str) -> None:
    tags = registry.tags(name)
    if not tags:
        _error(handler, 404, "NAME_UNKNOWN", "repository name not known to registry")
        return
    handler.reply(200, json.dumps({"name": name, "tags": tags}).encode(), "application/json")


def _manifest(handler: Handler, registry: FaultyRegistry, name: str, reference: str) -> None:
    if handler.command == "PUT":
        kind = handler.headers.get("Content-Type", "")
        digest = registry.put(name, reference, handler.asked.body, kind)
        handler.reply(201, b"", "text/plain", ("Docker-Content-Digest", digest))
        return
    found = registry.manifests.get((name, reference))
    if found is None:
        _error(handler, 404, "MANIFEST_UNKNOWN", "manifest unknown")
        return
    kind, data = found
    handler.reply(200, data, kind, ("Docker-Content-Digest", digest_of(data)))


def _blob(handler: Handler, registry: FaultyRegistry, name: str, digest: str) -> None:
    if handler.command == "POST":
        place = ("Location", f"/v2/{name}/blobs/uploads/1?state=x")
        handler.reply(202, b"", "text/plain", place)
    elif handler.command == "PUT":
        registry.blobs[handler.query["digest"]] = handler.asked.body
        handler.reply(201)
    elif digest not in registry.blobs:
        _error(handler, 404, "BLOB_UNKNOWN", "blob unknown to registry")
    else:
        handler.reply(200, registry.blobs[digest], "application/octet-stream")


def _is_archive(registry: FaultyRegistry, digest: str) -> bool:
    return registry.blobs.get(digest, b"").startswith(b"\x1f\x8b")


def _of_archive(answer: Callable[[Handler, bytes], None]) -> Any:
    """Return a fault of the archive alone; the config is well."""

    def fault(handler: Handler, registry: FaultyRegistry, _: str, digest: str) -> bool:
        if not _is_archive(registry, digest):
            return False
        answer(handler, registry.blobs[digest])
        return True

    return fault


def _always(answer: Callable[[Handler, FaultyRegistry, str, str], None]) -> Any:
    def fault(handler: Handler, registry: FaultyRegistry, name: str, rest: str) -> bool:
        answer(handler, registry, name, rest)
        return True

    return fault


def _cut(handler: Handler, data: bytes) -> None:
    handler.reply(200, data[:100], length=len(data))
    handler.drop()


def _chunked(handler: Handler, data: bytes) -> None:
    handler.send_response(200)
    handler.send_header("Transfer-Encoding", "chunked")
    handler.end_headers()
    handler.wfile.write(b"%x\r\n%s\r\n0\r\n\r\n" % (len(data), data))


def _moved(handler: Handler, registry: FaultyRegistry, _: str, digest: str) -> bool:
    if registry.blobs.get(digest) is None or handler.query.get("here"):
        return False
    handler.reply(307, b"", "text/plain", ("Location", f"{registry.elsewhere}/{digest}"))
    return True


def _paged(handler: Handler, registry: FaultyRegistry, name: str, _: str) -> None:
    tags = registry.tags(name)
    start = int(handler.query.get("from", "0"))
    link = (f"</v2/{name}/tags/list?from={start + 1}>; rel=next",) if start + 1 < len(tags) else ()
    body = json.dumps({"tags": tags[start : start + 1]}).encode()
    handler.reply(200, body, "application/json", *(("Link", one) for one in link))


def _linked(link: str) -> Any:
    def answer(handler: Handler, registry: FaultyRegistry, *_: str) -> None:
        where = link.replace("ELSEWHERE", registry.elsewhere).replace("SELF", handler.path)
        handler.reply(200, b'{"tags": ["1.0.0"]}', "application/json", ("Link", where))

    return _always(answer)


def _manifest_with(data: bytes, kind: str = MANIFEST, *headers: tuple[str, str]) -> Any:
    return _always(lambda handler, *_: handler.reply(200, data, kind, *headers))


def _wrong_header(handler: Handler, registry: FaultyRegistry, name: str, reference: str) -> None:
    kind, data = registry.manifests[name, reference]
    handler.reply(200, data, kind, ("Docker-Content-Digest", f"sha256:{'0' * 64}"))


def _busy(handler: Handler, registry: FaultyRegistry, _: str, __: str) -> bool:
    count = registry.counts[handler.path] = registry.counts.get(handler.path, 0) + 1
    if count > 2:
        return False
    handler.reply(503 if count == 1 else 429, b"", "text/plain", ("Retry-After", "0"))
    return True


_FAULTS: dict[tuple[str, str], Any] = {
    ("tags/list", "paged"): _always(_paged),
    ("tags/list", "null-tags"): _always(lambda h, *_: h.reply(200, b'{"tags": null}')),
    ("tags/list", "no-tags"): _always(lambda h, *_: h.reply(200, b'{"tags": []}')),
    ("tags/list", "html-tags"): _always(lambda h, *_: h.reply(200, b"<html>", "text/html")),
    ("tags/list", "number-tags"): _always(lambda h, *_: h.reply(200, b'{"tags": [1]}')),
    ("tags/list", "forbidden"): _always(lambda h, *_: h.reply(403, b"<html>", "text/html")),
    ("tags/list", "loop"): _linked("<SELF>; rel=next"),
    ("tags/list", "elsewhere"): _linked("<ELSEWHERE/v2/x>"),
    ("tags/list", "no-link"): _linked("SELF"),
    ("tags/list", "open-link"): _linked("<SELF"),
    ("manifests", "html"): _manifest_with(b"<html>", "text/html"),
    ("manifests", "no-type"): _manifest_with(b"{}", ""),
    ("manifests", "html-as-manifest"): _manifest_with(b"<html>"),
    ("manifests", "large"): _manifest_with(b'{"a": "' + b"x" * (5 << 20) + b'"}'),
    ("manifests", "wrong-header"): _always(_wrong_header),
    ("manifests", "bad-header"): _manifest_with(b"{}", MANIFEST, ("Docker-Content-Digest", "x")),
    ("manifests", "busy"): _busy,
    ("blobs", "cut"): _of_archive(_cut),
    ("blobs", "short"): _of_archive(lambda h, data: _chunked(h, data[:100])),
    ("blobs", "long"): _of_archive(lambda h, data: _chunked(h, data + b"more")),
    ("blobs", "wrong-length"): _of_archive(lambda h, data: h.reply(200, data + b"more")),
    ("blobs", "corrupt"): _of_archive(lambda h, data: h.reply(200, data[:-1] + b"?")),
    ("blobs", "chunked"): _of_archive(_chunked),
    ("blobs", "gone"): _of_archive(lambda h, _: _error(h, 404, "BLOB_UNKNOWN", "unknown")),
    ("blobs", "denied"): _of_archive(lambda h, _: _error(h, 403, "DENIED", "not for you")),
    ("blobs", "wrong-blob-header"): _of_archive(
        lambda h, data: h.reply(
            200, data, "text/plain", ("Docker-Content-Digest", f"sha256:{'0' * 64}")
        )
    ),
    ("blobs", "moved"): _moved,
}
FAULTS["v2"] = _version_2
FAULTS["token"] = _token


def fill(registry: FaultyRegistry) -> None:
    """Put a repository ``FAULT/web`` for every fault into a registry."""
    for what, fault in _FAULTS:
        for tag in ("1.0.0", "1.1.0", "2.0.0_build.5", "v1.2.0", "junk", "1.3"):
            if what == "tags/list" or tag == "1.0.0":
                registry.publish(f"{fault}/web", tag, fault=fault)
    registry.publish("good/web", "1.0.0", provenance=b"signed")
    for tag in ("1.1.0", "2.0.0_build.5", "v1.2.0", "junk", "1.3", "3.0.0-rc.1"):
        registry.publish("good/web", tag)
    one = json.loads(registry.manifests["good/web", "1.1.0"][1])
    config, layer = one["config"], one["layers"][0]
    other = registry.add(archive("web", "9.9.9"), CHART)
    wrong: dict[str, dict[str, Any]] = {
        "old": {"layers": [{**layer, "mediaType": OLD_CHART}]},
        "two": {"layers": [layer, other]},
        "no-layers": {"layers": []},
        "foreign-layer": {"layers": [{**layer, "mediaType": "text/plain"}]},
        "foreign-config": {"config": {**config, "mediaType": "text/plain"}},
        "negative": {"layers": [{**layer, "size": -1}]},
        "huge": {"layers": [{**layer, "size": 10 << 40}]},
        "bad-digest": {"layers": [{**layer, "digest": "sha256:00"}]},
        "text-size": {"layers": [{**layer, "size": "1"}]},
        "list-config": {"config": registry.add(b"[]", CONFIG)},
    }
    for name, changes in wrong.items():
        registry.put(f"{name}/web", "1.0.0", {**one, **changes})
    registry.put("docker/web", "1.0.0", one, DOCKER)
    inner = registry.put("index/web", "inner", one)
    size = len(registry.manifests["index/web", "inner"][1])
    entry = {"mediaType": MANIFEST, "digest": inner, "size": size}
    registry.put("index/web", "1.0.0", {"schemaVersion": 2, "manifests": [entry]}, INDEX)
    for depth in range(8):
        content = {"schemaVersion": 2, "manifests": [entry], "annotations": {"d": str(depth)}}
        digest = registry.put("deep/web", "1.0.0", content, INDEX)
        registry.put("deep/web", "inner", one)
        length = len(registry.manifests["deep/web", "1.0.0"][1])
        entry = {"mediaType": INDEX, "digest": digest, "size": length}


def basic(login: str = LOGIN) -> str:
    """Return a login as config.json keeps it."""
    return base64.b64encode(login.encode()).decode()


if __name__ == "__main__":
    with FaultyRegistry(int(sys.argv[1]) if sys.argv[1:] else 0) as running:
        fill(running)
        print(running.url, flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)
