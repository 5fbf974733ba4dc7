"""``helmwright registry logout HOST``: forgets a login.

Source: helm pkg/cmd/registry_logout.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.source_flags import PlaceFlags, settings_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright registry logout HOST [FLAGS]"
SUMMARY = """Forget the login at a registry; that there is none is no error.

The login of exactly this HOST is removed from Helm's file, and no other.
"""
EXAMPLES = "  helmwright registry logout registry.example.com\n"


def _run(context: Context, flags: PlaceFlags, arguments: list[str]) -> int:
    import os

    from helmwright.sources.registry.credentials import Logins

    if not arguments:
        raise UsageError(
            f'"helmwright registry logout" requires at least 1 argument\n\nUsage:  {USAGE}'
        )
    Logins(settings_of(flags).registry_config, os.environ).delete(arguments[0])
    context.report(f"Removing login credentials for {arguments[0]}\n")
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PlaceFlags, _run)
