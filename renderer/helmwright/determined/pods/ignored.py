"""Settings of tasks and of their defaults that have no effect on Kubernetes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.pods.origins import Loss
from helmwright.determined.pods.sources import section

if TYPE_CHECKING:
    from helmwright.determined.pods.defaults import TaskDefaults
    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.master_setup import MasterSetup
    from helmwright.determined.pods.task import TaskRequest

_DEFAULTS = {
    "registry_auth": "not used on Kubernetes; name secrets in spec.imagePullSecrets",
    "add_capabilities": "not used on Kubernetes; set the securityContext of determined-container",
    "drop_capabilities": "not used on Kubernetes; set the securityContext of determined-container",
    "devices": "not used on Kubernetes; mount the device as a volume",
    "shm_size_bytes": "not used on Kubernetes; /dev/shm is as large as the pod's memory",
}
_TASK = {
    ("environment", "registry_auth"): _DEFAULTS["registry_auth"],
    ("environment", "add_capabilities"): _DEFAULTS["add_capabilities"],
    ("environment", "drop_capabilities"): _DEFAULTS["drop_capabilities"],
    ("resources", "devices"): _DEFAULTS["devices"],
    ("resources", "shm_size"): _DEFAULTS["shm_size_bytes"],
}


def ignored_settings(
    request: TaskRequest, setup: MasterSetup, defaults: TaskDefaults, era: Era
) -> list[Loss]:
    """Return what the master reads and does not use for the pod."""
    found = []
    for key, reason in _DEFAULTS.items():
        value = defaults.raw.get(key)
        if value and not (key == "shm_size_bytes" and value == 4 << 30):
            place = defaults.source.position((key,))
            found.append(Loss("task_container_defaults", key, None, reason, place))
    for key in defaults.resets:
        reason = "set back to the master's default, since the resource pool has defaults"
        found.append(Loss("task_container_defaults", key, None, reason))
    for path, reason in _TASK.items():
        if request.setting(*path):
            place = request.source.position(path)
            found.append(Loss("task", ".".join(path), None, reason, place))
    if not request.like_experiment and request.template is not None:
        found += _template_resources(request)
    if setup.scheduler and setup.scheduler not in era.schedulers:
        reason = f"scheduler {setup.scheduler} is unknown to {era.release}"
        found.append(Loss("resource_manager", "default_scheduler", setup.scheduler, reason))
    return found


def _template_resources(request: TaskRequest) -> list[Loss]:
    found = []
    for key in ("slots", "resource_pool"):
        resources = section((request.template or {}).get("resources"))
        if key in resources:
            place = request.template_source.position(("resources", key))
            reason = f"the master reads this of the {request.kind}'s own configuration only"
            found.append(Loss("template", f"resources.{key}", resources[key], reason, place))
    return found
