"""A cluster that is asked while a command runs."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.cluster.connection import READ_SECONDS, Connection
from helmwright.cluster.discovery import (
    Discovery,
    Resource,
    ServerVersion,
    discover,
    read_group_version,
    read_version,
)
from helmwright.cluster.requests import Answer, Request, check_name, get, invalid_segment

if TYPE_CHECKING:
    from helmwright.cluster.settings import Settings

_PAGE = "500"
_MOST_PAGES = 10_000
_GONE = 410


class LiveReader:
    """Asks an API server; what cannot change while a command runs is asked once.

    settings: which server, and as whom. asked_for: what needs the package ``kubernetes``, for the error without it.
    seconds: how long one answer may take. Raises UnreachableError and UsageError, as ``Connection`` does.
    """

    def __init__(
        self, settings: Settings, *, asked_for: str = "a cluster", seconds: float = READ_SECONDS
    ) -> None:
        self._connection = Connection(settings, asked_for=asked_for, seconds=seconds)
        self._lock = Lock()
        self._version: ServerVersion | None = None
        self._discovery: Discovery | None = None
        self._resources: dict[str, tuple[Resource, ...]] = {}

    @property
    def where(self) -> str:
        """The URL of the server."""
        return self._connection.server

    @property
    def requests(self) -> int:
        """How many requests have been sent."""
        return self._connection.sent

    def close(self) -> None:
        """Close all connections."""
        self._connection.close()

    def send(self, request: Request) -> Answer:
        """Return the answer to a request; see ``Reader``."""
        return self._connection.send(request)

    def version(self) -> ServerVersion:
        """Return the server's version."""
        with self._lock:
            if self._version is None:
                self._version = read_version(self.send)
            return self._version

    def discovery(self) -> Discovery:
        """Return all that is served."""
        with self._lock:
            if self._discovery is None:
                self._discovery = discover(self.send)
            return self._discovery

    def resources(self, api_version: str) -> tuple[Resource, ...]:
        """Return the resources of a group version; one that discovery does not name is asked for itself."""
        discovery = self.discovery()
        if api_version in discovery.resources and api_version not in discovery.stale:
            return discovery.resources[api_version]
        with self._lock:
            if api_version not in self._resources:
                self._resources[api_version] = read_group_version(self.send, api_version)
            return self._resources[api_version]

    def get(self, resource: Resource, namespace: str, name: str) -> dict[str, Any]:
        """Return an object."""
        check_names(resource, namespace, name)
        request = get(resource.path(namespace, name))
        return self.send(request).object(request)

    def list(self, resource: Resource, namespace: str) -> dict[str, Any]:
        """Return a list of objects, which is fetched in pages.

        A list that changes too much between its pages is begun again, and then fetched at once.
        """
        check_names(resource, namespace)
        path = resource.path(namespace)
        try:
            return self._paged(path)
        except RefusalError as error:
            if error.status != _GONE:
                raise
        request = get(path)
        return self.send(request).object(request)

    def _paged(self, path: str) -> dict[str, Any]:
        request = get(path, ("limit", _PAGE))
        first = self.send(request).object(request)
        following = (first.get("metadata") or {}).get("continue")
        if not following:
            return first
        items = list(first.get("items") or ())
        for _ in range(_MOST_PAGES):
            request = get(path, ("limit", _PAGE), ("continue", following))
            page = self.send(request).object(request)
            items += page.get("items") or ()
            metadata = page.get("metadata") or {}
            following = metadata.get("continue")
            if not following:
                return {**first, "metadata": _whole(metadata), "items": items}
        raise ClusterError(f"{path}: the list does not end")


def _whole(metadata: dict[str, Any]) -> dict[str, Any]:
    """Return the metadata of a list that came at once."""
    paging = ("continue", "remainingItemCount")
    return {key: value for key, value in metadata.items() if key not in paging}


def check_names(resource: Resource, namespace: str, name: str = "") -> None:
    """Refuse names that are no part of a path, in the words of Kubernetes' client library for Go."""
    if resource.namespaced and (problem := invalid_segment(namespace)):
        from helmwright.go.strconv import quote

        raise ClusterError(f"invalid namespace {quote(namespace)}: {problem}")
    check_name(name)
