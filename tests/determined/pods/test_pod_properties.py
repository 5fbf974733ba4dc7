"""What holds for every pod: nothing passed in changes, and no default gets lost unseen."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from helmwright.determined.pods.effective import effective_pods
from helmwright.determined.pods.fields import fields_of, shown
from helmwright.determined.versions import DeterminedRelease
from helmwright.kube.schemas import pod_codec

NAMES = st.sampled_from(["determined-container", "side", "log"])
LETTERS = st.sampled_from("abc")


def maps(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=fields)


def lists(elements: st.SearchStrategy[Any], key: str) -> st.SearchStrategy[list[Any]]:
    return st.lists(elements, max_size=2, unique_by=lambda one: one[key])


ENV = st.fixed_dictionaries({"name": LETTERS, "value": st.sampled_from(["1", "2"])})
MOUNT = st.fixed_dictionaries(
    {"name": LETTERS, "mountPath": st.sampled_from(["/x", "/y"])},
    optional={"readOnly": st.just(True)},
)
CONTAINER = st.fixed_dictionaries(
    {"name": NAMES},
    optional={
        "env": lists(ENV, "name"),
        "volumeMounts": lists(MOUNT, "mountPath"),
        "resources": st.just({"limits": {"memory": "1Gi", "nvidia.com/gpu": "1"}}),
    },
)
SPEC: dict[str, st.SearchStrategy[Any]] = {
    "containers": lists(CONTAINER, "name"),
    "nodeSelector": st.dictionaries(LETTERS, LETTERS, max_size=2),
    "tolerations": st.lists(st.fixed_dictionaries({"key": LETTERS}), max_size=2),
    "volumes": lists(st.fixed_dictionaries({"name": LETTERS, "emptyDir": st.just({})}), "name"),
    "hostPID": st.booleans(),
    "restartPolicy": st.just("Always"),
}
METADATA = maps(labels=st.dictionaries(LETTERS, LETTERS, max_size=2))
POD = maps(metadata=METADATA, spec=maps(**SPEC, unknown=st.just("x")))
OWN_POD = maps(metadata=METADATA, spec=maps(**SPEC))
"""Of a task or a template, where the master refuses what it does not know, or drops it."""
TASKS = st.sampled_from(["experiment", "command", "gc"])
VERSIONS = st.sampled_from(["0.22.2", "0.33.0", "0.38.1"])


def config(default: Any, pool: Any) -> dict[str, Any]:
    defaults = {} if pool is None else {"task_container_defaults": {"gpu_pod_spec": pool}}
    return {
        "resource_manager": {"max_slots_per_pod": 4},
        "task_container_defaults": {"gpu_pod_spec": default, "cpu_pod_spec": default},
        "resource_pools": [{"pool_name": "default", **defaults}],
    }


@settings(deadline=None)
@given(POD, st.none() | POD, OWN_POD, OWN_POD, TASKS, VERSIONS)
def test_nothing_that_is_passed_in_changes(  # noqa: PLR0917
    default: Any, pool: Any, template: Any, task: Any, kind: str, version: str
) -> None:
    master = config(default, pool)
    documents = [{"environment": {"pod_spec": pod}} for pod in (template, task)]
    before = copy.deepcopy((master, documents))

    effective_pods(
        master,
        documents[1],
        template=documents[0],
        task_type=kind,
        release=DeterminedRelease.parse(version) or DeterminedRelease((0, 38, 1)),
    ).explain()

    assert (master, documents) == before


@settings(deadline=None)
@given(POD, st.none() | POD, OWN_POD, TASKS, VERSIONS)
def test_every_default_is_in_the_pod_or_among_the_losses(
    default: Any, pool: Any, task: Any, kind: str, version: str
) -> None:
    pods = effective_pods(
        config(default, pool),
        {"environment": {"pod_spec": task}},
        task_type=kind,
        release=DeterminedRelease.parse(version) or DeterminedRelease((0, 38, 1)),
    )

    final = {field.path: field.value for field in fields_of(pods.pod)}
    layers = {
        "task_container_defaults.gpu_pod_spec": default,
        "resource pool default.gpu_pod_spec": pool,
    }
    for name, layer in layers.items():
        lost = {loss.path for loss in pods.losses if loss.layer == name}
        for field in fields_of(pod_codec().round_trip(layer or {})):
            if field.path == ("metadata", "creationTimestamp"):
                continue
            kept = final.get(field.path) == field.value
            above = [shown(field.path[:length]) for length in range(len(field.path) + 1)]
            assert kept or lost & set(above), (name, shown(field.path), lost)


@settings(deadline=None)
@given(POD, POD, VERSIONS)
def test_every_field_of_the_pod_has_an_origin(default: Any, task: Any, version: str) -> None:
    pods = effective_pods(
        config(default, None),
        {"environment": {"pod_spec": task}},
        release=DeterminedRelease.parse(version) or DeterminedRelease((0, 38, 1)),
    )

    for one in pods.explain():
        assert one.origin.value == one.value
        assert one.origin.layer in {
            "the master",
            "task pod_spec",
            "task_container_defaults.gpu_pod_spec",
        }
        assert all(lower.value != one.value for lower in one.overrode)
