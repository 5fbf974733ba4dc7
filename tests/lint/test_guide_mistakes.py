"""The examples of Determined's guides with the mistakes that are printed there, or that people make.

Each mistake is named by one rule, on its line and with its fix, and nothing else is said that would
send the reader elsewhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.lint.examples import determined_chart

from helmwright.lint.finding import Severity
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject

if TYPE_CHECKING:
    from helmwright.lint.finding import Finding

HEAD = "maxSlotsPerPod: 4\ninitialUser:\n  existingSecret: determined-users\n"
TOLERATION = """\
          tolerations:
            - key: "pool_taint"
              operator: "Equal"
              value: "prod"
              effect: "NoSchedule"
"""
POOL = """\
resourcePools:
  - pool_name: default
    task_container_defaults:
      gpu_pod_spec:
        apiVersion: v1
        kind: Pod
        spec:
          nodeSelector:
            pool: prod
"""
SPEC_TOO_DEEP = """\
taskContainerDefaults:
  gpuPodSpec:
    apiVersion: v1
    kind: Pod
    metadata:
      labels:
        customLabel: gpu-label
      spec:  # <- spec-in-the-wrong-place: indent it like metadata
        containers:
          - name: determined-container
            volumeMounts:
              - name: example-volume
                mountPath: /example_data
        volumes:
          - name: example-volume
            hostPath:
              path: /data
"""
DASH_MISSING = """\
resourcePools:
  pool_name: prod_pool  # <- pools-not-a-list: add '- ' before pool_name
  task_container_defaults:
    gpu_pod_spec:
      apiVersion: v1
      kind: Pod
      spec:
        tolerations:
          - key: "pool_taint"
            operator: "Equal"
            value: "prod"
            effect: "NoSchedule"
"""
AZURE = """\
checkpointStorage:
  type: azure
  container: checkpoints
  connection_string: DefaultEndpointsProtocol=https;AccountName=a
  account_url: https://a.blob.core.windows.net  # <- azure-credential-twice: remove account_url
  credential: abc  # <- azure-credential-twice: remove credential
"""
INGRESS = """\
useNodePortForMaster: true
extraObjects:
  - apiVersion: networking.k8s.io/v1beta1  # <- api-version-gone: use networking.k8s.io/v1 Ingress
    kind: Ingress
    metadata:
      name: determined-ingress
    spec:
      rules:
        - host: determined.example.com
          http:
            paths:
              - path: /
                backend:
                  serviceName: determined-master-service-det
                  servicePort: 8080
"""
MISTAKES = {
    "the dash of a pool is missing": HEAD + DASH_MISSING,
    "the dash is missing and the rest is indented as if it were there": HEAD
    + "resourcePools:\n"
    + "  pool_name: prod_pool  # <- broken-yaml: '- pool_name: …'\n"
    + "    task_container_defaults:\n      gpu_pod_spec: {}\n",
    "the dash of the first of two pools is missing": HEAD
    + "resourcePools:\n"
    + "    pool_name: prod_pool  # <- broken-yaml: '- pool_name: …'\n"
    + "    task_container_defaults:\n      gpu_pod_spec: {}\n  - pool_name: dev_pool\n",
    "spec is part of metadata": HEAD + SPEC_TOO_DEEP,
    "spec is beside gpuPodSpec": HEAD
    + "taskContainerDefaults:\n  gpuPodSpec:\n    metadata: {labels: {a: b}}\n"
    + "  spec:  # <- spec-in-the-wrong-place: indent it as a part of gpuPodSpec\n"
    + "    nodeSelector: {gpu: a100}\n",
    "spec is between two levels": HEAD
    + "taskContainerDefaults:\n  gpuPodSpec:\n    metadata: {labels: {a: b}}\n"
    + "   spec:  # <- broken-yaml: indent it by 2 or 4 spaces\n      nodeSelector: {gpu: a100}\n",
    "what belongs below spec is beside it": HEAD
    + "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
    + "    containers:  # <- pod-spec-without-spec: below taskContainerDefaults.gpuPodSpec.spec\n"
    + "      - name: determined-container\n    volumes: []\n",
    "a field is indented below the name of a container": HEAD
    + "taskContainerDefaults:\n  cpuPodSpec:\n    spec:\n      containers:\n"
    + "        - name: determined-container\n"
    + "            securityContext:  # <- broken-yaml: indent it by 10 spaces\n"
    + "              privileged: true\n",
    "azure has both credentials": HEAD + AZURE,
    "affinity is part of a toleration": HEAD
    + POOL.replace("          nodeSelector:\n            pool: prod\n", TOLERATION)
    + "              affinity:  # <- affinity-among-tolerations: indent affinity like tolerations\n"
    + "                nodeAffinity: {}\n",
    "terms are directly below affinity": HEAD
    + POOL
    + "          affinity:  # <- affinity-without-node-affinity: below nodeAffinity\n"
    + "            nodeSelectorTerms:\n"
    + '              kubernetes.io/hostname: "foo"\n',
    "a namespace for a pool of a new release": HEAD
    + "resourcePools:\n  - pool_name: default\n"
    + "    kubernetes_namespace: default  # <- pool-namespace-ignored: bind workspaces\n",
    "the slots are missing": "initialUser:  # <- max-slots-per-pod-missing: Set maxSlotsPerPod\n"
    "  existingSecret: determined-users\n",
    "the version is a number": HEAD
    + "detVersion: 0.20  # <- number-for-text: put it in quotation marks\n",
    "master.yaml's names at the top": "initialUser:\n  existingSecret: determined-users\n"
    "max_slots_per_pod: 4  # <- snake-case-at-top: rename it to maxSlotsPerPod\n"
    "resource_pools:  # <- snake-case-at-top: rename it to resourcePools\n"
    "  - pool_name: default\n",
    "the values' names in pools": HEAD
    + "resourcePools:\n"
    + "  - poolName: default  # <- camel-case-in-pool: rename it to pool_name\n"
    + "    taskContainerDefaults:  # <- camel-case-in-pool: rename it to task_container_defaults\n"
    + "      gpuPodSpec:  # <- camel-case-in-pool: rename it to gpu_pod_spec\n"
    + "        spec: {}\n",
    "an Ingress of v1beta1": HEAD + INGRESS,
    "a key with a slip": "initialUser:\n  existingSecret: determined-users\n"
    "maxSlotPerPod: 4  # <- key-not-in-schema: rename it to maxSlotsPerPod\n",
    "a mount of a volume with another name": HEAD
    + "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n      containers:\n"
    + "        - name: determined-container\n          volumeMounts:\n"
    + "            - name: data-volume  # <- mount-without-volume: write 'name: data-volumes'\n"
    + "              mountPath: /data\n"
    + "      volumes: [{name: data-volumes, emptyDir: {}}]\n",
    "a duration for seconds": HEAD
    + "notebookTimeout: 30m  # <- timeout-not-in-seconds: write 'notebookTimeout: 1800'\n",
    "true in quotes": HEAD
    + "enterpriseEdition: 'true'  # <- schema-violation: 'enterpriseEdition: true' without\n",
    "a scheduler of another name": HEAD
    + "defaultScheduler: coscheduling  # <- scheduler-unknown: coscheduler\n",
    "host networking in a pod spec": HEAD
    + "taskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
    + "      hostNetwork: true  # <- pod-field-that-is-refused: taskContainerDefaults.networkMode\n",
    "CPU slots without CPUs": HEAD
    + "slotType: cpu  # <- slot-cpu-missing:1: slotResourceRequests.cpu\n",
    "everything at once": HEAD
    + AZURE
    + SPEC_TOO_DEEP
    + DASH_MISSING
    + "detRelease: 0.20  # <- number-for-text: put it in quotation marks\n",
}
"""Values as a user has them; ``# <- RULE: FIX`` is where a rule must speak, and part of its fix.

A number between says the line, where it is another.
"""
SAID_OF_ANY = frozenset({"secret-in-values", "default-pool-unknown"})
"""Rules that have nothing to do with the mistakes here."""


class Expected(NamedTuple):
    """A finding that must be there."""

    line: int
    rule: str
    fix: str


def expected_in(text: str) -> list[Expected]:
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        _, mark, note = line.partition("  # <- ")
        if mark:
            rule, _, fix = note.partition(": ")
            name, _, other = rule.partition(":")
            found.append(Expected(int(other or number), name, fix))
    return sorted(found)


def without_notes(text: str) -> str:
    return "".join(f"{line.partition('  # <- ')[0]}\n" for line in text.splitlines())


def findings_in(text: str) -> list[Finding]:
    chart = determined_chart(upstream=False)
    subject = Subject(chart, (("values.yaml", text.encode()),), whole_chart=False)
    outcome = lint_subject(subject, Selection())
    assert outcome.failures == []
    return [
        finding
        for finding in outcome.findings
        if finding.severity >= Severity.WARNING and finding.rule not in SAID_OF_ANY
    ]


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_named_once_with_its_fix(name: str) -> None:
    wanted = expected_in(MISTAKES[name])
    found = sorted(
        findings_in(without_notes(MISTAKES[name])), key=lambda one: (one.span.line or 0, one.rule)
    )

    assert [(one.span.line, one.rule) for one in found] == [(one.line, one.rule) for one in wanted]
    for finding, one in zip(found, wanted, strict=True):
        assert one.fix in finding.fix
