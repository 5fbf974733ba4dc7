"""checkpointStorage.bucket is an address, a path, or no valid name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import BUCKETS, type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SCHEME = lazy_pattern("(?i)(s3a?|gs|gcs|https?)://")
_NAME = lazy_pattern("[a-z0-9][a-z0-9._-]*[a-z0-9]")
_SHORTEST = 3
_LONGEST = 222
"""Of Google's names with dots; S3 takes 63 characters."""


@rule(
    "bucket-not-a-name",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S9",),
    summary="checkpointStorage.bucket is an address or a path, and not the name of a bucket",
    why="It is handed to the client of S3 or Google Cloud Storage as a name; no bucket is found, and "
    "every task fails when it saves.",
    advice="Write the name of the bucket alone, and folders in it into checkpointStorage.prefix.",
    url="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html",
    bad=(
        example(
            "checkpointStorage:\n  type: gcs\n  bucket: «gs://ml/determined»\n",
            message='"gs://ml/determined" is an address',
        ),
        example("checkpointStorage:\n  type: s3\n  bucket: «ml/determined»\n", message="is a path"),
        example("checkpointStorage:\n  type: s3\n  bucket: «My_Bucket»\n", message="no valid name"),
        example("checkpointStorage:\n  type: gcs\n  bucket: «ml bucket»\n"),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: example-checkpoints\n"),
        example("checkpointStorage:\n  type: gcs\n  bucket: ml_team.example.com\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: Legacy_B\n  endpointUrl: http://ceph\n"),
        example("checkpointStorage:\n  type: shared_fs\n  bucket: gs://b\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at checkpointStorage.bucket; other servers than Amazon's take other names."""
    path = ("checkpointStorage", "bucket")
    kind, bucket = type_of(settings), settings.get(*path)
    if kind not in BUCKETS or not isinstance(bucket, str) or not bucket:
        return
    shown = f"checkpointStorage.bucket: {settings.show(*path)}"
    scheme = _SCHEME.match(bucket)
    name, _, folder = bucket[scheme.end() if scheme else 0 :].strip("/").partition("/")
    if scheme or "/" in bucket:
        what = "an address" if scheme else "a path"
        web = scheme is not None and scheme[1].lower().startswith("http")
        fix = f"write {name}" + (f", and {folder} into prefix" if folder else "")
        yield settings.problem(
            path, f"{shown} is {what}, and not the name of a bucket", fix="" if web else fix
        )
    elif not settings.get("checkpointStorage", "endpointUrl") and not (
        _NAME.fullmatch(bucket) and _SHORTEST <= len(bucket) <= _LONGEST
    ):
        yield settings.problem(
            path,
            f"{shown} is no valid name of a bucket",
            fix="use the bucket's name: lower case letters, digits, hyphens and dots",
        )
