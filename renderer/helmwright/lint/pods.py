"""The pods that tasks would get with the values, as rules see them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.pods.effective import EffectivePods
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.settings import DeterminedSettings


@dataclass(frozen=True, slots=True)
class TaskPod:
    """The pods of one kind of task in one pool.

    pool: its name. slots: that the task asks for. task_type: as for ``effective_pods``.
    pods: what the master creates; None if it refuses, and then ``error`` says why.
    """

    pool: str
    slots: int
    task_type: str
    pods: EffectivePods | None
    error: HelmwrightError | None


class TaskPods:
    """What the master makes of tasks with and without slots in every pool.

    config: master.yaml as the chart renders it; None if it renders none, then there are no tasks.
    """

    def __init__(self, settings: DeterminedSettings, rendered: RenderedChart) -> None:
        self.settings = settings
        self.rendered = rendered

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
                        return load_map(text)
                    except HelmwrightError:
                        return None
        return None

    @cached_property
    def tasks(self) -> tuple[TaskPod, ...]:
        """One task with a slot and one without, for each pool, and checkpoint collection."""
        return tuple(self._tasks())

    def _tasks(self) -> Iterator[TaskPod]:
        from helmwright.determined.pods.effective import effective_pods

        if self.config is None:
            return
        pools = self.config.get("resource_pools")
        names = [
            str(pool.get("pool_name") or "") for pool in pools or () if type(pool) is dict
        ] or [""]
        for pool in dict.fromkeys(names):
            for slots, task_type in ((1, "experiment"), (0, "command")):
                pods, error = None, None
                try:
                    pods = effective_pods(
                        self.config,
                        {},
                        task_type=task_type,
                        pool=pool,
                        slots=slots,
                        release=self.settings.release,
                    )
                except HelmwrightError as failure:
                    error = failure
                yield TaskPod(pool, slots, task_type, pods, error)
