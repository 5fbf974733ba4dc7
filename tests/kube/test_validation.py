"""What is refused of objects, against what kube-apiserver 1.34.4 said of each of them.

validation_cases.json: objects with one mistake each, and border cases that the server takes, asked
with a strict dry run: ``refused`` and ``server`` are its answer.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from helmwright.base.paths import dotted
from helmwright.kube.validation.objects import refusals

PAIRS = Path(__file__).parents[1] / "diff" / "server_truth" / "measured.json"
CASES = json.loads((Path(__file__).parent / "validation_cases.json").read_text())
OTHER_PLACES = {
    # the server names a part around what is wrong, or the field as Go calls it
    "mount subPath abs": "volumeMounts[0].subPath",
    "mountPropagation no priv": "volumeMounts[0].mountPropagation",
    "shareProcessNamespace+hostPID": "spec.template.spec.shareProcessNamespace",
    "ownerRef no uid": "metadata.ownerReferences[0].uid",
    "label value bool-like bad": "metadata.labels.",
    "request above limit": "resources.requests.cpu",
    "cm binaryData bad": "binaryData.",
    "secret data not base64": "data.",
    "hpa minReplicas 0": "spec.minReplicas",
    "quota bad": "spec.hard.cpus",
    "limitrange min>max": "spec.limits[0].min.cpu",
    "cpu negative": "resources.limits.cpu",
    "cm key in both": "data.a",
    "secret tls no key": "data.tls.key",
    "secret basic-auth none": "data.username",
}


def found(text: str, **options: Any) -> list[str]:
    data: dict[str, Any] = yaml.safe_load(text)
    return [f"{dotted(one.path)}: {one.reason}" for one in refusals(data, **options)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_an_object_is_refused_as_the_server_refuses_it(case: dict[str, Any]) -> None:
    said = found(case["object"])

    assert bool(said) == case["refused"], said
    if case["refused"]:
        place = OTHER_PLACES.get(case["name"])
        if place is None:
            match = re.search(r"is invalid: \[?([^\s:]+):", case["server"])
            assert match is not None, case["server"]
            place = match[1]
        assert any(place in one for one in said), (place, said)


SERVICE = """
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {ports: [{name: a, port: 53, protocol: TCP}, {name: b, port: 53, protocol: UDP}]}
"""
POD = """
apiVersion: v1
kind: Pod
metadata: {name: web}
spec:
  containers:
  - name: c
    image: i
    env: [{name: A, value: x}, {name: B}]
    ports: [{containerPort: 53}, {containerPort: 53, protocol: UDP}]
"""


@pytest.mark.parametrize("text", [SERVICE, POD])
def test_ports_of_two_protocols_are_no_twins(text: str) -> None:
    assert found(text) == []


def test_items_with_one_merge_key_are_refused_by_server_side_apply_only() -> None:
    twice = POD.replace("name: B", "name: A")

    assert found(twice) == ["spec.containers[0].env[1]: duplicate entries for key [name]"]
    assert found(twice, applied=False) == []


def test_one_mistake_is_said_once() -> None:
    twice = SERVICE.replace("UDP", "TCP")

    assert found(twice) == ["spec.ports[1]: Duplicate value"]


def test_nothing_is_said_of_custom_resources() -> None:
    assert found("apiVersion: example.com/v1\nkind: Pod\nspec: {containers: 1}") == []


@pytest.mark.parametrize(
    "wrong",
    ["metadata: 1", "metadata: []", "metadata: {name: 1, labels: x}", "spec: x", "spec: [1]"],
)
@pytest.mark.parametrize(
    "kind",
    ["v1/Service", "v1/Pod", "apps/v1/Deployment", "batch/v1/CronJob", "v1/Secret", "v1/ConfigMap"],
)
def test_values_of_wrong_types_end_in_no_internal_error(kind: str, wrong: str) -> None:
    api_version, _, name = kind.rpartition("/")
    found(f"apiVersion: {api_version}\nkind: {name}\n{wrong}\n")


def test_no_value_is_in_what_is_said() -> None:
    text = POD.replace("value: x", "value: 31337").replace(
        "image: i", "image: i\n    tty: hunter22"
    )

    said = "\n".join(found(text))
    assert "expected a string" in said
    assert "31337" not in said
    assert "hunter22" not in said


@pytest.mark.parametrize(
    ("expression", "closed"),
    [
        ("object.spec.replicas <= 5", True),
        ("has(object.x) && object.x.all(k, k in ['a', \"b\"])", True),
        ("'it is (open' == r'\\'", True),
        ("{'a': [1, 2]}['a'][0] == 1 // (a comment", True),
        ('"""a " ( b""".size() > 0', True),
        ("'\\'('.size() == 2", True),
        ("tru(", False),
        ("a[0)", False),
        ("'open", False),
        ("x)", False),
    ],
)
def test_an_expression_that_is_left_open_is_refused(expression: str, closed: bool) -> None:  # noqa: FBT001 - a column
    policy = {
        "apiVersion": "admissionregistration.k8s.io/v1",
        "kind": "ValidatingAdmissionPolicy",
        "metadata": {"name": "a"},
        "spec": {"validations": [{"expression": expression}]},
    }

    said = [one.path for one in refusals(policy)]
    assert said == ([] if closed else [("spec", "validations", 0, "expression")])


TAKEN = [
    "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {completionMode: Indexed, template: T}}",
    "{apiVersion: batch/v1, kind: Job, metadata: {name: a}, spec: {selector: {}, template: T}}",
    "{apiVersion: v1, kind: LimitRange, metadata: {}, spec: {limits: []}}",
    "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: A_b}, spec: {minAvailable: 1}}",
    "{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: a}}",
    "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: 'a:b'}, rules: null}",
    (
        "{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 1}], "
        "sessionAffinity: None, sessionAffinityConfig: {clientIP: {timeoutSeconds: 5}}}}"
    ),
]
POD_TEMPLATE = "{spec: {restartPolicy: Never, containers: [{name: c, image: i}]}}"


@pytest.mark.parametrize("text", TAKEN)
def test_nothing_is_said_of_what_the_server_takes(text: str) -> None:
    """Found by mutating objects and asking kube-apiserver 1.34.4, which took each of these."""
    assert found(text.replace("T}", f"{POD_TEMPLATE}}}")) == []


def test_what_is_passed_over_beside_another_state_is_refused_there_as_well() -> None:
    passed = 0
    for pair in json.loads(PAIRS.read_text()):
        sides = [yaml.load(pair[side], yaml.CSafeLoader) for side in ("before", "after")]
        for old, new in (sides, reversed(sides)):
            if any(old.get(key) != new.get(key) for key in ("apiVersion", "kind")):
                continue
            if not list(refusals(new, beside=old)):
                found = Counter((one.path, one.reason) for one in refusals(new))
                assert found <= Counter((one.path, one.reason) for one in refusals(old))
                passed += bool(found)
    assert passed
