"""What the master would say to its configuration, and which values its keys come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import replace
from helmwright.determined.pods.from_chart import values_source

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.determined.linting.pods import TaskPods
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.problem import ConfigProblem

_TASKS = "task_container_defaults"
_PULL_SECRETS = "imagePullSecrets"
_STEP = lazy_pattern(r"\[(\d+)\]|([^.\[\]]+)")
_MANAGER: dict[str, Path] = {
    "max_slots_per_pod": ("maxSlotsPerPod",),
    "slots_per_node": ("slotsPerNode",),
    "slot_type": ("slotType",),
    "slot_resource_requests": ("slotResourceRequests",),
    "default_scheduler": ("defaultScheduler",),
    "default_aux_resource_pool": ("defaultAuxResourcePool",),
    "default_compute_resource_pool": ("defaultComputeResourcePool",),
    "fluent": ("fluent",),
    "determined_master_host": ("determinedMasterHost",),
    "determined_master_port": ("determinedMasterPort",),
    "determined_master_scheme": ("determinedMasterScheme",),
    "default_namespace": ("resourceManager", "defaultNamespace"),
    "cluster_name": ("resourceManager", "clusterName"),
    "internal_task_gateway": ("resourceManager", "internalTaskGateway"),
    "metadata": ("resourceManager", "metadata"),
    "no_default_resource_pools": ("resourceManager", "noDefaultResourcePools"),
}
_PLACES: dict[Path, Path] = {
    ("log", "level"): ("logLevel",),
    ("log", "color"): ("logColor",),
    ("db", "host"): ("db", "hostAddress"),
    ("security", "tls"): ("tlsSecret",),
    ("security", "initial_user_password"): ("initialUserPassword",),
    ("cache", "cache_dir"): ("cache", "dir"),
    ("observability",): ("observability",),
    ("__internal", "proxied_servers"): ("genai",),
    ("additional_resource_managers",): ("additional_resource_managers",),
    ("resource_pools",): ("resourcePools",),
    (_TASKS, "image", "cpu"): ("taskContainerDefaults", "cpuImage"),
    (_TASKS, "image", "gpu"): ("taskContainerDefaults", "gpuImage"),
    (_TASKS, "image", "rocm"): ("taskContainerDefaults", "rocmImage"),
    (_TASKS, "log_policies"): ("taskContainerDefaults", "logPolicies"),
    ("checkpoint_storage", "connection_string"): ("checkpointStorage", "connection_string"),
    ("checkpoint_storage", "account_url"): ("checkpointStorage", "account_url"),
    **{("resource_manager", key): path for key, path in _MANAGER.items()},
    **{("scheduler", "resource_provider", key): path for key, path in _MANAGER.items()},
}
_VERBATIM = frozenset({"authz", "token", "ssh", "ui_customization", "integrations"})
"""Sections whose keys the values write as the master does."""


def master_problems(pods: TaskPods) -> list[tuple[ConfigProblem, Path]]:
    """Return what is wrong with the master.yaml that is rendered, and the paths in the values."""
    from helmwright.determined.master_config import check_master_config

    if pods.config is None:
        return []
    settings = pods.settings
    licensed = settings.release.enterprise or bool(settings.get("enterpriseEdition"))
    release = replace(settings.release, enterprise=licensed)
    return [
        (problem, place_in_values(settings, steps_of(problem.path)) if problem.path else ())
        for problem in check_master_config(pods.config, release)
    ]


def steps_of(text: str) -> Path:
    """Return a path that is written as ``resource_pools[0].pool_name``."""
    return tuple(int(index) if index else name for index, name in _STEP.findall(text))


def place_in_values(settings: DeterminedSettings, path: Path) -> Path:
    """Return the path in the values of what stands at ``path`` in master.yaml.

    What masterConfig.extra says wins over the chart's own keys.
    """
    extra = ("masterConfig", "extra")
    depth = _depth(settings, (*extra, *path)) - len(extra)
    known = _known_place(settings, path)
    if depth > 0:
        replaced = type(settings.get(*extra, *path[:depth])) is not dict
        empty = not settings.get(*known[:-1])
        if depth == len(path) or replaced or empty:
            return (*extra, *path)
    return known


def _depth(settings: DeterminedSettings, path: Path) -> int:
    """Return how much of a path is there."""
    value: Any = settings.values
    for count, step in enumerate(path):
        inside = type(value) is dict and step in value
        if not inside and not (type(value) is list and type(step) is int and step < len(value)):
            return count
        value = value[step]
    return len(path)


def _known_place(settings: DeterminedSettings, path: Path) -> Path:
    aliases = {**values_source((), settings.chart, {}).aliases, **_PLACES}
    aliases.pop((_TASKS,), None)  # its keys have other names, one by one
    for written in [one for one in aliases if one[-1] == _PULL_SECRETS]:
        if settings.get(_camel(_TASKS), _camel(str(written[1])), *written[2:]):
            del aliases[written]  # the pod spec has its own
    for length in range(len(path), 0, -1):
        place = aliases.get(path[:length])
        if place:
            return (*place, *path[length:])
    named: list[str | int] = []
    verbatim = False
    for depth, step in enumerate(path):
        named.append(step if verbatim or isinstance(step, int) else _camel(step))
        verbatim = verbatim or step in _VERBATIM or (path[0] == _TASKS and depth == 1)
    return tuple(named)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return "".join((first, *(word.capitalize() for word in rest)))
