"""``helmwright values get [FILE...] KEY``: prints a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError, StrvalsError, UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.inputs import check_inputs, read_input
from helmwright.commands.options import UserValuesFlags, has_values, merged_values
from helmwright.commands.source_flags import ChartSourceFlags
from helmwright.commands.terminal import is_terminal
from helmwright.commands.values_secrets import ShownValues, ShowSecretsFlags

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.commands import Context

USAGE = "helmwright values get [FILE...] KEY [FLAGS]"
SUMMARY = """Print a value of values files, merged as Helm merges them.

KEY is written as for --set: db.port, resourcePools[0].pool_name; a dot inside of a key has a
backslash before it. The defaults of a chart count only with --chart. If nothing is set there,
the exit code is 1. A secret that is asked for by its own key is printed into a pipe or a file, and
on a terminal only with --show-secrets; in a map it is hidden.
"""
EXAMPLES = """\
  helmwright values get prod.yaml db.port
  helmwright values get base.yaml prod.yaml db --output json
  helmwright values get 'resourcePools[0].pool_name' -f prod.yaml --output raw
  helmwright values get db.port --chart ./chart --set db.port=5433
"""
_FORMATS = ("yaml", "json", "raw")


class GetFlags(ShowSecretsFlags, UserValuesFlags, HelmFlags, ChartSourceFlags):
    """The flags of ``values get``."""

    output: str = string(
        "the form of the output; raw is text without quotes",
        "o",
        default="yaml",
        value_name="|".join(_FORMATS),
    )
    chart: str = string("take the defaults of this chart, too", value_name="chart")


def _run(context: Context, flags: GetFlags, positional: list[str]) -> int:
    if not positional:
        raise UsageError(f"name a key\n\nUsage:  {USAGE}")
    if flags.output not in _FORMATS:
        raise UsageError(f"--output is one of {', '.join(_FORMATS)}")
    *files, key = positional
    flags.values[:0] = files  # those before the key come first
    if not (flags.chart or has_values(flags)):
        raise UsageError(f"name a values file, or a chart with --chart\n\nUsage:  {USAGE}")
    check_inputs(flags.values, "values file")
    path = key_path(key)
    era = chosen_era(context, flags)
    values = merged_values(flags, lambda name: read_input(context, name), era=era)
    chart = None
    if flags.chart:
        from helmwright.charts.loader import load_chart
        from helmwright.commands.references import named_chart
        from helmwright.rendering.renderer import coalesce

        named = named_chart(context, flags.chart, source=flags).path
        chart = load_chart(named, log=context.log, era=era)
        values = coalesce(chart, values, era=era)
    found = find_value(values, path, key)
    shown = ShownValues(context, flags, values, chart)
    if shown.is_secret(path):
        if is_terminal(context.stdout):
            raise HelmwrightError(
                f"{key} is a secret; --show-secrets prints it, and so does a pipe"
            )
        context.write(_formatted(found, flags.output))
    else:
        context.write(_formatted(shown.of(found, path), flags.output))
    return 0


def key_path(key: str) -> Path:
    """Return the path that a key on the command line names."""
    from helmwright.values.editing.assigning import read_path

    try:
        return read_path(key)
    except StrvalsError as error:
        raise UsageError(
            f'"{key}" is no key such as db.port or resourcePools[0].pool_name: {error.message}'
        ) from None


def find_value(values: dict[str, Any], path: Path, key: str) -> Any:
    """Return the value at a path; raises HelmwrightError, with what may be meant, if there is none."""
    from helmwright.base.paths import dotted
    from helmwright.values.editing.operations import has, lookup

    if has(values, path):
        return lookup(values, path)
    length = len(path) - 1
    while not has(values, path[:length]):
        length -= 1
    holder, wanted = lookup(values, path[:length]), path[length]
    from difflib import get_close_matches

    near = get_close_matches(str(wanted), list(holder) if isinstance(holder, dict) else [], 1)
    hint = f"; did you mean {dotted((*path[:length], near[0]))}?" if near else ""
    raise HelmwrightError(f"{key} is not set{hint}")


def _formatted(value: Any, form: str) -> str:
    if form == "raw" and isinstance(value, str):
        return value if value.endswith("\n") else f"{value}\n"
    if form == "json" or (form == "raw" and isinstance(value, (dict, list))):
        from helmwright.go.json_write import marshal as marshal_json

        return marshal_json(value, escape_html=False) + "\n"
    from helmwright.go.yaml_write import marshal

    return marshal(value)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, GetFlags, _run)
