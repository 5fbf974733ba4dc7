"""Semantic versions as older releases of the library behind sprig read and compared them.

Source: github.com/Masterminds/semver/v3 v3.2.1, v3.3.0, v3.4.0
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.function import Family
from helmwright.go.semver import parse_constraint, parse_version
from helmwright.go.semver_version import MAX_VERSION_LENGTH

if TYPE_CHECKING:
    from helmwright.go.semver import Version

_QUOTED = re.compile(r'(improper constraint: )"(.*)"', re.DOTALL)


def parse_older_version(text: str, *, capitals: bool) -> Version:
    """Return the version that ``text`` is, of any length.

    capitals: errors begin with capitals.
    """
    try:
        return parse_version(text[:MAX_VERSION_LENGTH] if len(text) > MAX_VERSION_LENGTH else text)
    except FunctionError as error:
        message = error.message
        if capitals:
            message = _with_capitals(message)
        raise FunctionError(message) from None


def _with_capitals(message: str) -> str:
    if message == "invalid semantic version":
        return "Invalid Semantic Version"
    if message == "invalid prerelease string":
        return "Invalid Prerelease string"
    return message[:1].upper() + message[1:]


def compare_older(constraint: str, version: str, *, each: bool, capitals: bool) -> bool:
    """Tell whether ``version`` satisfies ``constraint``.

    each: a comparator without a pre-release refuses versions that have one, whatever others of its
        group have.
    """
    from helmwright.go.strconv import unquote

    try:
        parsed = parse_constraint(constraint)
    except FunctionError as error:
        found = _QUOTED.fullmatch(error.message)
        if found is None:
            raise
        plain = unquote(f'"{found[2]}"')
        raise FunctionError(f"{found[1]}{plain}") from None
    return parsed.check(parse_older_version(version, capitals=capitals), each=each)


def older_semver(*, each: bool, capitals: bool) -> Family:
    """Return ``semver`` and ``semverCompare`` of an older release; see ``compare_older``."""
    family = Family()

    @family.function("semver")
    def semver(text: str) -> Version:
        return parse_older_version(text, capitals=capitals).copy()

    @family.function("semverCompare")
    def semver_compare(constraint: str, version: str) -> bool:
        return compare_older(constraint, version, each=each, capitals=capitals)

    return family
