"""Findings about rendered objects, moved to the values that their text comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import replace
from helmwright.lint.finding import Related
from helmwright.lint.value_trials import value_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.definition import Rule
    from helmwright.lint.finding import Finding, Part, Problem, Severity, Span
    from helmwright.lint.subject import Subject
    from helmwright.lint.value_origins import ValueOrigin

_NAME = "object-name-invalid"
_OWN_PLACE = lazy_pattern(r"[\w./-]+(?:\[\d+\]|\.)[\w./\[\]-]*")
"""Where something is in an object; the same mistake elsewhere differs in that."""


def traced(found: list[tuple[Rule, Problem]], subject: Subject) -> list[tuple[Rule, Problem]]:
    """Return problems, those with rendered objects at the values that are their origin.

    Nothing is rendered unless a problem's text may come from a value.
    """
    parts = {
        number: (problem.part.one, problem.part.path)
        for number, (_, problem) in enumerate(found)
        if problem.part is not None
    }
    if not parts or subject.rendered.again is None or subject.rendered.error is not None:
        return found
    from helmwright.lint.value_origins import ValueOrigins

    origins = ValueOrigins(subject.rendered, subject.settings, subject.rendered.again)
    result = list(found)
    for number, origin in zip(parts, origins.find(list(parts.values())), strict=True):
        if origin is not None:
            rule, problem = found[number]
            result[number] = rule, _at_value(problem, origin, subject)
    return result


def _at_value(problem: Problem, origin: ValueOrigin, subject: Subject) -> Problem:
    """Return a problem at the value; the template's place becomes a related one."""
    part = problem.part
    if part is None:
        return problem
    span = subject.settings.span(origin.path, of_key=part.of_key)
    others = tuple(
        Related(subject.settings.span(one), f"{dotted(one)} is a part of the same text")
        for one in origin.others
    )
    where = f"{part.one.kind} {part.one.name}: {dotted(part.path)}"
    written = Related(problem.span, f"{where} is written here")
    return replace(
        problem,
        span=span,
        message=_reworded(part, origin) or problem.message,
        value_path=origin.path,
        related=(written, *others, *problem.related),
        written=problem.span,
    )


def _reworded(part: Part, origin: ValueOrigin) -> str:
    """Return a message that names the value and not the field; blank if that cannot be said so."""
    if not origin.exact:
        return ""
    path = (*origin.path, *part.path[_known_depth(part) :])
    for cut in range(min(len(path), len(part.path))):
        size = len(part.path) - cut
        own = dotted(part.path[:size])
        if part.message.startswith(own) and part.path[size:] == path[len(path) - cut :]:
            return dotted(path[: len(path) - cut]) + part.message[len(own) :]
    return ""


def _known_depth(part: Part) -> int:
    """Return how many steps of a path are there; what is missing is said of what it is missing in."""
    size = len(part.path)
    while size and not value_at(part.one.data, part.path[:size])[1]:
        size -= 1
    return size


def echoes(found: list[tuple[Rule, Problem]]) -> list[tuple[Rule, Problem]]:
    """Return problems that others tell of.

    Those with a rendered object whose value a rule about values has found fault with, or has named
    beside another with the same advice, and what Helm's linter says of a name that the API server
    refuses.
    """
    said: dict[Path, Severity] = {}
    advised: set[tuple[str, Span]] = set()
    names: set[tuple[str, str]] = set()
    for rule, problem in found:
        part = problem.part
        severity = problem.severity or rule.severity
        if part is None and problem.value_path and not rule.general:
            said[problem.value_path] = max(severity, said.get(problem.value_path, severity))
            advised.update((rule.advice, one.span) for one in problem.related)
        elif part is not None and part.path == ("metadata", "name"):
            names.add(((problem.written or problem.span).path, f'"{part.one.name}"'))
    return [
        (rule, problem)
        for rule, problem in found
        if (
            problem.written is not None
            and (
                said.get(problem.value_path, 0) >= (problem.severity or rule.severity)
                or (rule.advice, problem.span) in advised
            )
        )
        or (
            rule.id == _NAME
            and any(problem.span.path == path and name in problem.message for path, name in names)
        )
    ]


class Repetitions:
    """Makes one finding of a mistake in a value that comes out at several places."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Finding] = {}
        self._order: list[Finding | tuple[object, ...]] = []

    def add(self, finding: Finding, problem: Problem) -> None:
        """Take a finding; ``problem`` is what it was made of."""
        if problem.written is None or problem.part is None:
            self._order.append(finding)
            return
        said = _OWN_PLACE.sub("", problem.part.message)
        key = finding.rule, finding.span, finding.value_path, finding.severity, said
        known = self._known.get(key)
        if known is None:
            self._order.append(key)
            self._known[key] = finding
        else:
            related = tuple(dict.fromkeys((*known.related, *finding.related)))
            self._known[key] = replace(known, related=related)

    def findings(self) -> Iterator[Finding]:
        """Yield what is left, in the order in which it came."""
        for one in self._order:
            yield self._known[one] if isinstance(one, tuple) else one
