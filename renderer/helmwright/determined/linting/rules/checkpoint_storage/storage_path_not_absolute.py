"""The folder of checkpoints is no absolute path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = {"shared_fs": "hostPath", "directory": "containerPath"}


@rule(
    "storage-path-not-absolute",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S1",),
    summary="checkpointStorage.hostPath or containerPath is no absolute path",
    why="A node cannot mount a path that begins nowhere, and a task looks for its checkpoints in the "
    "folder that it happens to run in.",
    advice="Write a path that begins with a slash.",
    url="https://kubernetes.io/docs/concepts/storage/volumes/#hostpath",
    bad=(
        example(
            "checkpointStorage:\n  type: shared_fs\n  hostPath: «checkpoints»\n",
            message='hostPath: "checkpoints" is no absolute path',
        ),
        example("checkpointStorage:\n  type: directory\n  containerPath: «./c»\n"),
    ),
    good=(
        example("checkpointStorage:\n  type: shared_fs\n  hostPath: /mnt/checkpoints\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  hostPath: c\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the path that belongs to the type."""
    key = _KEYS.get(type_of(settings), "")
    path = ("checkpointStorage", key)
    value = settings.get(*path) if key else None
    if isinstance(value, str) and value and not value.startswith("/"):
        yield settings.problem(
            path, f"checkpointStorage.{key}: {settings.show(*path)} is no absolute path"
        )
