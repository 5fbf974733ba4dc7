"""What values say about slots, pools and the scheduler, in each era of the master."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright import load_chart
from helmwright.base.resources import chart_directory
from helmwright.determined import ClusterSettings, DeterminedRelease, read_cluster_settings
from helmwright.determined.capacity.pod_rules import PodRules, Requirement, Toleration
from helmwright.determined.capacity.settings import PoolSettings
from helmwright.determined.versions import LATEST
from helmwright.errors import InputError
from helmwright.rendering.renderer import coalesce

TAINT = {"key": "gpu", "operator": "Exists", "effect": "NoSchedule"}


def settings(release: str = "0.38.1", pool: str = "", **values: Any) -> ClusterSettings:
    return read_cluster_settings({"detVersion": release, **values}, pool=pool)


def test_the_bundled_chart_alone_says_nothing_but_one_pool():
    values = coalesce(load_chart(chart_directory()), {})

    assert read_cluster_settings(values, app_version="0.38.1") == ClusterSettings()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"maxSlotsPerPod": 4.0}, 4),
        ({"maxSlotsPerPod": "4"}, 4),
        ({"maxSlotsPerPod": 0}, 0),
        ({"maxSlotsPerPod": ""}, None),
        ({"slotsPerNode": 8}, 8),
        ({"maxSlotsPerPod": 4, "slotsPerNode": 8}, 4),
    ],
)
def test_slots_per_pod(values, expected):
    assert settings(**values).max_slots == expected


def test_the_old_name_wins_in_old_releases():
    assert settings("0.13.1", maxSlotsPerPod=4, slotsPerNode=8).max_slots == 8


@pytest.mark.parametrize(
    ("release", "values", "slot_type", "slot_cpu"),
    [
        ("0.38.1", {}, "cuda", 0),
        ("0.38.1", {"slotType": "gpu"}, "cuda", 0),
        ("0.38.1", {"slotType": "rocm"}, "rocm", 0),
        ("0.38.1", {"slotType": "cpu"}, "cpu", 0),
        ("0.38.1", {"slotType": "cpu", "slotResourceRequests": {"cpu": 7.5}}, "cpu", 7.5),
        ("0.38.1", {"slotType": "cpu", "slotResourceRequests": {"cpu": "7.5"}}, "cpu", 7.5),
        ("0.38.1", {"slotType": "gpu", "slotResourceRequests": {"cpu": 7.5}}, "cuda", 0),
        ("0.16.0", {"slotType": "cpu", "slotResourceRequests": {"cpu": 7.5}}, "cuda", 0),
    ],
)
def test_slot_types(release, values, slot_type, slot_cpu):
    found = settings(release, **values)
    assert (found.slot_type, found.slot_cpu) == (slot_type, slot_cpu)


@pytest.mark.parametrize(
    ("release", "given", "expected"),
    [
        ("0.38.1", "coscheduler", "coscheduler"),
        ("0.14.3", "coscheduler", ""),
        ("0.15.2", "preemption", "preemption"),
        ("0.15.1", "preemption", ""),
        ("0.38.1", "", ""),
    ],
)
def test_schedulers(release, given, expected):
    assert settings(release, defaultScheduler=given).scheduler == expected


def test_the_release_is_that_of_the_values_then_of_the_chart():
    release = DeterminedRelease.parse("0.25.0")
    assert read_cluster_settings({"detVersion": "0.25.0-ee"}).release == release
    assert read_cluster_settings({"detRelease": "0.25.0", "detVersion": "abc"}).release == release
    assert read_cluster_settings({"detVersion": "abc"}, app_version="0.25.0").release == release
    assert read_cluster_settings({"detVersion": "0.30.0"}, release=release).release == release
    assert read_cluster_settings({}, app_version="0.0.0").release == LATEST


def test_pools_and_pod_specs():
    pod = {
        "spec": {
            "tolerations": [TAINT],
            "nodeSelector": {"pool": "a"},
            "schedulerName": "mine",
            "affinity": {
                "nodeAffinity": {
                    "requiredDuringSchedulingIgnoredDuringExecution": {
                        "nodeSelectorTerms": [
                            {
                                "matchExpressions": [
                                    {"key": "zone", "operator": "In", "values": ["x", "y"]}
                                ],
                                "matchFields": [
                                    {"key": "metadata.name", "operator": "NotIn", "values": ["n"]}
                                ],
                            }
                        ]
                    }
                }
            },
            "containers": [
                {
                    "name": "determined-container",
                    "resources": {
                        "requests": {"cpu": 2, "memory": "8Gi", "nvidia.com/gpu": 3},
                        "limits": {"cpu": 4},
                    },
                },
                {"name": "side", "resources": {"limits": {"cpu": "500m", "nvidia.com/gpu": 1}}},
            ],
            "initContainers": [{"name": "first", "resources": {"requests": {"memory": "9Gi"}}}],
        }
    }
    found = settings(
        defaultComputeResourcePool="a",
        resourcePools=[
            {
                "pool_name": "a",
                "scheduler": {"type": "priority", "default_priority": 60},
                "task_container_defaults": {
                    "gpu_pod_spec": pod,
                    "kubernetes": {"max_slots_per_pod": 8},
                },
            },
            {"pool_name": "b"},
        ],
        taskContainerDefaults={"cpuPodSpec": {"spec": {"tolerations": [TAINT]}}},
        maxSlotsPerPod=4,
    )

    tolerations = (Toleration("gpu", "Exists", "", "NoSchedule"),)
    rules = PodRules(
        tolerations,
        (("pool", "a"),),
        (
            (
                Requirement("zone", "In", ("x", "y")),
                Requirement("metadata.name", "NotIn", ("n",), field=True),
            ),
        ),
        "mine",
        (("nvidia.com/gpu", 1),),
        2500,
        9 << 30,
        2000,
    )
    first, second = found.pools
    assert first == PoolSettings("a", 8, rules, None, 60)
    assert second == PoolSettings("b")
    assert (found.compute_pool, found.aux_pool) == ("a", "default")
    assert (found.max_slots_of(first), found.max_slots_of(second)) == (8, 4)
    assert found.pod_of(first) == rules
    assert found.pod_of(second) == PodRules()
    assert found.pod_of(first, slots=False) == PodRules(tolerations)
    assert settings("0.26.0", maxSlotsPerPod=4).max_slots_of(first) == 4


def test_before_pools_there_is_one():
    found = settings("0.19.9", resourcePools=[{"pool_name": "a"}], defaultAuxResourcePool="a")
    assert (found.pools, found.aux_pool) == ((PoolSettings("default"),), "default")


def test_a_pool_of_another_cluster_brings_that_cluster():
    values: dict[str, Any] = {
        "maxSlotsPerPod": 4,
        "additional_resource_managers": [
            {
                "resource_manager": {
                    "max_slots_per_pod": 8,
                    "slot_type": "rocm",
                    "default_scheduler": "coscheduler",
                    "default_compute_resource_pool": "far",
                },
                "resource_pools": [{"pool_name": "far"}, {"pool_name": "farther"}],
            }
        ],
    }
    found = settings(pool="farther", **values)

    assert (found.max_slots, found.slot_type, found.scheduler) == (8, "rocm", "coscheduler")
    assert [pool.name for pool in found.pools] == ["far", "farther"]
    assert settings(pool="default", **values).max_slots == 4
    with pytest.raises(InputError, match=r'^there is no pool "x"; there is default, far, farther$'):
        settings(pool="x", **values)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"maxSlotsPerPod": "many"}, "maxSlotsPerPod: expected a whole number from 0 on, not 'many'"),
        ({"maxSlotsPerPod": 1.5}, "maxSlotsPerPod: expected a whole number from 0 on, not 1.5"),
        ({"slotType": "tpu"}, 'slotType: expected gpu, cuda, rocm, cpu, not "tpu"'),
        ({"slotType": "cpu", "slotResourceRequests": 3}, "slotResourceRequests: expected a map, not a number"),
        ({"slotType": "cpu", "slotResourceRequests": {"cpu": "x"}}, "slotResourceRequests.cpu: 'x' is no quantity such as 4, 7910m or 64Gi"),
        ({"defaultScheduler": "x"}, 'defaultScheduler: expected coscheduler or preemption, not "x"'),
        ({"resourcePools": {"pool_name": "a"}}, "resourcePools: expected a list, not a map"),
        ({"resourcePools": [{}]}, "resourcePools[0]: pool_name is missing"),
        ({"resourcePools": [{"pool_name": 3.0}]}, "resourcePools[0].pool_name: expected a text, not a number; put it in quotes"),
        (
            {"resourcePools": [{"pool_name": "a", "task_container_defaults": {"gpu_pod_spec": {"spec": {"tolerations": {}}}}}]},
            "resourcePools[0].task_container_defaults.gpu_pod_spec.spec.tolerations: expected a list, not a map",
        ),
        (
            {"taskContainerDefaults": {"gpuPodSpec": {"spec": {"affinity": {"nodeSelectorTerms": []}}}}},
            "taskContainerDefaults.gpuPodSpec.spec.affinity.nodeSelectorTerms: belongs below nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution",
        ),
        (
            {"taskContainerDefaults": {"gpuPodSpec": {"spec": {"containers": [{"resources": {"limits": {"cpu": "a"}}}]}}}},
            "taskContainerDefaults.gpuPodSpec.spec.containers[0].resources.limits.cpu: 'a' is no quantity such as 4, 7910m or 64Gi",
        ),
    ],
)  # fmt: skip
def test_says_which_value_is_wrong(values, message):
    with pytest.raises(InputError) as error:
        settings(**values)
    assert error.value.message == message
