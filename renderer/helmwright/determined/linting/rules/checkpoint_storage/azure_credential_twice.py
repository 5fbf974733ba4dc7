"""azure has a connection string and another way to log in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.checkpoint_storage._storage import type_of
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "azure-credential-twice",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("S2",),
    summary="azure has both a connection string and account_url or credential",
    why="A connection string says everything about the account; the chart and the master refuse a "
    "second answer.",
    advice="Keep connection_string alone, or account_url with credential.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/schemas/expconf/v0/azure.json",
    bad=(
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  connection_string: s\n"
            "  «account_url»: https://a.blob.core.windows.net\n  «credential»: k\n",
            message="checkpointStorage.account_url cannot be combined with connection_string",
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  connection_string: s\n"
            "  «credential»: k\n"
        ),
    ),
    good=(
        example("checkpointStorage:\n  type: azure\n  container: c\n  connection_string: s\n"),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  account_url: https://a\n"
            "  credential: k\n"
        ),
        example(
            "checkpointStorage:\n  type: azure\n  container: c\n  account_url: https://a\n"
            '  connection_string: ""\n'
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the three keys."""
    storage = settings.section("checkpointStorage")
    if type_of(settings) != "azure" or not storage.get("connection_string"):
        return
    string = settings.span(("checkpointStorage", "connection_string"), of_key=True)
    for key in ("account_url", "credential"):
        if storage.get(key):
            yield settings.problem(
                ("checkpointStorage", key),
                f"checkpointStorage.{key} cannot be combined with connection_string",
                of_key=True,
                fix=f"remove {key}, or remove connection_string and keep account_url and credential",
                related=[Related(string, "connection_string is set here")],
            )
