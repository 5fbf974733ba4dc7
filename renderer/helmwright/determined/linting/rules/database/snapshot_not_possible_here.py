"""A snapshot of the database cannot be made in this namespace or this cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import (
    makes_database,
    suffix,
    takes_snapshots,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_DRIVER = "pd.csi.storage.gke.io"
_HOME = "default"
_ELSEWHERE = {
    "eks.amazonaws.com/": ("EKS", "ebs.csi.aws.com"),
    "kubernetes.azure.com/": ("AKS", "disk.csi.azure.com"),
    "oci.oraclecloud.com/": ("OKE", "blockvolume.csi.oraclecloud.com"),
}
"""By the prefix of the labels of their nodes: clusters, and the driver of their volumes."""
_ON_GKE = "cloud.google.com/gke-"
_EKS_NODES = """\
- name: gpu
  gpus: 4
  labels: {eks.amazonaws.com/nodegroup: gpu}
"""


@rule(
    "snapshot-not-possible-here",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D9",),
    summary="A snapshot of the database cannot be made in this namespace or this cluster",
    why="Snapshots are made by the storage driver of GKE unless another one is named, and upstream's "
    "chart makes them in the namespace default, where the claim is not. There is none when it is "
    "needed.",
    advice="Name the driver of the cluster in db.snapshot.driver, or save the database with "
    "db.backup; with upstream's chart, which has neither, install into the namespace default on GKE.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/db-volume-snapshot.yaml",
    bad=(
        example(
            "db:\n  snapshotSuffix: «v2»\n",
            nodes=_EKS_NODES,
            message="pd.csi.storage.gke.io, which EKS does not have",
        ),
        example(
            "db:\n  snapshotSuffix: «v2»\n",
            upstream=True,
            namespace="ml",
            message="in the namespace default",
        ),
    ),
    good=(
        example("db:\n  snapshotSuffix: v2\n", namespace="ml"),
        example(
            "db:\n  snapshotSuffix: v2\n  snapshot:\n    driver: ebs.csi.aws.com\n",
            nodes=_EKS_NODES,
        ),
        example("db:\n  snapshotSuffix: v2\n", nodes="- name: gpu\n  gpus: 4\n"),
        example("db:\n  snapshotSuffix: v2\n", upstream=True),
        example("db:\n  claimSuffix: v2\n", nodes=_EKS_NODES),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the namespace, and at the labels of nodes that tell whose cluster it is."""
    if not makes_database(settings) or not takes_snapshots(settings):
        return
    if not suffix(settings, "snapshotSuffix"):
        return
    path = ("db", "snapshotSuffix")
    if settings.upstream and settings.namespace != _HOME:
        yield settings.problem(
            path,
            f"db.snapshotSuffix: the snapshot would be in the namespace {_HOME},"
            f" and the claim of the database is in {settings.namespace}",
            fix="make the VolumeSnapshot by hand",
        )
    place, driver = _other_cloud(settings)
    if place and _driver(settings) == _DRIVER:
        yield settings.problem(
            path,
            f"db.snapshotSuffix: snapshots are made by {_DRIVER}, which {place} does not have",
            fix="save the database with pg_dump"
            if settings.upstream
            else f"set db.snapshot.driver: {driver}, or take backups with db.backup",
        )


def _driver(settings: DeterminedSettings) -> object:
    snapshot = settings.section("db", "snapshot")
    if settings.upstream:
        return _DRIVER
    if snapshot.get("createClass") is False:
        return ""
    return snapshot.get("driver") or _DRIVER


def _other_cloud(settings: DeterminedSettings) -> tuple[str, str]:
    """Return whose cluster it is and the driver there, if it surely is not Google's."""
    labels = [label for node in settings.nodes or () for label in node.labels]
    if any(label.startswith(_ON_GKE) for label in labels):
        return "", ""
    for label in labels:
        for prefix, found in _ELSEWHERE.items():
            if label.startswith(prefix):
                return found
    return "", ""
