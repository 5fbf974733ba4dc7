"""What is only written out, or kept by the server, changes nothing: it is folded and nothing follows from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright

from helmwright.base.errors import HelmwrightError
from helmwright.diff.diffing import DiffOptions
from helmwright.diff.interface import diff_manifests, write_diff
from helmwright.diff.report.json_data import from_json

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.diff.model import DiffReport

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      containers:
      - name: c
        image: i:1
        ports: [{containerPort: 80}]
        volumeMounts: [{name: v, mountPath: /v}]
        livenessProbe: {httpGet: {port: 80}}
      volumes: [{name: v, configMap: {name: v}}]
"""
SERVICE = """\
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  clusterIP: 10.0.0.7
  ports: [{port: 80}]
"""
POLICY = """\
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: web}
spec:
  podSelector: {}
  ingress:
  - ports: [{port: 80}]
  - ports: [{port: 90}]
"""


def titles(report: DiffReport, reason: str) -> list[str]:
    return [fold.title for fold in report.folds if fold.reason == reason]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("containerPort: 80", "containerPort: 80, protocol: TCP"),
        ("image: i:1", "image: i:1\n        imagePullPolicy: IfNotPresent"),
        ("image: i:1", "image: i:1\n        resources: {}"),
        ("image: i:1", "image: i:1\n        terminationMessagePath: /dev/termination-log"),
        ("port: 80}}", "port: 80, path: /, scheme: HTTP}, timeoutSeconds: 1, periodSeconds: 10}"),
        ("configMap: {name: v}", "configMap: {name: v, defaultMode: 0644}"),
        ("    spec:\n", "    spec:\n      hostNetwork: false\n      dnsPolicy: ClusterFirst\n"),
        ("spec:\n  selector", "spec:\n  replicas: 1\n  revisionHistoryLimit: 10\n  selector"),
        ("spec:\n  selector", "spec:\n  strategy: {rollingUpdate: {maxSurge: 25%}}\n  selector"),
        ("metadata: {name: web}", "metadata: {name: web, creationTimestamp: null}\nstatus: {}"),
        ("mountPath: /v", 'mountPath: /v, subPath: "", readOnly: false'),
    ],
)
def test_a_default_that_is_written_out_or_taken_away_is_no_difference(old: str, new: str) -> None:
    written = DEPLOYMENT.replace(old, new)
    assert written != DEPLOYMENT

    for report in (diff_manifests(DEPLOYMENT, written), diff_manifests(written, DEPLOYMENT)):
        assert not report.differs
        assert report.objects == ()
        assert report.unchanged == 1
        assert report.folds


def test_another_value_than_the_default_is_a_difference() -> None:
    written = DEPLOYMENT.replace("containerPort: 80", "containerPort: 80, protocol: UDP")

    report = diff_manifests(DEPLOYMENT, written)

    assert report.differs
    assert not report.folds


def test_a_default_beside_a_real_change_is_folded_alone() -> None:
    written = DEPLOYMENT.replace("image: i:1", "image: i:2\n        imagePullPolicy: IfNotPresent")

    report = diff_manifests(DEPLOYMENT, written)

    assert [change.path[-1] for change in report.objects[0].changes] == ["image"]
    assert report.objects[0].folded == 1
    assert titles(report, "default") == [
        "spec.template.spec.containers[*].imagePullPolicy is written out, but the default"
    ]


def test_a_list_without_keys_is_shown_as_it_was_written_where_items_come_and_go() -> None:
    before = POLICY.replace("port: 80", "port: 80, protocol: TCP")
    added = POLICY.replace("ingress:\n", "ingress:\n  - ports: [{port: 443}]\n")

    paths = [change.path for change in diff_manifests(before, added).objects[0].changes]

    assert ("spec", "ingress", 0) in paths
    assert not diff_manifests(before, POLICY).differs


def test_an_item_that_only_its_place_tells_apart_is_compared_with_the_one_in_its_place() -> None:
    before = POLICY.replace("port: 80", "port: 80, protocol: TCP")
    after = POLICY.replace("port: 90", "port: 91")

    report = diff_manifests(before, after)

    paths = [change.path for change in report.objects[0].changes]
    assert paths == [("spec", "ingress", 1, "ports", 0, "port")]
    assert titles(report, "default") == [
        "spec.ingress[*].ports[*].protocol is no longer written out, but the default"
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("  clusterIP: 10.0.0.7\n", ""),
        ("clusterIP: 10.0.0.7", 'clusterIP: ""'),
        ("clusterIP: 10.0.0.7", "clusterIP: 10.0.0.7\n  clusterIPs: [10.0.0.7]"),
        ("port: 80", "port: 80, nodePort: 0"),
        ("metadata: {name: web}", "metadata: {name: web, generation: 7}"),
    ],
)
def test_what_the_server_keeps_is_no_difference(old: str, new: str) -> None:
    report = diff_manifests(SERVICE, SERVICE.replace(old, new))

    assert not report.differs
    assert report.unchanged == 1


def test_an_address_that_the_server_would_have_to_change_is_a_difference() -> None:
    assert diff_manifests(SERVICE, SERVICE.replace("10.0.0.7", "10.0.0.8")).differs
    gone = SERVICE.replace("  clusterIP: 10.0.0.7\n", "  type: ExternalName\n")
    assert any(
        change.path == ("spec", "clusterIP")
        for change in diff_manifests(SERVICE, gone).objects[0].changes
    )


def test_a_text_of_a_secret_that_is_dropped_stays_in_the_cluster() -> None:
    before = "{apiVersion: v1, kind: Secret, metadata: {name: x}, stringData: {a: b, c: d}}"
    after = "{apiVersion: v1, kind: Secret, metadata: {name: x}, stringData: {a: b}}"

    report = diff_manifests(before, after)

    assert not report.differs
    assert [title.partition(" ")[0] for title in titles(report, "kept")] == ["stringData.c"]


def test_a_key_of_data_that_is_dropped_is_gone() -> None:
    before = "{apiVersion: v1, kind: Secret, metadata: {name: x}, data: {a: Yg==, c: ZA==}}"
    after = "{apiVersion: v1, kind: Secret, metadata: {name: x}, data: {a: Yg==}}"

    assert diff_manifests(before, after).differs


@pytest.mark.parametrize(
    ("text", "field", "counts"),
    [
        ("apiVersion: v1\nkind: ConfigMap\nimmutable: true", "binaryData: {}", True),
        ("apiVersion: v1\nkind: ConfigMap", "binaryData: {}", False),
        ("apiVersion: v1\nkind: ConfigMap\nimmutable: true", "data: {}", False),
        (
            "apiVersion: storage.k8s.io/v1\nkind: StorageClass\nprovisioner: p",
            "parameters: {}",
            True,
        ),
    ],
)
def test_an_empty_map_counts_where_the_server_compares_it(
    text: str,
    field: str,
    counts: bool,  # noqa: FBT001 - of the table
) -> None:
    one = f"{text}\nmetadata: {{name: x}}\n"

    assert diff_manifests(one, f"{one}{field}\n").differs is counts
    assert not diff_manifests(f"{one}{field}\n", one).differs


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0.5", "500m", True),
        ("1.5Gi", "1536Mi", True),
        ("1Gi", "1073741824", False),
        ("1Gi", "1073741824000m", False),
        ("0.0001", "1m", True),
    ],
)
def test_amounts_are_the_same_if_the_server_stores_one_text(
    one: str,
    other: str,
    same: bool,  # noqa: FBT001 - of the table
) -> None:
    texts = [
        DEPLOYMENT.replace(
            "image: i:1", f"image: i:1\n        resources: {{limits: {{cpu: {cpu}}}}}"
        )
        for cpu in (one, other)
    ]

    assert diff_manifests(*texts).differs is not same


def test_the_same_autoscaler_in_another_version_is_no_difference() -> None:
    before = """\
apiVersion: autoscaling/v1
kind: HorizontalPodAutoscaler
metadata: {name: x}
spec: {maxReplicas: 3, targetCPUUtilizationPercentage: 70, scaleTargetRef: {kind: D, name: d}}
"""
    after = """\
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: x}
spec:
  maxReplicas: 3
  scaleTargetRef: {kind: D, name: d}
  metrics: [{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 70}}}]
"""

    assert not diff_manifests(before, after).differs
    assert diff_manifests(before, after.replace("70", "75")).differs


def test_an_object_that_the_server_cannot_read_is_compared_as_written() -> None:
    before = DEPLOYMENT.replace("spec:\n  selector", "spec:\n  replicas: 1\n  selector")
    after = before.replace("replicas: 1", 'replicas: "1"')

    assert diff_manifests(before, after).differs


def test_a_definition_on_a_side_gives_the_defaults_of_its_kind() -> None:
    definition = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.org}
spec:
  group: example.org
  names: {kind: Thing, plural: things}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {size: {type: integer, default: 3}}}}
"""
    thing = "apiVersion: example.org/v1\nkind: Thing\nmetadata: {name: x}\nspec: {%s}\n"
    before, after = (f"{definition}---\n{thing % spec}" for spec in ("", "size: 3"))

    assert not diff_manifests(before, after).differs
    assert diff_manifests(before, after.replace("size: 3}", "size: 4}")).differs


def test_reports_say_what_was_written_out() -> None:
    written = DEPLOYMENT.replace("containerPort: 80", "containerPort: 80, protocol: TCP")
    report = diff_manifests(DEPLOYMENT, written)
    title = "spec.template.spec.containers[*].ports[*].protocol is written out, but the default"

    for form in ("text", "markdown", "html", "github-summary"):
        assert title in write_diff([report], form).replace("\\", ""), form
        assert "(the default)" not in write_diff([report], form)
    assert write_diff([report]).splitlines()[-1] == "no differences; 1 change folded"
    assert write_diff([report], "unified") == ""
    data = json.loads(write_diff([report], "json"))
    assert data["differs"] is False
    assert data["reports"][0]["folds"][0]["reason"] == "default"
    assert from_json(write_diff([report], "json"))[0].folds == report.folds


def test_without_folding_a_default_is_shown_as_one() -> None:
    written = DEPLOYMENT.replace("containerPort: 80", "containerPort: 80, protocol: TCP")

    report = diff_manifests(DEPLOYMENT, written, options=DiffOptions(fold=False))

    assert not report.differs
    assert "protocol (the default):" in write_diff([report])
    assert from_json(write_diff([report], "json"))[0].objects[0].changes[0].settled == "default"


def test_the_exit_code_is_that_of_no_difference(tmp_path: Path) -> None:
    for name, text in (
        ("before.yaml", DEPLOYMENT),
        (
            "default.yaml",
            DEPLOYMENT.replace("containerPort: 80", "containerPort: 80, protocol: TCP"),
        ),
        ("other.yaml", DEPLOYMENT.replace("containerPort: 80", "containerPort: 80, protocol: UDP")),
    ):
        (tmp_path / name).write_text(text)
    before = str(tmp_path / "before.yaml")

    same = helmwright("diff", "manifests", before, str(tmp_path / "default.yaml"), "--exit-code")
    other = helmwright("diff", "manifests", before, str(tmp_path / "other.yaml"), "--exit-code")

    assert (same.code, other.code) == (0, 2)
    assert "no differences; 1 change folded" in same.out


@pytest.mark.parametrize("depth", [100, 300, 400, 480])
def test_an_object_that_is_nested_deeply_is_compared_or_refused(depth: int) -> None:
    head = "apiVersion: v1\nkind: Pod\nmetadata: {name: x}\nspec: "
    before, after = (f"{head}{'{a: ' * depth}{leaf}{'}' * depth}\n" for leaf in "12")

    try:
        assert diff_manifests(before, after).differs
    except HelmwrightError as error:
        assert "nested too deeply" in str(error)  # noqa: PT017 - either will do
