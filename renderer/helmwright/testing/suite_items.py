"""Suites of helm-unittest as files and tests of pytest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from helmwright.testing.session import ChartSession
    from helmwright.unittest_suites.snapshots import Snapshots
    from helmwright.unittest_suites.suites import Suite, Test


def chart_of(path: Path) -> tuple[Path, str] | None:
    """Return the outermost chart that a file belongs to, and its own chart's place in it.

    The place is as ``charts/database``, blank for the outermost chart itself.
    """
    own = next((folder for folder in path.parents if (folder / "Chart.yaml").is_file()), None)
    if own is None:
        return None
    root = own
    while root.parent.name == "charts" and (root.parent.parent / "Chart.yaml").is_file():
        root = root.parent.parent
    inside = root.parts
    return root, "/".join(own.parts[len(inside) :])


class SuiteFile(pytest.File):
    """A file of suites."""

    session_charts: ChartSession

    def collect(self) -> Iterator[SuiteTest]:
        """Yield a test for each test of each suite in the file."""
        from helmwright.unittest_suites.reading import read_suites
        from helmwright.unittest_suites.snapshots import Snapshots

        found = chart_of(self.path)
        if found is None:
            return
        root, place = found
        charts = self.session_charts
        try:
            chart = charts.suite_chart(root)
            route = "/".join(filter(None, (chart.chart.name, place)))
            suites = read_suites(str(self.path), route)
            for suite in suites:
                if suite.snapshot_path not in charts.snapshots:
                    charts.snapshots[suite.snapshot_path] = Snapshots.of_suite(
                        suite.snapshot_path, updating=charts.updating, chart=str(root)
                    )
        except HelmwrightError as error:
            raise self.CollectError(str(error)) from None
        seen: dict[str, int] = {}
        for suite in suites:
            snapshots = charts.snapshots[suite.snapshot_path]
            for test in suite.tests:
                name = ": ".join(filter(None, (suite.name, test.name))) or f"tests[{test.index}]"
                seen[name] = seen.get(name, 0) + 1
                name = name if seen[name] == 1 else f"{name} #{seen[name]}"
                charts.waiting.add((str(self.path), name))
                yield SuiteTest.of(self, name, suite, test, snapshots, root)


class SuiteFailure(Exception):  # noqa: N818 - it is a failure, not an error
    """A test of a suite has failed; the text says how."""


class SuiteTest(pytest.Item):
    """One test of a suite."""

    suite: Suite
    test: Test
    snapshots: Snapshots
    root: Path

    @classmethod
    def of(  # noqa: PLR0913, PLR0917 - the parts of a test
        cls,
        parent: SuiteFile,
        name: str,
        suite: Suite,
        test: Test,
        snapshots: Snapshots,
        root: Path,
    ) -> SuiteTest:
        """Return the item of a test."""
        item: SuiteTest = cls.from_parent(parent, name=name)
        item.suite, item.test, item.snapshots, item.root = suite, test, snapshots, root
        return item

    def runtest(self) -> None:
        """Run the test."""
        parent: Any = self.parent
        charts: ChartSession = parent.session_charts
        charts.waiting.discard((str(self.path), self.name))
        result = charts.suite_chart(self.root).run(self.suite, self.test, self.snapshots)
        if result.skipped:
            pytest.skip(result.skipped)
        if not result.passed:
            raise SuiteFailure(self._report(result))

    def _report(self, result: Any) -> str:
        wrong = [one.index for one in result.assertions if not one.passed]
        line = self.suite.line(self.test, wrong[0] if wrong else None)
        return f"{self.path}:{line}: {self.test.name}\n{result.report()}"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of a failure, without a traceback."""
        if isinstance(excinfo.value, SuiteFailure):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return where the test stands."""
        return self.path, self.suite.line(self.test) - 1, self.name
