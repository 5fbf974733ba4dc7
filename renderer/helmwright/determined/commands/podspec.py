"""``helmwright podspec [CHART]``: the pods that Determined's master makes of a task."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import TaskRefusedError, UsageError
from helmwright.base.printable import printable, printable_json
from helmwright.commands.command import Command
from helmwright.commands.inputs import check_inputs
from helmwright.commands.options import check_one_chart, has_values
from helmwright.determined.commands.podspec_flags import PodspecFlags

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.determined.pods.effective import EffectivePods

USAGE = "helmwright podspec [CHART] [FLAGS]"
SUMMARY = """Print the pods that Determined's master will create for a task, before the task runs.

The defaults are those of the chart's values (CHART, or the one around this folder), or of a
master.yaml; over them come a configuration template and the configuration of the task, as the
release of Determined merges them. What only a running master knows is in angle brackets.
"""
EXAMPLES = """\
  helmwright podspec -f prod.yaml --task experiment.yaml            # the Job and its pods
  helmwright podspec -f prod.yaml --task experiment.yaml --explain  # where each field is from
  helmwright podspec -f prod.yaml --task experiment.yaml --explain=spec.tolerations
  helmwright podspec -f prod.yaml --task shell.yaml --task-type shell --show-lost
  helmwright podspec --master-config master.yaml --slots 16 --pool a100 --det-version 0.22.2
"""
_FORMATS = ("yaml", "json")


def _run(context: Context, flags: PodspecFlags, positional: list[str]) -> int:
    """Assemble and print; returns the exit code."""
    _check_usage(flags, positional)
    from helmwright.determined.commands.podspec_input import read_pods

    pods = read_pods(context, flags, positional)
    if not flags.show_lost:
        _refuse_bare_spec(pods)
    _say_warnings(context, pods, show_lost=flags.show_lost)
    context.write(_formatted(pods, flags))
    return 0


def _check_usage(flags: PodspecFlags, positional: list[str]) -> None:
    from helmwright.determined.pods.task import KINDS

    check_one_chart(positional)
    if flags.output not in _FORMATS:
        raise UsageError(f"--output is one of {', '.join(_FORMATS)}")
    if flags.task_type not in KINDS:
        raise UsageError(f"--task-type is one of {', '.join(KINDS)}")
    if flags.slots is not None and flags.slots < 0:
        raise UsageError("--slots is a number from 0 on")
    if flags.explain and flags.show_lost:
        raise UsageError("--explain and --show-lost are two reports: ask for one of them")
    if flags.master_config and (positional or has_values(flags)):
        raise UsageError("--master-config stands for a chart and its values: leave these out")
    if len(flags.template) > 1:
        raise UsageError(
            "--template is given more than once: a master takes one template, and of several the"
            " last one counts; merge them into one"
        )
    check_inputs([flags.master_config, flags.task, *flags.template, *flags.values])


def _say_warnings(context: Context, pods: EffectivePods, *, show_lost: bool) -> None:
    """Say what the master will drop of the configuration or the template.

    show_lost: of pod specs this is the output itself.
    """
    from helmwright.base.paths import dotted

    for one in pods.warnings:
        if show_lost and one.path[:2] == ("environment", "pod_spec"):
            continue
        place = f"{one.position}: " if one.position else ""
        context.say(f"{place}warning: {dotted(one.path)}: {one.message}")


def _refuse_bare_spec(pods: EffectivePods) -> None:
    """Raise ``TaskRefusedError`` for a pod spec whose fields stand where its ``spec`` should.

    The master drops them without a word; whoever wrote them means something else.
    """
    for loss in pods.losses:
        if loss.beside_spec:
            raise TaskRefusedError(f"{loss.layer}: {loss.path}: {loss.reason}", loss.position)


def _formatted(pods: EffectivePods, flags: PodspecFlags) -> str:
    from helmwright.determined.pods import report

    as_json = flags.output == "json"
    if flags.explain:
        path = "" if flags.explain == "." else flags.explain
        if as_json:
            return printable_json(report.explanation_json(pods, path))
        return printable(report.explanation(pods, path))
    if flags.show_lost:
        if as_json:
            return printable_json(report.losses_json(pods))
        return printable(report.losses(pods))
    return printable_json(report.objects_json(pods)) if as_json else report.objects_yaml(pods)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, PodspecFlags, _run)
run = COMMAND.run
