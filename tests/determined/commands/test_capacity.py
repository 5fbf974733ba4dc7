"""``helmwright capacity`` as a user calls it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright, write

from helmwright.go.yaml_read import load

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("determined")

NODES = "- count: 3\n  gpus: 4\n"


@pytest.fixture(autouse=True)
def files(place: Path) -> None:
    write(
        place,
        {
            "nodes.yaml": NODES,
            "values.yaml": "maxSlotsPerPod: 4\n",
            "jobs.yaml": "- {name: train, slots: 12, count: 2, priority: 60}\n- {slots: 0}\n",
        },
    )


def capacity(*arguments: str, stdin: bytes = b""):
    return helmwright("capacity", "--nodes", "nodes.yaml", *arguments, stdin=stdin)


def test_two_jobs_that_lock_each_other_out() -> None:
    code, out, err = capacity("-f", "values.yaml", "--jobs", "2x12")

    assert (code, err) == (0, "")
    assert (
        out
        == """\
Determined 0.38.1, slots of GPUs
maxSlotsPerPod 4, defaultScheduler blank (the cluster's own)

Recommendation
  Every node that tasks can use has 4 slots.
  The values say so already: maxSlotsPerPod: 4

Pool default: 12 slots on 3 nodes, shown in the web interface
  NODES   NAMES             SLOTS EACH   SHOWN   PODS RUN
  3       gpu4-1 … gpu4-3   4            yes     yes

  TASK SLOTS     PODS    WHERE
  1              1       3 nodes with 4 (4 pods each)
  2              1       3 nodes with 4 (2 pods each)
  3-4            1       3 nodes with 4
  8              2 × 4   3 nodes with 4
  12             3 × 4   3 nodes with 4
  5-7, 9-11      never   not a multiple of maxSlotsPerPod 4; the master refuses it
  more than 12   never   there are no more slots

Jobs
  JOBS   PRIORITY   SLOTS   POOL      PODS    RUN ALONE        NAME
  2      50         12      default   3 × 4   3 nodes with 4   12-slots

Deadlock without gang scheduling: possible
  When pods are placed in this way, no more fit and no job can start:

  NODE     PODS         SLOTS FREE
  gpu4-1   12-slots-1   0
  gpu4-2   12-slots-2   0
  gpu4-3   12-slots-1   0

  JOB          HAS      WAITS FOR
  12-slots-1   2 pods   1 pod of 4 slots
  12-slots-2   1 pod    2 pods of 4 slots
  The way out: pause, cancel or kill one of them (det experiment pause ID).

What would change it
  coscheduler  deadlock impossible
               All pods of a task start, or none. A job that needs the whole cluster can wait
               for minutes.
  preemption   not available
               Determined 0.38.1 does not know it any more.
  autoscaler   deadlock impossible
               Pods that wait make it add nodes: if it may add 2 nodes like gpu4-1, every job
               ends.
  These exclude each other: defaultScheduler is either coscheduler or preemption, coscheduler
  preempts nothing, and neither works together with a cluster autoscaler.
"""
    )


def test_what_is_recommended_is_there_to_be_copied() -> None:
    out = capacity().out
    assert "\n  Write into the values:\n\n    maxSlotsPerPod: 4\n\nPool default" in out


def test_what_the_values_have_is_marked() -> None:
    out = capacity("--jobs", "2x12", "--set", "defaultScheduler=coscheduler").out
    assert "  coscheduler  deadlock impossible (what the values say)\n" in out


def test_a_job_that_never_fits() -> None:
    out = capacity("--jobs", "16,4", "--set", "maxSlotsPerPod=4").out
    assert "  16-slots: 4 pods of 4 slots, but only 3 fit.\n" in out
    assert "  16-slots   3 pods   1 pod of 4 slots\n" in out


def test_jobs_that_end_in_every_order() -> None:
    out = capacity("--jobs", "2x8", "-f", "values.yaml").out
    assert out.endswith(
        "\nDeadlock without gang scheduling: impossible\n"
        "  In whatever order pods are placed, a job becomes complete and makes room.\n"
    )


def test_jobs_from_a_file() -> None:
    found = json.loads(capacity("--jobs", "jobs.yaml", "-o", "json", "-f", "values.yaml").out)

    assert [(job["name"], job["count"], job["priority"]) for job in found["jobs"]] == [
        ("train", 2, 60),
        ("0-slots", 1, 50),
    ]
    assert found["deadlock"]["held"] == [
        {
            "job": "train-1",
            "placed": 2,
            "pods": 3,
            "slotsPerPod": 4,
            "nodes": {"gpu4-1": 1, "gpu4-3": 1},
        },
        {"job": "train-2", "placed": 1, "pods": 3, "slotsPerPod": 4, "nodes": {"gpu4-2": 1}},
    ]


def test_json_and_yaml_are_the_same() -> None:
    arguments = ("--jobs", "2x12", "--slots", "4,5", "-f", "values.yaml", "--output")
    found = json.loads(capacity(*arguments, "json").out)

    assert load(capacity(*arguments, "yaml").out) == found
    assert found["recommendation"]["values"] == "maxSlotsPerPod: 4\n"
    assert found["pools"][0]["sizes"] == [
        {
            "slots": 4,
            "verdict": "fits",
            "pods": 1,
            "slotsPerPod": 4,
            "room": 3,
            "places": [{"nodes": 3, "slots": 4, "podsEach": 1}],
        },
        {
            "slots": 5,
            "verdict": "not a multiple",
            "pods": 0,
            "slotsPerPod": 0,
            "room": 0,
            "places": [],
        },
    ]
    assert found["allSchedulable"] is False


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--slots", "8"], 0),
        (["--slots", "8,5"], 1),
        (["--slots", "16"], 1),
        (["--jobs", "2x12"], 0),
        (["--jobs", "16"], 1),
        (["--jobs", "5"], 1),
        (["--jobs", "0"], 0),
    ],
)
def test_check_fails_if_a_task_never_runs(arguments, code) -> None:
    outcome = capacity("-f", "values.yaml", "--check", *arguments)

    assert outcome.code == code
    assert outcome.err == ("Error: not all of the tasks can run\n" if code else "")
    assert capacity("-f", "values.yaml", *arguments).code == 0


def test_nodes_from_standard_input() -> None:
    outcome = helmwright("capacity", "--nodes", "-", stdin=NODES.encode())
    assert (outcome.code, outcome.out) == (0, capacity().out)


def test_another_release() -> None:
    out = capacity("--det-version", "0.33.0", "--jobs", "2x12", "-f", "values.yaml").out
    assert out.startswith("Determined 0.33.0, ")
    assert "All jobs have the same priority: nothing changes." in out


def test_pools(place: Path) -> None:
    write(
        place,
        {
            "pools.yaml": """\
maxSlotsPerPod: 4
defaultComputeResourcePool: big
resourcePools:
  - pool_name: big
    task_container_defaults: &big
      gpu_pod_spec: {spec: {nodeSelector: {pool: big}}}
  - pool_name: bigger
    task_container_defaults: *big
  - pool_name: rest
""",
            "nodes.yaml": "- {gpus: 8, name: b, labels: {pool: big}}\n- {gpus: 4, name: s}\n",
        },
    )
    out = capacity("-f", "pools.yaml", "--jobs", "12").out
    assert "Pool big: 8 slots on 1 node, shown in the web interface\n" in out
    assert "  1       s       4            no      no: label pool=big is missing\n" in out
    assert "  - big and bigger have nodes in common: their slots are counted in both.\n" in out
    assert "  12-slots: 3 pods of 4 slots, but only 2 fit.\n" in out
    one = capacity("-f", "pools.yaml", "--pool", "rest", "--jobs", "12").out
    assert "Pool big" not in one
    assert "Pool rest: 12 slots on 2 nodes" in one
    assert (
        "  1      50         12      rest   3 × 4   1 node with 8 (2 pods each), 1 node with 4"
        in one
    )


def test_large_clusters_are_summed_up(place: Path) -> None:
    write(place, {"nodes.yaml": "- {count: 100, gpus: 8}\n"})
    lines = [" ".join(line.split()) for line in capacity().out.splitlines()]

    assert len(lines) < 40
    assert "120 15 × 8 100 nodes with 8" in lines
    assert "… … and so on in steps of 8" in lines
    assert "800 100 × 8 100 nodes with 8" in lines
    assert "more than 800 never there are no more slots" in lines


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--nodes is missing\n\nUsage:  helmwright capacity [CHART] --nodes FILE [FLAGS]"),
        (["--nodes", "n", "a", "b"], "expected at most one chart, unexpected arguments: b"),
        (["--nodes", "nodes.yaml", "--output", "xml"], "--output is one of text, json, yaml"),
        (["--nodes", "nodes.yaml", "--check"], "--check needs tasks to check: --slots or --jobs"),
        (["--nodes", "-", "-f", "-"], "only one of --nodes, --jobs and --values can be standard input"),
        (["--nodes", "nodes.yaml", "--slots", "4,x"], '--slots takes numbers such as 8,16, not "x"'),
        (["--nodes", "nodes.yaml", "--slots", "0"], '--slots takes numbers such as 8,16, not "0"'),
        (["--nodes", "nodes.yaml", "--jobs", "4x"], '--jobs: "4x" is not COUNTxSLOTS, such as 4x8'),
        (["--nodes", "nodes.yaml", "--jobs", "9999x8"], "--jobs: 9999 jobs are too many to look at together; at most 2000"),
        (["--nodes", "nodes.yaml", "--det-version", "new"], '--det-version is a release such as 0.38.1, not "new"'),
        (["--nodes", "nodes.yaml", "--pool", "x"], 'there is no pool "x"; there is default'),
        (["--nodes", "nodes.yaml", "--jobs", "8", "--set", "defaultComputeResourcePool=x"], 'the default pool "x" is not in resourcePools; name one'),
        (["--nodes", "nodes.yaml", "--nope"], "unknown flag: --nope"),
    ],
)  # fmt: skip
def test_wrong_usage(arguments, message) -> None:
    assert helmwright("capacity", *arguments) == (64, "", f"Error: {message}\n")


@pytest.mark.parametrize(
    ("name", "text", "arguments", "message"),
    [
        ("nodes.yaml", "- gpus: x\n", [], "nodes.yaml:1:9:\nError: [0].gpus must be a whole number from 0 on, not 'x'"),
        ("nodes.yaml", "", [], "Error: no nodes: the inventory is empty"),
        ("jobs.yaml", "- slot: 4\n", ["--jobs", "jobs.yaml"], 'jobs.yaml:1:3:\nError: [0]: unknown key "slot"; did you mean "slots"?\njobs.yaml:1:3: [0]: slots is missing'),
        ("jobs.yaml", "[]", ["--jobs", "jobs.yaml"], "jobs.yaml:1:1:\nError: no jobs: the list is empty"),
        ("jobs.yaml", "- {slots: 4, pool: x}\n", ["--jobs", "jobs.yaml"], 'Error: there is no pool "x"; there is default'),
        ("values.yaml", "resourcePools:\n- pool_name: a\n- 3\n", ["-f", "values.yaml"], "values.yaml:3:3:\nError: resourcePools[1]: expected a map, not a number"),
        ("values.yaml", "slotType: tpu\n", ["-f", "values.yaml"], 'values.yaml:1:11:\nError: slotType: expected gpu, cuda, rocm, cpu, not "tpu"'),
        ("other", "", ["-f", "none.yaml"], "Error: open none.yaml: no such file or directory"),
        ("other", "", ["--jobs", "none.yaml"], "Error: open none.yaml: no such file or directory"),
    ],
)  # fmt: skip
def test_wrong_files(place: Path, name, text, arguments, message) -> None:
    write(place, {name: text})
    code, out, err = capacity(*arguments)

    assert (code, out, err) == (64 if "no pool" in message else 1, "", f"{message}\n")
