"""What the master's configuration says about tasks: slots, pools, scheduler, defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record
from helmwright.determined.pods.defaults import SECTION, combine, decode_defaults
from helmwright.determined.pods.reading import list_at, map_at, number_at, text_at, whole_at
from helmwright.determined.pods.refusals import check_defaults
from helmwright.determined.pods.sources import json_value, section

if TYPE_CHECKING:
    from helmwright.determined.pods.defaults import TaskDefaults
    from helmwright.determined.pods.eras import Era
    from helmwright.determined.pods.sources import Document, Source

_DEFAULT_PRIORITY = 50
"""Of Kubernetes, where no scheduler of the pool says another one."""
_SCHEDULER_PRIORITY = 42
"""Of a scheduler of type priority that has no default_priority."""
_FLUENT = "fluent/fluent-bit:1.6"


class MasterSetup(Record):
    """The configuration of one resource pool.

    slot_type: "cuda", "cpu" or "rocm". slot_cpu: CPUs of a slot of type cpu. agent_user: the user
    and the group that tasks run as when no other is linked.
    """

    pool: str
    defaults: TaskDefaults
    max_slots: int
    slot_type: str
    slot_cpu: float
    scheduler: str
    priority: int
    namespace: str
    master_host: str
    master_port: str
    scheme: str
    has_certificate: bool
    has_gateway: bool
    fluent_image: str
    agent_user: tuple[int, int]
    checkpoint_storage: Document


def read_setup(config: Document, pool: str, slots: int, era: Era, source: Source) -> MasterSetup:
    """Return what ``config``, the content of master.yaml, says about tasks of a pool.

    pool: its name; blank for the default one of tasks with so many slots.
    Raises ``HelmwrightError`` for a pool that is not there, and ``TaskRefusedError`` for defaults
    that keep the master from starting.
    """
    config = json_value(config)
    manager, manager_source, pools, prefix = _manager_of(config, pool, source)
    name = pool or _default_pool(manager, slots)
    index, found = _find(pools, name)
    if found is None and pools is not None and (pool or pools):
        names = ", ".join(str(section(one).get("pool_name")) for one in pools) or "none"
        raise HelmwrightError(f"cannot find resource pool: {name}; there are: {names}")
    entry = section(found) if era.has_pools else {}
    given = config.get(SECTION)
    top = decode_defaults(
        _folded(given) if era.folds_case else given, SECTION, source.at(SECTION), era
    )
    own = None
    if entry.get(SECTION) is not None:
        place = source.at(*prefix, index, SECTION)
        own = decode_defaults(entry[SECTION], f"resource pool {name}", place, era)
    check_defaults([*top.pods.values(), *(own.pods.values() if own else ())], era)
    kind = text_at(manager, "slot_type", manager_source) or "cuda"
    security = map_at(config, "security", source)
    certificate = bool(section(security.get("tls")).get("cert"))
    requests = map_at(manager, "slot_resource_requests", manager_source)
    host = manager.get("determined_master_host") or manager.get("determined_master_ip")
    return MasterSetup(
        pool=name,
        defaults=combine(top, own, era),
        max_slots=_max_slots(manager, manager_source, top, own),
        slot_type="cuda" if kind == "gpu" else kind,
        slot_cpu=number_at(requests, "cpu", manager_source.at("slot_resource_requests")),
        scheduler=text_at(manager, "default_scheduler", manager_source),
        priority=_priority(entry, era),
        namespace=str(_namespace(manager, entry, era)),
        master_host=str(host or "<address of the master's Service>"),
        master_port=str(manager.get("determined_master_port") or "<port of the master's Service>"),
        scheme=str(manager.get("determined_master_scheme") or f"http{'s' * certificate}"),
        has_certificate=certificate,
        has_gateway=bool(manager.get("internal_task_gateway")),
        fluent_image=str(section(manager.get("fluent")).get("image") or _FLUENT),
        agent_user=_agent_user(security, source.at("security")),
        checkpoint_storage=section(config.get("checkpoint_storage")),
    )


def _agent_user(security: Document, source: Source) -> tuple[int, int]:
    user, place = map_at(security, "default_task", source), source.at("default_task")
    return whole_at(user, "uid", place) or 0, whole_at(user, "gid", place) or 0


def _max_slots(
    manager: Document, source: Source, top: TaskDefaults, own: TaskDefaults | None
) -> int:
    """Return the most slots of a pod: the manager's number, the cluster's, or the pool's own."""
    slots = whole_at(manager, "max_slots_per_pod", source)
    if slots is None:
        slots = whole_at(manager, "slots_per_node", source)
    for defaults in (top, own):
        if defaults is not None:
            inner = section(defaults.raw.get("kubernetes"))
            given = whole_at(inner, "max_slots_per_pod", defaults.source.at("kubernetes"))
            slots = slots if given is None else given
    return slots or 0


def _manager_of(
    config: Document, pool: str, source: Source
) -> tuple[Document, Source, list[Any] | None, tuple[str | int, ...]]:
    """Return the resource manager that has a pool, its pools, and where both stand."""
    for index, entry in enumerate(list_at(config, "additional_resource_managers", source)):
        place = source.at("additional_resource_managers", index)
        pools = list_at(section(entry), "resource_pools", place)
        if pool and _find(pools, pool)[1] is not None:
            manager = map_at(entry, "resource_manager", place)
            prefix = ("additional_resource_managers", index, "resource_pools")
            return manager, place.at("resource_manager"), pools, prefix
    manager = map_at(config, "resource_manager", source)
    manager_source = source.at("resource_manager")
    if not manager:
        manager = section(section(config.get("scheduler")).get("resource_provider"))
        manager_source = source.at("scheduler", "resource_provider")
    given = list_at(config, "resource_pools", source)
    pools_given = given if config.get("resource_pools") is not None else None
    return manager, manager_source, pools_given, ("resource_pools",)


def _default_pool(manager: Document, slots: int) -> str:
    key = "default_compute_resource_pool" if slots else "default_aux_resource_pool"
    return str(manager.get(key) or "default")


def _find(pools: list[Any] | None, name: str) -> tuple[int, Any]:
    for index, pool in enumerate(pools or ()):
        if section(pool).get("pool_name") == name:
            return index, pool
    return 0, None


def _priority(pool: Document, era: Era) -> int:
    """Return the priority of tasks that say none, which only a scheduler of type priority changes.

    Source: UnmarshalJSON in master/internal/config/scheduler_config.go, ReadPriority in config.go
    """
    scheduler = pool.get("scheduler")
    if type(scheduler) is not dict:
        return _DEFAULT_PRIORITY
    kind = scheduler.get("type") or ("priority" if era.defaults_to_priority else "fair_share")
    if kind != "priority":
        return _DEFAULT_PRIORITY
    given = scheduler.get("default_priority")
    return given if type(given) is int else _SCHEDULER_PRIORITY


def _namespace(manager: Document, pool: Document, era: Era) -> Any:
    if era.release.at_least(0, 35, 0):
        return manager.get("default_namespace") or "default"
    return pool.get("kubernetes_namespace") or manager.get("namespace") or "default"


def _folded(value: Any) -> Any:
    """Return maps with lower-case keys, as old masters read them; lists stay as they are."""
    if type(value) is dict:
        return {key.lower(): _folded(member) for key, member in value.items()}
    return value
