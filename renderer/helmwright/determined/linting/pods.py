"""The pods that tasks would get with the values, as rules see them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.paths import dotted
from helmwright.base.records import Record
from helmwright.determined.pods.sources import json_value, section

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.pods.effective import EffectivePods
    from helmwright.determined.pods.sources import Source
    from helmwright.lint.finding import Problem
    from helmwright.lint.rendered import RenderedChart

_KINDS = ("aux", "compute")


class TaskPod(Record):
    """The pods of one kind of task in one pool.

    pool: its name. slots: that the task asks for. task_type: as for ``effective_pods``.
    pods: what the master creates; None if it refuses, and then ``error`` says why.
    """

    pool: str
    slots: int
    task_type: str
    pods: EffectivePods | None
    error: HelmwrightError | None


class _ValuesPaths:
    """Effective values as something that was written: places name the path, for findings."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        self.paths: dict[str, Path] = {}

    def place(self, path: Path) -> Position | None:
        """Return the path of a value; None if it is not set. Keys may differ in case."""
        found: list[str | int] = []
        value: Any = self._values
        for step in path:
            if type(value) is dict and isinstance(step, str):
                key = step if step in value else _folded(value, step)
                if key is None:
                    return None
                value = value[key]
                found.append(key)
            elif type(value) is list and isinstance(step, int) and step < len(value):
                value = value[step]
                found.append(step)
            else:
                return None
        name = dotted(tuple(found))
        self.paths[name] = tuple(found)
        return Position(name)


def _folded(value: Iterable[str], wanted: str) -> str | None:
    return next((key for key in value if key.lower() == wanted.lower()), None)


class TaskPods:
    """What the master makes of tasks with and without slots in every pool.

    config: master.yaml as the chart renders it; None if it renders none, then there are no tasks.
    """

    def __init__(self, settings: DeterminedSettings, rendered: RenderedChart) -> None:
        self.settings = settings
        self.rendered = rendered
        self._written = _ValuesPaths(settings.values)

    @cached_property
    def config(self) -> dict[str, Any] | None:
        """The content of master.yaml."""
        from helmwright.go.yaml_read import load_map

        for one in self.rendered.of_kind("ConfigMap", "Secret"):
            for key in ("data", "stringData"):
                data = one.data.get(key)
                text = data.get("master.yaml") if type(data) is dict else None
                if type(text) is str:
                    try:
                        config: dict[str, Any] = json_value(load_map(text))
                    except HelmwrightError:
                        return None
                    return config
        return None

    @cached_property
    def source(self) -> Source:
        """Where the parts of master.yaml come from; its positions name paths of the values."""
        from helmwright.determined.pods.from_chart import values_source

        whole = values_source((self._written,), self.settings.chart, self.config or {})
        return type(whole)((self._written,), whole.path, whole.aliases)

    def path_of(self, position: Position | None) -> Path | None:
        """Return the path in the values that a position of ``source`` names; None for no place."""
        return None if position is None else self._written.paths.get(position.path)

    def problem(self, position: Position | None, message: str, **more: Any) -> Problem:
        """Return a problem at a position of ``source``, as ``settings.problem`` does."""
        return self.settings.problem(self.path_of(position) or (), message, **more)

    @cached_property
    def pools(self) -> tuple[str, ...]:
        """The names of the pools of all resource managers; a blank one stands for the default."""
        config = self.config or {}
        managers = config.get("additional_resource_managers")
        lists = [config.get("resource_pools")]
        lists += [
            one.get("resource_pools")
            for one in (managers if type(managers) is list else ())
            if type(one) is dict
        ]
        names = [
            str(pool.get("pool_name") or "")
            for pools in lists
            for pool in (pools if type(pools) is list else ())
            if type(pool) is dict
        ]
        return tuple(dict.fromkeys(names)) or ("",)

    @cached_property
    def tasks(self) -> tuple[TaskPod, ...]:
        """One task with a slot and one without, for each pool, and checkpoint collection."""
        return tuple(self._tasks())

    def _tasks(self) -> Iterator[TaskPod]:
        if self.config is None:
            return
        kinds = [(0, "command")]
        if section(self.config.get("resource_manager")).get("max_slots_per_pod") != 0:
            kinds = [(1, "experiment"), (0, "command"), (1, "gc")]
        for pool in self.pools:
            config = _without_others(self.config, pool)
            for slots, task_type in kinds:
                if task_type != "gc" or _has_gc_pod(config):  # else it is like an experiment
                    yield self._task(config, pool, slots, task_type)

    def _task(self, config: dict[str, Any], pool: str, slots: int, task_type: str) -> TaskPod:
        from helmwright.determined.pods.effective import effective_pods

        pods, error = None, None
        try:
            pods = effective_pods(
                config,
                {},
                task_type=task_type,
                pool=pool,
                slots=slots,
                release=self.settings.release,
                master_source=self.source,
            )
        except HelmwrightError as failure:
            error = failure
        return TaskPod(pool, slots, task_type, pods, error)


def _without_others(config: dict[str, Any], pool: str) -> dict[str, Any]:
    """Return a configuration in which the pools that a task of ``pool`` does not meet are empty.

    Reading them would take long where there are many.
    """
    manager, pools = section(config.get("resource_manager")), config.get("resource_pools")
    if type(pools) is not list:
        return config
    met = [pool, "default", *(manager.get(f"default_{kind}_resource_pool") for kind in _KINDS)]
    kept = [
        one
        if type(one) is not dict or one.get("pool_name") in met
        else {"pool_name": one.get("pool_name")}
        for one in pools
    ]
    return {**config, "resource_pools": kept}


def _has_gc_pod(config: dict[str, Any]) -> bool:
    """Tell whether checkpoint collection has a pod spec of its own anywhere."""
    pools = config.get("resource_pools")
    holders = [config, *(pools if type(pools) is list else ())]
    return any(
        section(section(one).get("task_container_defaults")).get("checkpoint_gc_pod_spec")
        for one in holders
    )
