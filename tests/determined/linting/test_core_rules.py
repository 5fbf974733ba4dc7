"""What rules say of this project's chart that know nothing of Determined."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helmwright.lint.catalogue import find_rule
from helmwright.lint.definition import Example
from helmwright.testing.examples_of_rules import RuleExample

if TYPE_CHECKING:
    from pathlib import Path

BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd\n"
FOUND = {
    "schema-violation": (
        Example(
            'db:\n  port: «"none"»\n',
            message='db.port: expected a TCP port, as a number or as digits, found "none"',
        ),
        Example("masterPort: «70000»\n", message="from 1 to 65535 or digits, found 70000"),
        Example("«resourcePools»:\n  pool_name: a\n", message="expected a list, found a map"),
        Example(
            "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      imagePullSecrets: [«regcred»]\n"
            "      nodeSelector: {gpu: «true»}\n",
            message="spec.imagePullSecrets[0]: expected a map, found",
        ),
        Example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n      cpu_pod_spec:\n"
            "        spec:\n          containers:\n            - name: determined-container\n"
            "              resources: {requests: {memory: «32gb»}}\n",
            message="resources.requests.memory: expected a Kubernetes quantity",
        ),
        Example("db:\n  sslMode: «off-ish»\n", message="expected disable, allow, prefer"),
        Example("", overrides=(("set-string", "enterpriseEdition=x"),), message="true or false"),
    ),
    "key-not-in-schema": (
        Example(
            "«maxSlotPerPod»: 4\n",
            message='maxSlotPerPod: there is no such key; did you mean "maxSlotsPerPod"?',
        ),
        Example("«hostAddress»: db.example.com\n", message="hostAddress belongs below db"),
        Example("db:\n  «host_address»: db.example.com\n", message='"hostAddress"'),
        Example("«toleration»: []\n", message='"tolerations"? That belongs below'),
        Example(
            "taskContainerDefaults:\n  «image»: a\n",
            message="did you mean cpuImage, gpuImage or rocmImage?",
        ),
        Example("«db.port»: 1\n", message="a dot does not nest port below db"),
    ),
    "values-refused": (
        Example(
            f"{BASE}defaultScheduler: «other»\n",
            message="defaultScheduler: there is no scheduler other",
        ),
        Example(
            f"{BASE}ingress:\n  enabled: true\n  className: «nginx»\n"
            "  annotations: {kubernetes.io/ingress.class: nginx}\n",
            message="ingress.className: Kubernetes refuses it beside the annotation",
        ),
    ),
    "list-replaced": (
        Example(
            "",
            overrides=(
                ("set-json", 'resourcePools=[{"pool_name":"a"},{"pool_name":"b"}]'),
                ("set-json", 'resourcePools=[{"pool_name":"a","max_slots":4}]'),
            ),
            message="resourcePools: this list of 1 replaces one of 2; the item b is gone",
        ),
    ),
    "word-becomes-boolean": (
        Example("clusterName: «off»\n", message="clusterName: off without quotes is false"),
        Example(
            "db:\n  user: «y»\n  password: x\n", message="is true for Helm, and the chart wants"
        ),
    ),
    "big-number-printed": (
        Example(f"{BASE}db:\n  user: «12345671»\n", message="printed as 1.2345671e+07"),
    ),
    "leading-zero": (
        Example("extraObjects:\n  - data:\n      code: «0123»\n", message="is 83 for"),
    ),
    "trailing-zero-lost": (
        Example("extraObjects:\n  - data:\n      version: «0.20»\n", message="is 0.2"),
    ),
}
NOT_FOUND = {
    "schema-violation": (Example("db:\n  port: 5432\nmasterPort: '8080'\n"),),
    "key-not-in-schema": (
        Example("taskContainerDefaults:\n  gpuPodSpec:\n    metadata:\n      labels: {any: x}\n"),
    ),
    "values-refused": (Example(BASE), Example("maxSlotsPerPod: many\n")),
    "number-in-disguise": (Example('detVersion: "1e3"\nmasterPort: 8080\n'),),
    "word-becomes-boolean": (Example("enterpriseEdition: yes\nuseNodePortForMaster: off\n"),),
    "trailing-zero-lost": (Example("masterCpuRequest: 1.50\nslotResourceRequests: {cpu: 1.0}\n"),),
    "blank-key-removes-defaults": (Example("telemetry:\n"),),
    "list-replaced": (Example("", overrides=(("set-json", "loadBalancerSourceRanges=[]"),)),),
}
CASES = [
    RuleExample(find_rule(name), example, number, is_bad)
    for is_bad, table in ((True, FOUND), (False, NOT_FOUND))
    for name, examples in table.items()
    for number, example in enumerate(examples)
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_example_has_the_findings_that_it_marks(case: RuleExample, tmp_path: Path) -> None:
    case.check(tmp_path)
