"""azure has neither a connection string nor the address of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of
from helmwright.lint.nearest import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_KEYS = ("connection_string", "account_url")


@rule(
    "azure-account-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S2",),
    summary="azure has neither connection_string nor account_url",
    why="The container is not found without its account: the chart refuses that; with upstream's no "
    "experiment can be created.",
    advice="Set checkpointStorage.account_url, or connection_string.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/schemas/expconf/v0/azure.json",
    bad=(
        example(
            "«checkpointStorage»:\n  type: azure\n  container: c\n",
            message="checkpointStorage.account_url is not set",
        ),
        example("«checkpointStorage»:\n  type: azure\n  container: c\n  credential: k\n"),
    ),
    good=(
        example("checkpointStorage:\n  type: azure\n  container: c\n  connection_string: s\n"),
        example("checkpointStorage:\n  type: azure\n  container: c\n  account_url: https://a\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: b\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the two keys."""
    storage = settings.section("checkpointStorage")
    if any(key not in _KEYS and nearest(key, _KEYS) for key in storage):
        return  # it is there, under a name that has a slip
    if type_of(settings) == "azure" and not (
        storage.get("connection_string") or storage.get("account_url")
    ):
        yield settings.problem(
            ("checkpointStorage", "account_url"),
            "checkpointStorage.account_url is not set, and neither is connection_string:"
            " type azure needs one of them",
            fix="set account_url to https://<account>.blob.core.windows.net, or connection_string",
        )
