"""What is installed, as far as files say it: a stored release, and objects as kubectl prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.records import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.diff.model import DiffObject
    from helmwright.releases.model import StoredRelease

SERVER = "ssa"
"""How a release says that the server applied it."""


class ObjectName(NamedTuple):
    """What an object is called in a cluster."""

    group: str
    kind: str
    namespace: str
    name: str


class Installed(Record):
    """What is known of a cluster.

    release: that would be upgraded. stored: its objects by their names. live: objects of the cluster.
    """

    release: StoredRelease | None = None
    stored: dict[ObjectName, DiffObject] | None = None
    live: dict[ObjectName, DiffObject] | None = None

    @property
    def by_server(self) -> bool | None:
        """Whether the release was applied by the server; None if that is not known."""
        return None if self.release is None else self.release.apply_method == SERVER


def read_installed(
    release: StoredRelease | None, live: Iterable[DiffObject] | None, namespace: str
) -> Installed:
    """Return what a release and objects say; namespace: of what names none."""
    stored = None
    if release is not None:
        from helmwright.diff.objects import read_objects

        stored = _named(read_objects(release.manifest, release.title), namespace)
    return Installed(release, stored, None if live is None else _named(live, namespace))


def _named(objects: Iterable[DiffObject], namespace: str) -> dict[ObjectName, DiffObject]:
    from helmwright.kube.scopes import cluster_kinds

    every = list(objects)
    of_cluster = cluster_kinds(one.data for one in every)
    return {object_name(one, namespace, of_cluster): one for one in every}


def object_name(
    one: DiffObject, namespace: str, of_cluster: frozenset[tuple[str, str]]
) -> ObjectName:
    """Return what an object is called in a cluster."""
    key = one.key
    place = "" if (key.group, key.kind) in of_cluster else key.namespace or namespace
    return ObjectName(key.group, key.kind, place, key.name)
