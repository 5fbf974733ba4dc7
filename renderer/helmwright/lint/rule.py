"""What a rule is: one file below ``rules/`` that says everything about it, with examples."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record
from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.lint.finding import Problem

__all__ = ["Example", "Reads", "Rule", "Severity", "rule"]


class Reads(Enum):
    """What a rule looks at; its check is called with the view of that name in ``views``."""

    SOURCE = "source"
    """One values file as text and tree: ``source.ValuesSource``; called for each file."""
    VALUES = "values"
    """The effective values with their places: ``settings.Settings``; any chart."""
    DETERMINED = "determined"
    """The same, of a chart that installs Determined; with its release and nodes."""
    PODS = "pods"
    """The pods that tasks would get with these values: ``pods.TaskPods``."""
    FOLDER = "folder"
    """What ``helm lint`` says about a chart, which may be broken: ``helm_lint.view.FolderView``."""
    CHART = "chart"
    """The chart's files: ``chart_view.ChartView``; also its templates as trees."""
    TASK = "task"
    """The configuration of a task of Determined: ``task_view.TaskView``."""
    RENDERED = "rendered"
    """What the chart renders to with these values: ``rendered.RenderedChart``."""
    COMMENTS = "comments"
    """The comments that allow findings, after all other rules: ``suppression.Allowances``."""


class Example(Record):
    """A snippet that is part of a rule's documentation and of its test.

    text: a values file; or, with lines such as ``-- templates/a.yaml --`` before each, files of a
    chart (txtar). In an example of what is bad, «…» stands around what each finding spans, in their
    order; nothing is between the marks where it spans nothing.
    release: of Determined. nodes, kube_version, namespace, name, upgrade: as the command's flags.
    overrides: flags and arguments, as ``("set", "db.port=x")``.
    task: the kind of task whose configuration the text is, instead of values.
    message: a part of the first finding's message, which must be in it.
    """

    text: str
    release: str = ""
    message: str = ""
    nodes: str = ""
    kube_version: str = ""
    overrides: tuple[tuple[str, str], ...] = ()
    task: str = ""
    namespace: str = "default"
    name: str = "determined"
    upgrade: bool = False
    upstream: bool = False
    """Whether the values are for the chart that comes with Determined, and not for ours."""


class Rule(Record):
    """A rule.

    id: words with hyphens that read as a sentence after "allow".
    group: the heading of the reference; the folder of the file.
    summary: one line. why: what happens otherwise. advice: how to mend it.
    covers: the numbers in the catalogue of Determined's rules (docs/lint-catalogue.md).
    since, until: the first and the last release of Determined that it is for; blank for all.
    url: the source of the fact.
    fixable: whether its findings have edits.
    opt_in: runs only if it is selected by name or group.
    general: it repeats what others refuse, such as a schema; where a rule of its own has something
    to say about a value, that is enough.
    aliases: names of the same rule in other linters.
    """

    id: str
    group: str
    severity: Severity
    reads: Reads
    summary: str
    why: str
    advice: str
    url: str
    check: Callable[[Any], Iterable[Problem]]
    bad: tuple[Example, ...] = ()
    good: tuple[Example, ...] = ()
    covers: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    fixable: bool = False
    opt_in: bool = False
    general: bool = False
    aliases: tuple[str, ...] = ()


def rule(  # noqa: PLR0913 - what a rule is
    id: str,  # noqa: A002 - the word of the field
    *,
    reads: Reads,
    severity: Severity,
    summary: str,
    why: str,
    advice: str,
    url: str,
    bad: tuple[Example, ...],
    good: tuple[Example, ...],
    covers: tuple[str, ...] = (),
    since: str = "",
    until: str = "",
    fixable: bool = False,
    opt_in: bool = False,
    general: bool = False,
    aliases: tuple[str, ...] = (),
) -> Callable[[Callable[[Any], Iterable[Problem]]], Rule]:
    """Make a rule of the function below; the module's name for it is ``check``."""

    def make(check: Callable[[Any], Iterable[Problem]]) -> Rule:
        return Rule(
            id=id,
            group=check.__module__.rpartition(".")[0].rpartition(".")[2].replace("_", "-"),
            severity=severity,
            reads=reads,
            summary=summary,
            why=why,
            advice=advice,
            url=url,
            check=check,
            bad=bad,
            good=good,
            covers=covers,
            since=since,
            until=until,
            fixable=fixable,
            opt_in=opt_in,
            general=general,
            aliases=aliases,
        )

    return make
