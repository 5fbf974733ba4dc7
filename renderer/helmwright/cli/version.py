"""``helmwright version``: prints the version, and the Helm whose output it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import Flags, string

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright version [FLAGS]"
SUMMARY = "Print the version of helmwright and of the Helm whose output it reproduces.\n"
EXAMPLES = """\
  helmwright version
  helmwright version --output json          # for scripts: also Kubernetes and Python
"""
FORMS = ("text", "json")


class VersionFlags(Flags):
    """The flags of ``version``."""

    output: str = string("the form of the output", "o", default="text", value_name="|".join(FORMS))


def _run(context: Context, flags: VersionFlags, arguments: list[str]) -> int:
    """Print one line, or an object of JSON."""
    if arguments:
        raise UsageError(f'"helmwright version" accepts no arguments\n\nUsage:  {USAGE}')
    if flags.output not in FORMS:
        raise UsageError(f"--output is one of {', '.join(FORMS)}")
    context.write(_text() if flags.output == "text" else _json())
    return 0


def _text() -> str:
    from helmwright.base.version import __version__
    from helmwright.rendering.capabilities import BuildInfo

    return f"helmwright {__version__} (renders as Helm {BuildInfo().version})\n"


def _json() -> str:
    import json
    import platform

    from helmwright.base.version import __version__
    from helmwright.rendering.capabilities import BuildInfo, Capabilities

    versions = {
        "helmwright": __version__,
        "helm": BuildInfo().version,
        "kubernetes": Capabilities.default().kube_version.version,
        "python": platform.python_version(),
    }
    return json.dumps(versions, indent=2) + "\n"


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, VersionFlags, _run)
run = COMMAND.run
