"""One of the two access keys of S3 is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "s3-key-without-its-half",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("P5",),
    summary="Only one of accessKey and secretKey is set",
    why="A client of S3 takes both or looks for the identity of the pod; with one of them it fails, "
    "or works with another account than meant.",
    advice="Set checkpointStorage.accessKey and secretKey, or none of them.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  «accessKey»: AKIA0\n",
            message="checkpointStorage.accessKey is set, and secretKey is not",
        ),
        example(
            'checkpointStorage:\n  type: s3\n  bucket: b\n  accessKey: ""\n  «secretKey»: s3cret\n'
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  accessKey: a\n  secretKey: b\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n"),
        example("checkpointStorage:\n  type: gcs\n  bucket: b\n  accessKey: a\n"),
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  accessKey: a\n",
            overrides=(("set", "checkpointStorage.secretKey=b"),),
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys of S3."""
    storage = settings.section("checkpointStorage")
    extra = settings.section("masterConfig", "extra", "checkpoint_storage")
    if storage.get("type") != "s3" or extra or not settings.writes_config:
        return
    for key, other in (("accessKey", "secretKey"), ("secretKey", "accessKey")):
        if storage.get(key) and not storage.get(other):
            yield settings.problem(
                ("checkpointStorage", key),
                f"checkpointStorage.{key} is set, and {other} is not",
                of_key=True,
                fix=f"set checkpointStorage.{other}, or remove {key}",
            )
