"""What a rule is: one file that says everything about it, with examples."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

from helmwright.base.records import Record
from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.lint.finding import Problem

__all__ = ["CORE", "Example", "Reads", "Rule", "Severity", "View", "rule"]


CORE = "core"
"""The name that stands for rules that belong to no pack."""


class Reads(Enum):
    """What a rule looks at; its check is called with the view of that name."""

    SOURCE = "source"
    """One values file as text and tree: ``source.ValuesSource``; called for each file."""
    VALUES = "values"
    """The effective values with their places: ``settings.Settings``; any chart."""
    FOLDER = "folder"
    """What ``helm lint`` says about a chart, which may be broken: ``helm_lint.view.FolderView``."""
    CHART = "chart"
    """The chart's files: ``chart_view.ChartView``; also its templates as trees."""
    RENDERED = "rendered"
    """What the chart renders to with these values: ``rendered.RenderedChart``."""
    COMMENTS = "comments"
    """The comments that allow findings, after all other rules: ``suppression.Allowances``."""


class View(Record):
    """What rules of a pack read: something that the pack works out of what is linted.

    value: what lists of rules call it. make: a function, as ``module:function``, which is called with
    a ``subject.Subject`` once and yields what checks are called with, nothing if they have nothing to
    look at. of_documents: whether it is about documents of the pack's kinds, and not about values.
    """

    value: str
    make: str
    of_documents: bool = False


class Example(Record):
    """A snippet that is part of a rule's documentation and of its test.

    text: a values file; or, with lines such as ``-- templates/a.yaml --`` before each, files of a
    chart (txtar). In an example of what is bad, «…» stands around what each finding spans, in their
    order; nothing is between the marks where it spans nothing.
    message: a part of the first finding's message, which must be in it.
    kube_version, namespace, name, upgrade: as the command's flags; a blank name is the usual one.
    overrides: flags and arguments, as ``("set", "db.port=x")``.
    told: facts that only a pack understands, by name, as texts. document: the kind of document that
    the text is, instead of values. chart: which chart of the pack the values are for, if not the usual.
    conditions: what these three mean, in words.
    """

    text: str
    message: str = ""
    kube_version: str = ""
    overrides: tuple[tuple[str, str], ...] = ()
    namespace: str = "default"
    name: str = ""
    upgrade: bool = False
    told: tuple[tuple[str, str], ...] = ()
    document: str = ""
    chart: str = ""
    conditions: tuple[str, ...] = ()


class Described(Protocol):
    """What there is to say of findings with one id, as a rule says it."""

    @property
    def id(self) -> str:
        """Its id."""

    @property
    def group(self) -> str:
        """The heading that it stands below."""

    @property
    def severity(self) -> Severity:
        """How bad its findings are, unless they say otherwise."""

    @property
    def summary(self) -> str:
        """What is wrong, in one line."""

    @property
    def why(self) -> str:
        """What happens otherwise."""

    @property
    def advice(self) -> str:
        """How to mend it."""

    @property
    def url(self) -> str:
        """The source of the fact."""


class Rule(Record):
    """A rule.

    id: words with hyphens that read as a sentence after "allow".
    group: the heading of the reference; the folder of the file.
    summary: one line. why: what happens otherwise. advice: how to mend it.
    covers: numbers of whatever its pack numbers: what can be wrong with the product's values.
    since, until: the first and the last release of the pack's product that it is for; blank for all.
    url: the source of the fact.
    fixable: whether its findings have edits.
    opt_in: runs only if it is selected by name or group.
    general: it repeats what others refuse, such as a schema; where a rule of its own has something
    to say about a value, that is enough.
    judges_keys: whether its findings say who refuses a key, and of what it may be a misspelling.
    instead_of: ids of the core's rules that leave charts of its pack to it.
    aliases: names of the same rule in other linters.
    pack: the name of the pack that it came with, or ``CORE``.
    """

    id: str
    group: str
    severity: Severity
    reads: Reads | View
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
    judges_keys: bool = False
    instead_of: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    pack: str = CORE


_PARTS: dict[str, type | tuple[type, ...]] = {
    "id": str,
    "reads": (Reads, View),
    "severity": Severity,
    **dict.fromkeys(("summary", "why", "advice", "url", "since", "until"), str),
    **dict.fromkeys(("bad", "good", "covers", "instead_of", "aliases"), tuple),
}


def check_parts(found: Rule) -> None:
    """Raise TypeError for a rule with a part of another type than it must have."""
    for name, kind in _PARTS.items():
        value = getattr(found, name)
        if not isinstance(value, kind):
            wanted = (kind[0] if isinstance(kind, tuple) else kind).__name__
            word = "text" if wanted == "str" else wanted
            given = "a text" if isinstance(value, str) else f"a {type(value).__name__}"
            raise TypeError(f"{name} of a rule must be a {word}, not {given}")
    for example in (*found.bad, *found.good):
        if type(example) is not Example:
            raise TypeError(f"an example must be an Example, not a {type(example).__name__}")


def rule(  # noqa: PLR0913 - what a rule is
    id: str,  # noqa: A002 - the word of the field
    *,
    reads: Reads | View,
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
    judges_keys: bool = False,
    instead_of: tuple[str, ...] = (),
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
            judges_keys=judges_keys,
            instead_of=instead_of,
            aliases=aliases,
        )

    return make
