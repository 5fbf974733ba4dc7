"""A bucket without keys needs the identity of the pods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = {"s3": "bucket", "gcs": "bucket", "azure": "account_url"}


@rule(
    "bucket-without-credentials",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("S10",),
    summary="Checkpoints go to a bucket, and nothing in the values gives the right to write there",
    why="Without keys the master and every task use the identity of their pods: that of a service "
    "account (IRSA, Workload Identity), or of the node.",
    advice="Annotate serviceAccount for the master and set serviceAccountName in both pod specs of "
    "tasks, or make sure that all nodes may write to the bucket.",
    url="https://docs.aws.amazon.com/eks/latest/userguide/iam-roles-for-service-accounts.html",
    bad=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: «ml»\n",
            message="checkpointStorage.bucket: no keys are given",
        ),
        example("checkpointStorage:\n  type: gcs\n  bucket: «ml»\n"),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n"
            "  account_url: «https://a.blob.core.windows.net»\n"
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: ml\n  accessKey: a\n  secretKey: k\n"),
        example(
            "checkpointStorage:\n  type: gcs\n  bucket: ml\nserviceAccount:\n  annotations:\n"
            "    iam.gke.io/gcp-service-account: d@p.iam.gserviceaccount.com\n"
        ),
        example(
            "checkpointStorage:\n  type: s3\n  bucket: ml\ntaskContainerDefaults:\n"
            "  gpuPodSpec:\n    spec:\n      serviceAccountName: tasks\n"
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n"
            "  account_url: https://a.blob.core.windows.net?sv=2022&sig=x\n"
        ),
        example("checkpointStorage:\n  type: azure\n  container: c\n  connection_string: s\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for keys, and for anything that may stand for an identity."""
    kind = type_of(settings)
    storage = settings.section("checkpointStorage")
    place = _KEYS.get(kind, "")
    given = storage.get("accessKey") or storage.get("secretKey") if kind == "s3" else None
    if kind == "azure":
        signed = "?" in str(storage.get("account_url"))
        given = storage.get("connection_string") or storage.get("credential") or signed
    if not place or not storage.get(place) or given or _has_identity(settings):
        return
    yield settings.problem(
        ("checkpointStorage", place),
        f"checkpointStorage.{place}: no keys are given, so the master and all tasks need the right"
        " to write there from their service accounts or nodes",
    )


def _has_identity(settings: DeterminedSettings) -> bool:
    account = settings.section("serviceAccount")
    master = settings.section("master")
    tasks = settings.section("taskContainerDefaults")
    return bool(
        account.get("annotations")
        or account.get("create") is False
        or any(master.get(key) for key in ("extraEnv", "extraEnvFrom", "podLabels"))
        or tasks.get("environmentVariables")
        or any(_names_identity(spec) for _, spec in settings.pod_specs())
        or any(
            (pool.get("task_container_defaults") or {}).get("environment_variables")
            for _, pool in settings.pools()
            if type(pool.get("task_container_defaults")) is dict
        )
    )


def _names_identity(spec: dict[str, Any]) -> bool:
    inner = spec.get("spec")
    if type(inner) is not dict:
        return False
    if inner.get("serviceAccountName") or inner.get("serviceAccount"):
        return True
    containers = inner.get("containers")
    return type(containers) is list and any(
        type(one) is dict and bool(one.get("env") or one.get("envFrom")) for one in containers
    )
