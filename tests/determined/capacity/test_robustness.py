"""Whatever stands in an inventory, in jobs or in values: a report or an error with a sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright import HelmwrightError
from helmwright.determined import assess_capacity, read_cluster_nodes, read_cluster_settings
from helmwright.determined.capacity.jobs import read_jobs
from helmwright.determined.capacity.report_data import to_data
from helmwright.determined.capacity.report_text import to_text

WORDS = st.sampled_from(
    [
        "",
        "a",
        "4",
        "2Gi",
        "100m",
        "-1",
        "1e9",
        "gpu=a:NoSchedule",
        "NoSchedule",
        "Exists",
        "In",
        "é",
        "coscheduler",
        "preemption",
        "cpu",
        "rocm",
        "Node",
        "List",
        "default",
        "0.36.0",
        "\x00",
    ]
)
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-2, 9)
    | st.sampled_from([0.5, 7.5, 1e18, 1e300, float("inf"), float("nan")])
    | WORDS
)


def trees(keys: str):
    return st.recursive(
        SCALARS,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(keys.split()) | WORDS, inner, max_size=5)
        ),
        max_leaves=25,
    )


NODES = trees(
    "kind items metadata name labels spec taints unschedulable key value effect status allocatable "
    "cpu memory nvidia.com/gpu amd.com/gpu nodeInfo kubeletVersion count gpus cpus vendor"
)
JOBS = trees("name slots count pool priority")
POD = trees(
    "spec tolerations key operator value effect nodeSelector affinity nodeAffinity "
    "requiredDuringSchedulingIgnoredDuringExecution nodeSelectorTerms matchExpressions matchFields "
    "values schedulerName containers initContainers resources limits requests cpu memory"
)
POOL = st.fixed_dictionaries(
    {"pool_name": WORDS},
    optional={
        "task_container_defaults": st.fixed_dictionaries(
            {},
            optional={
                "gpu_pod_spec": POD,
                "cpu_pod_spec": POD,
                "kubernetes": st.fixed_dictionaries({}, optional={"max_slots_per_pod": SCALARS}),
            },
        ),
        "scheduler": st.fixed_dictionaries({}, optional={"default_priority": SCALARS}),
    },
)
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "maxSlotsPerPod": SCALARS,
        "slotType": WORDS | SCALARS,
        "slotResourceRequests": SCALARS | st.fixed_dictionaries({"cpu": SCALARS}),
        "defaultScheduler": WORDS,
        "detVersion": SCALARS,
        "resourcePools": st.lists(POOL | SCALARS, max_size=3) | SCALARS,
        "taskContainerDefaults": st.fixed_dictionaries(
            {}, optional={"gpuPodSpec": POD, "cpuPodSpec": POD}
        ),
        "additional_resource_managers": st.lists(
            st.fixed_dictionaries(
                {},
                optional={"resource_manager": JOBS, "resource_pools": st.lists(POOL, max_size=2)},
            ),
            max_size=2,
        )
        | SCALARS,
        "defaultComputeResourcePool": WORDS,
    },
)
GROUPS = st.lists(
    st.fixed_dictionaries(
        {"gpus": st.integers(0, 9), "cpus": st.integers(0, 20), "count": st.integers(0, 4)},
        optional={"taints": st.just(["gpu=a:NoSchedule"]), "labels": st.just({"a": "b"})},
    ),
    max_size=4,
)
GIVEN_JOBS = st.lists(
    st.fixed_dictionaries({"slots": st.integers(0, 40)}, optional={"count": st.integers(0, 4)}),
    max_size=3,
)


@pytest.mark.slow
@settings(max_examples=400, deadline=None)
@given(NODES | GROUPS, VALUES, JOBS | GIVEN_JOBS, WORDS)
def test_every_input_gives_a_report_or_a_sentence(nodes, values, jobs, pool):
    for name in ("", pool):
        try:
            found = read_cluster_settings(values, pool=name)
            groups = read_jobs(json.dumps(jobs)) if jobs else ()
            report = assess_capacity(
                read_cluster_nodes(json.dumps(nodes), "n"), found, jobs=groups, pool=name
            )
        except HelmwrightError as error:
            assert error.message  # noqa: PT017 - every outcome but a fault is fine
        else:
            assert to_text(report).endswith("\n")
            json.dumps(to_data(report), allow_nan=False)
