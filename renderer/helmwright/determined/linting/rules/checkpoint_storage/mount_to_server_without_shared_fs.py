"""checkpointStorage.mountToServer with another type than shared_fs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "mount-to-server-without-shared-fs",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S6",),
    summary="checkpointStorage.mountToServer has an effect only with shared_fs",
    why="It mounts the folder of the node into the master; other types have no such folder.",
    advice="Remove mountToServer; with type directory mount the volume through master.extraVolumes and "
    "master.extraVolumeMounts.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-deployment.yaml",
    bad=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  «mountToServer»: true\n",
            message="has no effect with type s3",
        ),
        example(
            "checkpointStorage:\n  type: shared_fs\n  «mountToServer»: true\n",
            release="0.27.0",
            upstream=True,
            message="has no effect before 0.27.1",
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: shared_fs\n  mountToServer: true\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  mountToServer: false\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at checkpointStorage.mountToServer."""
    path = ("checkpointStorage", "mountToServer")
    kind = type_of(settings)
    if not kind or not settings.get(*path):
        return
    if kind != "shared_fs":
        reason = f"with type {kind}"
    elif settings.upstream and not settings.release.at_least(0, 27, 1):
        reason = "before 0.27.1"
    else:
        return
    name = settings.name(path)
    yield settings.problem(
        path, f"{name} has no effect {reason}", of_key=True, fix="remove mountToServer"
    )
