"""``helmwright package CHART...``: packs folders with charts into archives.

Source: helm pkg/cmd/package.go
"""

# ruff: noqa: PTH100 - pathlib is slow to import
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.registry_flags import RegistryFlags, reach_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright package CHART... [FLAGS]"
SUMMARY = """Pack folders with charts into archives, called NAME-VERSION.tgz.

What is in an archive is what Helm puts into it, byte for byte and in its order; it is
compressed by another library, so the archives of the two programs have different digests.
With SOURCE_DATE_EPOCH, in seconds since 1970, all files have that
time: same files, same archive.
"""
EXAMPLES = """\
  helmwright package ./chart
  helmwright package ./chart --version 1.2.3 --app-version 4.5 -d archives
  SOURCE_DATE_EPOCH=$(git log -1 --pretty=%ct) helmwright package ./chart
"""


class PackageFlags(RegistryFlags):
    """The flags of ``package``."""

    version: str = string("the version of the chart, instead of its own", value_name="version")
    app_version: str = string(
        "the version of the application, instead of the chart's", value_name="version"
    )
    destination: str = string(
        "the folder that archives go to", "d", default=".", value_name="folder"
    )
    dependency_update: bool = switch("first update the dependencies of the chart", "u")


def _run(context: Context, flags: PackageFlags, arguments: list[str]) -> int:
    from helmwright.sources.packing import check_folder, epoch_of, package

    if not arguments:
        raise UsageError("need at least one argument, the path to the chart")
    for path in arguments:
        check_folder(path)
        if flags.dependency_update:
            from helmwright.sources.dependencies.updating import update

            update(os.path.abspath(path), reach_of(context, flags, _silent))
        archive = package(
            path,
            destination=flags.destination,
            version=flags.version,
            app_version=flags.app_version,
            epoch=epoch_of(os.environ),
            log=context.log,
        )
        context.report(f"Successfully packaged chart and saved it to: {archive}\n")
    return 0


def _silent(_: str) -> None:
    """Say nothing, as Helm does."""


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PackageFlags, _run)
run = COMMAND.run
