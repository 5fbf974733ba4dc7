"""``helmwright package CHART...``: packs folders with charts into archives.

Source: helm pkg/cmd/package.go
"""

# ruff: noqa: PTH100 - pathlib is slow to import
from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.registry_flags import RegistryFlags, reach_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands import Context

USAGE = "helmwright package CHART... [FLAGS]"
SUMMARY = """Pack folders with charts into archives, called NAME-VERSION.tgz.

What is in an archive is what Helm puts into it, byte for byte and in its order; it is
compressed by another library, so the archives of the two programs have different digests.
With SOURCE_DATE_EPOCH, in seconds since 1970, all files have that
time: same files, same archive.

With --sign, NAME-VERSION.tgz.prov is written beside it, signed with the secret key of a
keyring whose name --key is, or has in it: the file of 'gpg --export-secret-keys', binary or
armored. Keys are never taken from an agent; a passphrase is asked for on the terminal, or read
from a file. Needs pip install 'helmwright[verify]'.
"""
EXAMPLES = """\
  helmwright package ./chart
  helmwright package ./chart --version 1.2.3 --app-version 4.5 -d archives
  helmwright package ./chart --sign --key 'Ann Example' --keyring secret-keys.gpg
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
    sign: bool = switch("sign the archive, which --key is needed for")
    key: str = string("the name of the key to sign with, or a part of it", value_name="name")
    keyring: str = string(
        "the keyring with that key, instead of GnuPG's", value_name="file", completes="files"
    )
    passphrase_file: str = string(
        "a file with the passphrase of that key in its first line, - for standard input",
        value_name="file",
        completes="files",
    )


def _run(context: Context, flags: PackageFlags, arguments: list[str]) -> int:
    from helmwright.sources.packing import check_folder, epoch_of, package

    if not arguments:
        raise UsageError("need at least one argument, the path to the chart")
    sign = _signing(context, flags) if flags.sign else None
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
            sign=sign,
            log=context.log,
        )
        context.report(f"Successfully packaged chart and saved it to: {archive}\n")
    return 0


def _signing(context: Context, flags: PackageFlags) -> Callable[[str, bytes], bytes]:
    """Return what makes the provenance of an archive; raises UsageError without a key."""
    if not flags.key:
        raise UsageError("--key is required for signing a package")
    from helmwright.commands.passwords import first_line, typed
    from helmwright.go.strconv import quote
    from helmwright.sources.provenance.signing import Signing

    def passphrase(identity: str) -> str:
        if flags.passphrase_file:
            return first_line(context, flags.passphrase_file)
        try:
            return typed(context, f"Password for key {quote(identity)} >  ", hidden=True)
        except HelmwrightError:
            context.write("\n")
            raise

    return Signing(flags.key, flags.keyring, passphrase).provenance


def _silent(_: str) -> None:
    """Say nothing, as Helm does."""


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PackageFlags, _run)
run = COMMAND.run
