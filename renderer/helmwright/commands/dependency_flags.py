"""The flags with which dependencies are updated or built.

Source: helm pkg/cmd/dependency_build.go, dependency_update.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.flags import string, switch
from helmwright.commands.registry_flags import RegistryFlags, reach_of

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.sources.dependencies.updating import Options


class DependencyFlags(RegistryFlags):
    """What ``dependency update`` and ``dependency build`` have in common."""

    skip_refresh: bool = switch("do not refresh the local repository cache")
    all: bool = switch("refresh every repository that was added, not only those of the chart")
    recursive: bool = switch("first the same for the charts of file:// dependencies")
    allow_digest_mismatch: bool = switch(
        "take archives whose digest is not the one in the index, from repositories known to be wrong"
    )
    integrity: bool = switch(
        "keep the sha256 of all archives in Chart.lock.sums: 'update' writes it, 'build' holds them to it"
    )
    verify: bool = switch("refuse archives whose signature is wrong, and for update those without")
    keyring: str = string(
        "the public keys for --verify, instead of GnuPG's", value_name="file", completes="files"
    )


def options_of(
    flags: DependencyFlags, *, add_missing: bool = False, only_missing: bool = False
) -> Options:
    """Return how dependencies are made, as flags and the environment say."""
    from helmwright.sources.dependencies.updating import Options
    from helmwright.sources.switches import ADD_MISSING, INTEGRITY, is_on

    return Options(
        skip_refresh=flags.skip_refresh,
        refresh_all=flags.all,
        add_missing=add_missing or is_on(ADD_MISSING),
        recursive=flags.recursive,
        allow_digest_mismatch=flags.allow_digest_mismatch,
        integrity=flags.integrity or is_on(INTEGRITY),
        only_missing=only_missing,
        verify=flags.verify,
        keyring=flags.keyring,
    )


def run_dependencies(
    context: Context, flags: DependencyFlags, arguments: list[str], action: str, options: Options
) -> int:
    """Update or build the dependencies of the chart that a command line names."""
    from helmwright.sources.dependencies import updating

    if len(arguments) > 1:
        raise UsageError(f'"helmwright dependency {action}" accepts at most 1 argument')
    folder = os.path.normpath(arguments[0]) if arguments else "."
    act = updating.update if action == "update" else updating.build
    reach = reach_of(context, flags, lambda line: context.report(f"{line}\n"))
    act(folder, reach, options)
    return 0
