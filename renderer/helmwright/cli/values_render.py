"""``helmwright values render FILE``: prints the YAML that a values file in Jinja2 makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import Position, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import switch
from helmwright.commands.inputs import read_input
from helmwright.commands.options import ContextFlags, values_context
from helmwright.commands.values_input import is_template
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from helmwright.base.templated_text import TemplatedText
    from helmwright.commands import Context

USAGE = "helmwright values render FILE [FLAGS]"
SUMMARY = """Print the YAML that a values file in Jinja2 makes.

FILE is the template, such as prod.yaml.j2; it sees the variables of --context and --context-set.
What comes out is what -f prod.yaml.j2 gives to other commands, secrets of the context included.
It is checked: what is no YAML is an error at the line of the template.
"""
EXAMPLES = """\
  helmwright values render prod.yaml.j2 --context prod.context.yaml
  helmwright values render prod.yaml.j2 --context-set region=eu,replicas=3
  helmwright values render prod.yaml.j2 --context-env CI_COMMIT_TAG
  helmwright values render prod.yaml.j2 --context c.yaml --places   # which line made which
"""


class RenderFlags(ContextFlags):
    """The flags of ``values render``."""

    places: bool = switch("put the place in the template before each line")


def _run(context: Context, flags: RenderFlags, positional: list[str]) -> int:
    if len(positional) != 1:
        raise UsageError(f"name one values file\n\nUsage:  {USAGE}")
    name = positional[0]
    if not is_template(name):
        raise UsageError(f"{name} is no template: the name of one ends in .j2")
    from helmwright.values.templated import render_values_template

    def read(path: str) -> bytes:
        return read_input(context, path)

    variables, environment = values_context(flags)
    made = render_values_template(read(name), name, variables, environment=environment, read=read)
    load_values(made, path=name)
    text = made.decode("utf-8", "surrogateescape")
    context.write(_with_places(made, text) if flags.places else text)
    return 0


def _with_places(made: TemplatedText, text: str) -> str:
    lines = text.split("\n")
    if not lines[-1]:
        lines.pop()
    places = [_line(made, number, line) for number, line in enumerate(lines, start=1)]
    width = max(map(len, places), default=0)
    return "".join(
        f"{place:<{width}}  {line}".rstrip() + "\n"
        for place, line in zip(places, lines, strict=True)
    )


def _line(made: TemplatedText, number: int, line: str) -> str:
    indent = len(line) - len(line.lstrip())
    place = made.place(Position(made.name, number, indent + 1))
    return f"{place.path}:{place.line}"


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, RenderFlags, _run)
