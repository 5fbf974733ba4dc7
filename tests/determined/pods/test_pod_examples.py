"""The golden cases: golden/podspec/examples.yaml."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests import podspec_cases

from helmwright.base.errors import TaskRefusedError
from helmwright.determined.pods.effective import EffectivePods, effective_pods
from helmwright.determined.pods.fields import matches
from helmwright.determined.versions import DeterminedRelease

if TYPE_CHECKING:
    from tests.podspec_cases import PodCase

CASES = podspec_cases.load_all()


def pods_of(case: PodCase) -> EffectivePods:
    release = DeterminedRelease.parse(case.release)
    assert release is not None
    return effective_pods(case.master, case.task, task_type=case.kind, release=release)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_pod_is_the_one_of_the_example(case: PodCase) -> None:
    given = case.given
    if "refused" in given:
        with pytest.raises(TaskRefusedError) as caught:
            pods_of(case)
        said = [caught.value.message, *getattr(caught.value, "__notes__", [])]
        assert [message.rpartition(": ")[2] for message in said] == given["refused"]
        return

    pods = pods_of(case)

    explained = pods.explain()
    for wanted, value in given.get("has", {}).items():
        found = [one.value for one in explained if matches(one.field, wanted)]
        assert found == [value], wanted
    for wanted in given.get("lacks", []):
        assert not [one.path for one in explained if matches(one.field, wanted)], wanted
    for key, names in given.get("names", {}).items():
        assert [element["name"] for element in pods.pod["spec"][key]] == names
    lost = [f"{loss.path}: {loss.reason}" for loss in pods.losses]
    for text in given.get("lost", []):
        assert any(text in line for line in lost), lost
    assert pods.count == given.get("pods", pods.count)
    assert pods.slots_per_pod == given.get("slots_per_pod", pods.slots_per_pod)


def test_own_mount_at_shared_memory_is_a_second_one() -> None:
    (case,) = (case for case in CASES if "mounts" in case.given)

    container = pods_of(case).pod["spec"]["containers"][-1]

    paths = [mount["mountPath"] for mount in container["volumeMounts"]]
    assert [path for path in paths if path in case.given["mounts"]] == case.given["mounts"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.merges], ids=lambda case: case.name
)
def test_merged_pod_spec_is_that_of_go(case: PodCase) -> None:
    if "refused" in case.given:
        pytest.skip("nothing is merged for a task that is refused")

    merged = pods_of(case).merged

    assert merged == podspec_cases.merged()[case.name]


def test_every_example_of_the_list_is_there() -> None:
    numbers = {int(re.match(r"\d+", case.name)[0]) for case in CASES}  # type: ignore[index]

    assert numbers == set(range(1, 21))


def test_merged_results_are_those_of_the_cases() -> None:
    names = {case.name for case in CASES if case.merges}
    found: dict[str, Any] = podspec_cases.merged()

    assert found.keys() == names
