"""``helmwright version``: prints the version, and the Helm whose output it gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.flag_kinds import STRING
from helmwright.commands.flags import Flag, HelpRequested, parse

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright version [FLAGS]"
SUMMARY = "Print the version of helmwright and of the Helm whose output it reproduces.\n"
EXAMPLES = """\
  helmwright version
  helmwright version --output json          # for scripts: also Kubernetes and Python
"""
FORMS = ("text", "json")
FLAGS = (
    Flag(
        "output", STRING, "the form of the output", "o", default="text", value_name="|".join(FORMS)
    ),
)


def run(context: Context, arguments: list[str]) -> int:
    """Print one line, or an object of JSON."""
    try:
        parsed = parse(FLAGS, arguments, context)
    except HelpRequested:
        from helmwright.commands.help import describe_command

        context.write(describe_command(USAGE, SUMMARY, EXAMPLES, FLAGS))
        return 0
    if parsed.arguments:
        raise UsageError(f'"helmwright version" accepts no arguments\n\nUsage:  {USAGE}')
    form = parsed.values["output"]
    if form not in FORMS:
        raise UsageError(f"--output is one of {', '.join(FORMS)}")
    context.write(_text() if form == "text" else _json())
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
