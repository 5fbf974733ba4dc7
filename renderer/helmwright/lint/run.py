"""Runs rules over subjects and gathers what they find."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError, Position
from helmwright.base.records import Record, field, replace
from helmwright.lint import catalogue
from helmwright.lint.definition import Reads
from helmwright.lint.finding import Finding, Problem, Severity, Span
from helmwright.lint.subject import ViewError
from helmwright.lint.suppression import Allowances
from helmwright.lint.texts import SubjectTexts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.base.paths import Path
    from helmwright.lint.definition import Rule
    from helmwright.lint.subject import Subject

UNREADABLE = "input-unreadable"
"""The rule that runs whatever is selected: nothing else can be said about what cannot be read."""
BROKEN = "broken-yaml"
"""The rule that says of a file where the mistake likely is, often lines before reading stops."""
UNRENDERED = "chart-does-not-render"
NOT_RENDERED = "chart-not-rendered"
"""The rule that says the same where a chart is not linted, but values for it."""
REFUSALS = frozenset({"values-refused", "schema-violation", "key-not-in-schema"})
"""The rules that say why Helm does not render a chart, at the value where there is one."""
UNUSED = "suppression-unused"
MISSPELT = "misspelt-key"
STYLE = "yaml-style"
"""The rule that waits for another program, which runs meanwhile; so it comes late."""
_OF_FILES = frozenset({Reads.SOURCE, Reads.CHART, Reads.FOLDER})


class Selection(Record):
    """Which rules run, and how bad their findings are.

    select: the ids of the only ones that run; None for all but those that are opt-in.
    ignore: the ids of those that do not. severities: instead of the rule's own, by id.
    """

    select: frozenset[str] | None = None
    ignore: frozenset[str] = frozenset()
    severities: Mapping[str, Severity] = field(default_factory=dict)

    def takes(self, rule: Rule) -> bool:
        """Tell whether a rule runs."""
        if rule.id in self.ignore:
            return False
        if rule.id == UNREADABLE:
            return True
        return not rule.opt_in if self.select is None else rule.id in self.select

    def names(self, rule_id: str) -> bool:
        """Tell whether a rule that is not opt-in runs, before it has been loaded."""
        return rule_id not in self.ignore and (self.select is None or rule_id in self.select)


class Allowed(Record):
    """A finding that a comment allows, with the comment's reason and place."""

    finding: Finding
    reason: str
    span: Span


class Outcome(Record, frozen=False):
    """What linting one subject has found.

    findings: by file, line and column. allowed: those that comments allow.
    seconds: that each rule took, by id.
    failures: rules that failed themselves, with the reason; that is a fault of this program.
    undecided: keys that no rule can judge, and why; one text for each map.
    """

    findings: list[Finding] = field(default_factory=list)
    allowed: list[Allowed] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)
    undecided: list[str] = field(default_factory=list)


class _Run:
    """One run of rules over one subject."""

    def __init__(self, subject: Subject, selection: Selection) -> None:
        self.subject = subject
        self.selection = selection
        self.outcome = Outcome()
        self.comments = Allowances(subject, SubjectTexts(subject))
        self.found: list[tuple[Rule, Problem]] = []
        self.refusal = _refusal(subject)

    def rules(self) -> list[Rule]:
        """Return the rules that run, those that wait or look at comments last."""
        rules = catalogue.all_rules()
        taken = [rule for rule in rules if self.selection.takes(rule)]
        if any(rule.id == UNUSED for rule in taken):  # it has to know what they would find
            named = self.comments.named()
            taken += [rule for rule in rules if rule.id in named and rule not in taken]
        return sorted(taken, key=lambda rule: (rule.reads is Reads.COMMENTS, rule.id == STYLE))

    def check(self, rule: Rule) -> None:
        """Run a rule; that it fails leaves the others their say."""
        if rule.reads is Reads.COMMENTS:
            self.settle()
        started = perf_counter()
        try:
            self.found += [(rule, problem) for problem in self.problems(rule)]
        except (RecursionError, MemoryError):
            raise
        except ViewError as error:
            if error.is_first:  # all that read it have failed
                self.outcome.failures.append((rule.id, f"{error}{_trace()}"))
        except Exception as error:  # noqa: BLE001 - the other rules still have something to say
            reason = f"{type(error).__name__}: {error}{_trace()}"
            self.outcome.failures.append((rule.id, reason))
        took = perf_counter() - started
        self.outcome.seconds[rule.id] = self.outcome.seconds.get(rule.id, 0.0) + took

    def problems(self, rule: Rule) -> Iterator[Problem]:
        """Yield what a rule says about each of its views."""
        if rule.reads is Reads.COMMENTS:
            yield from rule.check(self.comments)
            return
        if self.refusal is not None and rule.reads not in _OF_FILES:
            return
        for view in self.subject.views(rule.reads, rule.pack):
            if _is_for_release(rule, self.subject):
                self.comments.ran.add(rule.id)
                yield from rule.check(view)

    def settle(self) -> None:
        """Make findings of the problems, and set aside those that comments allow."""
        if any(problem.part is not None for _, problem in self.found):
            from helmwright.lint.tracing import traced

            self.found = traced(self.found, self.subject)
        taken = [one for one in self.found if self.selection.takes(one[0])]
        for rule, problem in self.found:
            if not self.selection.takes(rule):  # it ran only to tell whether comments are of use
                self.comments.allow(_finding(rule, problem, self.selection), problem.written)
        left: list[tuple[Finding, Problem]] = []
        for rule, problem in self._without_echoes(taken):
            finding = _finding(rule, self._weighed(problem), self.selection)
            allowed = self.comments.allow(finding, problem.written)
            if allowed is None:
                left.append((finding, problem))
            else:
                comment, name = allowed
                self.outcome.allowed.append(Allowed(finding, comment.reason, name.span))
        self.outcome.findings += _merged(left)
        self.found = []

    def _without_echoes(self, found: list[tuple[Rule, Problem]]) -> Iterable[tuple[Rule, Problem]]:
        """Leave out what is said twice; a comment that allows it is of use all the same."""
        left = list(_without_echoes(found))
        if any(problem.part is not None for _, problem in found):
            from helmwright.lint.tracing import echoes

            told = echoes(left)
            for rule, problem in told:
                self.comments.allow(_finding(rule, problem, self.selection), problem.written)
            left = [one for one in left if one not in told]
        return left

    def _weighed(self, problem: Problem) -> Problem:
        """Make advice of what a chart alone leaves to its users: a value that it has no default for."""
        subject = self.subject
        alone = subject.whole_chart and not subject.files and not subject.overrides
        if not alone or not problem.value_path or problem.written or subject.layered is None:
            return problem
        if subject.settings.get(*problem.value_path) is not None:
            return problem
        return replace(problem, severity=Severity.INFO)


def lint_subject(subject: Subject, selection: Selection) -> Outcome:
    """Run all rules that the selection takes and that can be decided for this subject."""
    run = _Run(subject, selection)
    for rule in run.rules():
        run.check(rule)
    run.settle()
    outcome = run.outcome
    outcome.findings += _not_read(run)
    outcome.findings = sorted_findings(_without_repetition(outcome.findings))
    outcome.undecided = _undecided(run)
    return outcome


def _undecided(run: _Run) -> list[str]:
    """Return what the rule for misspelt keys leaves open; nothing if it has not run."""
    if run.refusal is not None or run.subject.layered is None or not run.selection.names(MISSPELT):
        return []
    from helmwright.lint.undecided import undecided

    return [str(one) for one in undecided(run.subject.settings)]


def sorted_findings(findings: Iterable[Finding]) -> list[Finding]:
    """Return findings in the order in which they are reported, each once."""
    found = {(one.rule, one.span, one.message, one.value_path): one for one in findings}
    return sorted(found.values(), key=lambda finding: finding.order)


def unreadable(error: HelmwrightError, selection: Selection, name: str) -> list[Finding]:
    """Return what is found of an input that cannot be read; name: what it is called."""
    rule = catalogue.find_rule(UNREADABLE)
    if not selection.takes(rule):
        return []
    from helmwright.secrets.quoted import without_values

    where = Span.at(error.position or Position(name))
    return [_finding(rule, Problem(where, without_values(error.told)), selection)]


def _refusal(subject: Subject) -> HelmwrightError | None:
    """Return why the chart's values cannot be put together; None if they can, or a file is broken."""
    try:
        _ = subject.layered, subject.given
    except HelmwrightError as error:
        return error
    return None


def _not_read(run: _Run) -> list[Finding]:
    """Return why nothing was looked at, unless a rule has said so."""
    if run.refusal is not None:
        return unreadable(run.refusal, run.selection, f"{run.subject.chart.path}/Chart.yaml")
    if any(finding.severity == Severity.ERROR for finding in run.outcome.findings):
        return []
    error = run.subject.broken
    return [] if error is None else unreadable(error, run.selection, run.subject.chart.path)


def _trace() -> str:
    """Return where the error that is being handled comes from, for those who write rules."""
    import os

    if os.environ.get("HELMWRIGHT_DEBUG") != "1":
        return ""
    import traceback

    return "\n" + traceback.format_exc().rstrip("\n")


def _is_for_release(rule: Rule, subject: Subject) -> bool:
    if not (rule.since or rule.until):
        return True
    number = subject.release_of(rule.pack)
    return number is not None and _within(rule, number)


def _within(rule: Rule, number: tuple[int, ...]) -> bool:
    since = tuple(map(int, rule.since.split("."))) if rule.since else number
    until = tuple(map(int, rule.until.split("."))) if rule.until else number
    return since <= number <= until


def _finding(rule: Rule, problem: Problem, selection: Selection) -> Finding:
    severity = selection.severities.get(rule.id) or problem.severity or rule.severity
    return Finding(
        rule=rule.id,
        severity=severity,
        message=problem.message,
        span=problem.span,
        value_path=problem.value_path,
        fix=problem.fix or rule.advice,
        edits=problem.edits,
        related=problem.related,
    )


def _merged(found: list[tuple[Finding, Problem]]) -> Iterable[Finding]:
    """Return findings, one for each mistake in a value wherever its text comes out."""
    if not any(problem.written for _, problem in found):
        return [finding for finding, _ in found]
    from helmwright.lint.tracing import Repetitions

    repetitions = Repetitions()
    for finding, problem in found:
        repetitions.add(finding, problem)
    return repetitions.findings()


def _without_echoes(found: list[tuple[Rule, Problem]]) -> Iterable[tuple[Rule, Problem]]:
    """Leave out what a rule says about a value of which one with more to say thinks as badly."""
    renamed = _renamed(found)
    said: dict[tuple[Path, int], Severity] = {}
    for rule, problem in found:
        path = problem.value_path
        if path:
            severity = problem.severity or rule.severity
            for echoing in (path,) if problem.written else (path, path[:-1]):
                key = echoing, _knowledge(rule)
                said[key] = max(severity, said.get(key, severity))
    for rule, problem in found:
        severity = problem.severity or rule.severity
        better = range(_knowledge(rule) + 1, _OWN + 1)
        echoed = any(said.get((problem.value_path, one), 0) >= severity for one in better)
        slips = (renamed.get(problem.value_path[: end + 1], 0) for end in _indexes(problem))
        if not (problem.value_path and echoed) and all(slip < severity for slip in slips):
            yield rule, problem


def _renamed(found: list[tuple[Rule, Problem]]) -> dict[Path, Severity]:
    """Return the right names of keys that have a slip: what is said of those is not true of them."""
    renamed: dict[Path, Severity] = {}
    for rule, problem in found:
        for edit in problem.edits:
            new = getattr(edit, "new", None)
            if new is not None:
                renamed[new] = problem.severity or rule.severity
    return renamed


def _indexes(problem: Problem) -> range:
    return range(len(problem.value_path))


_OWN = 2


def _knowledge(rule: Rule) -> int:
    """Return how much a rule knows of a value: Helm's words, those of a schema, a rule of its own."""
    if not rule.general:
        return _OWN
    return 0 if rule.reads is Reads.FOLDER else 1


def _without_repetition(findings: list[Finding]) -> Iterator[Finding]:
    """Leave out that a file cannot be read, or a chart rendered, where another rule says why.

    Also that a key is misspelt, where one says who refuses it.
    """
    explained = {
        (finding.span.path, finding.span.line)
        for finding in findings
        if finding.rule != UNREADABLE and finding.severity == Severity.ERROR
    }
    diagnosed = {finding.span.path for finding in findings if finding.rule == BROKEN}
    refused = any(finding.rule in REFUSALS for finding in findings)
    of_chart = any(finding.rule in (UNRENDERED, "dependency-missing") for finding in findings)
    judging = {rule.id for rule in catalogue.all_rules() if rule.judges_keys}
    named = {finding.value_path for finding in findings if finding.rule in judging}
    for finding in findings:
        known = finding.span[:2] in explained or finding.span.path in diagnosed
        told = (finding.rule == UNREADABLE and known) or (finding.rule == UNRENDERED and refused)
        told = told or (finding.rule == MISSPELT and finding.value_path in named)
        told = told or (finding.rule == NOT_RENDERED and of_chart)
        if not told:
            yield finding
