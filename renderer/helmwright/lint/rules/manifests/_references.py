"""What pods refer to by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.lint.rules.manifests._workloads import entries, pods, section

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.rules.manifests._workloads import PodTemplate

_VOLUMES = {
    "configMap": ("ConfigMap", "name"),
    "secret": ("Secret", "secretName"),
    "persistentVolumeClaim": ("PersistentVolumeClaim", "claimName"),
}
_ENV = {"configMapKeyRef": "ConfigMap", "secretKeyRef": "Secret"}
_ENV_FROM = {"configMapRef": "ConfigMap", "secretRef": "Secret"}


class Reference(NamedTuple):
    """A name of an object in a pod.

    path: of the name in the pod's owner. optional: whether the object may be missing.
    """

    pod: PodTemplate
    path: Path
    kind: str
    name: str
    optional: bool


def references(rendered: RenderedChart) -> Iterator[Reference]:
    """Yield the ConfigMaps, Secrets, claims and service accounts that pods name."""
    for pod in pods(rendered):
        for path, kind, holder in _holders(pod):
            key = next((key for _, key in _VOLUMES.values() if key in holder), "name")
            name = holder.get(key)
            if type(name) is str and name:
                yield Reference(pod, (*path, key), kind, name, bool(holder.get("optional")))
        account = pod.spec.get("serviceAccountName")
        if type(account) is str and account:
            path = (*pod.path, "spec", "serviceAccountName")
            yield Reference(pod, path, "ServiceAccount", account, optional=False)


def _holders(pod: PodTemplate) -> Iterator[tuple[Path, str, dict[str, Any]]]:
    for container in pod.containers():
        for index, variable in enumerate(entries(container.data, "env")):
            source = section(variable, "valueFrom")
            for key, kind in _ENV.items():
                path: Path = (*container.path, "env", index, "valueFrom", key)
                yield path, kind, section(source, key)
        for index, one in enumerate(entries(container.data, "envFrom")):
            for key, kind in _ENV_FROM.items():
                yield (*container.path, "envFrom", index, key), kind, section(one, key)
    for path, volume in pod.volumes():
        for key, (kind, _) in _VOLUMES.items():
            yield (*path, key), kind, section(volume, key)
        for index, one in enumerate(entries(volume, "projected", "sources")):
            for key in ("configMap", "secret"):
                where = (*path, "projected", "sources", index, key)
                yield where, _VOLUMES[key][0], section(one, key)
