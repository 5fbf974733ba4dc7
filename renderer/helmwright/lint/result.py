"""What a run of the linter has found, over all its inputs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import Record, field
from helmwright.base.wording import joined
from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.lint.definition import Described
    from helmwright.lint.excerpts import Excerpts
    from helmwright.lint.finding import Finding
    from helmwright.lint.run import Allowed


class LintReport(Record):
    """What linting has found.

    findings: by file, line and column. inputs: the charts and files that were linted.
    allowed: what comments allow. known: what the baseline holds. gone: how many findings of the
    baseline there are no more. fail_level: the least severity that counts as failure, None if
    none does. failures: rules that failed themselves, with the reason.
    seconds: that each rule took, by id. excerpts: the lines that findings point at.
    undecided: keys that no rule can judge, and why; one text for each map.
    definitions: what findings are about that no rule of the linter makes, by id.
    command: the one that reports.
    """

    findings: tuple[Finding, ...]
    inputs: tuple[str, ...] = ()
    allowed: tuple[Allowed, ...] = ()
    known: tuple[Finding, ...] = ()
    gone: int = 0
    fail_level: Severity | None = Severity.ERROR
    failures: tuple[tuple[str, str], ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    excerpts: Excerpts = field(default_factory=dict)
    undecided: tuple[str, ...] = ()
    definitions: Mapping[str, Described] = field(default_factory=dict)
    command: str = "lint"

    def definition(self, name: str) -> Described:
        """Return what a finding is about, by its id."""
        from helmwright.lint.catalogue import find_rule

        return self.definitions.get(name) or find_rule(name)

    @property
    def ok(self) -> bool:
        """Whether nothing was found that counts as failure."""
        return not self.failures and not any(map(self.fails, self.findings))

    def fails(self, finding: Finding) -> bool:
        """Tell whether a finding counts as failure."""
        return self.fail_level is not None and finding.severity >= self.fail_level

    def count(self, severity: Severity) -> int:
        """Return the number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def summary(self, least: Severity = Severity.INFO) -> str:
        """Return one line: numbers of findings by severity, and of what does not count.

        least: the lowest severity that is spoken of.
        """
        parts = [
            _number(self.count(severity), name)
            for severity, name in (
                (Severity.ERROR, "error"),
                (Severity.WARNING, "warning"),
                (Severity.INFO, "piece of advice"),
            )
            if self.count(severity) and severity >= least
        ]
        shown = [finding for finding in self.findings if finding.severity >= least]
        files = len({finding.span.path for finding in shown})
        text = joined(parts)
        text = f"{text} in {_number(files, 'file')}" if parts else "no findings"
        for number, what in (
            (len(self.allowed), "allowed by comments"),
            (len(self.known), "in the baseline"),
            (self.gone, "of the baseline no more there"),
        ):
            if number:
                text += f"; {number} {what}"
        return text


def _number(count: int, noun: str) -> str:
    if noun == "piece of advice":
        return f"{count} {'piece' if count == 1 else 'pieces'} of advice"
    return f"{count} {noun}{'' if count == 1 else 's'}"
