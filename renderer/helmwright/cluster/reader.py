"""Who answers questions about a cluster: the API server itself, or a file in which its answers were recorded.

Everything else in this room is written against ``Reader``, so that it works with both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from helmwright.cluster.discovery import Discovery, Resource, ServerVersion
    from helmwright.cluster.requests import Answer, Request


class Reader(Protocol):
    """Answers questions; all of its methods may be called from several threads."""

    @property
    def where(self) -> str:
        """What is asked, for people: a URL, or the path of a file."""

    def send(self, request: Request) -> Answer:
        """Return the answer to a request, of whatever status it is.

        Raises ClusterError for one that is not allowed (``requests.check``) and UnreachableError where no
        answer comes.
        """

    def version(self) -> ServerVersion:
        """Return the server's version, asked once; raises ClusterError."""

    def discovery(self) -> Discovery:
        """Return all that is served, asked once; raises ClusterError."""

    def resources(self, api_version: str) -> tuple[Resource, ...]:
        """Return the resources of a group version.

        Raises RefusalError as the server refuses a group version that it does not serve.
        """

    def get(self, resource: Resource, namespace: str, name: str) -> dict[str, Any]:
        """Return an object; raises RefusalError: ``is_not_found``, ``is_forbidden``."""

    def list(self, resource: Resource, namespace: str) -> dict[str, Any]:
        """Return the list of the objects of a namespace, of all if it is blank; raises RefusalError."""
