"""Inventories of nodes: what kubectl prints, short lists, and what is wrong with others."""

from __future__ import annotations

import json

import pytest

from helmwright import HelmwrightError
from helmwright.determined import ClusterNode, read_cluster_nodes
from helmwright.determined.capacity.nodes import Taint

NODE = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "a1", "labels": {"pool": "a100"}},
    "spec": {
        "taints": [{"key": "gpu", "value": "yes", "effect": "NoSchedule", "timeAdded": None}],
        "unschedulable": True,
    },
    "status": {
        "allocatable": {
            "cpu": "7910m",
            "memory": "64Gi",
            "nvidia.com/gpu": "4",
            "amd.com/gpu": "0",
            "pods": "110",
        },
        "capacity": {"cpu": "8", "nvidia.com/gpu": "5"},
        "nodeInfo": {"kubeletVersion": "v1.31.2"},
    },
}
READ = ClusterNode(
    "a1",
    {"nvidia.com/gpu": 4},
    7910,
    64 << 30,
    {"pool": "a100"},
    (
        Taint("gpu", "yes", "NoSchedule"),
        Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"),
    ),
    "v1.31.2",
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"apiVersion": "v1", "kind": "List", "items": [NODE]}),
        json.dumps({"kind": "NodeList", "items": [NODE]}, indent=2),
        json.dumps(NODE),
        "- " + json.dumps(NODE),
        "kind: List\nitems:\n- " + json.dumps(NODE),
    ],
)
def test_reads_what_kubectl_prints(text):
    assert read_cluster_nodes(text) == (READ,)
    assert read_cluster_nodes(text.encode()) == (READ,)


def test_reads_a_short_list():
    text = """\
# ours
- {count: 2, gpus: 4, memory: 100Gi, labels: {pool: a100}, taints: ["gpu=yes:NoSchedule", "x:NoExecute"]}
- {name: big, gpus: 8, cpus: 3.5, taints: [{key: a, effect: PreferNoSchedule}]}
- {gpus: 4, count: 1}
- {cpus: 7910m, count: 1}
- {name: mi, count: 2, gpus: 8, vendor: amd}
- {name: old, gpus: 1, unschedulable: true}
"""
    taints = (Taint("gpu", "yes", "NoSchedule"), Taint("x", "", "NoExecute"))
    pool = {"pool": "a100"}
    assert read_cluster_nodes(text) == (
        ClusterNode("gpu4-1", {"nvidia.com/gpu": 4}, None, 100 << 30, pool, taints),
        ClusterNode("gpu4-2", {"nvidia.com/gpu": 4}, None, 100 << 30, pool, taints),
        ClusterNode(
            "big", {"nvidia.com/gpu": 8}, 3500, None, {}, (Taint("a", "", "PreferNoSchedule"),)
        ),
        ClusterNode("gpu4-3", {"nvidia.com/gpu": 4}),
        ClusterNode("cpu8-1", {}, 7910),
        ClusterNode("mi-1", {"amd.com/gpu": 8}),
        ClusterNode("mi-2", {"amd.com/gpu": 8}),
        ClusterNode(
            "old",
            {"nvidia.com/gpu": 1},
            taints=(Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"),),
        ),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "n.yaml: no nodes: the inventory is empty"),
        ("[]", "n.yaml:1:1: no nodes: the inventory is empty"),
        ('{"kind": "List", "items": []}', "n.yaml:1:1: no nodes: the inventory is empty"),
        ("a: 1", "n.yaml:1:1: expected a List of Nodes (kubectl get nodes -o json) or a list of maps with count and gpus or cpus"),
        ("- 3", "n.yaml:1:3: [0] must be a map, not a number"),
        ("3", "n.yaml:1:1: the file must be a List of Nodes (kubectl get nodes -o json) or a list of maps with count and gpus or cpus, not a number"),
        ("nodes:\n- gpus: 4\n", "n.yaml:2:1: nodes: the list itself is the inventory; leave the key out"),
        ("kind: Pod\n", "n.yaml:1:7: kind must be List, NodeList or Node, as kubectl get nodes -o json prints it"),
        ("- count: 3\n", "n.yaml:1:3: [0]: say how many gpus or cpus the nodes have"),
        ("- count: 3\n  gpu: 4\n", 'n.yaml:2:3: [0]: unknown key "gpu"; did you mean "gpus"?'),
        ("- gpus: 4\n- gpus: four\n", "n.yaml:2:9: [1].gpus must be a whole number from 0 on, not 'four'"),
        ("- gpus: 1.5\n", "n.yaml:1:9: [0].gpus must be a whole number from 0 on, not 1.5"),
        ("- gpus: -1\n", "n.yaml:1:9: [0].gpus must be a whole number from 0 on, not -1"),
        ("- {gpus: 1, count: true}\n", "n.yaml:1:20: [0].count must be a whole number from 0 on, not true"),
        ("- {gpus: 1, count: 20001}\n", "n.yaml:1:20: [0].count: more than 20000 nodes"),
        ("- cpus: 8 cores\n", "n.yaml:1:9: [0].cpus: '8 cores' is no quantity such as 4, 7910m or 64Gi"),
        ("- cpus: 1e300\n", "n.yaml:1:9: [0].cpus: 1e+300 is out of range"),
        ("- cpus: -1\n", "n.yaml:1:9: [0].cpus: '-1' is out of range"),
        ("- cpus: .nan\n", "n.yaml"),
        ("- gpus: 1\n  vendor: intel\n", "n.yaml:2:11: [0].vendor: must be one of nvidia, amd, not 'intel'"),
        ("- gpus: 1\n  labels: [a]\n", "n.yaml:2:11: [0].labels must be a map of texts, not a list"),
        ("- gpus: 1\n  labels: {a: 1}\n", "n.yaml:2:15: [0].labels.a must be a text; put it into quotation marks"),
        ("- gpus: 1\n  taints: [gpu]\n", "n.yaml:2:12: [0].taints[0]: 'gpu' is no taint such as gpu=true:NoSchedule"),
        ("- gpus: 1\n  taints: [{key: a, effect: Never}]\n", "n.yaml:2:29: [0].taints[0].effect: must be one of NoSchedule, PreferNoSchedule, NoExecute, not 'Never'"),
        ("- gpus: 1\n  taints: [{effect: NoSchedule}]\n", "n.yaml:2:12: [0].taints[0]: key is missing"),
        ("- gpus: 1\n  unschedulable: maybe\n", "n.yaml:2:18: [0].unschedulable must be true or false, not a text"),
        ("kind: List\nitems:\n- kind: Pod\n", "n.yaml:3:9: items[0].kind must be Node; give the output of kubectl get nodes"),
        ("kind: List\nitems:\n- metadata: {name: a}\n", "n.yaml:3:3: items[0]: status.allocatable is missing; give -o json, not another format"),
        ('{"kind": "Node",\n "status": {"allocatable": {"nvidia.com/gpu": "x"}}}', "n.yaml:2:47: status.allocatable.nvidia.com/gpu: 'x' is no quantity such as 4, 7910m or 64Gi"),
        ('{"kind": "List", "items": [', "n.yaml"),
        ("NAME  STATUS\na1    Ready\n", "n.yaml"),
        ("\t- a", "n.yaml"),
        ("\x00", "n.yaml"),
    ],
)  # fmt: skip
def test_says_what_is_wrong_and_where(text, message):
    with pytest.raises(HelmwrightError) as error:
        read_cluster_nodes(text, "n.yaml")

    if message == "n.yaml":  # the words are the YAML reader's
        assert str(error.value).startswith("n.yaml")
    else:
        assert str(error.value) == message
