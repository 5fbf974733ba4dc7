"""The keys of resource pools, in the master's own names, and what people write instead."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.determined.linting.master_overrides import decided_elsewhere
from helmwright.determined.master_schema import schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.master_schema import Struct
    from helmwright.determined.versions import DeterminedRelease

POOL = "config.ResourcePoolConfig"
DEFAULTS = "model.TaskContainerDefaultsConfig"
KUBERNETES = "model.KubernetesTaskContainerDefaults"


class PoolSection(NamedTuple):
    """A map in a pool.

    keys: those that the master's schema has at its place, for any release.
    renamed: whether a key above it is misspelt, so that an edit below it would not hold.
    """

    path: Path
    given: dict[str, Any]
    struct: Struct
    keys: tuple[str, ...]
    renamed: bool


def sections(settings: DeterminedSettings) -> Iterator[PoolSection]:
    """Yield every pool, its defaults of tasks, and what those say about Kubernetes."""
    release = settings.release
    for path, pool in settings.pools():
        if path[0] == "resourcePools" and decided_elsewhere(settings, "resource_pools"):
            continue
        yield PoolSection(path, pool, _struct(POOL, release), (), renamed=False)
        for key in ("task_container_defaults", "taskContainerDefaults"):
            here: Path = (*path, key)
            below = ("task_container_defaults",)
            renamed = key != below[0]
            defaults = settings.section(*here)
            yield PoolSection(here, defaults, _struct(DEFAULTS, release), below, renamed)
            if release.at_least(0, 26, 1):
                inner: Path = (*here, "kubernetes")
                keys = (*below, "kubernetes")
                given = settings.section(*inner)
                yield PoolSection(inner, given, _struct(KUBERNETES, release), keys, renamed)


def _struct(name: str, release: DeterminedRelease) -> Struct:
    return schema_of(release).struct(name)


def snake(key: str) -> str:
    """Return a key as the master spells it: ``gpuPodSpec`` is ``gpu_pod_spec``."""
    return re.sub("(?<=[a-z0-9])[A-Z]", lambda match: f"_{match[0]}", key).lower()


def camel(key: str) -> str:
    """Return a key as values spell it: ``gpu_pod_spec`` is ``gpuPodSpec``."""
    return re.sub("_([a-z])", lambda match: match[1].upper(), key)


def is_camel(key: str, struct: Struct) -> bool:
    """Tell whether a key is one of the master's in the other spelling."""
    return struct.find(key) is None and snake(key) != key and snake(key) in struct.fields
