"""Checks of the schemas that say more than what kind a value is, by the names in the data file.

Source: "checks", "compareProperties" and "conditional" in schemas/expconf/v0
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Any, TypeGuard

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.pods.eras import Era
from helmwright.determined.pods.refusals import schema_refusals
from helmwright.determined.tasks.decoding import PodDecoder
from helmwright.determined.wording import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.base.paths import Path
    from helmwright.determined.tasks.walk import Walk

COMPLETE_WHERE: tuple[Path, ...] = (("searcher",), ("retention_policy",))
"""Maps that get nothing from the master's own defaults."""
_MEMORY = lazy_pattern(r"([0-9]*[.])?[0-9]+ ?(([kmgtpKMGTP]([iI]?[bB])?)|[bB])?", re.ASCII)
_TRIAL_CLASS = lazy_pattern(r"[a-zA-Z0-9_.]+:[a-zA-Z0-9_]+")
_DEVICE = lazy_pattern(r"/[^:]*:/[^:]*(:[rwm]*)?")
_REMOVED = ("sync_halving", "adaptive", "adaptive_simple")
_SEARCHERS_OF_TIME = ("adaptive_asha", "async_halving")


def value(task: Walk, name: str, given: Any, path: Path) -> None:
    """Run a check of a value."""
    if name == "pod":
        _pod(task, given, path)
    elif isinstance(given, str):
        wanted = _TEXTS[name](given)
        if wanted:
            task.refuse(path, f"{shown(given)} {wanted}")


_TEXTS: dict[str, Callable[[str], str]] = {
    "absolute": lambda text: "" if text.startswith("/") else "is no absolute path",
    "not_dot": lambda text: "must not be used" if text == "." else "",
    "no_parent": lambda text: "leaves the bucket" if ".." in text.split("/") else "",
    "memory_size": lambda text: "" if _MEMORY.fullmatch(text) else "is no size such as 4GiB",
    "trial_class": lambda text: (
        "" if _TRIAL_CLASS.fullmatch(text) else "is not written as module.submodule:ClassName"
    ),
    "device": lambda text: (
        "" if _DEVICE.match(text) else "is not written as /host/path:/container/path[:mode]"
    ),
}


def map_of(task: Walk, name: str, given: dict[str, Any], path: Path) -> None:
    """Run a check of a map."""
    if "<" in name:
        _ordered(task, name, given, path)
    elif name in _MAPS:
        _MAPS[name](task, given, path)


def _ordered(task: Walk, name: str, given: dict[str, Any], path: Path) -> None:
    low, _, high = name.partition("<")
    strict, high = not high.startswith("="), high.removeprefix("=")
    below, above = given.get(low), given.get(high)
    if not _is_number(below) or not _is_number(above):
        return
    if below > above or (strict and below == above):
        words = "less than" if strict else "at most"
        task.refuse((*path, low), f"{below:g} must be {words} {high}, which is {above:g}")


def _is_number(given: Any) -> TypeGuard[float]:
    return isinstance(given, int | float) and not isinstance(given, bool)


def _one_credential(task: Walk, given: dict[str, Any], path: Path) -> None:
    if isinstance(given.get("connection_string"), str) and isinstance(given.get("credential"), str):
        message = "cannot be given together with connection_string"
        task.refuse((*path, "credential"), message, of_key=True)


def _subfolder(task: Walk, given: dict[str, Any], path: Path) -> None:
    inner, outer = given.get("storage_path"), given.get("host_path")
    if not isinstance(inner, str) or not isinstance(outer, str):
        return
    cleaned = posixpath.normpath(inner or ".")
    inside = not cleaned.startswith("..")
    if cleaned.startswith("/"):
        inside = cleaned.startswith(posixpath.normpath(outer or "."))
    if not inside:
        task.refuse((*path, "storage_path"), f'"{inner}" is no folder below host_path, "{outer}"')


def _cache_paths(task: Walk, given: dict[str, Any], path: Path) -> None:
    pair = ("local_cache_host_path", "local_cache_container_path")
    for one, other in (pair, pair[::-1]):
        if isinstance(given.get(one), str) and given.get(other) is None:
            task.refuse((*path, one), f"{other} is missing beside it", of_key=True)


def _log_policy_named(task: Walk, given: dict[str, Any], path: Path) -> None:
    if "name" not in given and not {"pattern", "action"} <= set(given):
        task.refuse(path, "name is missing, or else pattern or action", of_key=True)


def _grid_counts(task: Walk, config: dict[str, Any], path: Path) -> None:
    """Want counts in a grid search.

    The schema asks whether the name is another one, so that a searcher without a name, which a
    template may have, is one of a grid, too.
    """
    if task.of_template:
        return
    searcher, parameters = config.get("searcher"), config.get("hyperparameters")
    other = isinstance(searcher, dict) and searcher.get("name", "grid") != "grid"
    if not other and isinstance(parameters, dict):
        named = isinstance(searcher, dict) and "name" in searcher
        for key, given in parameters.items():
            _count(task, given, (*path, "hyperparameters", key), named=named)


def _count(task: Walk, given: Any, path: Path, *, named: bool) -> None:
    if isinstance(given, list):
        for index, item in enumerate(given):
            _count(task, item, (*path, index), named=named)
    elif isinstance(given, dict) and "type" not in given:
        for key, item in given.items():
            _count(task, item, (*path, key), named=named)
    elif isinstance(given, dict):
        ranged = given["type"] in ("double", "log", "int")
        if ranged and given.get("count") is None:
            searched = "which a grid search needs" if named else "and so is searcher.name"
            message, fix = f"count is missing, {searched}", "add count"
            if not named:
                fix = "add searcher.name; the master takes what has none for a grid search"
            task.refuse(path, message, of_key=True, fix=fix)


def _entrypoint(task: Walk, config: dict[str, Any], path: Path) -> None:
    """Want an entrypoint, unless the experiment comes from the API that had none."""
    internal = config.get("internal")
    native = internal.get("native") if isinstance(internal, dict) else None
    if task.complete and native is None and config.get("entrypoint") is None:
        task.refuse(path, "entrypoint is missing", of_key=True, fix="add entrypoint")


def _epochs_need_records(task: Walk, config: dict[str, Any], path: Path) -> None:
    records = config.get("records_per_epoch")
    if task.of_template or (_is_number(records) and records > 0):
        return
    for key in ("min_validation_period", "min_checkpoint_period", "searcher"):
        _no_epochs(task, config.get(key), (*path, key))


def _no_epochs(task: Walk, given: Any, path: Path) -> None:
    if isinstance(given, dict):
        if _is_number(given.get("epochs")):
            message = "needs records_per_epoch at the top of the file"
            task.refuse((*path, "epochs"), message, of_key=True, fix="add records_per_epoch")
        for key, item in given.items():
            _no_epochs(task, item, (*path, key))
    elif isinstance(given, list):
        for index, item in enumerate(given):
            _no_epochs(task, item, (*path, index))


_MAPS: dict[str, Callable[[Walk, dict[str, Any], Path], None]] = {
    "cache_paths": _cache_paths,
    "entrypoint": _entrypoint,
    "epochs_need_records": _epochs_need_records,
    "grid_counts": _grid_counts,
    "log_policy_named": _log_policy_named,
    "one_credential": _one_credential,
    "subfolder": _subfolder,
}


def whole_experiment(task: Walk, config: dict[str, Any]) -> None:
    """Check what the master does beside the schema: slots, the searcher, the entrypoint."""
    resources, searcher = config.get("resources"), config.get("searcher")
    _decoded(task, config)
    if isinstance(resources, dict) and resources.get("slots") is not None:
        _slots(task)
    for key in _UNIONS:
        _chosen(task, config.get(key), (key,))
    for path, since, name in _UNUSED:
        _dropped(task, config, path, since, name)
    if isinstance(searcher, dict):
        _current(task, searcher)
    else:
        task.miss((), "searcher")
    if task.release.at_least(0, 18, 0) and config.get("entrypoint") is None:
        task.miss((), "entrypoint")


_UNIONS = ("searcher", "checkpoint_storage")


def _chosen(task: Walk, given: Any, path: Path) -> None:
    """Refuse what belongs to a kind of searcher or storage that is not named.

    The schema takes it, and the decoder does not: a template cannot name the kind for it.
    """
    found = task.shapes.type("searcher" if path == ("searcher",) else "checkpoint-storage")
    if not isinstance(given, dict) or found.by in given:
        return
    for key in given:
        if found.fields.get(key) == "any":
            message = f"goes with a {found.by}, which is missing beside it"
            task.refuse((*path, key), message, of_key=True, fix=f"add {found.by}")


def _slots(task: Walk) -> None:
    path, fix = ("resources", "slots"), "write slots_per_trial"
    if task.release.at_least(0, 35, 0):
        task.refuse(
            path,
            "is of commands and notebooks; experiments have slots_per_trial",
            of_key=True,
            fix=fix,
        )
    else:
        task.drop(path, "is of commands and notebooks", fix)


_UNUSED = (
    (("data_layer",), (0, 19, 10), "the data layer is gone"),
    (("resources", "agent_label"), (0, 20, 0), "labels of agents are gone"),
)


def _dropped(
    task: Walk,
    config: dict[str, Any],
    path: tuple[str, ...],
    since: tuple[int, int, int],
    reason: str,
) -> None:
    given: Any = config
    for key in path:
        given = given.get(key) if isinstance(given, dict) else None
    if given is not None and task.release.number >= since:
        task.drop(path, reason, "leave it out")


def _decoded(task: Walk, config: dict[str, Any]) -> None:
    """Refuse what the schema takes and the decoder of the struct does not.

    Source: RawShmSize and RawProxyPort in master/pkg/schemas/expconf/experiment_config.go
    """
    resources, environment = config.get("resources"), config.get("environment")
    size = resources.get("shm_size") if isinstance(resources, dict) else None
    if isinstance(size, str) and _MEMORY.fullmatch(size) and task.release.at_least(0, 18, 3):
        message = f"{shown(size)} is refused in experiments, against the documentation"
        task.refuse(("resources", "shm_size"), message, fix="write the number of bytes")
    ports = environment.get("proxy_ports") if isinstance(environment, dict) else None
    for index, one in enumerate(ports if isinstance(ports, list) else ()):
        port = one.get("proxy_port") if isinstance(one, dict) else None
        if isinstance(port, float) and not port.is_integer():
            path = ("environment", "proxy_ports", index, "proxy_port")
            task.refuse(path, f"{port} is not a whole number")


def _current(task: Walk, searcher: dict[str, Any]) -> None:
    name, path = searcher.get("name"), ("searcher", "name")
    new = task.release.at_least(0, 38, 0)
    if name in _REMOVED or (new and name == "custom"):
        message = f"the searcher {name} has been removed"
        task.refuse(path, message, fix="write single, random, grid or adaptive_asha")
    elif new and name in _SEARCHERS_OF_TIME:
        for key in ("max_time", "time_metric"):
            if searcher.get(key) is None:
                task.miss(("searcher",), key)


def _pod(task: Walk, given: Any, path: Path) -> None:
    if not isinstance(given, dict):
        return
    refused = list(schema_refusals(given, Era(task.release)))
    for place, message in refused:
        task.refuse((*path, *place), message, of_key=True)
    decoder = PodDecoder(task.release, path)
    seen = {(*path, *place) for place, _ in refused}
    task.problems += [one for one in decoder.decode_pod(given) if one.path not in seen]
