"""``helmwright schema bundle|show|print``: schemas of a chart's values, and of our own files."""

# ruff: noqa: PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, Position, UsageError
from helmwright.base.printable import printable_json
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.generated import put_generated, refuse_to_check_stdout, show_difference
from helmwright.commands.in_place import WritesFlags

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright schema bundle|show|print [PATH|NAME] [FLAGS]"
SUMMARY = """Write the schema of a chart's values, show what it says about a value, or print another.

'bundle' makes one values.schema.json, the only file that Helm reads, from a folder with
root.json and a file per section: references to other files are replaced by what they name.
'show' prints the part of that schema for one value, such as db.sslMode or resourcePools[0].
The chart is the one around this folder.
'print' prints the schema of a file of Helmwright's own, such as settings (.helmwright.yaml) or
golden-case (case.yaml); without a name it lists them.
"""
EXAMPLES = """\
  helmwright schema bundle                  # write chart/values.schema.json in a checkout
  helmwright schema bundle --check          # for CI: fail if it is not up to date
  helmwright schema bundle --source ./values-schema --output ./chart/values.schema.json
  helmwright schema show db.sslMode
  helmwright schema print settings > settings.schema.json   # for an editor
"""


class SchemaFlags(WritesFlags):
    """The flags of ``schema``."""

    check: bool = switch(
        "bundle: write nothing; fail, and show what differs, if it is not up to date"
    )
    diff: bool = switch(
        "bundle: show what would change, and write nothing; with --write, show and write"
    )
    dry_run: bool = switch("bundle: write nothing, and say which files would change")
    write: bool = switch(
        "bundle: change the files in place, which happens without this flag, too", "i"
    )
    in_place: bool = switch("bundle: the same as --write", hidden=True)
    source: str = string(
        "bundle: the folder with root.json; values-schema beside the chart by default",
        value_name="directory",
    )
    output: str = string(
        "bundle: where the schema goes, - for standard output; into the chart by default",
        "o",
        value_name="file",
    )
    schema: str = string(
        "show: the schema that is read; that of the chart by default", value_name="file"
    )
    list: bool = switch(
        "print: list the files that have a schema, which is what happens without a name"
    )

    def of_bundle(self) -> dict[str, object]:
        """Return those that mean something to ``bundle`` only, by name."""
        return {
            "check": self.check,
            "diff": self.diff,
            "dry-run": self.dry_run,
            "write": self.write,
            "in-place": self.in_place,
            "source": self.source,
            "output": self.output,
        }


ACTIONS = {
    "bundle": "write values.schema.json from its sources",
    "show": "print what the schema says about a value",
    "print": "print the schema of settings, cases and other files of Helmwright's own",
}
_NAME = "values.schema.json"
_SOURCES = "values-schema"


def _run(context: Context, flags: SchemaFlags, positional: list[str]) -> int:
    """Bundle or show."""
    action, *rest = positional or [""]
    if action not in ACTIONS:
        raise UsageError(f"name what to do: {', '.join(ACTIONS)}\n\nUsage:  {USAGE}")
    allowed = 0 if action == "bundle" else 1
    if len(rest) > allowed:
        raise UsageError(f"unexpected arguments: {', '.join(rest[allowed:])}\n\nUsage:  {USAGE}")
    for name in _without_meaning(action, flags):
        raise UsageError(f"--{name} has no meaning for 'helmwright schema {action}'")
    if action == "show":
        _show(context, flags, rest[0] if rest else "")
    elif action == "print":
        if rest and flags.list:
            raise UsageError("--list lists all: leave out the name")
        _print(context, rest[0] if rest else "")
    else:
        _bundle(context, flags)
    return 0


def _without_meaning(action: str, flags: SchemaFlags) -> list[str]:
    """Return the names of the flags that were given and are for other actions."""
    foreign = {} if action == "bundle" else flags.of_bundle()
    if action != "show":
        foreign["schema"] = flags.schema
    if action != "print":
        foreign["list"] = flags.list
    return [name for name, value in foreign.items() if value]


def _show(context: Context, flags: SchemaFlags, path: str) -> None:
    from helmwright.reference.schema_bundle import describe_value, format_schema, read_schema

    schema = read_schema(flags.schema) if flags.schema else _shown_schema(_meant(context))
    context.show(printable_json(format_schema(describe_value(schema, path))) + "\n")


def _print(context: Context, name: str) -> None:
    """Print the schema of a format, or the names of all."""
    from helmwright.settings.formats import find_format, known_formats

    if name:
        context.show(find_format(name).text)
        return
    formats = known_formats()
    width = max(len(one.name) for one in formats)
    context.show("".join(f"{one.name:{width}}  {one.schema['title']}\n" for one in formats))


def _shown_schema(path: str) -> Any:
    """Return the schema of a chart: its file, else what a pack knows of charts of its name."""
    from helmwright.reference.schema_bundle import read_schema

    name = _schema_of(path)
    if not os.path.exists(name) and os.path.isfile(os.path.join(path, "Chart.yaml")):  # noqa: PTH110, PTH113 - as above
        import json

        from helmwright.charts.loader import load_chart
        from helmwright.reference.pack_schemas import schema_of

        text = schema_of(load_chart(path))
        if text is not None:
            return json.loads(text)
    return read_schema(name)


def _bundle(context: Context, flags: SchemaFlags) -> None:
    from helmwright.base.resources import is_installed
    from helmwright.reference.schema_bundle import bundle_schema

    chart = "" if flags.output and flags.source else _meant(context)
    output = flags.output or _schema_of(chart)
    refuse_to_check_stdout(output, flags)
    if not flags.output and is_installed(chart):
        raise UsageError("an installed chart is not written to: name a file with --output")
    if flags.source and not flags.output:
        raise UsageError("a schema of other sources needs a place: name a file with --output")
    text = bundle_schema(flags.source or _usual_source(chart))
    if output == "-":
        context.write(text)
    elif flags.check:
        _check(context, output, text)
    else:
        within = None if flags.output else os.path.dirname(output)  # noqa: PTH120 - as above
        put_generated(
            context, flags, output, text.encode(), source="what the sources say", within=within
        )


def usual_schema() -> str:
    """Return the path of the schema of the chart that is meant, which may have none."""
    from helmwright.settings.meant_chart import meant_chart

    return _schema_of(meant_chart().path)


def _meant(context: Context) -> str:
    from helmwright.commands.references import named_chart

    return named_chart(context).path


def _schema_of(chart: str) -> str:
    return os.path.join(chart, _NAME) if chart != "." else _NAME


def _usual_source(chart: str) -> str:
    """Return the folder of a schema's sources: beside the chart's own folder, or in it."""
    from helmwright.base.resources import schema_directory
    from helmwright.settings.meant_chart import bundled_chart

    if chart == bundled_chart():
        source = schema_directory()
        if source is None:
            raise UsageError(
                "the sources of the schema are not part of an installed package: "
                "name their folder with --source"
            )
        return source
    beside = os.path.join(os.path.dirname(os.path.abspath(chart)), _SOURCES)  # noqa: PTH100, PTH120
    for folder in (beside, os.path.join(chart, _SOURCES)):
        if os.path.isfile(os.path.join(folder, "root.json")):  # noqa: PTH113 - as above
            return folder
    raise UsageError(
        f"there is no {_SOURCES}/root.json beside the chart {chart}: "
        "name the folder of the schema's sources with --source"
    )


def _check(context: Context, path: str, text: str) -> None:
    """Show how a file differs from what the sources say, and fail if it does."""
    found = show_difference(
        context, path, text, command="helmwright schema bundle", source="what the sources say"
    )
    if found is None:
        return
    old, new = found
    pairs = enumerate(zip(old, new, strict=False), start=1)
    first = next((number for number, (a, b) in pairs if a != b), min(len(old), len(new)) + 1)
    raise HelmwrightError(
        f"{path} is not up to date; 'helmwright schema bundle' writes it anew",
        Position(path, first),
    )


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, SchemaFlags, _run)
run = COMMAND.run
