"""What of a live object is not as the release has stored it, and whose it is.

A field that somebody else owns, or that was taken away, is drift. What nobody owns the server has filled in, and
what its controllers own besides the manifest is theirs: neither is.
"""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record, replace
from helmwright.cluster.managed_fields import Element, owned_fields, owners, projected, resolve
from helmwright.cluster.ownership import MANAGED_BY, RELEASE_NAME, RELEASE_NAMESPACE
from helmwright.diff.comparison import compare
from helmwright.diff.model import ABSENT
from helmwright.diff.settled import settled
from helmwright.diff.shapes import object_shape
from helmwright.kube.updates.server_apply import applied
from helmwright.kube.updates.update import node_of
from helmwright.secrets.places import APPLIED

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.cluster.managed_fields import Manager, Owned
    from helmwright.diff.model import Change, DiffObject, ObjectKey
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.updates.server_apply import Node

STAYS = "stays"
REVERTED = "reverted"
STOPS = "stops"
UNKNOWN = "unknown"
RESTARTED = "kubectl.kubernetes.io/restartedAt"
_CONTROLLERS = frozenset(
    {
        "kube-controller-manager",
        "kube-scheduler",
        "kube-apiserver",
        "kubelet",
        "cloud-controller-manager",
    }
)
"""Programs of the cluster itself, whose fields are theirs unless a manifest has them."""
_NOISE = (
    APPLIED,
    "autoscaling.alpha.kubernetes.io/",
    "deployment.kubernetes.io/",
    "deprecated.daemonset.template.generation",
    "pv.kubernetes.io/",
    "volume.beta.kubernetes.io/",
    "volume.kubernetes.io/",
)
"""Annotations that programs write for themselves."""
_OURS = (
    ("metadata", "labels", MANAGED_BY),
    ("metadata", "annotations", RELEASE_NAME),
    ("metadata", "annotations", RELEASE_NAMESPACE),
)


class Drift(Record):
    """A field of a live object that is not as the release has stored it.

    key: of the object. path: as in a diff. managers: who owns it now; none for what was taken away, and for what
    nobody is known to own. fate: what the upgrade does: it ``stays``, is ``reverted``, or ``stops`` the upgrade;
    ``unknown`` if that cannot be said.
    """

    key: ObjectKey
    path: Path
    managers: tuple[Manager, ...]
    fate: str

    @property
    def by(self) -> str:
        """Who it was and when, for people."""
        if not self.managers:
            return "taken away, or set by somebody who left no name"
        return ", ".join(map(_named, self.managers))


def _named(manager: Manager) -> str:
    said = manager.name or "somebody without a name"
    if manager.subresource:
        said += f" ({manager.subresource})"
    return f"{said}, {manager.time}" if manager.time else said


def with_drift(
    stored: DiffObject, live: dict[str, Any], custom: CustomTypes
) -> tuple[DiffObject, tuple[Change, ...]]:
    """Return a stored object as others have left it in the cluster, and what they have changed."""
    node = node_of(stored.data, custom)
    manifest = _as_stored(stored.data)
    left = _alike(manifest, live, node)
    for one in _others(live):
        part = _without_noise(projected(live, one.fields, node))
        if part:
            left = applied(left, {}, part, node)
    before, after = replace(stored, data=manifest), replace(stored, data=left)
    changes = compare(before, after, object_shape(manifest, custom))
    told = settled(before, after, changes, custom)
    return after, tuple(
        one for one in told if not one.settled and one.path not in _OURS and not _is_noise(one.path)
    )


def managers_of(
    change: Change, live: dict[str, Any], owned: list[Owned], node: Node
) -> tuple[Manager, ...]:
    """Return who but Helm owns a field that differs, or something in it."""
    if change.after is ABSENT:
        return ()
    path = live_path(live, change.path[: len(change.path) - _beyond(change)])
    if path is None:
        return ()
    return tuple(one for one in owners(owned, live, path, node) if not one.is_helm)


def _beyond(change: Change) -> int:
    """Return how many steps at the end of a path are within the text of a field."""
    return len(change.path) - change.embedded if change.embedded else 0


def live_path(value: Any, path: Path) -> Path | None:
    """Return a path of a diff with indexes for the keys of items; ``None`` if it leads nowhere."""
    found: list[str | int] = []
    for step in path:
        if isinstance(value, dict) and step in value:
            found.append(step)
            value = value[step]
        elif isinstance(value, list):
            at = _index(value, step)
            if at is None:
                return None
            found.append(at)
            value = value[at]
        else:
            return None
    return tuple(found)


def at_path(value: Any, path: Path) -> Any:
    """Return what is at a path of a diff; ABSENT if nothing is."""
    place = live_path(value, path)
    if place is None:
        return ABSENT
    for step in place:
        value = value[step]
    return value


def _index(items: list[Any], step: str | int) -> int | None:
    if isinstance(step, int):
        return step if step < len(items) else None
    if step[:1] != "[" or "=" not in step:
        return None
    wanted = dict(pair.split("=", 1) for pair in step[1:-1].split(",") if "=" in pair)
    for at, item in enumerate(items):
        if "" in wanted:
            if str(item) == wanted[""]:
                return at
        elif isinstance(item, dict) and all(
            str(item.get(key, "")) == text for key, text in wanted.items()
        ):
            return at
    return None


def _others(live: dict[str, Any]) -> list[Owned]:
    """Return what neither Helm nor the cluster's own programs own."""
    return [
        one
        for one in owned_fields(live)
        if not one.manager.is_helm
        and one.manager.name not in _CONTROLLERS
        and one.manager.subresource != "status"
    ]


def _as_stored(data: dict[str, Any]) -> dict[str, Any]:
    """Return a manifest whose texts of a Secret are where a server stores them."""
    texts = data.get("stringData")
    if data.get("kind") != "Secret" or not isinstance(texts, dict):
        return data
    encoded = {
        key: base64.b64encode(str(text).encode("utf-8", "surrogateescape")).decode()
        for key, text in texts.items()
    }
    rest = {key: value for key, value in data.items() if key != "stringData"}
    return {**rest, "data": {**(data.get("data") or {}), **encoded}}


def _alike(manifest: Any, live: Any, node: Node) -> Any:
    """Return of a live value what the manifest has, too."""
    if isinstance(manifest, dict) and isinstance(live, dict) and node.how != "atomic":
        return {
            key: _alike(value, live[key], node.member(key)) if key in live else _left(value)
            for key, value in manifest.items()
            if key in live or _says_nothing(value)
        }
    if isinstance(manifest, list) and isinstance(live, list) and node.how not in ("", "atomic"):
        found = []
        for item in manifest:
            match = _match(item, live, node)
            if match is not ABSENT:
                found.append(_alike(item, match, node.item()))
        return found
    return live


def _left(value: Any) -> Any:
    return value


def _says_nothing(value: Any) -> bool:
    """Tell whether a server stores nothing for a value."""
    return value is None or value in ({}, [], "")


def _match(item: Any, live: list[Any], node: Node) -> Any:
    if isinstance(node.how, dict):
        if not isinstance(item, dict):
            return ABSENT
        keys = {key: item.get(key, default) for key, default in node.how.items()}
        step, found, _ = resolve(live, Element("k", keys), node)
        return ABSENT if step is None else found
    return item if item in live else ABSENT


def _without_noise(part: Any) -> Any:
    if not isinstance(part, dict):
        return part
    metadata = part.get("metadata")
    annotations = metadata.get("annotations") if isinstance(metadata, dict) else None
    if not isinstance(metadata, dict) or not isinstance(annotations, dict):
        return part
    left = {key: text for key, text in annotations.items() if not key.startswith(_NOISE)}
    return {**part, "metadata": {**metadata, "annotations": left}}


def _is_noise(path: Path) -> bool:
    return path[:2] == ("metadata", "annotations") and (
        len(path) < 3 or str(path[2]).startswith(_NOISE)
    )
