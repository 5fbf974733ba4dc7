"""Objects that were read back from a cluster compare without what only the cluster writes.

read_back/ has what a real API server returned for a release, see its README.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from tests.diff.table import lines_of

from helmwright.diff.diffing import DiffOptions, HelmMajor
from helmwright.diff.interface import diff_manifests

FOLDER = Path(__file__).parent / "read_back"
RECORDED = [
    ("helm4.yaml", "helm4.manifest.yaml"),
    ("helm4.json", "helm4.manifest.yaml"),
    ("helm3.yaml", "helm3.manifest.yaml"),
]


def text(name: str) -> str:
    return (FOLDER / name).read_text()


@pytest.mark.parametrize(("read", "manifest"), RECORDED)
def test_an_untouched_release_is_no_difference(read: str, manifest: str) -> None:
    report = diff_manifests(text(read), text(manifest))

    assert lines_of(report) == []
    assert not report.differs
    assert report.unchanged == len(yaml.safe_load(text(read))["items"])


@pytest.mark.parametrize(("read", "manifest"), RECORDED)
def test_nor_is_it_the_other_way_round(read: str, manifest: str) -> None:
    assert lines_of(diff_manifests(text(manifest), text(read))) == []


def test_two_reads_of_a_release_differ_in_nothing() -> None:
    later = text("helm4.yaml").replace('resourceVersion: "', 'resourceVersion: "9')
    later = later.replace("creationTimestamp: 2026-11-22T13", "creationTimestamp: 2026-11-22T15")

    assert lines_of(diff_manifests(text("helm4.yaml"), later)) == []


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("image: web:1", "image: web:2", "web].image: 'web:1' -> 'web:2'"),
        ("maxReplicas: 3", "maxReplicas: 4", "spec.maxReplicas: 3 -> 4"),
        ("{app: web}}\nspec", "{tier: a}}\nspec", "metadata.labels.app: 'web' -> nothing"),
        ("port: 5432", "port: 5433", "spec.ports[port=5433]"),
        ("{user: somebody}", "{user: nobody}", "user"),
    ],
)
def test_what_a_manifest_changes_is_found_beside_it(old: str, new: str, line: str) -> None:
    manifest = text("helm4.manifest.yaml")
    assert old in manifest

    lines = lines_of(
        diff_manifests(text("helm4.yaml"), manifest.replace(old, new), show_secrets=True)
    )
    assert any(line in one for one in lines), lines


def live(**metadata: object) -> str:
    return json.dumps(
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": "a", "uid": "1-2", "resourceVersion": "7", **metadata},
            "data": {"x": "1"},
        }
    )


MANIFEST = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"},"data":{"x":"1"}}'


def test_what_others_have_set_is_none_of_those_that_apply() -> None:
    key = "kubectl.kubernetes.io/last-applied-configuration"
    theirs = live(annotations={key: MANIFEST, "team": "a"}, finalizers=["example.com/wait"])

    assert lines_of(diff_manifests(theirs, MANIFEST)) == []


def test_texts_of_a_secret_are_known_under_the_record_of_apply() -> None:
    applied = '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"stringData":{"u":"x"}}'
    key = "kubectl.kubernetes.io/last-applied-configuration"
    theirs = json.loads(live(annotations={key: applied}))
    theirs |= {"kind": "Secret", "type": "Opaque", "data": {"u": "eA==", "theirs": "eA=="}}

    assert lines_of(diff_manifests(json.dumps(theirs), applied)) == []


def test_without_a_record_what_a_manifest_leaves_out_is_shown() -> None:
    lines = lines_of(diff_manifests(live(annotations={"team": "a"}), MANIFEST))

    assert lines == ["~ ConfigMap a", "  metadata.annotations.team: 'a' -> nothing"]


def test_the_record_of_apply_is_no_difference_whatever_it_holds() -> None:
    key = "kubectl.kubernetes.io/last-applied-configuration"

    assert lines_of(diff_manifests(live(annotations={key: "{broken"}), MANIFEST)) == []


READ_LEVEL = """
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: slow, uid: 6f0c, creationTimestamp: 2026-11-22T13:00:00Z}
spec:
  type: Limited
  limited:
    lendablePercent: 0
    limitResponse:
      type: Queue
      queuing: {handSize: 8, queueLengthLimit: 50, queues: 64}
    nominalConcurrencyShares: 30
"""
LEVEL = """
apiVersion: flowcontrol.apiserver.k8s.io/v1
kind: PriorityLevelConfiguration
metadata: {name: slow}
spec: {type: Limited, limited: {limitResponse: {type: Queue, queuing: {}}}}
"""


@pytest.mark.parametrize("helm", [3, 4])
def test_defaults_below_an_empty_map_that_the_manifest_names_are_no_difference(
    helm: HelmMajor,
) -> None:
    options = DiffOptions(helm=helm)

    assert lines_of(diff_manifests(READ_LEVEL, LEVEL, options=options)) == []


def test_more_than_a_default_below_an_empty_map_is_a_difference() -> None:
    read = READ_LEVEL.replace("queues: 64", "queues: 65")

    assert any("queuing" in line for line in lines_of(diff_manifests(read, LEVEL)))


def test_what_a_read_object_has_by_default_stays_behind_when_its_type_changes() -> None:
    read = """
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, uid: 6f0d, creationTimestamp: 2026-11-22T13:00:00Z}
spec:
  replicas: 1
  selector: {matchLabels: {app: web}}
  strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
"""
    manifest = read.replace(", uid: 6f0d, creationTimestamp: 2026-11-22T13:00:00Z", "").replace(
        "{type: RollingUpdate, rollingUpdate: {maxSurge: 25%, maxUnavailable: 25%}}",
        "{type: Recreate}",
    )

    assert any(
        "rollingUpdate stays behind" in line for line in lines_of(diff_manifests(read, manifest))
    )


READ_CLASS = """
apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
metadata:
  name: gold
  uid: 6f0e
  creationTimestamp: 2026-11-22T13:00:00Z
  finalizers: [kubernetes.io/vac-protection]
driverName: disk.example.com
parameters: {iops: "3000"}
"""
WRITTEN_CLASS = """
apiVersion: storage.k8s.io/v1
kind: VolumeAttributesClass
metadata: {name: gold}
driverName: disk.example.com
parameters: {iops: "3000"}
"""
READ_NODE = """
apiVersion: v1
kind: Node
metadata:
  name: edge
  uid: 6f0f
  creationTimestamp: 2026-11-22T13:00:00Z
  annotations: {node.alpha.kubernetes.io/ttl: "0"}
spec:
  podCIDR: 10.0.1.0/24
  podCIDRs: [10.0.1.0/24]
  taints:
  - {key: node.kubernetes.io/not-ready, effect: NoSchedule}
  - {key: node.kubernetes.io/unreachable, effect: NoExecute, timeAdded: 2026-11-22T13:01:00Z}
"""
WRITTEN_NODE = "{apiVersion: v1, kind: Node, metadata: {name: edge}}"


@pytest.mark.parametrize("helm", [3, 4])
@pytest.mark.parametrize(
    ("read", "manifest"),
    [
        (
            READ_CLASS,
            WRITTEN_CLASS,
        ),
        (READ_NODE, WRITTEN_NODE),
    ],
)
def test_what_admission_and_controllers_put_on_an_object_is_no_difference(
    read: str, manifest: str, helm: HelmMajor
) -> None:
    options = DiffOptions(helm=helm)

    assert lines_of(diff_manifests(read, manifest, options=options)) == []
    assert lines_of(diff_manifests(manifest, read, options=options)) == []


def test_a_taint_of_ones_own_is_a_difference_beside_those_of_controllers() -> None:
    tainted = WRITTEN_NODE.replace(
        "{name: edge}", "{name: edge}, spec: {taints: [{key: gpu, effect: NoSchedule}]}"
    )

    assert any("taints" in line for line in lines_of(diff_manifests(READ_NODE, tainted)))
