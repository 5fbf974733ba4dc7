"""The comparison with upstream charts: what counts as a difference, and the list of those intended."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.conformance.upstream import PAGE, first_match
from tests.conformance.upstream_cases import SAMPLES, Source, fixed_cases
from tests.conformance.upstream_differences import INTENDED, REFUSALS
from tests.conformance.upstream_objects import Difference, compare_objects, read_objects
from tests.conformance.upstream_rules import (
    Found,
    Intended,
    Refusal,
    matches,
    page,
    why_never,
)
from tests.conformance.upstream_samples import release_number

SERVICE = """\
---
apiVersion: v1
kind: Service
metadata:
  name: determined-db-service-quokka
  namespace: research
spec:
  ports:
  - port: 5432
"""


def differences(upstream: str, ours: str) -> list[tuple[str, str]]:
    found = compare_objects(read_objects(upstream), read_objects(ours))
    return [(one.what, f"{one.object} {one.path}".strip()) for one in found]


def deployment(container: str) -> str:
    return (
        "---\nkind: Deployment\nmetadata: {name: d}\nspec:\n  template:\n    spec:\n"
        f"      containers:\n      - name: c\n        {container}\n"
    )


def found(difference: Difference, release: str = "0.38.1") -> Found:
    return Found(difference, release_number(release), {}, {}, {"master.yaml": {}})


def test_what_only_one_side_has_is_added_or_removed() -> None:
    assert differences(SERVICE, "") == [
        ("removed", "Service/determined-db-service-<release>"),
    ]
    assert differences("", SERVICE) == [
        ("added", "Service/determined-db-service-<release>"),
    ]


@pytest.mark.parametrize(
    "same",
    [
        SERVICE.replace("  - port: 5432", "  - {port: 5432, targetPort: 5432, protocol: TCP}"),
        SERVICE + "  type: ClusterIP\n",
        SERVICE + "  loadBalancerClass:\n",
        SERVICE.replace("  namespace: research\n", ""),
        SERVICE.replace("  namespace", "  annotations: {}\n  namespace"),
    ],
)
def test_what_the_api_server_fills_in_is_no_difference(same: str) -> None:
    assert differences(SERVICE, same) == []


def test_another_port_is_a_difference() -> None:
    other = SERVICE.replace("5432", "5433")

    assert differences(SERVICE, other) == [
        ("changed", "Service/determined-db-service-<release> spec.ports[0].port"),
        ("changed", "Service/determined-db-service-<release> spec.ports[0].targetPort"),
    ]


@pytest.mark.parametrize(
    ("upstream", "ours"),
    [
        ("resources: {requests: {cpu: 2}}", 'resources: {requests: {cpu: "2000m"}}'),
        ("resources: {limits: {memory: 1Gi}}", "resources: {limits: {memory: 1024Mi}}"),
        ("resources: {requests: {}}", "image:"),
        ("env: [{name: A, value: x}, {name: B}]", "env: [{name: B}, {name: A, value: x}]"),
        ("volumeMounts: [{name: v, mountPath: /a/}]", "volumeMounts: [{mountPath: /a, name: v}]"),
    ],
)
def test_two_spellings_of_one_pod_are_no_difference(upstream: str, ours: str) -> None:
    assert differences(deployment(upstream), deployment(ours)) == []


@pytest.mark.parametrize(
    ("upstream", "ours"),
    [
        ("resources: {requests: {cpu: 2}}", "resources: {requests: {cpu: 2500m}}"),
        ("env: [{name: A, value: x}]", "env: [{name: A, value: y}]"),
        ('env: [{name: A, value: "1"}]', "env: [{name: A, value: 1}]"),
        ("volumeMounts: [{name: v, mountPath: /a}]", "volumeMounts: [{name: v, mountPath: /b}]"),
        ("args: [a, b]", "args: [b, a]"),
        ("stdin: true", "stdin: 1"),
    ],
)
def test_another_pod_is_a_difference(upstream: str, ours: str) -> None:
    assert differences(deployment(upstream), deployment(ours)) != []


def test_configuration_is_compared_as_data_whatever_holds_it() -> None:
    sealed = (
        "---\nkind: Secret\nmetadata: {name: determined-master-config-quokka}\n"
        'stringData:\n  master.yaml: |\n    db: {port: 5432, ssl_mode: }\n    name: "1"\n'
    )
    open_to_read = (
        "---\nkind: ConfigMap\nmetadata: {name: determined-master-config-quokka}\n"
        "data:\n  master.yaml: |\n    name: 1\n    db:\n      port: 5432\n"
    )

    assert differences(sealed, open_to_read) == [
        ("changed", "Configuration/determined-master-config-<release> kind"),
        ("changed", "master.yaml name"),
    ]


def test_rules_of_a_role_are_compared_by_what_they_allow() -> None:
    role = "---\nkind: ClusterRole\nmetadata: {name: r}\nrules:\n"
    two = '- {apiGroups: [""], resources: [pods], verbs: [get]}\n'
    two += '- {apiGroups: [""], resources: [pods, nodes], verbs: [list]}\n'
    other = '- {apiGroups: [""], resources: [nodes], verbs: [list]}\n'
    other += '- {apiGroups: [""], resources: [pods], verbs: [list, get, watch]}\n'

    assert differences(role + two, role + other) == [
        ("added", "ClusterRole/r rules[pods].watch"),
    ]


def test_the_same_object_twice_is_an_error() -> None:
    with pytest.raises(ValueError, match="rendered twice"):
        read_objects(SERVICE + SERVICE)


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("spec.*.a", "spec.b.a", True),
        ("spec.*.a", "spec.b.c.a", False),
        ("**.a", "spec.b[c].a", True),
        ("env[*].value", "env[DB_HOST].value", True),
        ("rules[*]", "rules[a.b/c]", False),
    ],
)
def test_a_star_stays_between_dots_and_brackets(pattern: str, text: str, *, expected: bool) -> None:
    assert matches(pattern, text) is expected


NEVER = [
    Difference("changed", "Deployment/d", "spec.selector.matchLabels.app", "a", "b"),
    Difference("added", "Service/s", "spec.selector.release", None, "b"),
    Difference("changed", "Service/s", "spec.ports[0].port", 8080, 80),
    Difference("removed", "Service/s", "", {}, None),
    Difference("removed", "PersistentVolumeClaim/determined-db-pvc-<release>", "", {}, None),
    Difference("changed", "PersistentVolumeClaim/p", "spec.storageClassName", "a", "b"),
    Difference("changed", "ClusterRoleBinding/c", "roleRef.name", "a", "b"),
    Difference("changed", "PriorityClass/p", "value", 1, 2),
    Difference("removed", "Deployment/d", "spec.template.metadata.labels.app", "a", None),
    Difference(
        "changed", "Deployment/d", "spec.template.metadata.labels.determined-system", "a", "b"
    ),
    Difference("added", "Deployment/d", "spec.template.spec.containers[other]", None, {}),
    Difference(
        "changed",
        "Deployment/determined-db-deployment-<release>",
        "spec.template.spec.containers[d].env[PGDATA].value",
        "a",
        "b",
    ),
    Difference(
        "changed",
        "Deployment/determined-db-deployment-<release>",
        "spec.template.spec.volumes[determined-db-storage].persistentVolumeClaim.claimName",
        "a",
        "b",
    ),
]


@pytest.mark.parametrize("difference", NEVER, ids=str)
def test_what_an_installed_release_relies_on_cannot_be_listed(difference: Difference) -> None:
    assert why_never(found(difference)) != ""
    assert first_match(found(difference)) is None


def test_a_listed_difference_is_recognised_and_another_is_not() -> None:
    name = "Deployment/determined-master-deployment-<release>"
    pull = "spec.template.spec.containers[c].imagePullPolicy"
    listed = Difference("changed", name, pull, "Always", "IfNotPresent")

    assert first_match(found(listed)) is not None
    assert first_match(found(replace(listed, ours="Never"))) is None


def test_an_entry_counts_for_its_releases_only() -> None:
    fluent = Difference("removed", "master.yaml", "resource_manager.fluent", {}, None)

    assert first_match(found(fluent, "0.25.1")) is not None
    assert first_match(found(fluent, "0.25.0")) is None


def test_every_entry_says_what_and_why() -> None:
    entries: list[Intended | Refusal] = [*INTENDED, *REFUSALS]
    for entry in entries:
        assert entry.what, entry
        assert entry.why.endswith("."), entry
        assert release_number(entry.since) <= release_number(entry.until), entry


def test_every_sample_has_releases_that_know_it() -> None:
    for sample in SAMPLES:
        assert release_number(sample.since) <= release_number(sample.until), sample


def test_samples_of_a_release_have_names_of_their_own() -> None:
    for release in ("0.12.10", "0.13.12", "0.17.0", "0.25.0", "0.33.0", "0.38.1"):
        names = [sample.name for sample in SAMPLES if sample.known_to(release_number(release))]

        assert sorted(names) == sorted(set(names))


def test_every_sample_is_tried_with_reused_values() -> None:
    cases = fixed_cases(release_number("0.38.1"))
    tried = {case.source: 0 for case in cases}
    for case in cases:
        tried[case.source] += 1

    assert tried[Source.REUSED] == tried[Source.DEFAULTS] == tried[Source.FILE] // 2 > 150


def test_page_for_people_is_current() -> None:
    assert PAGE.read_text() == page(INTENDED, REFUSALS), (
        "run: python tests/conformance/upstream.py --write-docs"
    )
