"""What a run of golden cases has found."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from helmwright.goldens.expected import Change
    from helmwright.goldens.instability import Unstable
    from helmwright.template.coverage import FileCoverage


class GoldenResult(NamedTuple):
    """What one case gave.

    changes: golden files that do not hold it. error: why it does not render, or does though it
    should not; blank if all is well. unstable: fields that come from chance or the clock and are
    not masked. helm_changes: what helm gives instead, by template; empty without ``--engine helm``.
    seconds: that it took.
    """

    name: str
    path: str
    changes: tuple[Change, ...] = ()
    error: str = ""
    unstable: tuple[Unstable, ...] = ()
    helm_changes: tuple[Change, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether it gave what is expected."""
        return not (self.changes or self.error or self.helm_changes)


class ValuesCoverage(NamedTuple):
    """Which keys of the chart's values.yaml cases set to something else: by key, as for --set."""

    keys: dict[str, bool]

    @property
    def covered(self) -> int:
        """How many keys a case changes."""
        return sum(self.keys.values())


class TemplateCoverage(NamedTuple):
    """What of a chart's templates the cases run.

    chart: its name. files: with their paths, as a person finds them. sources: texts by path.
    """

    chart: str
    files: tuple[FileCoverage, ...]
    sources: dict[str, str]
    values: ValuesCoverage

    @property
    def lines(self) -> tuple[int, int]:
        """How many lines have run, and how many there are."""
        return sum(one.covered_lines for one in self.files), sum(
            len(one.lines) for one in self.files
        )

    @property
    def sides(self) -> tuple[int, int]:
        """How many sides of if, with and range have run, and how many there are."""
        return sum(one.covered_sides for one in self.files), sum(one.sides for one in self.files)

    @property
    def percent(self) -> float:
        """Lines and sides together; all of it where there is nothing to run."""
        covered, total = self.lines[0] + self.sides[0], self.lines[1] + self.sides[1]
        return 100 * covered / total if total else 100.0


class GoldenReport(NamedTuple):
    """What all cases gave.

    left_over: golden files of no case. helm_version: of the binary, blank without one.
    """

    chart: str
    cases: str
    results: tuple[GoldenResult, ...]
    left_over: tuple[Change, ...] = ()
    helm_version: str = ""
    coverage: TemplateCoverage | None = None

    @property
    def ok(self) -> bool:
        """Whether every case gave what is expected, and no golden file is left over."""
        return not self.left_over and all(result.passed for result in self.results)

    @property
    def changes(self) -> tuple[Change, ...]:
        """All golden files that are not what they should be."""
        own = [change for result in self.results for change in result.changes]
        return (*own, *self.left_over)

    @property
    def errors(self) -> tuple[GoldenResult, ...]:
        """The cases that do not render, or do though they should not."""
        return tuple(result for result in self.results if result.error)
