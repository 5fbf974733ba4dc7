"""What is refused in volumes and in what mounts them.

Source: k8s.io/kubernetes pkg/apis/core/validation/validation.go (ValidateVolumes, ValidateVolumeMounts)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.kube.validation import names
from helmwright.kube.validation.claims import claim_refusals
from helmwright.kube.validation.refusal import (
    Refusal,
    duplicate,
    entries,
    forbidden,
    invalid,
    number,
    required,
    section,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from helmwright.base.paths import Path

_HIGHEST_MODE = 0o777
_NAMED = {"configMap": "name", "secret": "secretName", "persistentVolumeClaim": "claimName"}
_WITH_MODE = ("configMap", "secret", "downwardAPI", "projected")
_KINDS = (
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "flocker",
    "downwardAPI",
    "fc",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "quobyte",
    "azureDisk",
    "photonPersistentDisk",
    "portworxVolume",
    "scaleIO",
    "projected",
    "csi",
    "ephemeral",
    "image",
)
"""The kinds of volumes, in the order in which the server looks at them."""
_MODE = "must be a number between 0 and 0777 (octal), both inclusive"


def volumes_refusals(spec: dict[str, Any], path: Path) -> Iterator[Refusal]:
    """Yield what is refused in the volumes of a pod."""
    seen: set[str] = set()
    for index, volume in entries(spec, "volumes"):
        where = (*path, "volumes", index)
        name = text(volume, "name")
        if not name and "name" in volume:
            yield required((*where, "name"))
        elif name:
            if wrong := names.label(name):
                yield invalid((*where, "name"), wrong)
            if name in seen:
                yield duplicate((*where, "name"))
            seen.add(name)
        yield from _source(volume, where)


def _source(volume: dict[str, Any], path: Path) -> Iterator[Refusal]:
    given = [key for key in _KINDS if volume.get(key) is not None]
    for key in given[1:]:
        yield forbidden((*path, key), "may not specify more than 1 volume type")
    for key, field in _NAMED.items():
        if type(volume.get(key)) is dict and not volume[key].get(field):
            yield required((*path, key, field))
    yield from _all_files(volume, path)
    yield from _host_path(volume, path)
    claim = section(volume, "ephemeral", "volumeClaimTemplate").get("spec")
    if type(claim) is dict:
        where = (*path, "ephemeral", "volumeClaimTemplate", "spec")
        yield from claim_refusals(claim, where)
    size = section(volume, "emptyDir").get("sizeLimit")
    if isinstance(size, (int, float)) and size < 0:
        where = (*path, "emptyDir", "sizeLimit")
        yield forbidden(where, "SizeLimit field must be a valid resource quantity")


def _all_files(volume: dict[str, Any], path: Path) -> Iterator[Refusal]:
    for key in _WITH_MODE:
        if type(volume.get(key)) is dict:
            yield from _files(volume[key], (*path, key), "defaultMode")
    for index, source in entries(volume, "projected", "sources"):
        for key in ("configMap", "secret", "downwardAPI"):
            if type(source.get(key)) is dict:
                yield from _files(source[key], (*path, "projected", "sources", index, key), "")


def _host_path(volume: dict[str, Any], path: Path) -> Iterator[Refusal]:
    host = volume.get("hostPath")
    if type(host) is dict:
        if not host.get("path"):
            yield required((*path, "hostPath", "path"))
        elif ".." in str(host["path"]).split("/"):
            yield invalid((*path, "hostPath", "path"), "must not contain '..'")


def _files(source: dict[str, Any], path: Path, mode: str) -> Iterator[Refusal]:
    if mode and _is_wrong_mode(source, mode):
        yield invalid((*path, mode), _MODE)
    for index, item in entries(source, "items"):
        where = (*path, "items", index)
        target = item.get("path")
        if target == "":
            yield required((*where, "path"))
        elif type(target) is str and (wrong := names.relative_path(target)):
            yield invalid((*where, "path"), wrong)
        if item.get("key") == "":
            yield required((*where, "key"))
        if _is_wrong_mode(item, "mode"):
            yield invalid((*where, "mode"), _MODE)


def _is_wrong_mode(data: dict[str, Any], key: str) -> bool:
    found = number(data, key)
    return found is not None and not 0 <= found <= _HIGHEST_MODE


def mounts_refusals(
    container: dict[str, Any], path: Path, volumes: Collection[str]
) -> Iterator[Refusal]:
    """Yield what is refused in the mounts of a container; volumes: names of those of the pod."""
    seen: set[str] = set()
    for index, mount in entries(container, "volumeMounts"):
        where = (*path, "volumeMounts", index)
        name, place = text(mount, "name"), text(mount, "mountPath")
        if name and name not in volumes:
            yield Refusal((*where, "name"), "Not found", "mount")
        if mount.get("name") == "":
            yield required((*where, "name"))
        if mount.get("mountPath") == "":
            yield required((*where, "mountPath"))
        if place and place in seen:
            yield Refusal((*where, "mountPath"), "Invalid value: must be unique", "duplicate")
        seen.add(place)
        if mount.get("subPath") and mount.get("subPathExpr"):
            yield invalid((*where, "subPathExpr"), "subPathExpr and subPath are mutually exclusive")
        for key in ("subPath", "subPathExpr"):
            if wrong := names.relative_path(text(mount, key)):
                yield invalid((*where, key), wrong)
        privileged = section(container, "securityContext").get("privileged") is True
        if text(mount, "mountPropagation") == "Bidirectional" and not privileged:
            detail = "Bidirectional mount propagation is available only to privileged containers"
            yield forbidden((*where, "mountPropagation"), detail)


def volume_names(spec: dict[str, Any]) -> set[str]:
    """Return the names of the volumes of a pod."""
    return {text(volume, "name") for _, volume in entries(spec, "volumes")}
