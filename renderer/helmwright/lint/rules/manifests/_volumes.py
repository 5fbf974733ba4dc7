"""Volumes of pods, and what mounts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.rules.manifests._workloads import entries, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.rules.manifests._workloads import PodTemplate


def volume_names(pod: PodTemplate) -> set[str]:
    """Return the names of the volumes that a pod has, those of claim templates included."""
    names = {str(volume.get("name")) for _, volume in pod.volumes()}
    for claim in entries(pod.owner.data, "spec", "volumeClaimTemplates"):
        names.add(str(section(claim, "metadata").get("name")))
    return names


def mounts(pod: PodTemplate) -> Iterator[tuple[Path, str]]:
    """Yield the mounts and devices of all containers: path and name of the volume."""
    for container in pod.containers():
        for key in ("volumeMounts", "volumeDevices"):
            for index, mount in enumerate(entries(container.data, key)):
                if type(mount) is dict and mount.get("name"):
                    yield (*container.path, key, index), str(mount["name"])
