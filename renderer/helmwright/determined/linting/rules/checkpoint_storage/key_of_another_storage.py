"""A key of checkpointStorage belongs to another type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import DEFAULT_PATHS, type_of
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OWNERS = {
    "hostPath": ("shared_fs",),
    "containerPath": ("directory",),
    "bucket": ("s3", "gcs"),
    "prefix": ("s3", "gcs"),
    "accessKey": ("s3",),
    "secretKey": ("s3",),
    "endpointUrl": ("s3",),
    "container": ("azure",),
    "connection_string": ("azure",),
    "account_url": ("azure",),
    "credential": ("azure",),
}


@rule(
    "key-of-another-storage",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("S4",),
    summary="A key of checkpointStorage belongs to another type than the chosen one",
    why="It has no effect: often the type was forgotten, and checkpoints go elsewhere than meant.",
    advice="Set checkpointStorage.type to the type that has the key, or remove the key.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/master-config.yaml",
    bad=(
        example(
            "checkpointStorage:\n  «bucket»: ml\n",
            message="checkpointStorage.bucket belongs to type s3 or gcs, and the type is shared_fs",
        ),
        example(
            "checkpointStorage:\n  type: gcs\n  bucket: b\n  «accessKey»: a\n  «secretKey»: k\n"
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  account_url: https://a\n"
            "  «hostPath»: /mnt/checkpoints\n"
        ),
    ),
    good=(
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  prefix: p\n  endpointUrl: http://m\n"
        ),
        example(
            "checkpointStorage:\n  type: s3\n  bucket: b\n  hostPath: /tmp/checkpoints\n"
            '  mountToServer: false\n  container: ""\n'
        ),
        example("checkpointStorage:\n  type: hdfs\n  bucket: b\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at every key that one or two types have; the defaults of hostPath mean nothing."""
    kind = type_of(settings)
    if not kind:
        return
    chosen = settings.given("checkpointStorage", "type")
    for key, owners in _OWNERS.items():
        value = settings.get("checkpointStorage", key)
        if kind in owners or not value or value in DEFAULT_PATHS:
            continue
        if settings.given("checkpointStorage", key):
            owner = " or ".join(owners)
            place = settings.span(("checkpointStorage", "type"))
            yield settings.problem(
                ("checkpointStorage", key),
                f"checkpointStorage.{key} belongs to type {owner}, and the type is {kind}",
                of_key=True,
                fix=f"remove {key}" if chosen else f"set checkpointStorage.type to {owner}",
                related=[Related(place, f"the type is {kind}")] if chosen else (),
            )
