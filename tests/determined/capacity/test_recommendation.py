"""Which maxSlotsPerPod and which CPUs per slot are recommended, and that the chart takes them."""

from __future__ import annotations

import pytest

from helmwright import ChartRenderer, load_chart
from helmwright.base.resources import chart_directory
from helmwright.determined import assess_capacity, read_cluster_nodes, read_cluster_settings
from helmwright.determined.capacity.recommendation import Recommendation, slot_cpu_for
from helmwright.values.maps import load_values, merge_maps


def recommended(nodes: str, **values: object) -> Recommendation:
    settings = read_cluster_settings({"detVersion": "0.38.1", **values})
    return assess_capacity(read_cluster_nodes(nodes), settings).recommendation


@pytest.mark.parametrize(
    ("nodes", "slots"),
    [
        ("- {count: 3, gpus: 4}", 4),
        ("- gpus: 4\n- gpus: 8", 4),
        ("- gpus: 6\n- gpus: 8", 2),
        ("- gpus: 1\n- gpus: 8", 1),
        ("- {count: 2, gpus: 8}\n- cpus: 16", 8),
        ("- gpus: 8\n- {gpus: 6, taints: ['a:NoSchedule']}", 8),
        ("- cpus: 16", None),
        ("- {gpus: 4, taints: ['a:NoSchedule']}", None),
    ],
)
def test_the_greatest_common_divisor_of_nodes_that_tasks_can_use(nodes, slots):
    assert recommended(nodes).max_slots == slots


@pytest.mark.parametrize(
    ("cpus", "slot"),
    [
        (7910, 7.5),
        (8000, 7.5),
        (16000, 15),
        (15890, 15),
        (3920, 3.5),
        (1930, 1.5),
        (940, 0.5),
        (500, 0.47),
        (0, None),
    ],
)
def test_a_slot_leaves_some_cpus_of_the_smallest_node(cpus, slot):
    assert slot_cpu_for([cpus, 64000]) == slot


def test_a_slot_that_is_all_of_a_node_is_made_to_leave_some():
    advice = recommended(
        "- {cpus: 15, count: 2}", slotType="cpu", slotResourceRequests={"cpu": 15}, maxSlotsPerPod=1
    )

    assert (advice.max_slots, advice.slot_cpu, advice.changes) == (1, 14, True)
    assert "15 CPUs per slot are all that" in advice.reasons[0]


def test_a_slot_that_leaves_some_of_each_node_is_no_change():
    advice = recommended(
        "- {cpus: 15.5, count: 2}",
        slotType="cpu",
        slotResourceRequests={"cpu": 15},
        maxSlotsPerPod=1,
    )

    assert (advice.slot_cpu, advice.changes) == (15, False)


def test_what_the_values_say_already_is_no_change():
    assert recommended("- gpus: 4", maxSlotsPerPod=4) == Recommendation(
        4, None, (), False, ("Every node that tasks can use has 4 slots.",), "maxSlotsPerPod: 4\n"
    )
    assert recommended("- gpus: 4", maxSlotsPerPod=2).changes
    assert recommended("- gpus: 4").changes


def test_cpu_slots():
    found = recommended("- {count: 2, cpus: 7.91}", slotType="cpu")
    assert found == Recommendation(
        1,
        7.5,
        (),
        True,
        (
            (
                "The values have no slotResourceRequests.cpu; 7.5 fit the smallest, which has 7.91 to "
                "give, and leave some for what runs on every node."
            ),
            "Every node that tasks can use has 1 slot.",
        ),
        "maxSlotsPerPod: 1\nslotType: cpu\nslotResourceRequests:\n  cpu: 7.5\n",
    )
    chosen = {"slotType": "cpu", "slotResourceRequests": {"cpu": 15}, "maxSlotsPerPod": 2}
    assert recommended("- cpus: 32\n- cpus: 64", **chosen).max_slots == 2
    assert not recommended("- cpus: 32\n- cpus: 64", **chosen).changes
    too_many = {"slotType": "cpu", "slotResourceRequests": {"cpu": 8}, "maxSlotsPerPod": 1}
    changed = recommended("- cpus: 7.91", **too_many)
    assert (changed.slot_cpu, changed.changes) == (7.5, True)
    assert changed.reasons[0].startswith("8 CPUs per slot fit no node; 7.5 fit the smallest")


POOLS = {
    "resourcePools": [
        {
            "pool_name": name,
            "task_container_defaults": {"gpu_pod_spec": {"spec": {"nodeSelector": {"pool": name}}}},
        }
        for name in ("small", "large")
    ]
}
NODES = "- {count: 2, gpus: 4, labels: {pool: small}}\n- {count: 2, gpus: 8, labels: {pool: large}}"


def test_pools_with_larger_nodes_can_have_more():
    found = recommended(NODES, **POOLS)

    assert (found.max_slots, found.pools) == (4, (("large", 8),))
    assert found.values == (
        "maxSlotsPerPod: 4\n"
        "resourcePools:\n"
        "  - pool_name: large\n"
        "    task_container_defaults:\n"
        "      kubernetes:\n"
        "        max_slots_per_pod: 8\n"
    )
    assert recommended(NODES, **POOLS, detVersion="0.26.0").pools == ()
    assert not recommended(NODES, **POOLS, maxSlotsPerPod=4).changes


@pytest.mark.parametrize(
    ("nodes", "values"),
    [(NODES, POOLS), ("- cpus: 7.91", {"slotType": "cpu"}), ("- gpus: 8", {})],
)
def test_the_chart_takes_what_is_recommended(nodes, values):
    chart = load_chart(chart_directory())
    base = {"initialUser": {"existingSecret": "users"}, **values}
    advised = load_values(recommended(nodes, **values).values)

    config = next(
        manifest
        for manifest in ChartRenderer(chart).render(merge_maps(base, advised)).manifests
        if manifest.name == "determined-master-config-release-name"
    )
    text = str(config.object)
    assert f"max_slots_per_pod: {advised['maxSlotsPerPod']:g}" in text
    assert ("max_slots_per_pod: 8" in text) == ("8" in str(advised))
