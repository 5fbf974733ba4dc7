"""Which nodes a pool shows and uses, and what becomes of tasks of each size."""

from __future__ import annotations

from typing import Any

import pytest

from helmwright.determined import assess_capacity, read_cluster_nodes, read_cluster_settings
from helmwright.determined.capacity.pools import (
    FITS,
    NOT_A_MULTIPLE,
    TOO_LARGE,
    TOO_MANY_PODS,
    Place,
    TaskSize,
)

EXISTS = {"key": "gpu", "operator": "Exists"}


def assess(nodes: str, slots: list[int] | None = None, **values: object):
    settings = read_cluster_settings({"detVersion": "0.38.1", **values})
    return assess_capacity(read_cluster_nodes(nodes), settings, slots=slots or ())


def pod(**spec: object) -> dict[str, object]:
    return {"spec": spec}


def pool(name: str, gpu: object = None, cpu: object = None) -> dict[str, object]:
    specs = {"gpu_pod_spec": gpu, "cpu_pod_spec": cpu}
    return {
        "pool_name": name,
        "task_container_defaults": {key: spec for key, spec in specs.items() if spec is not None},
    }


def seen(nodes: str, **values: Any) -> list[tuple[bool, bool]]:
    """Returns for each node of the first pool whether it is shown and whether pods run there."""
    return [(node.shown, not node.refusal) for node in assess(nodes, **values).pools[0].nodes]


TAINTED = "- {gpus: 4, taints: ['gpu=yes:NoSchedule']}"
NVIDIA = "- {gpus: 4, taints: ['nvidia.com/gpu=present:NoSchedule']}"
AMD = "- {gpus: 4, vendor: amd, taints: ['amd.com/gpu=present:NoSchedule']}"
LABELLED = "- {gpus: 4, labels: {pool: a}}"


@pytest.mark.parametrize(
    ("nodes", "values", "expected"),
    [
        ("- gpus: 4", {}, (True, True)),
        (TAINTED, {}, (False, False)),
        # the master takes the usual taints of GPUs for tolerated, Kubernetes does not
        (NVIDIA, {}, (True, False)),
        (AMD, {"slotType": "rocm"}, (True, False)),
        (AMD, {"slotType": "rocm", "detVersion": "0.35.1"}, (False, False)),
        ("- {gpus: 4, taints: ['nvidia.com/gpu=yes:NoSchedule']}", {}, (False, False)),
        # a soft taint hides a node although pods run there
        ("- {gpus: 4, taints: ['gpu:PreferNoSchedule']}", {}, (False, True)),
        ("- {gpus: 4, taints: ['DeletionCandidateOfClusterAutoscaler=17:PreferNoSchedule']}", {}, (True, True)),
        ("- {gpus: 4, taints: ['DeletionCandidateOfClusterAutoscaler=17:PreferNoSchedule']}", {"detVersion": "0.26.3"}, (False, True)),
        ("- {gpus: 4, unschedulable: true}", {}, (False, False)),
        ("- {gpus: 4, labels: {determined.ai/cluster-id-1: no-schedule}}", {}, (True, False)),
        ("- {gpus: 4, labels: {determined.ai/cluster-id-1: no-schedule}}", {"detVersion": "0.25.0"}, (True, True)),
        # the top-level pod spec, with one pool that has none
        (TAINTED, {"taskContainerDefaults": {"gpuPodSpec": pod(tolerations=[EXISTS])}}, (True, True)),
        (TAINTED, {"taskContainerDefaults": {"cpuPodSpec": pod(tolerations=[EXISTS])}}, (False, False)),
        (LABELLED, {"taskContainerDefaults": {"gpuPodSpec": pod(nodeSelector={"pool": "b"})}}, (True, False)),
        # with two pools, one without a pod spec shows no tainted node, though tasks run there
        (TAINTED, {"taskContainerDefaults": {"gpuPodSpec": pod(tolerations=[EXISTS])}, "resourcePools": [{"pool_name": "a"}, {"pool_name": "b"}]}, (False, True)),
        (NVIDIA, {"resourcePools": [{"pool_name": "a"}, {"pool_name": "b"}]}, (False, False)),
        # a pool's pod spec: its tolerations and those of the top level are shown, its own are used
        (TAINTED, {"resourcePools": [pool("a", pod(tolerations=[EXISTS])), pool("b")]}, (True, True)),
        (TAINTED, {"taskContainerDefaults": {"gpuPodSpec": pod(tolerations=[EXISTS])}, "resourcePools": [pool("a", pod())]}, (True, False)),
        (NVIDIA, {"resourcePools": [pool("a", pod())]}, (False, False)),
        # with GPUs and only a cpu_pod_spec, that one is shown; tasks with slots do not use it
        (TAINTED, {"resourcePools": [pool("a", cpu=pod(tolerations=[EXISTS]))]}, (True, False)),
        (TAINTED, {"resourcePools": [pool("a", cpu=pod())], "taskContainerDefaults": {"cpuPodSpec": pod(tolerations=[EXISTS])}}, (True, False)),
        (TAINTED, {"resourcePools": [pool("a", cpu=pod())], "taskContainerDefaults": {"gpuPodSpec": pod(tolerations=[EXISTS])}}, (False, True)),
        (LABELLED, {"resourcePools": [pool("a", pod(nodeSelector={"pool": "b"}))]}, (False, False)),
        (LABELLED, {"detVersion": "0.33.0", "resourcePools": [pool("a", pod(nodeSelector={"pool": "b"}))]}, (True, False)),
        # the master splits values at commas, Kubernetes does not
        (LABELLED, {"resourcePools": [pool("a", pod(nodeSelector={"pool": "a,b"}))]}, (True, False)),
        (TAINTED, {"detVersion": "0.21.0"}, (True, False)),
        # tasks with slots take gpu_pod_spec on CPU clusters, too; the master looks at cpu_pod_spec
        ("- {cpus: 8, taints: ['gpu:NoSchedule']}", {"slotType": "cpu", "slotResourceRequests": {"cpu": 2}, "resourcePools": [pool("a", pod(tolerations=[EXISTS]))]}, (False, True)),
        ("- {cpus: 8, taints: ['gpu:NoSchedule']}", {"slotType": "cpu", "slotResourceRequests": {"cpu": 2}, "resourcePools": [pool("a", cpu=pod(tolerations=[EXISTS]))]}, (True, False)),
    ],
)  # fmt: skip
def test_nodes_that_a_pool_shows_and_uses(nodes, values, expected):
    assert seen(nodes, **values) == [expected]


@pytest.mark.parametrize(
    ("requirement", "fits"),
    [
        ({"key": "zone", "operator": "In", "values": ["x", "y"]}, True),
        ({"key": "zone", "operator": "In", "values": ["y"]}, False),
        ({"key": "zone", "operator": "NotIn", "values": ["y"]}, True),
        ({"key": "none", "operator": "NotIn", "values": ["y"]}, True),
        ({"key": "zone", "operator": "Exists"}, True),
        ({"key": "none", "operator": "Exists"}, False),
        ({"key": "zone", "operator": "DoesNotExist"}, False),
        ({"key": "none", "operator": "DoesNotExist"}, True),
        ({"key": "size", "operator": "Gt", "values": ["4"]}, True),
        ({"key": "size", "operator": "Gt", "values": ["5"]}, False),
        ({"key": "size", "operator": "Lt", "values": ["6"]}, True),
        ({"key": "zone", "operator": "Lt", "values": ["6"]}, False),
        ({"key": "zone", "operator": "Near", "values": ["x"]}, False),
    ],
)
def test_node_affinity(requirement, fits):
    def affinity(*terms: object) -> dict[str, object]:
        return {
            "nodeAffinity": {
                "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": list(terms)}
            }
        }

    nodes = "- {name: n1, gpus: 4, labels: {zone: x, size: '5'}}"
    for terms in ([{"matchExpressions": [requirement]}], [{}, {"matchExpressions": [requirement]}]):
        pools = [pool("a", pod(affinity=affinity(*terms)))]
        assert seen(nodes, resourcePools=pools) == [(fits, fits)]
    by_name = {"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}
    assert seen(nodes, resourcePools=[pool("a", pod(affinity=affinity(by_name)))]) == [(True, True)]


@pytest.mark.parametrize(
    "requirement",
    [
        {"key": "zone", "operator": "Near", "values": ["x"]},
        {"key": "zone", "operator": "In"},
        {"key": "zone", "operator": "In", "values": ["a b"]},
        {"key": "zone", "operator": "Exists", "values": ["x"]},
        {"key": "size", "operator": "Gt", "values": ["4", "5"]},
        {"key": "size", "operator": "Gt", "values": ["-1"]},
    ],
)
def test_the_master_gives_up_on_terms_that_kubernetes_leaves_out(requirement):
    terms = [
        {"matchExpressions": [one]} for one in (requirement, {"key": "zone", "operator": "Exists"})
    ]
    key = "requiredDuringSchedulingIgnoredDuringExecution"
    spec = pod(affinity={"nodeAffinity": {key: {"nodeSelectorTerms": terms}}})
    nodes = "- {name: n1, gpus: 4, labels: {zone: x, size: '5'}}"

    assert seen(nodes, resourcePools=[pool("a", spec)]) == [(False, True)]


def test_the_api_server_may_tolerate_taints_of_gpus():
    assert seen(
        NVIDIA.replace("gpus: 4", "gpus: 4, labels: {cloud.google.com/gke-nodepool: a}")
    ) == [(True, True)]


def verdicts(
    nodes: str, sizes: list[int], **values: object
) -> dict[int, tuple[str, int, int, int]]:
    return {
        size.slots: (size.verdict, size.pods, size.slots_per_pod, size.room)
        for size in assess(nodes, sizes, **values).pools[0].sizes
    }


def test_sizes_on_three_nodes_of_four():
    assert verdicts("- {count: 3, gpus: 4}", [1, 3, 4, 5, 8, 12, 14, 16], maxSlotsPerPod=4) == {
        1: (FITS, 1, 1, 12),
        3: (FITS, 1, 3, 3),
        4: (FITS, 1, 4, 3),
        5: (NOT_A_MULTIPLE, 0, 0, 0),
        8: (FITS, 2, 4, 3),
        12: (FITS, 3, 4, 3),
        14: (NOT_A_MULTIPLE, 0, 0, 0),
        16: (TOO_MANY_PODS, 4, 4, 3),
    }


def test_slots_per_pod_that_suit_no_node():
    assert verdicts("- {count: 2, gpus: 4}", [4, 6, 8, 16], maxSlotsPerPod=8) == {
        4: (FITS, 1, 4, 2),
        6: (TOO_LARGE, 1, 6, 0),
        8: (TOO_LARGE, 1, 8, 0),
        16: (TOO_LARGE, 2, 8, 0),
    }
    assert verdicts("- {count: 2, gpus: 6}", [4, 8, 12], maxSlotsPerPod=4) == {
        4: (FITS, 1, 4, 2),
        8: (FITS, 2, 4, 2),
        12: (TOO_MANY_PODS, 3, 4, 2),
    }
    assert verdicts("- gpus: 6", [1, 4], maxSlotsPerPod=0) == {
        1: (NOT_A_MULTIPLE, 0, 0, 0),
        4: (NOT_A_MULTIPLE, 0, 0, 0),
    }


def test_sizes_say_where():
    (found,) = assess("- {count: 2, gpus: 8}\n- {gpus: 4}\n- gpus: 0", [8], maxSlotsPerPod=4).pools
    assert found.sizes == (TaskSize(8, 2, 4, FITS, 5, (Place(2, 8, 2), Place(1, 4, 1))),)
    assert (found.shown, found.usable, found.divisor) == (20, 20, 4)


def test_without_sizes_all_up_to_the_cluster_are_looked_at():
    (found,) = assess("- {count: 2, gpus: 3}", maxSlotsPerPod=3).pools
    assert [size.slots for size in found.sizes] == [1, 2, 3, 4, 5, 6]


def test_other_requests_of_the_pod_spec_take_room():
    resources = {"requests": {"memory": "40Gi", "cpu": 10}}
    spec = pod(containers=[{"name": "determined-container", "resources": resources}])
    values = {"maxSlotsPerPod": 4, "taskContainerDefaults": {"gpuPodSpec": spec}}

    assert verdicts("- {gpus: 4, memory: 100Gi}", [1, 4], **values) == {
        1: (FITS, 1, 1, 2),
        4: (FITS, 1, 4, 1),
    }
    assert verdicts("- {gpus: 4, cpus: 9}", [1], **values) == {1: (TOO_LARGE, 1, 1, 0)}
    assert verdicts("- {gpus: 4}", [1], **values) == {1: (FITS, 1, 1, 4)}


def test_cpus_of_a_slot_replace_those_of_the_tasks_own_container():
    own = {"name": "determined-container", "resources": {"requests": {"cpu": 6}}}
    side = {"name": "side", "resources": {"requests": {"cpu": 1}}}
    values = {
        "slotType": "cpu",
        "slotResourceRequests": {"cpu": 2},
        "maxSlotsPerPod": 4,
        "taskContainerDefaults": {"gpuPodSpec": pod(containers=[own, side])},
    }
    assert verdicts("- cpus: 8", [1, 3, 4], **values) == {
        1: (FITS, 1, 1, 2),
        3: (FITS, 1, 3, 1),
        4: (TOO_LARGE, 1, 4, 0),
    }


def test_a_sidecar_with_gpus_takes_some():
    spec = pod(containers=[{"name": "side", "resources": {"limits": {"nvidia.com/gpu": 1}}}])
    values = {"maxSlotsPerPod": 4, "taskContainerDefaults": {"gpuPodSpec": spec}}

    assert verdicts("- gpus: 4", [1, 3, 4], **values) == {
        1: (FITS, 1, 1, 2),
        3: (FITS, 1, 3, 1),
        4: (TOO_LARGE, 1, 4, 0),
    }


@pytest.mark.parametrize(
    ("cpus", "slot", "slots"),
    [("7.91", 7.5, 1), ("16", 15, 1), ("32", 15, 2), ("64", 15, 4), ("7910m", 8, 0), ("8", 8, 1)],
)
def test_slots_of_cpus(cpus, slot, slots):
    report = assess(
        f"- cpus: {cpus}", slotType="cpu", slotResourceRequests={"cpu": slot}, maxSlotsPerPod=1
    )
    if slots:
        assert report.pools[0].nodes[0].slots == slots
    else:  # what fits nowhere is replaced by what does
        assert report.settings.slot_cpu == 7.5


def test_cpu_slots_of_several_nodes():
    values = {"slotType": "cpu", "slotResourceRequests": {"cpu": 7.5}, "maxSlotsPerPod": 2}
    assert verdicts("- {count: 2, cpus: 15.9}\n- cpus: 7.91", [1, 2, 4, 6], **values) == {
        1: (FITS, 1, 1, 5),
        2: (FITS, 1, 2, 2),
        4: (FITS, 2, 2, 2),
        6: (TOO_MANY_PODS, 3, 2, 2),
    }
