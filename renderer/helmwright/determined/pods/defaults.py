"""task_container_defaults: what the master starts every task from, for one resource pool.

Source: master/pkg/model/task_container_defaults.go and the TaskContainerDefaults method of the
Kubernetes resource manager.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import TaskRefusedError
from helmwright.base.records import Record, field, replace
from helmwright.determined.pods.reading import (
    DEVICES,
    by_device,
    image_at,
    mounts_at,
    variables_at,
)
from helmwright.determined.pods.sources import NOWHERE, Source, section

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.sources import Document

POD_KEYS = ("cpu_pod_spec", "gpu_pod_spec", "checkpoint_gc_pod_spec")
SECTION = "task_container_defaults"
_RESET = {"network_mode": "bridge", "shm_size_bytes": 4 << 30, "preemption_timeout": 3600}
"""What the master fills in when it reads a section, that of a pool, too."""


class PodLayer(Record):
    """A pod spec that somebody wrote: what it is called, the document, and its source."""

    name: str
    pod: Document
    source: Source = NOWHERE


class TaskDefaults(Record):
    """The section as the master decodes it; ``raw`` holds the plain settings by their keys.

    replaced: pod specs that a pool's own has replaced. resets: keys that a pool has set back to
    the master's defaults without naming them.
    """

    raw: Mapping[str, Any] = field(default_factory=lambda: dict(_RESET))
    pods: Mapping[str, PodLayer] = field(default_factory=dict)
    images: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    bind_mounts: tuple[Document, ...] = ()
    source: Source = NOWHERE
    replaced: tuple[PodLayer, ...] = ()
    resets: tuple[str, ...] = ()


def decode_defaults(given: Any, name: str, source: Source, era: Era) -> TaskDefaults:
    """Return a section as the master reads it; ``name`` is what its layers are called after."""
    settings = section(given)
    pods = {}
    for key in POD_KEYS:
        pod = settings.get(key)
        known = era.has_gc_pod if key == "checkpoint_gc_pod_spec" else era.has_default_pods
        if type(pod) is dict and known:
            pods[key] = PodLayer(f"{name}.{key}", pod, source.at(key))
    plain = {key: value for key, value in settings.items() if value is not None}
    return TaskDefaults(
        raw={**_RESET, **plain},
        pods=pods,
        images=by_device(image_at(settings, source)),
        variables={
            device: tuple(items)
            for device, items in by_device(variables_at(settings, source)).items()
        },
        bind_mounts=mounts_at(settings, source),
        source=source,
    )


def combine(top: TaskDefaults, pool: TaskDefaults | None, era: Era) -> TaskDefaults:
    """Return the defaults of a pool: its own over the cluster's, key by key.

    A pod spec of the pool takes the place of the cluster's as a whole.
    Raises ``TaskRefusedError`` where the master fails to combine them.
    """
    if pool is None:
        return top
    if not era.merges_pool_defaults:
        gone = tuple(top.pods.values())
        resets = tuple(key for key in top.raw if top.raw[key] != pool.raw.get(key))
        return replace(pool, replaced=gone, resets=resets)
    if pool.images and not top.images:
        # A defect of the master, in copying into a pointer that is nil.
        raise TaskRefusedError(
            "merge copying image: copy destination is invalid; a pool's image needs one in "
            "task_container_defaults of the cluster, too",
            pool.source.position(("image",)),
        )
    own = section_keys(pool)
    raw = {**top.raw, **{key: value for key, value in pool.raw.items() if value or key in _RESET}}
    if pool.raw.get("force_pull_image") is not True:
        raw["force_pull_image"] = top.raw.get("force_pull_image", False)
    return TaskDefaults(
        raw=raw,
        pods={**top.pods, **pool.pods},
        images={**top.images, **pool.images},
        variables={
            device: _variables(top.variables.get(device, ()), pool.variables.get(device, ()))
            for device in DEVICES
        },
        bind_mounts=combine_mounts(pool.bind_mounts, top.bind_mounts),
        source=pool.source,
        replaced=tuple(top.pods[key] for key in POD_KEYS if key in pool.pods and key in top.pods),
        resets=tuple(
            key for key, value in _RESET.items() if key not in own and top.raw[key] != value
        ),
    )


def section_keys(defaults: TaskDefaults) -> frozenset[str]:
    """Return the keys of the section that are not what the master has filled in."""
    return frozenset(key for key, value in defaults.raw.items() if _RESET.get(key) != value)


def combine_mounts(
    above: tuple[Document, ...], below: tuple[Document, ...]
) -> tuple[Document, ...]:
    """Return bind mounts; of two with one container_path the one of ``above`` counts."""
    taken = {mount.get("container_path") for mount in above}
    return (*above, *(mount for mount in below if mount.get("container_path") not in taken))


def _variables(below: tuple[str, ...], above: tuple[str, ...]) -> tuple[str, ...]:
    names = {variable.partition("=")[0] for variable in above}
    kept = (variable for variable in below if variable.partition("=")[0] not in names)
    return (*above, *kept)
