"""Semantic versions: sprig's semver.go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.function import Family

if TYPE_CHECKING:
    from helmwright.go.semver import Version

SEMVER = Family()


@SEMVER.function("semver")
def semver(text: str) -> Version:
    """Return the version that ``text`` is: a new pointer every time."""
    from helmwright.go.semver import parse_version

    return parse_version(text).copy()


@SEMVER.function("semverCompare")
def semver_compare(constraint: str, version: str) -> bool:
    """Tell whether ``version`` satisfies ``constraint``."""
    from helmwright.go.semver import parse_constraint, parse_version

    parsed = parse_constraint(constraint)
    return parsed.check(parse_version(version))
