"""What a cluster serves: its version, its groups and versions, and the kinds in them.

Aggregated discovery takes two requests. A server that does not know it is asked for each group version.

Source: k8s.io/client-go discovery/discovery_client.go, aggregated_discovery.go; helm pkg/action/action.go (GetVersionSet)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import ClusterError, RefusalError
from helmwright.cluster.requests import Answer, Request, get, refusal, segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Send = Callable[[Request], Answer]

AGGREGATED = (
    "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"
    "application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json"
)
_OK = 200


class ServerVersion(NamedTuple):
    """What the server says of itself: ``v1.34.4``, ``1``, ``34`` (some say ``34+``)."""

    git_version: str
    major: str
    minor: str


class Resource(NamedTuple):
    """A kind that is served, and where.

    api_version: the group version that it is found below. kind: as it is there. name: plural, as in paths,
    with a subresource behind a slash. verbs: what can be done with it.
    """

    api_version: str
    kind: str
    name: str
    namespaced: bool
    verbs: tuple[str, ...] = ()

    @property
    def group(self) -> str:
        """The API group, blank for the core's."""
        return self.api_version.rpartition("/")[0]

    @property
    def version(self) -> str:
        """The version without its group."""
        return self.api_version.rpartition("/")[2]

    def path(self, namespace: str = "", name: str = "") -> str:
        """Return the path of the objects, or of one of them; the namespace counts for namespaced kinds only."""
        parts = [root_of(self.api_version)]
        if self.namespaced and namespace:
            parts += ["namespaces", segment(namespace)]
        if self.name:
            parts.append(segment(self.name))
        if name:
            parts.append(segment(name))
        return "/".join(parts)


class Discovery(NamedTuple):
    """All that is served.

    resources: by group version, in the server's order; those with a slash in their names are subresources.
    stale: group versions whose server does not answer, so that nothing is known of them.
    """

    resources: Mapping[str, tuple[Resource, ...]]
    stale: tuple[str, ...] = ()

    def find(self, api_version: str, kind: str) -> Resource | None:
        """Return the resource of a kind, None if it is not served."""
        return resource_of(self.resources.get(api_version, ()), kind)

    def api_versions(self) -> list[str]:
        """Return group versions and ``<group version>/<kind>``, sorted, as ``.Capabilities.APIVersions`` has them.

        Helm's are in the order of a Go map, another in every run.
        """
        found = set(self.resources)
        for api_version, resources in self.resources.items():
            found.update(f"{api_version}/{one.kind}" for one in resources if one.kind)
        return sorted(found)


def root_of(api_version: str) -> str:
    """Return the path below which a group version is."""
    parts = [segment(part) for part in api_version.split("/")]
    return "/".join(["/apis" if len(parts) > 1 else "/api", *parts])


def resource_of(resources: Iterable[Resource], kind: str) -> Resource | None:
    """Return the first resource of a kind; subresources are passed over."""
    return next((one for one in resources if one.kind == kind and "/" not in one.name), None)


def read_version(send: Send) -> ServerVersion:
    """Ask for the server's version; raises ClusterError."""
    request = get("/version")
    data = _object(request, send(request))
    return ServerVersion(*(str(data.get(key) or "") for key in ("gitVersion", "major", "minor")))


def discover(send: Send) -> Discovery:
    """Ask what the server serves; raises ClusterError."""
    found: dict[str, tuple[Resource, ...]] = {}
    stale: list[str] = []
    for path in ("/api", "/apis"):
        request = get(path, accept=AGGREGATED)
        answer = send(request)
        if path == "/api" and answer.status == 404:  # aggregated API servers have none
            continue
        data = _object(request, answer)
        if data.get("kind") != "APIGroupDiscoveryList":
            return _one_by_one(send)
        _add_aggregated(data, found, stale)
    return Discovery(found, tuple(stale))


def read_group_version(send: Send, api_version: str) -> tuple[Resource, ...]:
    """Ask for the resources of one group version; raises ClusterError."""
    request = get(root_of(api_version))
    answer = send(request)
    if answer.status >= 400:
        error = refusal(request, answer)
        if api_version == "v1" and error.is_not_found:
            return ()
        raise error
    data = answer.object(request)
    return tuple(
        Resource(
            api_version,
            str(one.get("kind") or ""),
            str(one.get("name") or ""),
            bool(one.get("namespaced")),
            tuple(one.get("verbs") or ()),
        )
        for one in data.get("resources") or ()
        if isinstance(one, dict)
    )


def _object(request: Request, answer: Answer) -> dict[str, Any]:
    """Return an object that clients read as it comes: a refusal is not looked into."""
    if answer.status != _OK:
        raise refusal(request, answer, raw=True)
    return answer.object(request)


def _add_aggregated(
    data: Mapping[str, Any], found: dict[str, tuple[Resource, ...]], stale: list[str]
) -> None:
    for group in data.get("items") or ():
        name = str((group.get("metadata") or {}).get("name") or "")
        for version in group.get("versions") or ():
            api_version = f"{name}/{version['version']}" if name else str(version["version"])
            if version.get("freshness") == "Stale":
                stale.append(api_version)
            else:
                found[api_version] = tuple(_resources(api_version, version))


def _resources(api_version: str, version: Mapping[str, Any]) -> Iterable[Resource]:
    for one in version.get("resources") or ():
        kind = _kind(one)
        namespaced = one.get("scope") == "Namespaced"
        name = str(one.get("resource") or "")
        if kind is not None:
            yield Resource(api_version, kind, name, namespaced, tuple(one.get("verbs") or ()))
        for sub in one.get("subresources") or ():
            inner = _kind(sub)
            if inner is not None:
                path = f"{name}/{sub.get('subresource')}"
                verbs = tuple(sub.get("verbs") or ())
                yield Resource(api_version, inner, path, namespaced, verbs)


def _kind(one: Mapping[str, Any]) -> str | None:
    """Return the kind that an entry answers with, None where it does not say one."""
    answers = one.get("responseKind") or {}
    return str(answers.get("kind") or "") if any(answers.values()) else None


def _one_by_one(send: Send) -> Discovery:
    """Ask for every group version, as servers before 1.26 need it."""
    request = get("/apis")
    groups = _object(request, send(request)).get("groups") or ()
    wanted = ["v1"]
    for group in groups:
        wanted += [str(one["groupVersion"]) for one in group.get("versions") or ()]
    found: dict[str, tuple[Resource, ...]] = {}
    stale = []
    for api_version in wanted:
        try:
            found[api_version] = read_group_version(send, api_version)
        except RefusalError:
            # Helm names such a group version, and none of its kinds.
            found[api_version] = ()
            stale.append(api_version)
        except ClusterError as error:
            error.message = f"{api_version}: {error.message}"
            raise
    return Discovery(found, tuple(stale))
