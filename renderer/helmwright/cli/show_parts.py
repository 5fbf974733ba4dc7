"""What the actions of ``show`` have in common: a chart is found, and parts of it are printed.

Source: helm pkg/cmd/show.go, pkg/action/show.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.command import Command
from helmwright.commands.flags import string
from helmwright.commands.source_flags import ChartSourceFlags

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.commands import Context

_READMES = ("readme.md", "readme.txt", "readme")
_PARTS = {
    "all": "all that is told of a chart: Chart.yaml, values.yaml, README and definitions",
    "chart": "a chart's Chart.yaml, written anew",
    "values": "a chart's values.yaml",
    "readme": "a chart's README",
    "crds": "a chart's custom resource definitions",
}


class ShowValuesFlags(ChartSourceFlags):
    """The flags of ``show values``."""

    jsonpath: str = string(
        "print what a JSONPath expression finds, such as '{.image.tag}'", value_name="expression"
    )


def show_values_command() -> Command[ShowValuesFlags]:
    """Return the action that prints values, or what a path finds in them."""
    usage = "helmwright show values CHART [FLAGS]"

    def run(context: Context, flags: ShowValuesFlags, arguments: list[str]) -> int:
        chart = _chart(context, flags, _one(arguments, "values", usage))
        if flags.jsonpath:
            from helmwright.kube.jsonpath import print_jsonpath

            context.write(print_jsonpath(flags.jsonpath, chart.values))
        else:
            context.write(shown(chart, "values"))
        return 0

    examples = (
        "  helmwright show values ./chart\n  helmwright show values lab/web\n"
        "  helmwright show values lab/web --jsonpath '{.image.repository}:{.image.tag}'\n"
    )
    return Command(usage, f"Print {_PARTS['values']}.\n", examples, ShowValuesFlags, run)


def _one(arguments: list[str], part: str, usage: str) -> str:
    if len(arguments) != 1:
        raise UsageError(f'"helmwright show {part}" requires 1 argument\n\nUsage:  {usage}')
    return arguments[0]


def show_command(part: str) -> Command[ChartSourceFlags]:
    """Return the action that prints a part of a chart."""
    usage = f"helmwright show {part} CHART [FLAGS]"

    def run(context: Context, flags: ChartSourceFlags, arguments: list[str]) -> int:
        context.write(shown(_chart(context, flags, _one(arguments, part, usage)), part))
        return 0

    examples = f"  helmwright show {part} ./chart\n  helmwright show {part} lab/web\n"
    return Command(usage, f"Print {_PARTS[part]}.\n", examples, ChartSourceFlags, run)


def _chart(context: Context, flags: ChartSourceFlags, reference: str) -> Chart:
    from helmwright.charts.v2_loader import load
    from helmwright.commands.references import fetched_chart

    return load(fetched_chart(context, reference, flags), log=context.log)


def shown(chart: Chart, part: str) -> str:
    """Return a part of a chart as Helm prints it."""
    is_all = part == "all"
    out = []
    if is_all or part == "chart":
        from helmwright.charts.written import metadata_yaml

        out.append(metadata_yaml(chart.metadata))
    if is_all or part == "values":
        files = [file for file in chart.raw if file.name == "values.yaml"]
        out += ["---"] if is_all else []
        out += [_text(file.data) for file in files]
    if is_all or part == "readme":
        readme = next((one for one in chart.files if one.name.lower() in _READMES), None)
        if readme is not None:
            out += ["---"] if is_all else []
            out.append(_text(readme.data))
    if is_all or part == "crds":
        for _, file in chart.crds():
            out += [] if file.data.startswith(b"---") else ["---"]
            out.append(_text(file.data))
    return "".join(f"{text}\n" for text in out)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
