"""Tasks that the master refuses, and what it says."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.base.errors import HelmwrightError, PatchError, Position, TaskRefusedError
from helmwright.determined.pods.effective import effective_pods
from helmwright.determined.pods.sources import Source, TextFile
from helmwright.determined.versions import DeterminedRelease

MASTER: dict[str, Any] = {"resource_manager": {"type": "kubernetes", "max_slots_per_pod": 4}}
SET_IT = ", set it in the experiment config"


def own(**fields: Any) -> dict[str, Any]:
    container = {"name": "determined-container", **fields}
    return {"environment": {"pod_spec": {"spec": {"containers": [container]}}}}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("image", "x", f"container Image is not configurable{SET_IT}"),
        ("command", ["x"], "container Command is not configurable"),
        ("args", ["x"], "container Args are not configurable"),
        ("workingDir", "/", "container WorkingDir is not configurable"),
        ("ports", [{"containerPort": 1}], "container Ports are not configurable"),
        ("livenessProbe", {}, "container LivenessProbe is not configurable"),
        ("readinessProbe", {}, "container ReadinessProbe is not configurable"),
        ("startupProbe", {}, "container StartupProbe is not configurable"),
        ("lifecycle", {}, "container Lifecycle is not configurable"),
        ("terminationMessagePath", "/", "container TerminationMessagePath is not configurable"),
        (
            "terminationMessagePolicy",
            "File",
            "container TerminationMessagePolicy is not configurable",
        ),
        ("imagePullPolicy", "Always", f"container ImagePullPolicy is not configurable{SET_IT}"),
    ],
)
def test_field_of_the_tasks_container(field: str, value: Any, message: str) -> None:
    with pytest.raises(TaskRefusedError) as caught:
        effective_pods(MASTER, own(**{field: value}), task_type="command")

    assert caught.value.message == f"pod_spec: {message}"


@pytest.mark.parametrize("field", ["image", "command", "args", "ports", "lifecycle", "working_dir"])
def test_experiments_are_checked_by_a_schema(field: str) -> None:
    with pytest.raises(TaskRefusedError, match="not configurable"):
        effective_pods(MASTER, own(**{field: None}))


@pytest.mark.parametrize("field", ["workingDir", "livenessProbe", "imagePullPolicy"])
def test_the_schema_knows_other_spellings(field: str) -> None:
    value: Any = {} if field.endswith("Probe") else "x"
    pods = effective_pods(MASTER, own(**{field: value}))

    reasons = [loss.reason for loss in pods.losses if field in loss.path]
    assert reasons or field.endswith("Probe")
    assert pods.pod["spec"]["containers"][-1].get(field) != value


@pytest.mark.parametrize("layer", ["cluster", "pool"])
def test_defaults_are_checked_whatever_the_task(layer: str) -> None:
    defaults = {"cpu_pod_spec": {"metadata": {"name": "x"}}}
    config: dict[str, Any] = {**MASTER, "resource_pools": [{"pool_name": "default"}]}
    if layer == "cluster":
        config["task_container_defaults"] = defaults
    else:
        config["resource_pools"] = [{"pool_name": "default", "task_container_defaults": defaults}]

    with pytest.raises(TaskRefusedError, match="pod Name is not a configurable option"):
        effective_pods(config, {"resources": {"slots_per_trial": 4}})


@pytest.mark.parametrize(
    ("kind", "slots", "version", "message"),
    [
        (
            "experiment",
            6,
            "0.38.1",
            "invalid resource request: slots (6) must be < or a multiple of max_slots_per_pod (4)",
        ),
        (
            "notebook",
            8,
            "0.38.1",
            "invalid resource request: slots (8) must be < max_slots_per_pod (4) on single pod",
        ),
        (
            "experiment",
            6,
            "0.33.0",
            "task number of slots (6) is not schedulable on the configured max_slots_per_pod (4)",
        ),
        ("shell", 8, "0.33.0", "request unfulfillable, please try requesting less slots"),
    ],
)
def test_sizes_that_cannot_be(kind: str, slots: int, version: str, message: str) -> None:
    release = DeterminedRelease.parse(version)
    assert release is not None

    with pytest.raises(TaskRefusedError) as caught:
        effective_pods(MASTER, {}, task_type=kind, slots=slots, release=release)

    assert caught.value.message == message


def test_single_node_experiment() -> None:
    task = {"resources": {"slots_per_trial": 8, "is_single_node": True}}

    with pytest.raises(TaskRefusedError, match="on single pod"):
        effective_pods(MASTER, task)


def test_nothing_fits_where_no_slots_are_allowed() -> None:
    config = {"resource_manager": {"max_slots_per_pod": 0}}

    with pytest.raises(TaskRefusedError, match="max_slots_per_pod is 0"):
        effective_pods(config, {})
    assert effective_pods(config, {}, slots=0).count == 1


def test_pool_that_is_not_there() -> None:
    config = {**MASTER, "resource_pools": [{"pool_name": "a"}, {"pool_name": "b"}]}

    with pytest.raises(HelmwrightError, match="cannot find resource pool: c; there are: a, b"):
        effective_pods(config, {"resources": {"resource_pool": "c"}})


def test_image_of_a_pool_alone_makes_the_master_fail() -> None:
    pool = {"pool_name": "default", "task_container_defaults": {"image": "x"}}

    with pytest.raises(TaskRefusedError, match="merge copying image: copy destination is invalid"):
        effective_pods({**MASTER, "resource_pools": [pool]}, {})


def test_what_is_no_pod_is_refused_with_its_place() -> None:
    text = b"environment:\n  pod_spec:\n    spec:\n      hostPID: 'yes'\n"
    source = Source((TextFile("task.yaml", text),))

    with pytest.raises(
        PatchError, match=r"task pod_spec is not a pod: spec\.hostPID: json: "
    ) as caught:
        effective_pods(
            MASTER, {"environment": {"pod_spec": {"spec": {"hostPID": "yes"}}}}, task_source=source
        )

    assert caught.value.position == Position("task.yaml", 4, 7)


@pytest.mark.parametrize("value", [-1, "two", 1.5, True])
def test_slots_are_a_number(value: Any) -> None:
    with pytest.raises(HelmwrightError, match=r"^task: resources\.slots_per_trial: ") as caught:
        effective_pods(MASTER, {"resources": {"slots_per_trial": value}})

    assert "not at least 0" in caught.value.message or "a whole number" in caught.value.message


def test_kind_of_task_is_known() -> None:
    with pytest.raises(HelmwrightError, match='task type "trial" is none of experiment'):
        effective_pods(MASTER, {}, task_type="trial")
