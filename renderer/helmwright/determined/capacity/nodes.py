"""The nodes of a cluster: from ``kubectl get nodes -o json``, or from a short list of one's own."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, InputError, Position
from helmwright.base.records import Record, field
from helmwright.determined.capacity.given import (
    known_keys,
    located,
    mapping,
    sequence,
    switch,
    text,
    units,
    whole,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

NVIDIA = "nvidia.com/gpu"
AMD = "amd.com/gpu"
UNSCHEDULABLE = "node.kubernetes.io/unschedulable"
_SHORT_KEYS = frozenset(
    {"name", "count", "gpus", "vendor", "cpus", "memory", "labels", "taints", "unschedulable"}
)
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
    from helmwright.go.yaml_read import load

    path = os.fspath(path)
    try:
        value = json.loads(data) if data.lstrip()[:1] in ("{", b"{") else None
    except (ValueError, RecursionError):
        value = None
    try:
        return _nodes(load(data, path) if value is None else value)
    except InputError as error:
        raise located(error, data, path) from None
    except HelmwrightError as error:  # the reader's, which may know a line
        error.position = error.position or Position(path)
        raise


def _nodes(value: Any) -> tuple[ClusterNode, ...]:
    if value is None:
        raise InputError((), "no nodes: the inventory is empty")
    if isinstance(value, list):
        found = _short_list(value)
    else:
        whole_value = mapping(value, ())
        kind = whole_value.get("kind")
        if kind in ("List", "NodeList"):
            items = sequence(whole_value.get("items"), ("items",))
            found = [_node(item, ("items", index)) for index, item in enumerate(items)]
        elif kind == "Node":
            found = [_node(whole_value, ())]
        elif isinstance(whole_value.get("nodes"), list) and kind is None:
            raise InputError(("nodes",), "the list itself is the inventory; leave the key out")
        else:
            raise InputError(
                ("kind",) if kind is not None else (),
                "expected a List of Nodes (kubectl get nodes -o json) or a list of maps with "
                "count and gpus or cpus",
            )
    if not found:
        raise InputError((), "no nodes: the inventory is empty")
    return tuple(found)


def _node(value: Any, path: tuple[str | int, ...]) -> ClusterNode:
    """Return a Node object of the API."""
    value = mapping(value, path)
    if value.get("kind", "Node") != "Node":
        raise InputError((*path, "kind"), "expected Node; give the output of kubectl get nodes")
    metadata = mapping(value.get("metadata"), (*path, "metadata"))
    spec = mapping(value.get("spec"), (*path, "spec"))
    status = mapping(value.get("status"), (*path, "status"))
    here = (*path, "status", "allocatable")
    if not status.get("allocatable"):
        raise InputError(path, "status.allocatable is missing; give -o json, not another format")
    allocatable = mapping(status["allocatable"], here)
    info = mapping(status.get("nodeInfo"), (*path, "status", "nodeInfo"))
    taints = sequence(spec.get("taints"), (*path, "spec", "taints"))
    cordoned = switch(spec.get("unschedulable"), (*path, "spec", "unschedulable"))
    return ClusterNode(
        text(metadata.get("name"), (*path, "metadata", "name"), "?"),
        {
            name: count
            for name in (NVIDIA, AMD)
            if name in allocatable and (count := units(allocatable[name], (*here, name)))
        },
        units(allocatable["cpu"], (*here, "cpu"), 1000) if "cpu" in allocatable else None,
        units(allocatable["memory"], (*here, "memory")) if "memory" in allocatable else None,
        _labels(metadata.get("labels"), (*path, "metadata", "labels")),
        _taints(taints, (*path, "spec", "taints"), cordoned=cordoned),
        text(info.get("kubeletVersion"), (*path, "status", "nodeInfo", "kubeletVersion")),
    )


def _labels(value: Any, path: tuple[str | int, ...]) -> dict[str, str]:
    return {key: text(item, (*path, key)) for key, item in mapping(value, path).items()}


def _taints(values: list[Any], path: tuple[str | int, ...], *, cordoned: bool) -> tuple[Taint, ...]:
    taints = [_taint(value, (*path, index)) for index, value in enumerate(values)]
    if cordoned and not any(taint.key == UNSCHEDULABLE for taint in taints):
        taints.append(Taint(UNSCHEDULABLE, "", "NoSchedule"))
    return tuple(taints)


def _taint(value: Any, path: tuple[str | int, ...]) -> Taint:
    """Return a taint, written as a map or as ``kubectl taint`` takes it."""
    if isinstance(value, str):
        name, _, effect = value.rpartition(":")
        key, _, content = name.partition("=")
        if not key or effect not in _EFFECTS:
            raise InputError(path, f"{value!r} is no taint such as gpu=true:NoSchedule")
        return Taint(key, content, effect)
    value = mapping(value, path)
    taint = Taint(*(text(value.get(key), (*path, key)) for key in ("key", "value", "effect")))
    if not taint.key:
        raise InputError(path, "a taint needs a key")
    if taint.effect not in _EFFECTS:
        raise InputError(
            (*path, "effect"), f"expected {', '.join(sorted(_EFFECTS))}, not {taint.effect!r}"
        )
    return taint


def _short_list(values: list[Any]) -> list[ClusterNode]:
    nodes: list[ClusterNode] = []
    used: dict[str, int] = {}
    for index, value in enumerate(values):
        path = (index,)
        if isinstance(value, dict) and value.get("kind") == "Node":
            nodes.append(_node(value, path))
            continue
        group = mapping(value, path)
        known_keys(group, _SHORT_KEYS, path)
        count = whole(group.get("count"), (index, "count"), 1)
        if len(nodes) + count > _MOST:
            raise InputError((index, "count"), f"more than {_MOST} nodes")
        model = _short_node(group, index)
        if count == 1 and "name" in group:
            nodes.append(model)
            continue
        for _ in range(count):
            number = used[model.name] = used.get(model.name, 0) + 1
            nodes.append(
                ClusterNode(
                    f"{model.name}-{number}",
                    model.gpus,
                    model.cpu,
                    model.memory,
                    model.labels,
                    model.taints,
                )
            )
    return nodes


def _short_node(group: dict[str, Any], index: int) -> ClusterNode:
    path = (index,)
    if group.get("gpus") is None and group.get("cpus") is None:
        raise InputError(path, "say how many gpus or cpus the nodes have")
    vendor = text(group.get("vendor"), (index, "vendor"), "nvidia")
    if vendor not in _VENDORS:
        raise InputError((index, "vendor"), f"expected nvidia or amd, not {vendor!r}")
    gpus = whole(group.get("gpus"), (index, "gpus"), 0)
    cpu = group.get("cpus")
    millis = None if cpu is None else units(cpu, (index, "cpus"), 1000)
    memory = group.get("memory")
    usual = f"gpu{gpus}" if gpus else f"cpu{-(-(millis or 0) // 1000)}"
    return ClusterNode(
        text(group.get("name"), (index, "name"), usual) or usual,
        {_VENDORS[vendor]: gpus} if gpus else {},
        millis,
        None if memory is None else units(memory, (index, "memory")),
        _labels(group.get("labels"), (index, "labels")),
        _taints(
            sequence(group.get("taints"), (index, "taints")),
            (index, "taints"),
            cordoned=switch(group.get("unschedulable"), (index, "unschedulable")),
        ),
    )
