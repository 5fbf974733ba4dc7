"""Checkpoints stay on the node that wrote them, and the cluster has several."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import DEFAULT_PATHS, type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_TWO = "- name: gpu\n  count: 2\n  gpus: 4\n"


@rule(
    "shared-fs-on-several-nodes",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S1",),
    summary="Checkpoints are in a folder of each node, and the cluster has several nodes",
    why="A task that is moved to another node, or runs on two, does not find its checkpoints; "
    "TensorBoards and the collection of old checkpoints do not find them either.",
    advice="Choose s3, gcs, azure, or directory with a volume that all nodes can mount.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/setup-cluster/k8s/install-on-kubernetes.rst",
    bad=(
        example("«»maxSlotsPerPod: 4\n", nodes=_TWO, message="the cluster has 2 nodes"),
        example("checkpointStorage:\n  type: «shared_fs»\n", nodes=_TWO),
        example("checkpointStorage:\n  hostPath: «/tmp/ml»\n", nodes=_TWO),
        example("checkpointStorage:\n  hostPath: «/mnt/nfs»\n", nodes=_TWO, message="unless"),
    ),
    good=(
        example("maxSlotsPerPod: 4\n"),
        example("maxSlotsPerPod: 4\n", nodes="- name: gpu\n  gpus: 4\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n", nodes=_TWO),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Count the nodes; a path of the user's own may be a file system that every node mounts."""
    nodes = settings.nodes or ()
    if type_of(settings) != "shared_fs" or len(nodes) < 2:
        return
    path = ("checkpointStorage", "hostPath")
    folder = settings.get(*path)
    shown = f", and the cluster has {len(nodes)} nodes"
    own = isinstance(folder, str) and folder not in DEFAULT_PATHS and settings.given(*path)
    if own and not str(folder).startswith("/tmp/"):  # noqa: S108 - a path of nodes
        yield settings.problem(
            path,
            f"checkpointStorage.hostPath is a folder of each node{shown}:"
            " they lose sight of checkpoints unless all of them mount the same file system there",
            severity=Severity.INFO,
        )
    else:
        yield settings.problem(
            path if own else ("checkpointStorage", "type"),
            f"checkpointStorage.type: shared_fs keeps checkpoints on the node that wrote them{shown}",
            of_default=True,
        )
