"""The prefix of checkpoints goes up, or begins with a slash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import BUCKETS, type_of
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "prefix-leaves-bucket",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S3",),
    summary='checkpointStorage.prefix has "..", or begins with a slash',
    why="The master refuses a prefix with .. in it. A slash at the beginning makes a folder without a "
    "name, which many tools do not show.",
    advice="Write the folders in the bucket without .. and without a slash at the beginning.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/pkg/schemas/expconf/storage_config.go",
    fixable=True,
    bad=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  prefix: «a/../b»\n", message='".."'
        ),
        example("checkpointStorage:\n  type: gcs\n  bucket: b\n  prefix: «..»\n"),
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  prefix: «/determined»\n",
            message='"/determined" begins with a slash',
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  prefix: a..b/...c/\n"),
        example("checkpointStorage:\n  type: shared_fs\n  prefix: ../a\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at checkpointStorage.prefix."""
    path = ("checkpointStorage", "prefix")
    prefix = settings.get(*path)
    if type_of(settings) not in BUCKETS or not isinstance(prefix, str):
        return
    shown = settings.show(*path)
    if ".." in prefix.split("/"):
        yield settings.problem(
            path, f'checkpointStorage.prefix: {shown} has "..", which the master refuses'
        )
    elif prefix.startswith("/"):
        plain = prefix.lstrip("/")
        yield settings.problem(
            path,
            f"checkpointStorage.prefix: {shown} begins with a slash",
            fix=f"write {plain}" if plain else "leave it blank",
            edits=[Put(path, plain)] if plain else (),
            severity=Severity.WARNING,
        )
