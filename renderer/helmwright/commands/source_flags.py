"""The flags with which commands find charts and repositories; names and meanings are Helm's.

Source: helm pkg/cmd/flags.go (addChartPathOptionsFlags), pkg/cli/environment.go
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import SourceError, UsageError
from helmwright.commands.flags import Flags, string, switch

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands import Context
    from helmwright.sources.interface import Sources
    from helmwright.sources.locate import Wanted
    from helmwright.sources.settings import HelmSettings


DEPENDENCIES = "HELMWRIGHT_DEPENDENCIES"
_STEPS = frozenset(("", "build", "update", "skip"))


class PlaceFlags(Flags, heading="Where things are"):
    """Helm's files and folders, instead of those that the environment names."""

    repository_config: str = string(
        "the file with the names and URLs of repositories", value_name="file", completes="files"
    )
    repository_cache: str = string(
        "the folder of cached indexes", value_name="folder", completes="directories"
    )
    content_cache: str = string(
        "the folder of cached charts", value_name="folder", completes="directories"
    )
    registry_config: str = string(
        "the file with logins of registries", value_name="file", completes="files"
    )


class CertificateFlags(Flags, heading="Servers"):
    """The certificates of both sides."""

    ca_file: str = string(
        "certificates of the authorities that servers are trusted by",
        value_name="file",
        completes="files",
    )
    cert_file: str = string(
        "the certificate that identifies this client", value_name="file", completes="files"
    )
    key_file: str = string("the key of that certificate", value_name="file", completes="files")


class LoginFlags(CertificateFlags, heading="Servers"):
    """How to log in at a server, and whether to trust it."""

    username: str = string("the user's name at the server", value_name="name")
    password: str = string("the password at the server", value_name="password")
    insecure_skip_tls_verify: bool = switch("trust any server")


class ServerFlags(LoginFlags, heading="Servers"):
    """How to log in at a repository, whose index may name other servers."""

    pass_credentials: bool = switch("send the login to any server that an index names")


class ChartSourceFlags(PlaceFlags, ServerFlags, heading="Charts from repositories"):
    """Which version of which chart, from where."""

    version: str = string(
        "the version, or a range of versions such as ^2.0.0; the newest by default",
        value_name="version",
    )
    devel: bool = switch("take pre-releases, too, as --version '>0.0.0-0' does")
    repo: str = string("the URL of the repository that CHART is a name in", value_name="url")
    plain_http: bool = switch("speak plain HTTP with registries")
    verify: bool = switch("take a chart only if its signature is right")
    keyring: str = string(
        "the public keys for --verify, instead of GnuPG's", value_name="file", completes="files"
    )
    allow_digest_mismatch: bool = switch(
        "take archives whose digest is not the one in the index, from repositories known to be wrong"
    )


class DependencyUpdateFlags(Flags):
    """Whether what a chart lacks is fetched first."""

    dependency_update: bool = switch(
        "first fetch the dependencies of a folder that lacks some, as 'dependency update' does"
    )
    dependencies: str = string(
        "what to do first about dependencies that a folder lacks: build (fetch what its lock says), "
        "update, or skip; HELMWRIGHT_DEPENDENCIES says it for all commands",
        value_name="build|update|skip",
    )


def dependency_step(flags: object) -> str:
    """Return what is done about dependencies that a chart lacks: ``build``, ``update``, or nothing.

    flags: of a command, which may know of this or not. Raises UsageError for any other word.
    """
    if getattr(flags, "dependency_update", False):
        return "update"
    asked = getattr(flags, "dependencies", "")
    step: str = asked or os.environ.get(DEPENDENCIES, "").strip()
    if step not in _STEPS:
        name = "--dependencies" if asked else DEPENDENCIES
        raise UsageError(f'{name} is build, update or skip, not "{step}"')
    return "" if step == "skip" else step


def settings_of(flags: PlaceFlags) -> HelmSettings:
    """Return where things are."""
    from helmwright.sources.settings import HelmSettings

    found = HelmSettings.from_environment()
    return HelmSettings(
        flags.repository_config or found.repository_config,
        flags.repository_cache or found.repository_cache,
        flags.content_cache or found.content_cache,
        flags.registry_config or found.registry_config,
        flags.offline or found.offline,
    )


def sources_of(
    context: Context, flags: PlaceFlags, *, say: Callable[[str], None] | None = None
) -> Sources:
    """Return what finds charts; say: receives what Helm prints of registries, else people do."""
    from helmwright.sources.interface import Sources

    return Sources(settings_of(flags), log=context.log, say=say or context.say)


def check_certificates(flags: LoginFlags) -> None:
    """Refuse certificates that cannot be used, whatever is asked; raises SourceError with Helm's text.

    Source: helm pkg/cmd/root.go (newRegistryClientWithTLS)
    """
    if not (flags.ca_file or flags.cert_file or flags.key_file):
        return
    from helmwright.sources.fetching import TLS
    from helmwright.sources.fetching.certificates import context_for

    tls = TLS(flags.ca_file, flags.cert_file, flags.key_file, flags.insecure_skip_tls_verify)
    try:
        if tls.is_asked_for:
            context_for(tls)
    except SourceError as error:
        raise SourceError(f"missing registry client: {error.message}") from None


def wanted_of(flags: ChartSourceFlags) -> Wanted:
    """Return what flags say about a chart; raises UsageError if signatures cannot be checked here."""
    from helmwright.sources.locate import DEVELOPMENT, Wanted

    if flags.verify:
        from helmwright.sources.provenance import check_installed

        check_installed()
    check_certificates(flags)
    return Wanted(
        version=flags.version or (DEVELOPMENT if flags.devel else ""),
        repo=flags.repo,
        username=flags.username,
        password=flags.password,
        ca_file=flags.ca_file,
        cert_file=flags.cert_file,
        key_file=flags.key_file,
        insecure_skip_tls_verify=flags.insecure_skip_tls_verify,
        pass_credentials=flags.pass_credentials,
        allow_digest_mismatch=flags.allow_digest_mismatch,
        plain_http=flags.plain_http,
        verify=flags.verify,
        keyring=flags.keyring,
    )
