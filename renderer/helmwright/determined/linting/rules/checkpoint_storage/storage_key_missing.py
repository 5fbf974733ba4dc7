"""The key that says where checkpoints are is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = {
    "directory": ("containerPath", "the folder that the pod specs mount"),
    "s3": ("bucket", "the name of the bucket"),
    "gcs": ("bucket", "the name of the bucket"),
    "azure": ("container", "the name of the container"),
}
_UPSTREAM = {"shared_fs": ("hostPath", "the folder of every node"), **_KEYS}


@rule(
    "storage-key-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B2",),
    summary="The key that says where checkpoints are is missing for the type of storage",
    why="Without it the chart renders nothing.",
    advice="Set containerPath for directory, bucket for s3 and gcs, container for azure; upstream's "
    "chart also wants hostPath for shared_fs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "«checkpointStorage»:\n  type: s3\n",
            message="checkpointStorage.bucket is not set, and type s3 needs it",
        ),
        example('checkpointStorage:\n  type: gcs\n  bucket: «""»\n'),
        example("«checkpointStorage»:\n  type: azure\n  account_url: https://a.example.com\n"),
        example("checkpointStorage:\n  type: directory\n  «containerPath»:\n"),
        example("checkpointStorage:\n  type: shared_fs\n  «hostPath»:\n", upstream=True),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: b\n"),
        example("checkpointStorage:\n  type: shared_fs\n  hostPath:\n"),
        example("checkpointStorage:\n  type: directory\n  containerPath: /c\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the one key that each type needs."""
    kind = type_of(settings)
    key, meaning = (_UPSTREAM if settings.upstream else _KEYS).get(kind, ("", ""))
    if not key or settings.get("checkpointStorage", key):
        return
    chosen = settings.span(("checkpointStorage", "type"))
    yield settings.problem(
        ("checkpointStorage", key),
        f"checkpointStorage.{key} is not set, and type {kind} needs it",
        fix=f"set {key} to {meaning}",
        related=[Related(chosen, "the type is chosen here")],
    )
