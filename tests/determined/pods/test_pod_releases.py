"""What releases do differently."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import TaskRefusedError
from helmwright.determined.pods.effective import EffectivePods, effective_pods
from helmwright.determined.versions import RELEASES, DeterminedRelease

OWN = "determined-container"


def release(text: str) -> DeterminedRelease:
    found = DeterminedRelease.parse(text)
    assert found is not None
    return found


def pods(
    version: str,
    *,
    default: dict[str, Any] | None = None,
    task: dict[str, Any] | None = None,
    manager: dict[str, Any] | None = None,
    **more: Any,
) -> EffectivePods:
    config: dict[str, Any] = {
        "resource_manager": {"type": "kubernetes", "max_slots_per_pod": 4, **(manager or {})}
    }
    if default is not None:
        config["task_container_defaults"] = {"cpu_pod_spec": default, "gpu_pod_spec": default}
    written = {"environment": {"pod_spec": task}} if task is not None else {}
    return effective_pods(config, written, release=release(version), **more)


def variables(found: EffectivePods) -> dict[str, Any]:
    return {entry["name"]: entry for entry in found.pod["spec"]["containers"][-1]["env"]}


@pytest.mark.parametrize("version", [str(one) for one in RELEASES if one.at_least(0, 13, 2)])
@pytest.mark.parametrize("kind", ["experiment", "notebook", "gc"])
def test_every_release_makes_a_pod(version: str, kind: str) -> None:
    found = pods(version, default={"spec": {"nodeSelector": {"a": "b"}}}, task_type=kind)

    assert found.pod["spec"]["nodeSelector"] == {"a": "b"}
    assert found.pod["spec"]["containers"][-1]["name"] == OWN


def test_defaults_have_pod_specs_from_0_13_2_on() -> None:
    default = {"spec": {"nodeSelector": {"a": "b"}}}

    assert "nodeSelector" not in pods("0.13.1", default=default).pod["spec"]
    assert "nodeSelector" in pods("0.13.2", default=default).pod["spec"]


def test_pod_specs_merge_from_0_23_0_on() -> None:
    default = {"spec": {"nodeSelector": {"a": "1"}}}
    task = {"spec": {"nodeSelector": {"b": "2"}}}

    replaced = pods("0.22.2", default=default, task=task).pod["spec"]
    merged = pods("0.23.0", default=default, task=task).pod["spec"]

    assert replaced["nodeSelector"] == {"b": "2"}
    assert merged["nodeSelector"] == {"a": "1", "b": "2"}


def test_keys_of_the_clusters_defaults_were_lower_case_before_0_25_0() -> None:
    default = {
        "metadata": {"labels": {"Team": "x"}},
        "spec": {"nodeSelector": {"Zone": "z"}, "tolerations": [{"key": "K"}]},
    }

    old, new = pods("0.24.0", default=default).pod, pods("0.25.0", default=default).pod

    assert old["metadata"]["labels"]["team"] == "x"
    assert old["spec"]["nodeSelector"] == {"zone": "z"}
    assert old["spec"]["tolerations"] == [{"key": "K"}]
    assert new["metadata"]["labels"]["Team"] == "x"


def test_jobs_replace_pods_from_0_34_0_on() -> None:
    old, new = (pods(version, slots=8) for version in ("0.33.0", "0.34.0"))

    assert [one["kind"] for one in old.objects] == ["Pod", "Pod"]
    assert len({one["metadata"]["name"] for one in old.objects}) == 2
    (job,) = new.objects
    assert job["kind"] == "Job"
    assert job["spec"]["parallelism"] == job["spec"]["completions"] == 2
    assert job["spec"]["backoffLimit"] == 0
    assert job["metadata"] == job["spec"]["template"]["metadata"]


def test_checkpoint_collection_has_a_pod_spec_of_its_own_from_0_34_0_on() -> None:
    config = {
        "resource_manager": {"max_slots_per_pod": 4},
        "task_container_defaults": {
            "checkpoint_gc_pod_spec": {"spec": {"nodeSelector": {"own": "1"}}},
            "gpu_pod_spec": {"spec": {"nodeSelector": {"gpu": "1"}}},
            "cpu_pod_spec": {"spec": {"nodeSelector": {"cpu": "1"}}},
        },
    }

    def selector(version: str) -> Any:
        found = effective_pods(config, {}, task_type="gc", release=release(version))
        return found.pod["spec"]["nodeSelector"]

    assert selector("0.33.0") == {"gpu": "1"}
    assert selector("0.34.0") == {"gpu": "1", "own": "1"}


def test_log_shipper_was_a_container_until_0_25_0() -> None:
    def names(version: str) -> list[str]:
        return [one["name"] for one in pods(version).pod["spec"]["containers"]]

    assert names("0.13.10") == [OWN]
    assert names("0.13.11") == ["determined-fluent-container", OWN]
    assert names("0.25.0") == ["determined-fluent-container", OWN]
    assert names("0.25.1") == [OWN]


def test_variables_of_the_containers_entry_count_from_0_17_6_on() -> None:
    default = {"spec": {"containers": [{"name": OWN, "env": [{"name": "A", "value": "1"}]}]}}

    with pytest.raises(TaskRefusedError, match="container Env is not configurable"):
        pods("0.17.5", default=default)
    assert variables(pods("0.17.6", default=default))["A"]["value"] == "1"


def test_security_context_of_the_containers_entry_counts_from_0_23_4_on() -> None:
    default = {"spec": {"containers": [{"name": OWN, "securityContext": {"privileged": True}}]}}

    with pytest.raises(TaskRefusedError, match="container SecurityContext is not configurable"):
        pods("0.23.3", default=default)
    container = pods("0.23.4", default=default).pod["spec"]["containers"][-1]
    assert container["securityContext"] == {"privileged": True, "runAsUser": 0, "runAsGroup": 0}


def test_only_one_container_until_0_13_4() -> None:
    default = {"spec": {"containers": [{"image": "a"}, {}], "initContainers": [{"name": "i"}]}}

    config = {"task_container_defaults": {"cpu_pod_spec": default}}
    with pytest.raises(TaskRefusedError) as caught:
        effective_pods(config, {}, release=release("0.13.4"))

    said = [caught.value.message, *caught.value.__notes__]
    assert [message.partition(": ")[2] for message in said] == [
        "init containers are not a configurable option",
        "can specify at most one container in pod_spec",
        "container Image is not configurable, set it in the experiment config",
    ]
    assert pods("0.13.5", default={"spec": {"initContainers": [{"name": "i"}]}})


def test_labels_say_who_the_pod_is_for() -> None:
    def labels(version: str) -> set[str]:
        return set(pods(version).pod["metadata"]["labels"])

    assert labels("0.17.11") == {"determined"}
    assert labels("0.17.12") == {"determined", "determined-queue-position"}
    assert "determined.ai/user" not in labels("0.31.0")
    assert "determined.ai/user" in labels("0.32.0")
    assert "determined.ai/allocation_id" in labels("0.34.0") - labels("0.33.0")


def test_disabled_nodes_are_excluded_from_0_26_0_on() -> None:
    assert "affinity" not in pods("0.25.1").pod["spec"]
    assert "affinity" in pods("0.26.0").pod["spec"]


@pytest.mark.parametrize(
    ("version", "scheduler", "kind", "found"),
    [
        ("0.14.5", "", "experiment", (None, None)),
        ("0.14.5", "coscheduler", "experiment", ("coscheduler", "determined-medium-priority")),
        ("0.16.3", "", "experiment", (None, "determined-medium-priority")),
        ("0.17.0", "", "experiment", (None, "<allocation id>-priorityclass")),
        ("0.22.2", "coscheduler", "command", (None, None)),
        ("0.22.2", "coscheduler", "gc", (None, "determined-system-priority")),
        ("0.24.0", "coscheduler", "gc", ("coscheduler", "<allocation id>-priorityclass")),
        ("0.35.1", "preemption", "shell", ("preemption", "<allocation id>-priorityclass")),
        ("0.36.0", "preemption", "shell", (None, "<allocation id>-priorityclass")),
    ],
)
def test_scheduler_and_priority(
    version: str, scheduler: str, kind: str, found: tuple[str | None, str | None]
) -> None:
    spec = pods(version, manager={"default_scheduler": scheduler}, task_type=kind).pod["spec"]

    assert (spec.get("schedulerName"), spec.get("priorityClassName")) == found


def test_variables_of_a_task_without_slots() -> None:
    assert "NVIDIA_VISIBLE_DEVICES" not in variables(pods("0.18.4", slots=0))
    assert variables(pods("0.19.0", slots=0))["NVIDIA_VISIBLE_DEVICES"]["value"] == "void"
    assert "NVIDIA_VISIBLE_DEVICES" not in variables(pods("0.38.1", slots=1))


def test_tasks_without_slots_requested_zero_gpus_before_0_19_11() -> None:
    def requests(version: str) -> Any:
        return pods(version, slots=0).pod["spec"]["containers"][-1]["resources"]

    assert requests("0.19.10") == {
        "limits": {"nvidia.com/gpu": "0"},
        "requests": {"nvidia.com/gpu": "0"},
    }
    assert requests("0.19.11") == {}


def test_address_of_the_master_is_a_url_from_0_23_2_on() -> None:
    manager = {"determined_master_host": "m", "determined_master_port": 80}

    def master(version: str) -> Any:
        return variables(pods(version, manager=manager))["DET_MASTER"]["value"]

    assert master("0.23.1") == "m:80"
    assert master("0.23.2") == "http://m:80"


def test_pools_replaced_all_defaults_before_0_21_0() -> None:
    config = {
        "resource_manager": {"max_slots_per_pod": 4},
        "task_container_defaults": {"gpu_pod_spec": {"spec": {"nodeSelector": {"top": "1"}}}},
        "resource_pools": [
            {"pool_name": "p", "task_container_defaults": {"work_dir": "/w"}},
        ],
    }

    def spec(version: str) -> Any:
        return effective_pods(config, {}, pool="p", release=release(version)).pod["spec"]

    assert "nodeSelector" not in spec("0.20.1")
    assert spec("0.21.0")["nodeSelector"] == {"top": "1"}


def test_checkpoint_collection_runs_in_the_default_pool_with_the_pod_of_the_experiment() -> None:
    def pool(name: str) -> dict[str, Any]:
        pod = {"spec": {"nodeSelector": {name: "1"}}}
        return {"pool_name": name, "task_container_defaults": {"gpu_pod_spec": pod}}

    config = {
        "resource_manager": {"max_slots_per_pod": 4, "default_aux_resource_pool": "aux"},
        "resource_pools": [pool("aux"), pool("a100")],
    }
    task = {"resources": {"resource_pool": "a100", "slots_per_trial": 4}}

    found = effective_pods(config, task, task_type="gc")

    assert found.pool == "aux"
    assert found.slots_per_pod == 0
    assert found.pod["spec"]["nodeSelector"] == {"aux": "1", "a100": "1"}
