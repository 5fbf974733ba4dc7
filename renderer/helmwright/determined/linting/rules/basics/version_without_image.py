"""The version names no image that has been published."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.versions import LATEST, RELEASES, DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_TAG = lazy_pattern(r"\w[\w.-]{0,127}", re.ASCII)
_COMMIT = lazy_pattern(r"[0-9a-f]{7,40}")
_WHOLE_COMMIT = 40
_FIRST_WITH_LETTER = (0, 38, 0)
"""Since then the source's tags begin with a v, and those of images may."""
_PUBLIC = ("", "determinedai", "docker.io/determinedai")


@rule(
    "version-without-image",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("B4",),
    summary="detVersion names no image that has been published",
    why=(
        "The master's image is published for each release and under the full hash of commits. With "
        "another tag the pod waits for ever (ImagePullBackOff)."
    ),
    advice='Write a release ("0.38.1") or the 40 digits of a commit.',
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/NOTES.txt",
    bad=(
        example('detVersion: «"0.36"»\n', message='"0.36" is no release of Determined'),
        example("detVersion: «0.14.4»\n", message='"0.14.4" is no release of Determined'),
        example("detVersion: «0.27.0.dev0»\n", message="development"),
        example("detVersion: «9f0cb26»\n", message="part of a commit's hash"),
        example("detVersion: «latest»\n"),
        example('detVersion: «"0.38.1 "»\n', upstream=True, message="no tag of an image"),
        example("detVersion: «0.38.1:arm»\n", message="no tag of an image"),
        example('detVersion: «"v0.25.0"»\n', message="tags of images before 0.38.0 have no v"),
    ),
    good=(
        example("detVersion: 0.38.1\n"),
        example("detVersion: 0.27.0-rc1\n"),
        example("detVersion: v0.38.1-ee\n"),
        example("detVersion: 0.39.0\n"),
        example('detVersion: "0.38.1 "\n'),
        example("detVersion: 5c2d94fb8ca2ad0a46a7f9a1d5bb4e5a7ed1a4b6\ndetRelease: 0.36.0\n"),
        example("imageRegistry: registry.example.com/det\ndetVersion: ours\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the tag of the master's image."""
    version = settings.get("detVersion")
    if not isinstance(version, str) or not version.strip():
        return
    tag = version if settings.upstream else version.strip()
    said = f"detVersion: {settings.show('detVersion')}"
    if _TAG.fullmatch(tag) is None:
        message = f"{said} can be no tag of an image"
        yield settings.problem(("detVersion",), message, severity=Severity.ERROR)
    elif str(settings.get("imageRegistry", default="")).strip() in _PUBLIC:
        wrong = _wrong(tag)
        if wrong:
            yield settings.problem(("detVersion",), f"{said} {wrong}", fix=_fix(tag))


def _fix(tag: str) -> str:
    """Return how a tag is written that is a release with something before or behind it."""
    release = DeterminedRelease.parse(tag)
    if release is None or release.number not in {one.number for one in RELEASES}:
        return ""
    number = ".".join(map(str, release.number))
    return f"write 'detVersion: {number}{'-ee' if release.enterprise else ''}'"


def _wrong(tag: str) -> str:
    """Return what is wrong with a tag in the public registry; blank if nothing is known."""
    release = DeterminedRelease.parse(tag)
    if "dev" in tag:
        return "is a build of the development that is published nowhere"
    if release is None:
        if _COMMIT.fullmatch(tag) is None:
            return "is no release of Determined"
        return "" if len(tag) == _WHOLE_COMMIT else "is only a part of a commit's hash"
    if tag.startswith("v") and release.number < _FIRST_WITH_LETTER:
        return "begins with a v, and tags of images before 0.38.0 have no v"
    known = any(release.number == one.number for one in RELEASES)
    later = release.number > LATEST.number
    return "" if known or later or release.prerelease else "is no release of Determined"
