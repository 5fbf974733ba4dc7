"""The repositories of the faulty server: good ones, and one of each kind of fault.

``stock(origin)`` puts them into a server. Archives have the same bytes each time.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

if TYPE_CHECKING:
    from tests.sources.origin import Origin

LOGIN = "me:secret"
SIGNED = Path(__file__).parent / "signed"
_CREATED = "2024-01-02T03:04:05.678Z"


def archive(name: str, version: str, **files: str) -> bytes:
    """Return a packed chart; keywords: its files besides, ``__`` for a slash and ``_`` for a dot."""
    contents = {
        "Chart.yaml": f"apiVersion: v2\nname: {name}\nversion: {version}\n"
        f"description: The chart {name}, as {version}\nappVersion: 9.{version}\n",
        "values.yaml": "colour: blue\n",
        "templates/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n"
        "  name: {{ .Release.Name }}-{{ .Chart.Name }}\ndata:\n"
        "  version: {{ .Chart.Version | quote }}\n  colour: {{ .Values.colour }}\n",
    }
    contents.update({key.replace("__", "/").replace("_", "."): text for key, text in files.items()})
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as tar,
    ):
        for path, text in contents.items():
            info = tarfile.TarInfo(f"{name}/{path}")
            info.size = len(text.encode())
            tar.addfile(info, io.BytesIO(text.encode()))
    return packed.getvalue()


def entry(
    name: str, version: str, url: str, data: bytes | None = None, **more: object
) -> dict[str, Any]:
    """Return an entry of an index."""
    found: dict[str, Any] = {
        "apiVersion": "v2",
        "appVersion": f"9.{version}",
        "created": _CREATED,
        "description": f"The chart {name}, as {version}",
        "name": name,
        "version": version,
        "urls": [url],
    }
    if data is not None:
        found["digest"] = sha256(data).hexdigest()
    return {**found, **more}


def index(*entries: dict[str, Any], **more: object) -> str:
    """Return the text of an index."""
    by_name: dict[str, list[dict[str, Any]]] = {}
    for one in entries:
        by_name.setdefault(str(one["name"]), []).append(one)
    whole = {"apiVersion": "v1", "entries": by_name, "generated": _CREATED, **more}
    return yaml.safe_dump(whole, sort_keys=True)


def stock(origin: Origin) -> None:
    """Put all repositories into a server."""
    _lab(origin)
    _guarded(origin)
    _broken_archives(origin)
    _signed(origin)
    for name, text in kinds(origin).items():
        origin.serve(f"/kinds/{name}/index.yaml", text)


def _lab(origin: Origin) -> None:
    entries = []
    for version in ("1.0.0", "1.1.0", "1.10.0", "2.0.0-rc.1", "2.0.0+build.5"):
        data = archive("web", version, README_md=f"# web {version}\n", crds__c_yaml="kind: C\n")
        origin.serve(f"/lab/web-{version}.tgz", data)
        entries.append(entry("web", version, f"web-{version}.tgz", data, keywords=["site", "http"]))
    data = archive("db", "0.1.0")
    origin.serve("/lab/charts/db-0.1.0.tgz", data)
    entries.append(entry("db", "0.1.0", f"{origin.url}/lab/charts/db-0.1.0.tgz", data))
    old = entry("old", "0.0.1-alpha", "old-0.0.1-alpha.tgz", deprecated=True)
    entries.append(old)
    origin.serve("/lab/index.yaml", index(*entries))
    evil = archive("web", "1.0.0", values_yaml="colour: evil\n")
    origin.serve("/evil/web-1.0.0.tgz", evil)
    origin.serve(
        "/evil/index.yaml", index(entry("web", "1.0.0", "web-1.0.0.tgz", archive_of_lab()))
    )
    origin.serve("/small/web-9.0.0.tgz", archive("web", "9.0.0"))
    origin.serve("/small/index.yaml", index(entry("web", "9.0.0", "web-9.0.0.tgz")))


def archive_of_lab() -> bytes:
    """Return web 1.0.0 as the honest repository has it."""
    return archive("web", "1.0.0", README_md="# web 1.0.0\n", crds__c_yaml="kind: C\n")


def _guarded(origin: Origin) -> None:
    data = archive("web", "1.0.0")
    other = origin.url.replace("127.0.0.1", "localhost")
    origin.serve("/auth/web-1.0.0.tgz", data, login=LOGIN)
    origin.serve(
        "/auth/index.yaml",
        index(
            entry("web", "1.0.0", "web-1.0.0.tgz"), entry("far", "1.0.0", f"{other}/auth/far.tgz")
        ),
        login=LOGIN,
    )
    origin.serve("/auth/far.tgz", archive("far", "1.0.0"))
    origin.serve("/far/index.yaml", index(entry("far", "1.0.0", f"{other}/auth/far.tgz")))


def _broken_archives(origin: Origin) -> None:
    good = archive("web", "1.0.0")
    served = {
        "html": b"<!DOCTYPE html><html><body>Please log in</body></html>",
        "empty": b"",
        "cut": good[: len(good) // 2],
        "text": b"just words",
        "nothing": gzip.compress(b"", mtime=0),
        "nochart": gzip.compress(b"no tar at all", mtime=0),
    }
    entries = []
    for name, data in served.items():
        origin.serve(f"/faulty/{name}-1.0.0.tgz", data)
        entries.append(entry(name, "1.0.0", f"{name}-1.0.0.tgz"))
    entries += [
        entry("gone", "1.0.0", "gone-1.0.0.tgz"),
        entry("short", "1.0.0", f"{origin.url}/truncated"),
        entry("loop", "1.0.0", f"{origin.url}/loop"),
        entry("moved", "1.0.0", f"{origin.url}/moved/302?to=/lab/web-1.0.0.tgz"),
        entry("hangup", "1.0.0", f"{origin.url}/hang-up"),
        entry("s3", "1.0.0", "s3://bucket/web-1.0.0.tgz"),
        entry("file", "1.0.0", "file:///etc/passwd"),
        entry("nourls", "1.0.0", "", urls=[]),
        entry("nohex", "1.0.0", "web-1.0.0.tgz", digest="zz"),
        entry("odd", "1.0.0", "web-1.0.0.tgz", digest="abc"),
        entry("tooshort", "1.0.0", "web-1.0.0.tgz", digest="abcd"),
        entry("named", "1.0.0", "good-1.0.0.tgz", digest=f"sha256:{sha256(good).hexdigest()}"),
        entry("above", "1.0.0", "../lab/web-1.0.0.tgz"),
        entry("farabove", "1.0.0", "../../../../lab/web-1.0.0.tgz"),
        entry("query", "1.0.0", "good-1.0.0.tgz?x=1"),
        entry("badurl", "1.0.0", "http://[::1"),
    ]
    origin.serve("/faulty/good-1.0.0.tgz", good)
    origin.serve("/faulty/index.yaml", index(*entries))


def _signed(origin: Origin) -> None:
    """Serve an archive with each kind of provenance; below /signed/auth all wants a login."""
    for path, text in _signed_documents().items():
        origin.serve(path, text, login=LOGIN if path.startswith("/signed/auth/") else "")


@cache
def _signed_documents() -> dict[str, bytes | str]:
    """Return by path what has a signature or should have one, and the indexes."""
    data = (SIGNED / "web-1.0.0.tgz").read_bytes()
    texts: dict[str, bytes | None] = {one.stem: one.read_bytes() for one in SIGNED.glob("*.prov")}
    texts |= {"none": None, "large": bytes(2 << 20), "auth": texts["rsa"]}
    plain = entry("plain", "1.0.0", "web-1.0.0.tgz")
    text = index(entry("web", "1.0.0", "web-1.0.0.tgz", data), plain)
    served: dict[str, bytes | str] = {}
    for name, provenance in texts.items():
        served[f"/signed/{name}/index.yaml"] = text
        served[f"/signed/{name}/web-1.0.0.tgz"] = data
        if provenance is not None:
            served[f"/signed/{name}/web-1.0.0.tgz.prov"] = provenance
    return served


def kinds(origin: Origin) -> dict[str, str | bytes]:
    """Return the texts of indexes, by what is odd about them."""
    good = index(entry("web", "1.0.0", f"{origin.url}/small/web-9.0.0.tgz"))
    one = entry("web", "1.0.0", "web-1.0.0.tgz")
    return {
        "empty": "",
        "blank": "\n",
        "html": "<!DOCTYPE html>\n<html><body>Not found</body></html>\n",
        "words": "just words",
        "list": "- a\n- b\n",
        "no-version": "entries: {}\n",
        "blank-version": 'apiVersion: ""\nentries: {}\n',
        "no-entries": "apiVersion: v1\n",
        "null-entries": "apiVersion: v1\nentries:\n",
        "entries-list": "apiVersion: v1\nentries: [web]\n",
        "entry-map": "apiVersion: v1\nentries:\n  web: {name: web}\n",
        "unknown-key": good + "foo: bar\n",
        "unknown-entry-key": index({**one, "foo": "bar"}),
        "duplicate-key": good + "entries: {}\n",
        "duplicate-entry-key": good.replace("    name: web\n", "    name: web\n    name: web\n"),
        "duplicate-chart": good + "",
        "tab": "apiVersion: v1\nentries:\n\tweb: []\n",
        "not-yaml": "apiVersion: v1\nentries: [\n",
        "gzip": gzip.compress(good.encode(), mtime=0),
        "latin": b"apiVersion: v1\nannotations: {a: \xe9}\n",
        "bom": "\ufeff" + good,
        "windows": good.replace("\n", "\r\n"),
        "json": json.dumps(yaml.safe_load(good)),
        "json-unknown": json.dumps({**yaml.safe_load(good), "foo": 1}),
        "json-wrong": '{"apiVersion": "v1", "entries": {"web": [{"name": "web", "version": 1}]}}',
        "json-broken": '{"apiVersion": "v1", "entries": {',
        "null-entry": "apiVersion: v1\nentries:\n  web:\n  -\n",
        "bad-version": index(one, {**one, "version": "bad"}, {**one, "version": "1.1"}),
        "number-version": index({**one, "version": 1.5}),
        "no-name": index(one).replace("    name: web\n", ""),
        "bad-type": index({**one, "type": "thing"}),
        "same-dependency": index({**one, "dependencies": [{"name": "a"}, {"name": "a"}]}),
        "chartmuseum": good + "serverInfo: {}\n",
        "public-keys": good + "publicKeys: [a]\nannotations: {a: b}\n",
        "old-fields": index({**one, "engine": "gotpl", "tillerVersion": ">2", "checksum": "x"}),
        "bad-time": index({**one, "created": "yesterday"}),
        "bad-generated": index(one, generated="soon"),
        "wrong-urls": index({**one, "urls": "web.tgz"}),
        "anchors": "apiVersion: v1\nentries:\n  web: &w\n  - name: web\n    version: 1.0.0\n"
        "    urls: [web.tgz]\n  two: *w\n",
        "documents": good + "---\nfoo: bar\n",
        "twelve": index(*({**one, "version": f"1.0.0+{number}"} for number in range(12))),
        "thirty": index(*({**one, "version": f"1.0.0+{number}"} for number in range(30))),
    }
