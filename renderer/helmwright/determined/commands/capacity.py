"""``helmwright capacity [CHART] --nodes FILE``: which tasks fit a cluster, and which lock up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import InputError, UsageError
from helmwright.base.printable import printable, printable_json
from helmwright.base.records import replace
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.inputs import check_inputs, input_name, read_input
from helmwright.commands.options import UserValuesFlags, check_one_chart, merged_values
from helmwright.commands.source_flags import ChartSourceFlags
from helmwright.determined.commands.options import ReleaseFlags, asked_release

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart
    from helmwright.commands import Context
    from helmwright.determined.capacity.assessment import CapacityReport
    from helmwright.determined.capacity.jobs import TaskGroup
    from helmwright.determined.capacity.nodes import ClusterNode
    from helmwright.determined.capacity.settings import ClusterSettings

USAGE = "helmwright capacity [CHART] --nodes FILE [FLAGS]"
SUMMARY = """Say which tasks fit the nodes of a cluster, and which of them can lock each other out.

FILE is what 'kubectl get nodes -o json' prints, or a short YAML list: maps with count, gpus or
cpus and, where they matter, name, vendor (amd), memory, labels, taints and unschedulable.
Slots, pools and the scheduler are those of the values. Printed are the maxSlotsPerPod that
suits the nodes, each pool's nodes, and which tasks run as how many pods; with --jobs,
whether these tasks can each hold a part of the nodes and wait for the rest for ever. A file
of jobs is a list of maps: slots and, if wanted, name, count, pool and priority.
"""
EXAMPLES = """\
  kubectl get nodes -o json | helmwright capacity --nodes - -f prod.yaml
  helmwright capacity --nodes nodes.yaml --slots 8,16 --check   # for CI: do they ever run?
  helmwright capacity --nodes nodes.yaml --jobs 4x8,2x16   # four tasks of 8 slots, two of 16
  helmwright capacity --nodes nodes.yaml --jobs jobs.yaml
"""
_FORMATS = ("text", "json", "yaml")


class CapacityFlags(ReleaseFlags, UserValuesFlags, HelmFlags, ChartSourceFlags):
    """The flags of ``capacity``."""

    nodes: str = string(
        "the nodes: output of 'kubectl get nodes -o json' or a short list, - for standard input",
        value_name="file",
    )
    pool: str = string("look at this resource pool only", value_name="name")
    slots: str = string(
        "look at tasks with so many slots only: 8,16; all up to the cluster's size by default",
        value_name="numbers",
    )
    jobs: str = string(
        "tasks that run at the same time: COUNTxSLOTS, as in 4x8,2x16, or a YAML file with a list",
        value_name="jobs",
        completes="files",
    )
    gpu_toleration: bool = switch(
        "the API server lets pods with GPUs tolerate taints named after them "
        "(ExtendedResourceToleration); known of GKE"
    )
    check: bool = switch("exit with 1 if a task of --slots or --jobs can never run")
    output: str = string("the form of the report", "o", default="text", value_name="text|json|yaml")


def _run(context: Context, flags: CapacityFlags, positional: list[str]) -> int:
    """Assess and print; returns the exit code."""
    _check_usage(flags, positional)
    slots = _slots(flags.slots)
    jobs = _jobs(context, flags.jobs)
    nodes = _nodes(context, flags.nodes)
    settings = _settings(context, positional, flags)
    from helmwright.determined.capacity.assessment import assess_capacity

    if flags.gpu_toleration:
        settings = replace(settings, gpu_toleration=True)
    try:
        report = assess_capacity(nodes, settings, jobs=jobs, slots=slots, pool=flags.pool)
    except InputError as error:
        raise UsageError(error.message) from None
    put = context.show_table if flags.output == "text" else context.show
    put(_formatted(report, flags.output))
    if flags.check and report.asked is False:
        context.say("Error: not all of the tasks can run")
        return 1
    return 0


def _check_usage(flags: CapacityFlags, positional: list[str]) -> None:
    check_one_chart(positional)
    if not flags.nodes:
        raise UsageError(f"--nodes is missing\n\nUsage:  {USAGE}")
    if flags.output not in _FORMATS:
        raise UsageError(f"--output is one of {', '.join(_FORMATS)}")
    if flags.check and not (flags.slots or flags.jobs):
        raise UsageError("--check needs tasks to check: --slots or --jobs")
    inputs = [flags.nodes, flags.jobs, *flags.values]
    check_inputs(inputs, "of --nodes, --jobs and --values")


def _slots(text: str) -> list[int]:
    sizes = [part.strip() for part in text.split(",")] if text else []
    for part in sizes:
        if not part.isascii() or not part.isdecimal() or not 0 < int(part[:10]) < 10**9:
            raise UsageError(f'--slots takes numbers such as 8,16, not "{part}"')
    return [int(part) for part in sizes]


def _jobs(context: Context, text: str) -> tuple[TaskGroup, ...]:
    if not text:
        return ()
    from helmwright.determined.capacity.jobs import is_short, parse_jobs, read_jobs

    if is_short(text):
        try:
            return parse_jobs(text)
        except ValueError as error:
            raise UsageError(f"--jobs: {error}") from None
    return read_jobs(read_input(context, text), input_name(text))


def _nodes(context: Context, path: str) -> tuple[ClusterNode, ...]:
    from helmwright.determined.capacity.nodes import read_cluster_nodes

    return read_cluster_nodes(read_input(context, path), input_name(path))


def _settings(context: Context, positional: list[str], flags: CapacityFlags) -> ClusterSettings:
    """Return what the chart's values say; of wrong ones, the place is shown."""
    from helmwright.charts.loader import load_chart
    from helmwright.commands.references import named_chart
    from helmwright.determined.capacity.settings import read_cluster_settings
    from helmwright.rendering.renderer import coalesce

    release = asked_release(flags)
    found = named_chart(context, *positional, files=flags.values, source=flags)
    era = chosen_era(context, flags)
    chart = load_chart(found.path, log=context.log, era=era)
    overrides = merged_values(flags, lambda path: read_input(context, path), era=era)
    values = coalesce(chart, overrides, log=context.log, era=era)
    try:
        return read_cluster_settings(
            values, app_version=str(chart.metadata.app_version), release=release, pool=flags.pool
        )
    except InputError as error:
        if not error.path:
            raise UsageError(error.message) from None
        raise _located(error, flags, chart) from None


def _located(error: InputError, flags: CapacityFlags, chart: Chart) -> InputError:
    from helmwright.commands.value_places import place_of
    from helmwright.schema import SchemaViolation

    violation = SchemaViolation(error.path, "", error.message, chart.name)
    error.position = place_of(violation, flags, chart)
    return error


def _formatted(report: CapacityReport, output: str) -> str:
    if output == "text":
        from helmwright.determined.capacity.report_text import to_text

        return printable(to_text(report))
    from helmwright.determined.capacity.report_data import to_data

    data = to_data(report)
    if output == "json":
        import json

        return printable_json(json.dumps(data, indent=2, ensure_ascii=False)) + "\n"
    from helmwright.go.yaml_write import marshal

    return marshal(data)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, CapacityFlags, _run)
run = COMMAND.run
