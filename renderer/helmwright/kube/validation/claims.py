"""What is refused in claims, volumes and storage classes.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidatePersistentVolumeClaimSpec,
ValidatePersistentVolumeSpec), pkg/apis/storage/validation
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation.containers import resources_refusals
from helmwright.kube.validation.metadata import selector_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    forbidden,
    invalid,
    items,
    required,
    section,
    unsupported,
)
from helmwright.kube.validation.scheduling import node_selector_refusals

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_MODES = ("ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod")
NO_SOURCES = frozenset(
    [
        "accessModes",
        "capacity",
        "claimRef",
        "mountOptions",
        "nodeAffinity",
        "persistentVolumeReclaimPolicy",
        "storageClassName",
        "volumeAttributesClassName",
        "volumeMode",
    ]
)
"""Fields of the spec of a PersistentVolume that say nothing of where its data is."""


def claim(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a PersistentVolumeClaim."""
    yield from claim_refusals(section(data, "spec"), ("spec",))


def claim_refusals(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in the specification of a claim."""
    modes = spec.get("accessModes")
    if not modes:
        yield required((*path, "accessModes"), "at least 1 access mode is required")
    yield from _modes(spec, path)
    yield from selector_refusals(section(spec, "selector"), (*path, "selector"))
    resources = section(spec, "resources")
    requests = section(resources, "requests")
    where = (*path, "resources", "requests", "storage")
    if requests.get("storage") is None:
        yield required((*path, "resources", "storage") if not requests else where)
    elif requests["storage"] in (0, 0.0, "0"):
        yield invalid(where, "must be greater than zero")
    yield from resources_refusals({"limits": resources.get("limits")}, (*path, "resources"))


def _modes(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    modes = items(spec, "accessModes")
    for index, mode in enumerate(modes):
        if type(mode) is str and mode not in _MODES:
            yield unsupported((*path, "accessModes", index), _MODES)
    if "ReadWriteOncePod" in modes and any(mode != "ReadWriteOncePod" for mode in modes):
        detail = "may not use ReadWriteOncePod with other access modes"
        yield forbidden((*path, "accessModes"), detail)


def volume(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a PersistentVolume."""
    spec = section(data, "spec")
    path: Path = ("spec",)
    if not spec.get("accessModes"):
        yield required((*path, "accessModes"))
    yield from _modes(spec, path)
    if not section(spec, "capacity"):
        yield required((*path, "capacity"))
    elif set(spec["capacity"]) != {"storage"}:
        yield unsupported((*path, "capacity"), ("storage",))
    sources = [key for key in spec if key not in NO_SOURCES and spec[key] is not None]
    if not sources:
        yield required(path, "must specify a volume type")
    for key in sources[1:]:
        yield forbidden((*path, key), "may not specify more than 1 volume type")
    affinity = spec.get("nodeAffinity")
    where: Path = (*path, "nodeAffinity", "required")
    if type(affinity) is dict:
        if type(affinity.get("required")) is dict:
            yield from node_selector_refusals(affinity["required"], where)
        else:
            yield required(where, "must specify required node constraints")
    elif "local" in sources:
        yield required((*path, "nodeAffinity"), "Local volume requires node affinity")


def attributes_class(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a VolumeAttributesClass."""
    if not section(data, "parameters"):
        yield required(("parameters",), "must contain at least one key/value pair")


def storage_class(data: dict[str, Any]) -> Iterator[Refusal]:
    """Yield what is refused in a StorageClass."""
    if data.get("provisioner") == "":
        yield required(("provisioner",))
    for key in section(data, "parameters"):
        if not key:
            yield invalid(("parameters",), "field can not be empty")
