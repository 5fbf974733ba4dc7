"""``helmwright push ARCHIVE oci://HOST/PATH``: uploads a chart to a registry.

Source: helm pkg/cmd/push.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.registry_flags import RegistryFlags, registry_of

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright push ARCHIVE oci://HOST/PATH [FLAGS]"
SUMMARY = """Upload the archive of a chart to a registry; a provenance file beside it goes along.

The chart becomes PATH/NAME with its version as the tag, in which + is written as _.
"""
EXAMPLES = """\
  helmwright push web-1.2.3.tgz oci://registry.example.com/charts
  helmwright push web-1.2.3.tgz oci://localhost:5000/charts --plain-http
"""


def _run(context: Context, flags: RegistryFlags, arguments: list[str]) -> int:
    from helmwright.sources.registry.push import push

    if len(arguments) < 2:
        raise UsageError(f'"helmwright push" requires at least 2 arguments\n\nUsage:  {USAGE}')
    pushed = push(registry_of(flags), arguments[0], arguments[1], log=context.log)
    context.report("".join(f"{line}\n" for line in pushed.messages()))
    return 0


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RegistryFlags, _run)
run = COMMAND.run
