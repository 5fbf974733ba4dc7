"""``helmwright registry login HOST``: tries a login at a registry, and keeps it.

Source: helm pkg/cmd/registry_login.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.source_flags import CertificateFlags, PlaceFlags, settings_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright registry login HOST [FLAGS]"
SUMMARY = """Ask a registry whether it takes a login, and keep the login if it does.

HOST is a name with an optional port, and no path. Without --username the password is a token.
"""
EXAMPLES = """\
  echo "$TOKEN" | helmwright registry login registry.example.com -u ci --password-stdin
  helmwright registry login localhost:5000 -u me --plain-http   # asks for the password
"""


class RegistryLoginFlags(PlaceFlags, CertificateFlags):
    """The flags of ``registry login``."""

    username: str = string("the user's name at the registry", "u", value_name="name")
    password: str = string(
        "the password or token; others can see it in the list of processes",
        "p",
        value_name="password",
    )
    password_stdin: bool = switch("read the password or token from standard input")
    insecure: bool = switch("trust any registry")
    plain_http: bool = switch("speak plain HTTP with the registry")


def _run(context: Context, flags: RegistryLoginFlags, arguments: list[str]) -> int:
    import os

    from helmwright.sources.fetching import TLS, Fetcher
    from helmwright.sources.registry.credentials import Credential, Logins
    from helmwright.sources.registry.login import log_in

    if not arguments:
        raise UsageError(
            f'"helmwright registry login" requires at least 1 argument\n\nUsage:  {USAGE}'
        )
    username, password = _login(context, flags)
    settings = settings_of(flags)
    log_in(
        Fetcher(offline=settings.offline),
        Logins(settings.registry_config, os.environ),
        arguments[0],
        Credential(username, password),
        tls=TLS(flags.ca_file, flags.cert_file, flags.key_file, flags.insecure),
        plain_http=flags.plain_http,
        log=context.log,
    )
    context.write("Login Succeeded\n")
    return 0


def _login(context: Context, flags: RegistryLoginFlags) -> tuple[str, str]:
    """Return user and password: of the command line, of standard input, or typed."""
    from helmwright.commands.passwords import piped, typed

    if flags.password_stdin:
        return flags.username, piped(context)
    if flags.password:
        context.log("WARN", "using --password via the CLI is insecure. Use --password-stdin")
        return flags.username, flags.password
    username = flags.username or typed(context, "Username: ", hidden=False).strip()
    what = "Password" if username else "Token"
    password = typed(context, f"{what}: ", hidden=True)
    if not password:
        raise HelmwrightError(f"{what.lower()} required")
    return username, password


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RegistryLoginFlags, _run)
