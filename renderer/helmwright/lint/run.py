"""Runs rules over subjects and gathers what they find."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from helmwright.lint import catalogue
from helmwright.lint.finding import Finding
from helmwright.lint.rule import Reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from helmwright.lint.finding import Problem, Severity
    from helmwright.lint.rule import Rule
    from helmwright.lint.subject import Subject

_FOR_DETERMINED = frozenset({Reads.DETERMINED, Reads.PODS})


@dataclass(frozen=True, slots=True)
class Selection:
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
        return not rule.opt_in if self.select is None else rule.id in self.select


@dataclass(slots=True)
class Outcome:
    """What linting one subject has found.

    findings: by file, line and column. seconds: that each rule took, by id.
    failures: rules that failed themselves, with the reason; that is a fault of this program.
    """

    findings: list[Finding] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)


def lint_subject(subject: Subject, selection: Selection) -> Outcome:
    """Run all rules that the selection takes and that can be decided for this subject."""
    outcome = Outcome()
    found: list[tuple[Rule, Problem]] = []
    for rule in catalogue.all_rules():
        if not selection.takes(rule) or not _applies(rule, subject):
            continue
        started = perf_counter()
        try:
            found += [(rule, problem) for problem in _problems(rule, subject)]
        except (RecursionError, MemoryError):
            raise
        except Exception as error:  # noqa: BLE001 - the other rules still have something to say
            outcome.failures.append((rule.id, f"{type(error).__name__}: {error}"))
        outcome.seconds[rule.id] = perf_counter() - started
    findings = [_finding(rule, problem, selection) for rule, problem in _without_echoes(found)]
    outcome.findings = sorted(dict.fromkeys(findings), key=lambda finding: finding.order)
    return outcome


def _applies(rule: Rule, subject: Subject) -> bool:
    return rule.reads not in _FOR_DETERMINED or subject.layered is not None


def _problems(rule: Rule, subject: Subject) -> Iterator[Problem]:
    for view in subject.views(rule.reads):
        if rule.since or rule.until:
            release = subject.determined[0].release if subject.determined else None
            if release is None or not _within(rule, release.number):
                continue
        yield from rule.check(view)


def _within(rule: Rule, number: tuple[int, int, int]) -> bool:
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


def _without_echoes(found: list[tuple[Rule, Problem]]) -> Iterable[tuple[Rule, Problem]]:
    """Leave out what general rules say about a value that a rule of its own has refused."""
    specific = {problem.value_path for rule, problem in found if not rule.general}
    for rule, problem in found:
        path = problem.value_path
        echoed = path in specific or any(other[:-1] == path for other in specific if other)
        if not (rule.general and path and echoed):
            yield rule, problem
