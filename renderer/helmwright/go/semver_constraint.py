"""Version constraints such as ``>=1.19-0 <2 || ~3.1`` as Masterminds/semver v3.5.0 checks them.

Source: github.com/Masterminds/semver/v3 constraints.go
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError
from helmwright.go.semver_version import Version, compare_prerelease, parse_version

if TYPE_CHECKING:
    import re
    from collections.abc import Callable

MAX_CONSTRAINT_LENGTH = 512
MAX_CONSTRAINT_GROUPS = 32
_SPACE = r"[\t\n\f\r ]"
_OPERATOR = r"[<>]=|=[<>]|!=|~>|[=<>~^]"
_PART = r"[0-9|xX*]+"  # the bar is a slip of the original's that makes `1|2` a parser error
_SUFFIX = r"[0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*"
_VERSION = rf"v?({_PART})(?:\.({_PART})(?:\.({_PART}))?)?(-{_SUFFIX})?(?:\+{_SUFFIX})?"
_BARE = _VERSION.replace("(?:", "(").replace("(", "(?:")
_WILDCARDS = frozenset(("", "x", "X", "*"))


class Comparator:
    """One operator with its version, such as ``>=1.2`` in a longer constraint.

    minor_dirty, patch_dirty: the first part that is missing or a wildcard; ``dirty``: any is.
    """

    __slots__ = ("dirty", "minor_dirty", "operator", "original", "patch_dirty", "rule", "version")

    def __init__(self, match: re.Match[str]) -> None:
        operator, original, major, minor, patch, prerelease = match.groups("")
        text = original
        self.minor_dirty = self.patch_dirty = self.dirty = False
        if major in _WILDCARDS:
            self.dirty = True
            text = f"0.0.0{prerelease}"
        elif minor in _WILDCARDS:
            self.dirty = self.minor_dirty = True
            text = f"{major}.0.0{prerelease}"
        elif patch in _WILDCARDS:
            self.dirty = self.patch_dirty = True
            text = f"{major}.{minor}.0{prerelease}"
        try:
            self.version = parse_version(text)
        except FunctionError:
            raise FunctionError("constraint parser error") from None
        self.operator = operator
        self.original = original
        self.rule = _RULES[operator]


class Constraint:
    """Comparators in groups: every comparator of some group must accept a version.

    A version with a prerelease is refused by groups in which no comparator has one.
    """

    __slots__ = ("groups",)

    def __init__(self, groups: list[list[Comparator]]) -> None:
        self.groups = [
            (comparators, any(c.version.prerelease for c in comparators)) for comparators in groups
        ]

    def __str__(self) -> str:
        return " || ".join(
            " ".join(c.operator + c.original for c in comparators) for comparators, _ in self.groups
        )

    def check(self, version: Version, *, each: bool = False) -> bool:
        """Tell whether ``version`` satisfies the constraint.

        each: a comparator without a pre-release refuses a version that has one, as before v3.4.0.
        """
        if each and version.prerelease:
            return any(
                all(_accepts_alone(version, c) for c in comparators)
                for comparators, _ in self.groups
            )
        return any(
            (wants_prerelease or not version.prerelease)
            and all(c.rule(version, c) is None for c in comparators)
            for comparators, wants_prerelease in self.groups
        )

    def validate(self, version: Version) -> tuple[bool, list[str]]:
        """Return whether ``version`` satisfies the constraint and, if not, every reason."""
        reasons: list[str] = []
        complained = False
        for comparators, wants_prerelease in self.groups:
            if version.prerelease and not wants_prerelease:
                if not complained:
                    reasons.append(
                        f'"{version}" is a prerelease version and the constraint is only looking '
                        "for release versions"
                    )
                complained = True
                continue
            found = [
                _explain(reason, version, comparator)
                for comparator in comparators
                if (reason := comparator.rule(version, comparator)) is not None
            ]
            if not found:
                return True, []
            reasons += found
        return False, reasons


def _accepts_alone(version: Version, wanted: Comparator) -> bool:
    """Tell whether a comparator accepts a version with a pre-release, whatever is beside it."""
    asks = wanted.version.prerelease or (wanted.rule is _not_equal and not wanted.dirty)
    return bool(asks) and wanted.rule(version, wanted) is None


def _explain(reason: str, version: Version, comparator: Comparator) -> str:
    """Return the error of a rule; a reason with a remark has it after a bar."""
    reason, _, remark = reason.partition("|")
    return f'"{version}" {reason} "{comparator.original}"{remark}'


@lru_cache(maxsize=256)
def parse_constraint(text: str) -> Constraint:
    """Parse ``text``: groups separated by ``||`` of comparators separated by spaces or a comma.

    Raises ``FunctionError`` with Go's text. Source: NewConstraint
    """
    if len(text.encode("utf-8", "surrogateescape")) > MAX_CONSTRAINT_LENGTH:
        raise FunctionError(f"constraint string is too long (max {MAX_CONSTRAINT_LENGTH} bytes)")
    groups = _rewrite_ranges(text).split("||")
    if len(groups) > MAX_CONSTRAINT_GROUPS:
        raise FunctionError(f"too many constraint groups (max {MAX_CONSTRAINT_GROUPS})")
    return Constraint([_parse_group(group) for group in groups])


def _parse_group(text: str) -> list[Comparator]:
    if _group_pattern().fullmatch(text) is None:
        from helmwright.go.strconv import quote

        raise FunctionError(f"improper constraint: {quote(text)}")
    return [Comparator(match) for match in _comparator_pattern().finditer(text)]


def _rewrite_ranges(text: str) -> str:
    """Write every hyphen range ``a - b`` as two comparators."""
    if "-" not in text:
        return text
    result = text
    for match in _range_pattern().finditer(text):
        pair = f">= {match[1]}, <= {match[2]} "
        # The original replaces the first occurrence of the text, wherever that is.
        result = result.replace(match[0], pair, 1)
    return result


@cache
def _comparator_pattern() -> re.Pattern[str]:
    import re

    return re.compile(rf"({_OPERATOR}|){_SPACE}*({_VERSION})")


@cache
def _group_pattern() -> re.Pattern[str]:
    """Return the pattern of a whole group.

    The original lets spaces belong to a comparator or to the gap after it, which is exponential
    for a backtracking engine; here the gap takes them all, and the language is the same.
    """
    import re

    item = f"(?:(?:{_OPERATOR}){_SPACE}*)?{_BARE}"
    gap = f"(?:{_SPACE}+(?:,{_SPACE}*)?|,{_SPACE}*)"
    return re.compile(f"{_SPACE}*{item}(?:{gap}{item})*{_SPACE}*")


@cache
def _range_pattern() -> re.Pattern[str]:
    import re

    return re.compile(rf"{_SPACE}*({_BARE}){_SPACE}+-{_SPACE}+({_BARE}){_SPACE}*")


# Every rule returns None when the comparator accepts the version, else the reason.


def _not_equal(version: Version, wanted: Comparator) -> str | None:  # noqa: PLR0911 - Go's cases
    limit = wanted.version
    if not wanted.dirty:
        return "is equal to" if version.compare(limit) == 0 else None
    if limit.major != version.major:
        return None
    if wanted.minor_dirty:
        return "is equal to"
    if limit.minor != version.minor:
        return None
    if wanted.patch_dirty:
        differs = compare_prerelease(version.prerelease, limit.prerelease) != 0
        return None if differs else "is equal to"
    if limit.patch != version.patch or version.compare(limit) != 0:
        return None
    return "is equal to"


def _greater(version: Version, wanted: Comparator) -> str | None:
    limit = wanted.version
    refusal = "is less than or equal to"
    if not wanted.dirty or limit.major == version.major:
        if wanted.minor_dirty:  # nothing of 11.x is greater than 11
            return refusal
        if wanted.patch_dirty:
            return None if version.minor > limit.minor else refusal
        return None if version.compare(limit) > 0 else refusal
    return None if version.major > limit.major else refusal


def _less(version: Version, wanted: Comparator) -> str | None:
    return None if version.compare(wanted.version) < 0 else "is greater than or equal to"


def _greater_or_equal(version: Version, wanted: Comparator) -> str | None:
    return None if version.compare(wanted.version) >= 0 else "is less than"


def _less_or_equal(version: Version, wanted: Comparator) -> str | None:
    limit = wanted.version
    if not wanted.dirty:
        accepted = version.compare(limit) <= 0
    elif version.major != limit.major:
        accepted = version.major < limit.major
    else:
        accepted = wanted.minor_dirty or version.minor <= limit.minor
    return None if accepted else "is greater than"


def _tilde(version: Version, wanted: Comparator) -> str | None:
    limit = wanted.version
    if version.compare(limit) < 0:
        return "is less than"
    if (
        limit.major == limit.minor == limit.patch == 0
        and not wanted.minor_dirty
        and not wanted.patch_dirty
    ):
        return None
    if version.major != limit.major:
        return "does not have same major version as"
    if version.minor != limit.minor and not wanted.minor_dirty:
        return "does not have same major and minor version as"
    return None


def _equal_or_tilde(version: Version, wanted: Comparator) -> str | None:
    if wanted.dirty:
        return _tilde(version, wanted)
    return None if version.compare(wanted.version) == 0 else "is not equal to"


def _caret(version: Version, wanted: Comparator) -> str | None:  # noqa: PLR0911 - Go's cases
    limit = wanted.version
    if version.compare(limit) < 0:
        return "is less than"
    if version.major != limit.major:
        return "does not have same major version as"
    if limit.major > 0 or wanted.minor_dirty or version.minor == limit.minor > 0:
        return None
    if limit.minor > 0 or wanted.patch_dirty:
        if version.minor == limit.minor:
            return None
        return (
            "does not have same minor version as|. Expected minor versions to match when "
            "constraint major version is 0"
        )
    if version.minor > 0:
        return "does not have same minor version as"
    if version.patch == limit.patch:
        return None
    return "does not equal|. Expect version and constraint to equal when major and minor versions are 0"


_RULES: dict[str, Callable[[Version, Comparator], str | None]] = {
    "": _equal_or_tilde,
    "=": _equal_or_tilde,
    "!=": _not_equal,
    ">": _greater,
    "<": _less,
    ">=": _greater_or_equal,
    "=>": _greater_or_equal,
    "<=": _less_or_equal,
    "=<": _less_or_equal,
    "~": _tilde,
    "~>": _tilde,
    "^": _caret,
}
