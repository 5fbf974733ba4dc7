"""``helmwright values set FILE KEY=VALUE...``: sets values in a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.cli.actions import Action
from helmwright.cli.flags import switch
from helmwright.cli.inputs import input_name, is_stdin, read_input
from helmwright.cli.values_input import refuse_template
from helmwright.cli.values_secrets import SHOW_SECRETS, marked_paths
from helmwright.errors import FileChangedError, UsageError

if TYPE_CHECKING:
    from helmwright.cli import Context

USAGE = "helmwright values set FILE KEY=VALUE... [FLAGS]"
SUMMARY = """Set values in a file, and change nothing else in it.

KEY=VALUE is written as for --set, and means the same: numbers, true, false and null are what
they look like, {a,b} is a list, resourcePools[0].pool_name is a key of the first pool, a comma
begins another KEY=VALUE. Keys that are missing are added behind their neighbours. For -, the
file is read from standard input and written to standard output.
"""
EXAMPLES = """\
  helmwright values set prod.yaml db.port=5433
  helmwright values set prod.yaml db.hostAddress=db.example.com db.port=5433 --diff
  helmwright values set prod.yaml --string detVersion=0.38
  helmwright values set prod.yaml --json 'resourcePools[0]={"pool_name": "a100"}'
"""
FLAGS = (
    switch("string", "values stay strings, as for --set-string"),
    switch("json", "values are JSON, as for --set-json"),
    switch("diff", "show what would change, and write nothing"),
    SHOW_SECRETS,
)
_ATTEMPTS = 20
"""How often a file is read again that other programs change at the same time."""


def _run(context: Context, flags: dict[str, Any], positional: list[str]) -> int:
    name, *texts = positional or [""]
    if not texts:
        raise UsageError(f"name a file and what to set\n\nUsage:  {USAGE}")
    if flags["string"] and flags["json"]:
        raise UsageError("--string and --json exclude each other")
    for text in texts:
        if "=" not in text:
            raise UsageError(f'"{text}" is no KEY=VALUE\n\nUsage:  {USAGE}')
    from helmwright.values import load_values
    from helmwright.values_edit import edit_values
    from helmwright.values_edit.assigning import assignments

    kind = "set-string" if flags["string"] else "set-json" if flags["json"] else "set"
    refuse_template(name)
    shown = input_name(name)
    for attempt in range(_ATTEMPTS):
        data = read_input(context, name)
        changes = assignments(load_values(data, path=shown), texts, kind=kind)
        changed = edit_values(data, changes, shown)
        try:
            _put(context, flags, name, data, changed)
        except FileChangedError:  # by another program: what it has written is changed instead
            if attempt == _ATTEMPTS - 1:
                raise
            continue
        break
    return 0


def _put(context: Context, flags: dict[str, Any], name: str, data: bytes, changed: bytes) -> None:
    """Show or write a file that has changed; raises FileChangedError if it has meanwhile."""
    if flags["diff"]:
        from helmwright.cli.values_difference import show_change

        is_marked = None if flags[SHOW_SECRETS.name] else marked_paths()
        show_change(context, input_name(name), data, changed, is_marked)
    elif is_stdin(name):
        context.write(changed.decode())
    else:
        from helmwright.cli.generated import write_if_changed

        write_if_changed(context, name, changed, before=data)


ACTION = Action(USAGE, SUMMARY, EXAMPLES, FLAGS, (), _run)
