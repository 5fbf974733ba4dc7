"""What the master makes of its file before it decodes it.

Viper merges the file with the command line's defaults: it drops blank keys and empty maps, and
turns what is also a flag into the flag's type. Then old layouts are brought into the new one.

Source: master/cmd/determined-master/root.go and init.go, github.com/spf13/viper viper.go
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.determined.problem import ConfigProblem, joined
from helmwright.go.cron import is_duration

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.determined.versions import DeterminedRelease

_TRUE = {"1", "t", "T", "TRUE", "true", "True"}
_FALSE = {"0", "f", "F", "FALSE", "false", "False"}
_POD_SPECS = {
    "cpu_pod_spec": (0, 25, 0),
    "gpu_pod_spec": (0, 25, 0),
    "checkpoint_gc_pod_spec": (0, 34, 0),
}
"""Keys that go around viper, and since when."""


def settle(
    config: Mapping[str, Any], flags: Mapping[str, str], release: DeterminedRelease
) -> tuple[dict[str, Any], list[ConfigProblem]]:
    """Return what will be decoded, and what goes wrong on the way."""
    problems: list[ConfigProblem] = []
    settings = _without_blanks(config, "", flags)
    if not release.at_least(0, 13, 10):
        settings = _without_dots(settings, "", problems)
    _keep_pod_specs(config, settings, release, problems)
    for path, kind in flags.items():
        _cast(settings, path.split("."), path, kind, problems)
    if release.at_least(0, 14, 0):
        _move_scheduler(settings, release, problems)
    elif release.at_least(0, 13, 6):
        _refuse_both(settings, problems)
    if release.at_least(0, 37, 0):
        _drop_preemption_timeout(settings, problems)
    if release.at_least(0, 38, 0):
        _rename_master_ip(settings)
    return settings, problems


def _without_blanks(
    value: Mapping[str, Any], path: str, flags: Mapping[str, str]
) -> dict[str, Any]:
    kept = {}
    for key, item in value.items():
        place = joined(path, str(key))
        inner = _without_blanks(item, place, flags) if isinstance(item, dict) else item
        if inner is not None and (inner != {} or place.lower() in flags):
            kept[str(key)] = inner
    return kept


def _without_dots(
    value: dict[str, Any], path: str, problems: list[ConfigProblem]
) -> dict[str, Any]:
    kept = {}
    for key, item in value.items():
        place = joined(path, key)
        if "." in key:
            problems.append(
                ConfigProblem(place, "keys with a dot are taken apart before 0.13.10; leave it out")
            )
        else:
            kept[key] = _without_dots(item, place, problems) if isinstance(item, dict) else item
    return kept


def _keep_pod_specs(
    config: Mapping[str, Any],
    settings: dict[str, Any],
    release: DeterminedRelease,
    problems: list[ConfigProblem],
) -> None:
    given = config.get("task_container_defaults")
    if not isinstance(given, dict):
        return
    keys = [key for key, since in _POD_SPECS.items() if key in given and release.number >= since]
    if keys and "task_container_defaults" not in settings:
        problems.append(
            ConfigProblem(
                "task_container_defaults",
                f"nothing but a blank {keys[0]} makes the master panic; leave the key out",
            )
        )
        return
    for key in keys:
        settings["task_container_defaults"][key] = given[key]


def _cast(
    settings: dict[str, Any],
    keys: list[str],
    path: str,
    kind: str,
    problems: list[ConfigProblem],
) -> None:
    name = next((key for key in settings if key.lower() == keys[0]), None)
    if name is None:
        return
    if len(keys) > 1:
        if isinstance(settings[name], dict):
            _cast(settings[name], keys[1:], path, kind, problems)
        return
    value, wanted = _as_flag(settings[name], kind)
    settings[name] = value
    if wanted:
        shown = _text(value) or "blank"
        problems.append(
            ConfigProblem(path, f"is not {wanted}; the master reads {shown}", stops_master=False)
        )


def _as_flag(value: Any, kind: str) -> tuple[Any, str]:
    """Return a value as viper casts it, and what was wanted when that is not what is meant."""
    if kind == "string":
        if isinstance(value, str | bool | int | float):
            return _text(value), ""
        return "", "text"
    return _as_bool(value) if kind == "bool" else _as_int(value)


def _as_bool(value: Any) -> tuple[bool, str]:
    if isinstance(value, str):
        return value in _TRUE, "" if value in _TRUE | _FALSE else "true or false"
    return value is True, "" if isinstance(value, bool) else "true or false"


def _as_int(value: Any) -> tuple[int, str]:
    if isinstance(value, str) and re.fullmatch(r"[+-]?(0|[1-9][0-9]*)", value):
        return int(value), ""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return int(value is True), "a whole number"
    return int(value), "" if float(value).is_integer() else "a whole number"


def _text(value: str | float) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _refuse_both(settings: Mapping[str, Any], problems: list[ConfigProblem]) -> None:
    for old, new in (("scheduler", "resource_manager"), ("provisioner", "resource_pools")):
        if old in settings and new in settings:
            problems.append(ConfigProblem(old, f"cannot be given together with {new}"))


def _move_scheduler(
    settings: dict[str, Any], release: DeterminedRelease, problems: list[ConfigProblem]
) -> None:
    """Bring the layout of the time before 0.14.0 into the one after it.

    The result for Kubernetes holds a scheduler that its resource manager does not know, so that
    the old layout works for agents only.
    """
    old = [key for key in ("scheduler", "provisioner") if key in settings]
    new = [key for key in ("resource_manager", "resource_pools") if key in settings]
    if not old:
        return
    if new:
        problems.append(
            ConfigProblem(
                old[0], f"belongs to the layout before 0.14.0 and cannot stand beside {new[0]}"
            )
        )
    scheduler = settings.pop("scheduler", {})
    settings.pop("provisioner", None)
    if not isinstance(scheduler, dict):
        problems.append(ConfigProblem("scheduler", "expected a map"))
        return
    provider = scheduler.get("resource_provider", {})
    kind = provider.get("type", "default") if isinstance(provider, dict) else None
    if kind not in {"default", "kubernetes"}:
        problems.append(
            ConfigProblem("scheduler.resource_provider", "its type is default or kubernetes")
        )
    elif kind == "kubernetes":
        problems.append(
            ConfigProblem(
                "scheduler.resource_provider",
                f"{release} refuses the layout before 0.14.0 on Kubernetes; use resource_manager",
            )
        )


def _drop_preemption_timeout(settings: dict[str, Any], problems: list[ConfigProblem]) -> None:
    internal = settings.get("__internal")
    if isinstance(internal, dict) and "preemption_timeout" in internal:
        timeout = internal.pop("preemption_timeout")
        path = "__internal.preemption_timeout"
        if not isinstance(timeout, str):
            problems.append(ConfigProblem(path, "anything but a duration makes the master panic"))
        elif not is_duration(timeout):
            problems.append(ConfigProblem(path, "is not a duration; ignored", stops_master=False))


def _rename_master_ip(settings: dict[str, Any]) -> None:
    manager = settings.get("resource_manager")
    if isinstance(manager, dict) and manager.get("type") == "kubernetes":
        address = manager.pop("determined_master_ip", None)
        if address is not None:
            manager.setdefault("determined_master_host", address)
