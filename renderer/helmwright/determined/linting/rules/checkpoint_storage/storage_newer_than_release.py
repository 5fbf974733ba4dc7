"""The type or a key of checkpointStorage came with a later release."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.determined.versions import Number
    from helmwright.lint.finding import Problem

_TYPES: dict[str, Number] = {"directory": (0, 26, 3), "azure": (0, 16, 1)}
_AZURE_UPSTREAM: Number = (0, 16, 3)
_PREFIX: dict[str, Number] = {"s3": (0, 17, 3), "gcs": (0, 18, 2)}
_PREFIX_UPSTREAM: Number = (0, 18, 2)


@rule(
    "storage-newer-than-release",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S8",),
    until="0.26.2",
    summary="The type or prefix of checkpointStorage came with a later release of Determined",
    why="The master of an older release does not start with a type that it does not know; a prefix is "
    "left out.",
    advice="Install directory from 0.26.3 on, azure from 0.16.3 on, a prefix from 0.18.2 on.",
    url="https://github.com/determined-ai/determined/releases",
    bad=(
        example(
            "checkpointStorage:\n  type: «directory»\n  containerPath: /c\n",
            release="0.26.2",
            message="came with 0.26.3, and this is 0.26.2",
        ),
        example("checkpointStorage:\n  type: «azure»\n", release="0.16.2", upstream=True),
        example(
            "checkpointStorage:\n  type: gcs\n  bucket: b\n  «prefix»: p\n",
            release="0.18.1",
            message="checkpointStorage.prefix came with 0.18.2",
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: directory\n  containerPath: /c\n", release="0.26.3"),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  account_url: https://a\n",
            release="0.16.2",
        ),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n  prefix: p\n", release="0.17.3"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n", release="0.12.10"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare type and prefix with the release."""
    if not settings.release_known:
        return
    kind, number = type_of(settings), settings.release.number
    since = _TYPES.get(kind)
    if kind == "azure" and settings.upstream:
        since = _AZURE_UPSTREAM
    if since is not None and number < since:
        yield settings.problem(
            ("checkpointStorage", "type"),
            f"checkpointStorage.type: {kind} came with {_text(since)}, and this is"
            f" {settings.release}",
            fix=f"choose another type, or install {_text(since)} or later",
        )
    prefix = _PREFIX.get(kind)
    if prefix is not None and settings.upstream:
        prefix = _PREFIX_UPSTREAM
    if prefix is not None and number < prefix and settings.get("checkpointStorage", "prefix"):
        yield settings.problem(
            ("checkpointStorage", "prefix"),
            f"checkpointStorage.prefix came with {_text(prefix)} for type {kind}, and this is"
            f" {settings.release}: checkpoints go to the bucket itself",
            of_key=True,
            fix="remove prefix",
            severity=Severity.WARNING,
        )


def _text(number: Number) -> str:
    return ".".join(map(str, number))
