"""Takes secrets out of what is said about suites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.releases.safe_errors import remember
from helmwright.secrets.known import KnownSecrets

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.secrets.witness import Sight, Sights
    from helmwright.unittest_suites.results import SuiteResult


class Hiding:
    """Knows the secrets in what has been read, and hides them.

    sights: what the run reads, filled while it goes on.
    """

    def __init__(self, sights: Sights) -> None:
        self._sights = sights
        self._known = KnownSecrets()
        self._charts: list[Sight] = []

    def safe(self, text: str) -> str:
        """Return a text without secrets."""
        if text and self._sights:
            new = list(self._sights)
            self._sights.clear()
            self._charts += [one for one in new if one[0] == "chart"]
            remember(self._known, [*self._charts, *new])  # the charts' schemas say what is secret
        return self._known.safe(text) if text else text

    def hide(self, suite: SuiteResult) -> None:
        """Take the secrets out of what is said about a suite and its tests."""
        make_safe(suite, self.safe)


def make_safe(suite: SuiteResult, safe: Callable[[str], str]) -> None:
    """Change what is said about a suite and its tests; safe: returns a text without secrets."""
    suite.error = safe(suite.error)
    for test in suite.tests:
        test.error = safe(test.error)
        for assertion in test.assertions:
            assertion.details = [safe(line) for line in assertion.details]
