"""Reads the golden cases of tasks' pods; golden/podspec/examples.yaml says what is in them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

GOLDEN = Path(__file__).resolve().parent.parent / "golden" / "podspec"
MERGED = GOLDEN / "merged.json"


@dataclass(frozen=True)
class PodCase:
    """One case; ``given`` is its entry in the file."""

    name: str
    given: dict[str, Any] = field(hash=False)

    @property
    def release(self) -> str:
        """The release of Determined."""
        return str(self.given.get("release", "0.38.1"))

    @property
    def kind(self) -> str:
        """The type of the task."""
        return str(self.given.get("task_type", "experiment"))

    @property
    def master(self) -> dict[str, Any]:
        """The master's configuration."""
        manager = {"type": "kubernetes", "max_slots_per_pod": 8, **self.given.get("manager", {})}
        config = {"resource_manager": manager, **self.given.get("config", {})}
        if "default" in self.given:
            keys = ("cpu_pod_spec", "gpu_pod_spec")
            config["task_container_defaults"] = dict.fromkeys(keys, self.given["default"])
        if "pools" in self.given:
            config["resource_pools"] = self.given["pools"]
        return config

    @property
    def task(self) -> dict[str, Any]:
        """The task's configuration."""
        key = "slots_per_trial" if self.kind == "experiment" else "slots"
        resources = {key: self.given.get("slots", 1), **self.given.get("resources", {})}
        environment = {"pod_spec": self.given["task"]} if "task" in self.given else {}
        return {"resources": resources, "environment": environment}

    @property
    def merges(self) -> bool:
        """Whether Go's merge of the default and the task's pod spec is in merged.json."""
        return {"default", "task"} <= self.given.keys() and self.release != "0.22.2"


def load_all() -> list[PodCase]:
    """Returns all cases."""
    entries = yaml.safe_load((GOLDEN / "examples.yaml").read_text("utf-8"))
    return [PodCase(entry["name"], entry) for entry in entries]


def merged() -> dict[str, Any]:
    """Returns what Go's code made of the cases, by name."""
    found: dict[str, Any] = json.loads(MERGED.read_text("utf-8"))
    return found
