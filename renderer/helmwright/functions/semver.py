"""Versions: sprig semver.go over Masterminds/semver."""

from __future__ import annotations

from helmwright.go.function import Family
from helmwright.go.semver import parse_constraint, parse_version

from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from helmwright.go.semver import Version

SEMVER = Family()


@SEMVER.function("semver")
def semver(text: str) -> Version:
    """Return the version that ``text`` writes, loosely."""
    return parse_version(text)


@SEMVER.function("semverCompare")
def semver_compare(constraint: str, version: str) -> bool:
    """Tell whether a version satisfies a constraint."""
    parsed = parse_constraint(constraint)
    return parsed.check(parse_version(version))
