"""The version is a commit, and the chart is not told which release that is like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.versions import DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_RELEASE = lazy_pattern(r"[0-9]+\.[0-9]+\.[0-9]+")


@rule(
    "commit-without-release",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("B4",),
    summary="detVersion tells no release, and detRelease is not set",
    why=(
        "The chart writes the configuration for the release of its own appVersion then, which an "
        "older master refuses."
    ),
    advice="Set detRelease to the release that the image behaves like.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "detVersion: «5c2d94fb8ca2ad0a46a7f9a1d5bb4e5a7ed1a4b6»\n",
            message="tells no release, so it is taken for 0.38.1",
        ),
        example("imageRegistry: registry.example.com/det\ndetVersion: «ours-3»\n"),
    ),
    good=(
        example("detVersion: 5c2d94fb8ca2ad0a46a7f9a1d5bb4e5a7ed1a4b6\ndetRelease: 0.36.0\n"),
        example("detVersion: 0.36.0-ours\n"),
        example("detVersion:\n"),
        example("detVersion: 5c2d94fb8ca2ad0a46a7f9a1d5bb4e5a7ed1a4b6\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look for a number in the version, as the chart does."""
    version = settings.get("detVersion")
    if settings.upstream or not isinstance(version, str) or not version.strip():
        return
    if settings.get("detRelease") or _RELEASE.search(version) is not None:
        return
    own = DeterminedRelease.parse(settings.chart.metadata.app_version)
    if own is not None:
        message = (
            f"detVersion: {settings.show('detVersion')} tells no release, so it is taken for {own}"
        )
        yield settings.problem(("detVersion",), message)
