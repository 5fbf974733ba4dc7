"""checkpointStorage.type is none of the types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import TYPES, decides, type_of
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SPELLINGS = {"sharedfs": "shared_fs", **{kind.replace("_", ""): kind for kind in TYPES}}
_MEANT = {
    "hostpath": "shared_fs",
    "nfs": "directory",
    "pvc": "directory",
    "minio": "s3",
    "aws": "s3",
    "gs": "gcs",
    "google": "gcs",
    "blob": "azure",
}


@rule(
    "unknown-storage-type",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B2",),
    summary="checkpointStorage.type is none of the types of storage",
    why="Charts write only what they know about; the master does not start with another type.",
    advice="Use shared_fs, directory, s3, gcs or azure.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/docs/reference/deploy/helm-config-reference.rst",
    fixable=True,
    bad=(
        example(
            "checkpointStorage:\n  type: «S3»\n  bucket: b\n",
            message='type: "S3" is none of shared_fs',
        ),
        example("checkpointStorage:\n  type: «shared-fs»\n"),
        example("checkpointStorage:\n  type: «hdfs»\n"),
        example("checkpointStorage:\n  «type»:\n", message="checkpointStorage.type is not set"),
        example('checkpointStorage:\n  type: «"s3 "»\n  bucket: b\n'),
    ),
    good=(
        example("checkpointStorage:\n  type: gcs\n  bucket: b\n"),
        example("checkpointStorage:\n  saveTrialBest: 2\n"),
        example("checkpointStorage:\n  type:\nmasterConfig:\n  existingSecret: master-yaml\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at checkpointStorage.type."""
    from difflib import get_close_matches

    path = ("checkpointStorage", "type")
    kind = settings.get(*path, default="")
    section = settings.get("checkpointStorage", default={})
    if type_of(settings) or not decides(settings) or type(section) is not dict:
        return
    types = ", ".join(TYPES)
    if not kind:
        yield settings.problem(
            path, f"checkpointStorage.type is not set, and must be one of {types}"
        )
    elif not isinstance(kind, (dict, list)):
        squeezed = "".join(letter for letter in str(kind).lower() if letter.isalnum())
        same = _SPELLINGS.get(squeezed, "")
        near = same or _MEANT.get(squeezed) or "".join(get_close_matches(str(kind), TYPES, 1, 0.7))
        yield settings.problem(
            path,
            f"checkpointStorage.type: {settings.show(*path)} is none of {types}",
            fix=f"write 'type: {near}'" if near else "",
            edits=[Put(path, same)] if same else (),
        )
