"""Schemas on the web that the schema of a chart refers to: fetched as Helm does, and kept.

What came is kept in the user's cache. It is asked for again each time, since it may have changed; if the server says
that it has not, or while the network is not to be asked, the copy counts.
Source: helm pkg/chart/common/util/jsonschema.go (HTTPURLLoader)
"""

# ruff: noqa: PTH118 - pathlib is slow to import

from __future__ import annotations

import io
import json
import os
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import GoError, HelmwrightError, SourceError
from helmwright.base.remote_documents import allow
from helmwright.go.http_status import status_text
from helmwright.sources.fetching import Fetcher, OfflineError, Response, masked
from helmwright.sources.offline import is_offline
from helmwright.template.cache import directory

SECONDS = 15.0
"""How long Helm waits for a whole answer."""
LARGEST = 16 << 20
"""The most bytes of a schema."""
_WITHOUT = (
    "--skip-schema-validation (in the case.yaml of a golden case: skip-schema-validation: true) goes "
    "on without holding the values against the schema"
)


class SchemaFetcher:
    """Fetches schemas, each once. It can be called from several threads at a time.

    offline: take them from the cache, and ask nobody. cache: the folder for copies, None for none.
    """

    def __init__(
        self, *, offline: bool = False, cache: str | None = None, fetcher: Fetcher | None = None
    ) -> None:
        self._fetcher = fetcher or Fetcher(offline=offline)
        self._cache = cache
        self._known: dict[str, bytes] = {}

    def __call__(self, url: str) -> bytes:
        """Return what is at a URL; raises GoError with Helm's text."""
        if url not in self._known:
            self._known[url] = self._fetched(url)
        return self._known[url]

    def _fetched(self, url: str) -> bytes:
        copy = self._copy(url)
        headers = {"Accept-Encoding": "gzip"}
        if copy is not None and copy.etag:
            headers["If-None-Match"] = copy.etag
        body = io.BytesIO()
        try:
            response = self._fetcher.request(
                "GET", url, headers=headers, limit=LARGEST, into=body, only=200, timeout=SECONDS
            )
        except OfflineError:
            if copy is not None:
                return copy.body
            raise GoError(
                f"HTTP request to {masked(url)} was not made: no connection is opened while offline, "
                f"and the schema was not fetched before; {_WITHOUT}"
            ) from None
        except SourceError as error:
            raise _failure(url, error, body.getvalue()) from None
        if response.status == 304 and copy is not None:
            return copy.body
        if response.status != 200:
            text = status_text(response.status)
            raise GoError(
                f"HTTP request to {masked(url)} returned status {response.status} ({text})"
            )
        data = _decoded(response, body.getvalue())
        self._keep(url, _Copy(response.headers.get("ETag", ""), data))
        return data

    def _copy(self, url: str) -> _Copy | None:
        """Return what was kept of a URL; None if that cannot be read, or nothing was."""
        if self._cache is None:
            return None
        with suppress(OSError, ValueError, KeyError, TypeError):
            with open(_path(self._cache, url), encoding="utf-8") as file:  # noqa: PTH123
                kept = json.load(file)
            copy = _Copy(str(kept["etag"]), kept["schema"].encode("utf-8", "surrogateescape"))
            if kept["sha256"] == sha256(copy.body).hexdigest():
                return copy
        return None

    def _keep(self, url: str, copy: _Copy) -> None:
        """Keep what came; that it cannot be kept is no reason to fail."""
        if self._cache is None:
            return
        from helmwright.disk.writing import write_file

        text = json.dumps(
            {
                "etag": copy.etag,
                "sha256": sha256(copy.body).hexdigest(),
                "schema": copy.body.decode("utf-8", "surrogateescape"),
            }
        )
        with suppress(OSError, HelmwrightError):
            write_file(_path(self._cache, url), text.encode(), private=True)


@checked
def fetch_schemas(*, offline: bool | None = None) -> SchemaFetcher:
    """Let this process fetch what schemas refer to on the web, and return what fetches it.

    offline: take it from the cache, and ask nobody; by default what HELMWRIGHT_OFFLINE says. Without this function a
    program that uses this package does not ask the network when it checks values.
    """
    folder = directory()
    fetcher = SchemaFetcher(
        offline=is_offline() if offline is None else offline,
        cache=None if folder is None else os.path.join(folder, "schemas"),
    )
    allow(fetcher)
    return fetcher


class _Copy(NamedTuple):
    """A schema as it came, and the name that the server has for this version of it."""

    etag: str
    body: bytes


def _path(cache: str, url: str) -> str:
    return os.path.join(cache, f"{sha256(url.encode('utf-8', 'surrogateescape')).hexdigest()}.json")


def _decoded(response: Response, body: bytes) -> bytes:
    """Return a body without the compression that was asked for."""
    if response.headers.get("Content-Encoding", "").lower() != "gzip":
        return body
    from helmwright.go.gzip import GzipTooLargeError, unpacked

    try:
        return unpacked(body, LARGEST)
    except GzipTooLargeError:
        raise GoError(f"the schema is larger than {LARGEST} bytes") from None


def _failure(url: str, error: SourceError, body: bytes) -> GoError:
    """Return Helm's error: what is wrong with the part that came, else why no more came."""
    if error.message.startswith('Get "'):
        return GoError(f"HTTP request failed for {masked(url)}: {error.message}")
    if body and not error.message.startswith("the "):
        from helmwright.schema.drafts import read_json

        try:
            read_json(body)
        except GoError as broken:
            if "EOF" not in broken.message and "end of JSON" not in broken.message:
                return broken
    return GoError(error.message)
