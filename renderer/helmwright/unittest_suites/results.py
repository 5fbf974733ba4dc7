"""What became of suites, tests and assertions."""

from __future__ import annotations

from helmwright.base.records import Record, field


class AssertionResult(Record, frozen=False):
    """What became of one assertion.

    index: its place among the assertions of the test. details: lines on why it failed.
    skipped: why nothing was asserted, blank otherwise.
    """

    index: int
    kind: str
    passed: bool
    details: list[str] = field(default_factory=list)
    negated: bool = False
    skipped: str = ""

    @property
    def title(self) -> str:
        """The assertion as messages name it."""
        return f"- asserts[{self.index}]{' NOT' if self.negated else ''} `{self.kind}` fail"


class TestResult(Record, frozen=False):
    """What became of one test.

    error: why the chart could not be rendered, blank if it could. seconds: how long it took.
    """

    name: str
    index: int
    passed: bool = False
    skipped: str = ""
    error: str = ""
    assertions: list[AssertionResult] = field(default_factory=list)
    seconds: float = 0.0

    __test__ = False

    @property
    def failed(self) -> bool:
        """Whether the test counts as a failure."""
        return not self.passed and not self.skipped

    def report(self) -> str:
        """Return what is to be said of a test that failed."""
        lines: list[str] = [f"Error: {self.error}", ""] if self.error else []
        for assertion in self.assertions:
            if not assertion.passed:
                lines.append(assertion.title)
                lines += [f"\t{line}" for line in assertion.details]
                lines.append("")
        return "\n".join(lines).expandtabs(4)


class SnapshotCount(Record, frozen=False):
    """How many snapshots were compared, differed, are new, and are of no test any more."""

    total: int = 0
    failed: int = 0
    created: int = 0
    vanished: int = 0


class SuiteResult(Record, frozen=False):
    """What became of one suite.

    error: why no test could be run, blank otherwise.
    """

    name: str
    path: str
    tests: list[TestResult] = field(default_factory=list)
    error: str = ""
    skipped: bool = False
    snapshots: SnapshotCount = field(default_factory=SnapshotCount)

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.error and not any(test.failed for test in self.tests)

    @property
    def seconds(self) -> float:
        """How long its tests took."""
        return sum(test.seconds for test in self.tests)


class ChartResult(Record, frozen=False):
    """What became of the suites of one chart; error: why it could not be loaded."""

    name: str
    path: str
    suites: list[SuiteResult] = field(default_factory=list)
    error: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing failed."""
        return not self.error and all(suite.passed for suite in self.suites)
