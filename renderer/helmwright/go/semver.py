"""Semantic versions and the constraints on them: the door to the port of Masterminds/semver.

Source: github.com/Masterminds/semver/v3 v3.5.0
"""

from __future__ import annotations

from helmwright.go.semver_constraint import Constraint, parse_constraint
from helmwright.go.semver_version import (
    Version,
    VersionValue,
    parse_version,
    precedence,
    strict_parse_version,
)

__all__ = [
    "Constraint",
    "Version",
    "VersionValue",
    "parse_constraint",
    "parse_version",
    "precedence",
    "strict_parse_version",
]
