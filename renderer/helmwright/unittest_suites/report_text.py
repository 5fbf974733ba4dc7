"""Results for people, in the layout of helm-unittest."""

from __future__ import annotations

import os.path
from typing import TYPE_CHECKING

from helmwright.base.style import Role

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.base.style import Style
    from helmwright.unittest_suites.results import ChartResult, SuiteResult, TestResult

_LABELS = {"PASS": Role.PASSED, "FAIL": Role.FAILED, "SKIP": Role.SKIPPED}


class TextReport:
    """Writes results as text in a style. All of it goes through ``printable``."""

    def __init__(self, style: Style) -> None:
        self._style = style

    def _painted(self, role: Role, text: str) -> str:
        return self._style.paint(text, role)

    def head(self, name: str, path: str) -> str:
        """Return the line that begins a chart."""
        return f"\n### Chart [ {self._painted(Role.HEADING, name)} ] {self._painted(Role.FAINT, path)}\n\n"

    def broken_chart(self, message: str) -> str:
        """Return the lines on a chart that cannot be loaded."""
        return f"\n### {self._painted(Role.REMOVED, 'Error: ')} {message}\n\n"

    def suite(self, result: SuiteResult) -> str:
        """Return the lines on one suite."""
        label = "PASS" if result.passed else "FAIL"
        label = "SKIP" if result.skipped else label
        folder, name = os.path.split(result.path)
        place = self._painted(Role.FAINT, f"{folder}/" if folder else "") + name
        place = self._style.link(place, result.path)
        title = self._painted(_LABELS[label], f" {label} ")
        lines = [f"{title} {self._painted(Role.HEADING, result.name)}\t{place}"]
        if result.error:
            lines += [
                f"\t{self._painted(Role.HEADING, '- Execution Error: ')}",
                f"\t\t{result.error}",
                "",
            ]
        for test in result.tests:
            lines += self._test(test)
        return "\n".join(lines) + "\n"

    def _test(self, test: TestResult) -> Iterable[str]:
        if test.skipped:
            yield f"\t- {self._painted(_LABELS['SKIP'], 'SKIPPED')} '{test.name}'"
        elif not test.passed:
            yield f"\t{self._painted(Role.REMOVED, f'- {test.name}')}"
            yield ""
            if test.error:
                yield f"\t\tError: {test.error}"
                yield ""
            for assertion in test.assertions:
                if not assertion.passed:
                    yield f"\t\t{self._painted(Role.REMOVED, assertion.title)}"
                    yield from (f"\t\t\t{line}" for line in assertion.details)
                    yield ""

    def summary(self, charts: Sequence[ChartResult], seconds: float) -> str:
        """Return the counts of everything."""
        suites = [suite for chart in charts for suite in chart.suites]
        tests = [test for suite in suites for test in suite.tests]
        errors = sum(bool(chart.error) for chart in charts)
        failed = sum(not chart.passed for chart in charts)
        lines = [
            "",
            f"Charts:      {self._counts(failed, errors, len(charts) - failed, 0)}",
            f"Test Suites: {self._suites(suites)}",
            f"Tests:       {self._tests(tests)}",
            f"Snapshot:    {self._snapshots(suites)}",
            f"Time:        {seconds:.3f}s",
        ]
        return "\n".join(lines) + "\n"

    def _suites(self, suites: Sequence[SuiteResult]) -> str:
        skipped = sum(suite.skipped for suite in suites)
        failed = sum(not suite.passed for suite in suites)
        errors = sum(bool(suite.error) for suite in suites)
        return self._counts(failed, errors, len(suites) - failed - skipped, skipped)

    def _tests(self, tests: Sequence[TestResult]) -> str:
        failed = [test for test in tests if test.failed]
        skipped = sum(bool(test.skipped) for test in tests)
        errors = sum(bool(test.error) for test in failed)
        return self._counts(len(failed), errors, len(tests) - len(failed) - skipped, skipped)

    def _counts(self, failed: int, errors: int, passed: int, skipped: int) -> str:
        text = self._painted(Role.REMOVED, f"{failed} failed, ") if failed else ""
        if errors:
            text += f"{errors} errored, "
        text += f"{passed} passed, "
        if skipped:
            text += f"{skipped} skipped, "
        return f"{text}{failed + passed + skipped} total"

    def _snapshots(self, suites: Sequence[SuiteResult]) -> str:
        last = {suite.path: suite.snapshots for suite in suites}.values()
        total, failed = sum(one.total for one in last), sum(one.failed for one in last)
        text = self._painted(Role.REMOVED, f"{failed} failed, ") if failed else ""
        text += f"{total - failed} passed, {total} total"
        created = sum(one.created for one in last)
        vanished = sum(one.vanished for one in last)
        if created:
            text += f", {created} created"
        if vanished:
            text += self._painted(Role.CHANGED, f", {vanished} vanished")
        return text
