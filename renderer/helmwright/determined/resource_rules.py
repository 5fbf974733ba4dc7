"""What the master checks of resource managers, pools and task container defaults.

Source: master/internal/config/resource*.go and their older homes in
master/internal/resourcemanagers and master/internal/scheduler,
master/pkg/model/task_container_defaults.go, environment_config.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record
from helmwright.determined.problem import joined
from helmwright.go.regexp import compile as compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from helmwright.determined.master_rules import Checked

_LABEL = lazy_pattern(r"[a-zA-Z0-9]([-a-zA-Z0-9_.]*[a-zA-Z0-9])?", re.ASCII)
_PORTS = (1025, 65535)
_TASK_CONTAINER = "determined-container"
_FIXED = (
    "image",
    "command",
    "args",
    "workingDir",
    "ports",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "imagePullPolicy",
)
"""Fields of the task's container that are the master's."""


class Manager(Record):
    """A resource manager with its pools and where they are written."""

    config: Mapping[str, Any]
    path: str
    pools: list[Any] | None
    pools_path: str
    additional: bool

    @property
    def is_kubernetes(self) -> bool:
        """Tell whether it runs tasks on Kubernetes."""
        return self.config.get("type") == "kubernetes"

    @property
    def kind(self) -> str:
        """The type; without one it manages agents."""
        return str(self.config.get("type", "agent"))


def check_resources(checked: Checked) -> None:
    """Check resource managers, pools and everything in them."""
    managers = list(_managers(checked))
    for manager in managers:
        if manager.is_kubernetes:
            _check_kubernetes(checked, manager)
        elif manager.additional and "type" in manager.config:
            checked.report(
                joined(manager.path, "type"), "additional managers are of type kubernetes"
            )
        _check_scheduler(
            checked, manager.config.get("scheduler"), joined(manager.path, "scheduler")
        )
        _check_agents(checked, manager)
        _check_default_pools(checked, manager)
    _check_old_scheduler(checked, managers[0])
    _check_slots(checked, managers)
    _check_names(checked, managers)
    _check_pools(checked, managers)
    _check_task_defaults(
        checked, checked.config.get("task_container_defaults"), "task_container_defaults"
    )


def _managers(checked: Checked) -> Iterator[Manager]:
    config = checked.config
    path = "resource_manager"
    root = checked.section(path)
    if not root and "scheduler" in config:
        path = "scheduler.resource_provider"
        root = checked.section(path)
    yield Manager(root, path, config.get("resource_pools"), "resource_pools", additional=False)
    for index, entry in enumerate(config.get("additional_resource_managers") or []):
        place = f"additional_resource_managers[{index}]"
        entry = entry if isinstance(entry, dict) else {}  # noqa: PLW2901 - null is an empty one
        manager = entry.get("resource_manager")
        if not isinstance(manager, dict):
            checked.report(joined(place, "resource_manager"), "is missing")
            manager = {}
        yield Manager(
            manager,
            joined(place, "resource_manager"),
            entry.get("resource_pools"),
            joined(place, "resource_pools"),
            additional=True,
        )
        checked.needs_licence(place)


def _check_kubernetes(checked: Checked, manager: Manager) -> None:
    config, release = manager.config, checked.release
    if release.at_least(0, 16, 1):
        slot_type = config.get("slot_type")
        gpu = "gpu" if slot_type == "gpu" else "cuda"
        kinds = ["cpu", gpu, *(["rocm"] if release.at_least(0, 36, 0) else [])]
        if not release.at_least(0, 17, 6):
            kinds = ["cpu", "gpu"]
        checked.one_of(joined(manager.path, "slot_type"), slot_type, kinds)
        requests = config.get("slot_resource_requests")
        cpu = requests.get("cpu") if isinstance(requests, dict) else None
        if slot_type == "cpu" and not (isinstance(cpu, int | float) and cpu > 0):
            checked.report(
                joined(manager.path, "slot_resource_requests.cpu"),
                "must be above 0 when slot_type is cpu",
            )
    if release.at_least(0, 36, 0):
        checked.one_of(
            joined(manager.path, "default_scheduler"),
            config.get("default_scheduler"),
            ("", "coscheduler"),
        )
    elif config.get("default_scheduler") not in (None, "", "coscheduler", "preemption"):
        checked.advise(
            joined(manager.path, "default_scheduler"), "is neither coscheduler nor preemption"
        )
    _check_gateway(checked, manager)


def _check_gateway(checked: Checked, manager: Manager) -> None:
    gateway = manager.config.get("internal_task_gateway")
    if not isinstance(gateway, dict):
        return
    path = joined(manager.path, "internal_task_gateway")
    for key in ("gateway_name", "gateway_namespace"):
        name = gateway.get(key) or ""
        if len(name) > 63 or not _LABEL.fullmatch(name):
            checked.report(joined(path, key), "must be a label of 1 to 63 characters")
    if not gateway.get("gateway_ip"):
        checked.report(joined(path, "gateway_ip"), "is missing")
    ports = []
    for key, default in (("gateway_port_range_start", 32768), ("gateway_port_range_end", 65535)):
        port = default if gateway.get(key) is None else gateway[key]
        ports.append(port)
        if not _PORTS[0] <= port <= _PORTS[1]:
            checked.report(joined(path, key), f"{port} is not between {_PORTS[0]} and {_PORTS[1]}")
    if ports[0] >= ports[1]:
        checked.report(path, "gateway_port_range_start must be below gateway_port_range_end")


def _check_scheduler(checked: Checked, scheduler: Any, path: str) -> None:
    if not isinstance(scheduler, dict):
        return
    policy = scheduler.get("fitting_policy")
    if policy != "":
        checked.one_of(joined(path, "fitting_policy"), policy, ("best", "worst"))
    priority = scheduler.get("default_priority")
    if isinstance(priority, int) and not 1 <= priority <= 99:
        checked.report(joined(path, "default_priority"), f"{priority} is not between 1 and 99")


def _check_agents(checked: Checked, manager: Manager) -> None:
    if manager.kind != "agent":
        return
    release = checked.release
    if (
        not manager.config
        and manager.pools is not None
        and (0, 14, 0) <= release.number < (0, 29, 0)
    ):
        checked.report(manager.path, "is missing, which before 0.29.0 no list of pools goes with")
    if manager.config.get("no_default_resource_pools") is True and release.at_least(0, 29, 0):
        checked.report(
            joined(manager.path, "no_default_resource_pools"), "is refused for agents since 0.29.0"
        )
    scheduler = manager.config.get("scheduler")
    if (
        isinstance(scheduler, dict)
        and scheduler.get("type") == "round_robin"
        and checked.release.at_least(0, 34, 0)
    ):
        checked.report(joined(manager.path, "scheduler.type"), "round_robin is gone since 0.34.0")


def _check_old_scheduler(checked: Checked, root: Manager) -> None:
    """Check the layout before 0.14.0."""
    if root.is_kubernetes and checked.release.at_least(0, 13, 6):
        return  # which then looks at the resource provider alone
    scheduler = checked.section("scheduler")
    checked.one_of("scheduler.type", scheduler.get("type"), ("fair_share", "priority"))
    checked.one_of("scheduler.fit", scheduler.get("fit"), ("best", "worst"))


def _check_default_pools(checked: Checked, manager: Manager) -> None:
    if not checked.release.at_least(0, 19, 10) or not manager.is_kubernetes:
        return
    if manager.additional or manager.config.get("no_default_resource_pools") is True:
        return
    pools = manager.pools
    if pools == []:
        return  # which is worse, and told elsewhere
    names = {"default"} if pools is None else {_name(pool) for pool in pools}
    for key in ("default_aux_resource_pool", "default_compute_resource_pool"):
        name = manager.config.get(key) or "default"
        if name not in names:
            checked.advise(
                joined(manager.path, key), f'there is no pool "{name}"; tasks without a pool fail'
            )


def _check_slots(checked: Checked, managers: list[Manager]) -> None:
    release = checked.release
    if not release.at_least(0, 26, 1):
        for manager in managers:
            for key in ("max_slots_per_pod", "slots_per_node"):
                slots = manager.config.get(key)
                if manager.is_kubernetes and isinstance(slots, int) and slots < 0:
                    checked.report(joined(manager.path, key), f"{slots} is below 0")
        return
    defaults = checked.section("task_container_defaults.kubernetes").get("max_slots_per_pod")
    kubernetes = [manager for manager in managers if manager.is_kubernetes]
    single = len(managers) == 1 or not release.at_least(0, 29, 1)
    if not release.at_least(0, 29, 1):
        kubernetes = kubernetes[:1]
    for manager in kubernetes:
        path = joined(manager.path, "max_slots_per_pod")
        own = manager.config.get("max_slots_per_pod")
        if single and (own is None) == (defaults is None):
            checked.report(
                path,
                "give this or task_container_defaults.kubernetes.max_slots_per_pod, and not both",
            )
        elif not single and own is None:
            checked.report(path, "is missing; with several managers each needs its own")
        slots = defaults if own is None else own
        if isinstance(slots, int) and slots < 0:
            checked.report(path, f"{slots} is below 0")


def _check_names(checked: Checked, managers: list[Manager]) -> None:
    if not checked.release.at_least(0, 29, 0):
        return
    key = "cluster_name" if checked.release.at_least(0, 35, 0) else "name"
    seen: set[str] = set()
    for manager in managers:
        given = manager.config.get(key) or ""
        name = given or manager.config.get("name") or ("" if manager.additional else "default")
        if manager.additional and not given:
            checked.report(joined(manager.path, key), "is missing")
        elif name in seen:
            checked.report(joined(manager.path, key), f'"{name}" is the name of another manager')
        seen.add(name)


def _check_pools(checked: Checked, managers: list[Manager]) -> None:
    release = checked.release
    if (0, 13, 10) <= release.number <= (0, 13, 13) and managers[0].pools:
        checked.report("resource_pools", "makes the masters 0.13.10 to 0.13.13 crash; leave it out")
    everywhere: set[str] = set()
    for manager in managers:
        if (
            release.at_least(0, 29, 1)
            and manager.kind in {"agent", "kubernetes"}
            and (manager.pools == [] or (manager.additional and not manager.pools))
        ):
            checked.report(manager.pools_path, "has no pool")
        seen = everywhere if release.at_least(0, 29, 1) else set()
        for index, pool in enumerate(manager.pools or []):
            path = joined(manager.pools_path, index)
            name = _name(pool)
            if not name:
                checked.report(joined(path, "pool_name"), "is missing")
            elif name in seen:
                checked.report(joined(path, "pool_name"), f'"{name}" is the name of another pool')
            seen.add(name)
            if isinstance(pool, dict):
                _check_pool(checked, pool, path)


def _check_pool(checked: Checked, pool: Mapping[str, Any], path: str) -> None:
    limits: dict[str, Any] = {
        key: pool.get(f"max_{key}_containers_per_agent") for key in ("aux", "cpu")
    }
    # The older key wins, unless it says what the master itself puts there.
    unset = (None, -1) if checked.release.at_least(0, 16, 1) else (None,)
    key = "aux" if limits["cpu"] in unset else "cpu"
    if isinstance(limits[key], int) and limits[key] < 0:
        checked.report(joined(path, f"max_{key}_containers_per_agent"), f"{limits[key]} is below 0")
    _check_scheduler(checked, pool.get("scheduler"), joined(path, "scheduler"))
    _check_task_defaults(
        checked, pool.get("task_container_defaults"), joined(path, "task_container_defaults")
    )
    if checked.release.at_least(0, 34, 0):
        _check_affinity(checked, pool, path)


def _name(pool: Any) -> str:
    return (pool.get("pool_name") or "") if isinstance(pool, dict) else ""


def _check_affinity(checked: Checked, pool: Mapping[str, Any], path: str) -> None:
    defaults = pool.get("task_container_defaults")
    for key in ("cpu_pod_spec", "gpu_pod_spec"):
        pod = defaults.get(key) if isinstance(defaults, dict) else None
        spec = pod.get("spec") if isinstance(pod, dict) else None
        affinity = spec.get("affinity") if isinstance(spec, dict) else None
        if affinity is not None and affinity.get("nodeAffinity") is None:
            checked.advise(
                joined(path, f"task_container_defaults.{key}.spec.affinity"),
                "without nodeAffinity makes the master panic when it looks at the nodes",
            )


def _check_task_defaults(checked: Checked, defaults: Any, path: str) -> None:
    if not isinstance(defaults, dict):
        return
    memory = defaults.get("shm_size_bytes")
    if isinstance(memory, int) and memory <= 0:
        checked.report(joined(path, "shm_size_bytes"), f"{memory} is not above 0")
    if defaults.get("network_mode") == "":
        checked.report(joined(path, "network_mode"), "must not be blank")
    if not checked.release.at_least(0, 18, 2):
        for key in ("nccl_port_range", "gloo_port_range"):
            _check_port_range(checked, defaults.get(key), joined(path, key))
    for key in ("cpu_pod_spec", "gpu_pod_spec", "checkpoint_gc_pod_spec"):
        _check_pod(checked, defaults.get(key), joined(path, key))
    for index, mount in enumerate(defaults.get("bind_mounts") or []):
        place = joined(joined(path, "bind_mounts"), index)
        mount = mount if isinstance(mount, dict) else {}  # noqa: PLW2901 - null is an empty one
        if mount.get("container_path") == ".":
            checked.report(joined(place, "container_path"), 'must not be "."')
        if not (mount.get("host_path") or "").startswith("/"):
            checked.report(joined(place, "host_path"), "must be an absolute path")
    _check_log_policies(checked, defaults.get("log_policies"), joined(path, "log_policies"))


def _check_port_range(checked: Checked, ports: Any, path: str) -> None:
    if not isinstance(ports, str) or not ports:
        return
    match = re.fullmatch(r"([0-9]+):([0-9]+)", ports)
    first, last = map(int, match.groups()) if match else (1, 0)
    if not first <= last <= 65535:
        checked.report(path, f'"{ports}" is not a range of ports such as 2000:3000')


def _check_pod(checked: Checked, pod: Any, path: str) -> None:
    if not isinstance(pod, dict):
        return
    metadata, spec = (_map(pod.get(key)) for key in ("metadata", "spec"))
    for key in ("name", "namespace"):
        if metadata.get(key):
            checked.report(joined(path, f"metadata.{key}"), "is the master's; leave it out")
    if spec.get("hostNetwork") is True:
        checked.report(
            joined(path, "spec.hostNetwork"), "leave it out and set network_mode to host"
        )
    containers = spec.get("containers") or []
    alone = not checked.release.at_least(0, 13, 5)
    if alone:
        _check_lone_container(checked, spec, path)
    for index, container in enumerate(containers[:1] if alone else containers):
        fields = _map(container)
        if alone or fields.get("name") == _TASK_CONTAINER:
            place = joined(joined(path, "spec.containers"), index)
            for key in _fixed_fields(checked):
                if fields.get(key) not in (None, "", []):
                    checked.report(joined(place, key), "is the master's; leave it out")


def _check_lone_container(checked: Checked, spec: Mapping[str, Any], path: str) -> None:
    if spec.get("initContainers"):
        checked.report(joined(path, "spec.initContainers"), "is refused before 0.13.5")
    containers = spec.get("containers") or []
    if len(containers) > 1:
        checked.report(joined(path, "spec.containers"), "may hold one container before 0.13.5")
    if containers and _map(containers[0]).get("name"):
        checked.report(joined(path, "spec.containers[0].name"), "is refused before 0.13.5")


def _fixed_fields(checked: Checked) -> tuple[str, ...]:
    fields: tuple[str, ...] = _FIXED
    if not checked.release.at_least(0, 17, 6):
        fields += ("env", "envFrom")
    if not checked.release.at_least(0, 23, 4):
        fields += ("securityContext",)
    return fields


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _check_log_policies(checked: Checked, policies: Any, path: str) -> None:
    if not isinstance(policies, list):
        return
    named = checked.release.at_least(0, 38, 0)
    seen: set[str] = set()
    for index, policy in enumerate(map(_map, policies)):
        place = joined(path, index)
        name, pattern = policy.get("name"), policy.get("pattern")
        if name is not None and name in seen:
            checked.report(joined(place, "name"), f'"{name}" is the name of another policy')
        if name is not None:
            seen.add(name)
        if not (named and name is not None) and (pattern is None or policy.get("action") is None):
            checked.advise(place, "a policy without a name needs pattern and action")
        if isinstance(pattern, str) and not _is_pattern(pattern):
            checked.advise(joined(place, "pattern"), "is not a regular expression of Go")


def _is_pattern(text: str) -> bool:
    try:
        compile_pattern(text)
    except GoError:
        return False
    return True
