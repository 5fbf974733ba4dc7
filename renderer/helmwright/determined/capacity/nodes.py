"""The nodes of a cluster: from ``kubectl get nodes -o json``, or from a short list of one's own."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import InputError
from helmwright.base.records import Record, field, replace
from helmwright.determined.capacity.formats import NODES
from helmwright.determined.capacity.given import number, units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.settings.reading import Fields

NVIDIA = "nvidia.com/gpu"
AMD = "amd.com/gpu"
UNSCHEDULABLE = "node.kubernetes.io/unschedulable"
_VENDORS = {"nvidia": NVIDIA, "amd": AMD}
_EFFECTS = frozenset({"NoSchedule", "PreferNoSchedule", "NoExecute"})
_MOST = 20_000
"""The most nodes of an inventory."""


class Taint(Record):
    """What keeps pods away from a node."""

    key: str
    value: str
    effect: str

    def __str__(self) -> str:
        value = f"={self.value}" if self.value else ""
        return f"{self.key}{value}:{self.effect}"


class ClusterNode(Record):
    """A node: what it can give to pods (allocatable), and which pods it takes.

    gpus: number by resource name. cpu: thousandths of a CPU. memory: bytes; None is unknown.
    kubelet: the version of Kubernetes on it, blank if unknown.
    """

    name: str
    gpus: Mapping[str, int] = field(default_factory=dict)
    cpu: int | None = None
    memory: int | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    taints: tuple[Taint, ...] = ()
    kubelet: str = ""


@checked
def read_cluster_nodes(
    data: str | bytes, path: str | os.PathLike[str] = ""
) -> tuple[ClusterNode, ...]:
    """Return the nodes that a text describes.

    data: a List of Nodes, or one Node, as JSON or YAML; or a YAML list of maps with ``count``,
    ``gpus`` or ``cpus``, and ``name``, ``vendor``, ``memory``, ``labels``, ``taints``.
    path: the file it came from, for errors.

    Raises:
        HelmwrightError: with file, line and column.
    """
    from helmwright.settings.reading import FormatError, read_data

    path = os.fspath(path)
    try:
        found = read_data(data, path, NODES, said=_said)
    except FormatError as error:
        raise error.as_input() from None
    nodes = list(_nodes(found))
    if not nodes:
        raise found.wrong((), "no nodes: the inventory is empty")
    return tuple(nodes)


def _said(value: Any) -> tuple[Path, str] | None:
    """Return what is wrong with a file that is quite another one, better than a schema can say."""
    if value is None:
        return (), "no nodes: the inventory is empty"
    if isinstance(value, dict) and "kind" not in value:
        if isinstance(value.get("nodes"), list):
            return ("nodes",), "nodes: the list itself is the inventory; leave the key out"
        return (), f"expected {NODES.schema['x-kind']}"
    return None


def _nodes(found: Fields) -> Iterator[ClusterNode]:
    value = found.value
    if isinstance(value, list):
        yield from _short_list(found)
    elif value["kind"] == "Node":
        yield _node(found, value, ())
    else:
        for index, item in enumerate(value.get("items") or ()):
            yield _node(found, item, ("items", index))


def _node(found: Fields, value: dict[str, Any], path: Path) -> ClusterNode:
    """Return a Node object of the API."""
    metadata, spec, status = (value.get(key) or {} for key in ("metadata", "spec", "status"))
    allocatable = status.get("allocatable")
    if not allocatable:
        raise found.wrong(
            path, "status.allocatable is missing; give -o json, not another format", named=True
        )

    def amount(name: str, scale: int = 1) -> int | None:
        if name not in allocatable:
            return None
        return _units(found, allocatable[name], (*path, "status", "allocatable", name), scale)

    return ClusterNode(
        metadata.get("name") or "?",
        {name: count for name in (NVIDIA, AMD) if (count := amount(name))},
        amount("cpu", 1000),
        amount("memory"),
        metadata.get("labels") or {},
        _taints(found, spec, (*path, "spec", "taints")),
        (status.get("nodeInfo") or {}).get("kubeletVersion") or "",
    )


def _units(found: Fields, value: Any, path: Path, scale: int = 1) -> int:
    try:
        return units(value, path, scale)
    except InputError as error:
        raise found.wrong(path, error.message) from None


def _taints(found: Fields, holder: dict[str, Any], path: Path) -> tuple[Taint, ...]:
    """Return the taints of a node or group; one that is cordoned has another one."""
    values = holder.get("taints") or ()
    taints = [_taint(found, value, (*path, index)) for index, value in enumerate(values)]
    if holder.get("unschedulable") and not any(taint.key == UNSCHEDULABLE for taint in taints):
        taints.append(Taint(UNSCHEDULABLE, "", "NoSchedule"))
    return tuple(taints)


def _taint(found: Fields, value: str | dict[str, Any], path: Path) -> Taint:
    """Return a taint, written as a map or as ``kubectl taint`` takes it."""
    if not isinstance(value, str):
        return Taint(value["key"], value.get("value") or "", value["effect"])
    name, _, effect = value.rpartition(":")
    key, _, content = name.partition("=")
    if not key or effect not in _EFFECTS:
        reason = f"{value!r} is no taint such as gpu=true:NoSchedule"
        raise found.wrong(path, reason, named=True)
    return Taint(key, content, effect)


def _short_list(found: Fields) -> list[ClusterNode]:
    nodes: list[ClusterNode] = []
    used: dict[str, int] = {}
    for index, group in enumerate(found.value):
        if group.get("kind") == "Node":
            nodes.append(_node(found, group, (index,)))
            continue
        count = number(group.get("count"), 1)
        if len(nodes) + count > _MOST:
            raise found.wrong((index, "count"), f"more than {_MOST} nodes", named=True)
        model = _short_node(found, group, index)
        if count == 1 and "name" in group:
            nodes.append(model)
            continue
        for _ in range(count):
            serial = used[model.name] = used.get(model.name, 0) + 1
            nodes.append(replace(model, name=f"{model.name}-{serial}"))
    return nodes


def _short_node(found: Fields, group: dict[str, Any], index: int) -> ClusterNode:
    cpu, memory = group.get("cpus"), group.get("memory")
    if group.get("gpus") is None and cpu is None:
        raise found.wrong((index,), "say how many gpus or cpus the nodes have", named=True)
    gpus = number(group.get("gpus"), 0)
    millis = None if cpu is None else _units(found, cpu, (index, "cpus"), 1000)
    usual = f"gpu{gpus}" if gpus else f"cpu{-(-(millis or 0) // 1000)}"
    return ClusterNode(
        group.get("name") or usual,
        {_VENDORS[group.get("vendor") or "nvidia"]: gpus} if gpus else {},
        millis,
        None if memory is None else _units(found, memory, (index, "memory")),
        group.get("labels") or {},
        _taints(found, group, (index, "taints")),
    )
