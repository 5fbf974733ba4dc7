"""Semantic versions as Masterminds/semver v3.5.0 reads, orders and shows them.

Source: github.com/Masterminds/semver/v3 version.go
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from helmwright.base.errors import FunctionError
from helmwright.go.function import Function
from helmwright.go.kinds import Struct, Uint64, Value, type_name

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping

MAX_VERSION_LENGTH = 256
INVALID = "invalid semantic version"
_INVALID_PRERELEASE = "invalid prerelease string"
_INVALID_METADATA = "invalid metadata string"
_LEADING_ZERO = "version segment starts with 0"
_NIL_DEREFERENCE = "runtime error: invalid memory address or nil pointer dereference"
_MAX_UINT64 = 2**64 - 1
_DIGITS = frozenset("0123456789")
_IDENTIFIER = frozenset("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")


class Version(Struct):
    """A version: ``*semver.Version`` for templates.

    major, minor, patch: 0 … 2**64 - 1. prerelease, metadata: without their ``-`` and ``+``.
    original: the text that was parsed. Parsed versions are shared, so do not change one that
    ``parse_version`` returned; ``copy`` it.
    """

    __slots__ = ("major", "metadata", "minor", "original", "patch", "prerelease")
    go_type: ClassVar[str] = "*semver.Version"
    go_kind: ClassVar[str] = "ptr"
    go_fields: ClassVar[Mapping[str, str]] = {
        "major": "major",
        "minor": "minor",
        "patch": "patch",
        "pre": "prerelease",
        "metadata": "metadata",
        "original": "original",
    }
    go_unexported: ClassVar[frozenset[str]] = frozenset(go_fields)

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a version
        self, major: int, minor: int, patch: int, prerelease: str, metadata: str, original: str
    ) -> None:
        self.major = Uint64(major)
        self.minor = Uint64(minor)
        self.patch = Uint64(patch)
        self.prerelease = prerelease
        self.metadata = metadata
        self.original = original

    def __str__(self) -> str:
        text = f"{self.major:d}.{self.minor:d}.{self.patch:d}"
        if self.prerelease:
            text += f"-{self.prerelease}"
        return f"{text}+{self.metadata}" if self.metadata else text

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.original!r})"

    def deep_copied(self) -> Version:
        """Return a version without anything in it: none of Go's fields is exported."""
        return type(self)(0, 0, 0, "", "", "")

    def go_string(self) -> str:
        """Return the normalised version, as ``String()`` does."""
        return str(self)

    def json_value(self) -> str:
        """Return the normalised version: it is marshalled as a string."""
        return str(self)

    def copy(self) -> Version:
        """Return another pointer to an equal version."""
        return Version(
            self.major, self.minor, self.patch, self.prerelease, self.metadata, self.original
        )

    def compare(self, other: Version) -> int:
        """Return -1, 0 or 1; metadata does not count, a prerelease comes before its release."""
        mine = (self.major, self.minor, self.patch)
        theirs = (other.major, other.minor, other.patch)
        if mine != theirs:
            return -1 if mine < theirs else 1
        if self.prerelease == other.prerelease:
            return 0
        if not self.prerelease:
            return 1
        return compare_prerelease(self.prerelease, other.prerelease) if other.prerelease else -1


class VersionValue(Version):
    """A version that is no pointer: what ``IncMajor`` and its like return."""

    __slots__ = ()
    go_type: ClassVar[str] = "semver.Version"
    go_kind: ClassVar[str] = "struct"


class ErrorValue(Struct):
    """A Go ``error`` that a method returned as its only result, ``<nil>`` for none."""

    __slots__ = ("message",)
    go_type: ClassVar[str] = "*errors.errorString"
    go_kind: ClassVar[str] = "ptr"

    def __init__(self, message: str) -> None:
        self.message = message

    def go_string(self) -> str:
        """Return the text of ``Error()``."""
        return self.message


@cache
def _loose_pattern() -> re.Pattern[str]:
    import re

    return re.compile(
        r"v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?"
        r"(?:-([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?"
        r"(?:\+([0-9A-Za-z\-]+(?:\.[0-9A-Za-z\-]+)*))?"
    )


@lru_cache(maxsize=512)
def parse_version(text: str) -> Version:
    """Parse ``text`` tolerantly: an optional ``v``, one to three numbers, leading zeros allowed.

    Raises ``FunctionError`` with Go's text. Source: NewVersion
    """
    if len(text) > MAX_VERSION_LENGTH or _byte_length(text) > MAX_VERSION_LENGTH:
        raise FunctionError(f"version string is too long (max {MAX_VERSION_LENGTH} bytes)")
    match = _loose_pattern().fullmatch(text)
    if match is None:
        raise FunctionError(INVALID)
    major, minor, patch, prerelease, metadata = match.groups("")
    numbers = [_parse_segment(part or "0") for part in (major, minor, patch)]
    if prerelease:
        _check_prerelease(prerelease)
    return Version(numbers[0], numbers[1], numbers[2], prerelease, metadata, text)


@lru_cache(maxsize=128)
def strict_parse_version(text: str) -> Version:
    """Parse ``text`` as the specification of semantic versioning wants it: no ``v``, all three parts.

    Raises ``FunctionError`` with Go's text. Source: StrictNewVersion
    """
    if not text:
        raise FunctionError("version string empty")
    if len(text) > MAX_VERSION_LENGTH or _byte_length(text) > MAX_VERSION_LENGTH:
        raise FunctionError(f"version string is too long (max {MAX_VERSION_LENGTH} bytes)")
    parts = text.split(".", 2)
    if len(parts) != 3:
        raise FunctionError(INVALID)
    rest, plus, metadata = parts[2].partition("+")
    if plus:
        _check_metadata(metadata)
    rest, hyphen, prerelease = rest.partition("-")
    if hyphen:
        _check_prerelease(prerelease)
    parts[2] = rest
    for part in parts:
        if not _DIGITS.issuperset(part):
            raise FunctionError("invalid characters in version")
        if len(part) > 1 and part[0] == "0":
            raise FunctionError(_LEADING_ZERO)
    major, minor, patch = map(_parse_uint, parts)
    return Version(major, minor, patch, prerelease, metadata, text)


def _byte_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogateescape"))


def _parse_uint(digits: str) -> int:
    """Return the number ``digits`` or refuse it in strconv's words; at most 256 digits come here."""
    if not digits:
        raise FunctionError('strconv.ParseUint: parsing "": invalid syntax')
    number = int(digits)
    if number > _MAX_UINT64:
        raise FunctionError(f'strconv.ParseUint: parsing "{digits}": value out of range')
    return number


def _parse_segment(digits: str) -> int:
    try:
        return _parse_uint(digits)
    except FunctionError as error:
        raise FunctionError(f"error parsing version segment: {error.message}") from None


def _check_prerelease(text: str) -> None:
    for part in text.split("."):
        if not part or not _IDENTIFIER.issuperset(part):
            raise FunctionError(_INVALID_PRERELEASE)
        if len(part) > 1 and part[0] == "0" and _DIGITS.issuperset(part):
            raise FunctionError(_LEADING_ZERO)


def _check_metadata(text: str) -> None:
    for part in text.split("."):
        if not part or not _IDENTIFIER.issuperset(part):
            raise FunctionError(_INVALID_METADATA)


def compare_prerelease(left: str, right: str) -> int:
    """Order two prereleases part by part: numbers before words, a missing part before any."""
    lefts, rights = left.split("."), right.split(".")
    for index in range(max(len(lefts), len(rights))):
        mine = lefts[index] if index < len(lefts) else ""
        other = rights[index] if index < len(rights) else ""
        if mine != other:
            return 1 if _prerelease_key(mine) > _prerelease_key(other) else -1
    return 0


def precedence(version: Version) -> tuple[int | tuple[tuple[int, int, str], ...], ...]:
    """Return a key by which versions sort as ``compare`` orders them."""
    numbers = (version.major, version.minor, version.patch)
    if not version.prerelease:
        return (*numbers, 1)
    return (*numbers, 0, tuple(map(_prerelease_key, version.prerelease.split("."))))


def _prerelease_key(part: str) -> tuple[int, int, str]:
    """Return what orders a prerelease part; digits beyond uint64 are a word, as in Go."""
    if not part:
        return (0, 0, "")
    if _DIGITS.issuperset(part):
        number = int(part)
        if number <= _MAX_UINT64:
            return (1, number, "")
    return (2, 0, part)


def _next_version(base: Version, parts: tuple[int, int, int], pre: str, meta: str) -> VersionValue:
    version = VersionValue(*parts, pre, meta, "")
    version.original = ("v" if base.original.startswith("v") else "") + str(version)
    return version


def _increment(number: int, name: str) -> int:
    if number == _MAX_UINT64:
        raise FunctionError(f"{name} version increment would overflow uint64")
    return number + 1


def _increment_patch(version: Version) -> VersionValue:
    patch = version.patch if version.prerelease else _increment(version.patch, "patch")
    return _next_version(version, (version.major, version.minor, patch), "", "")


def _increment_minor(version: Version) -> VersionValue:
    parts = (version.major, _increment(version.minor, "minor"), 0)
    return _next_version(version, parts, "", "")


def _increment_major(version: Version) -> VersionValue:
    return _next_version(version, (_increment(version.major, "major"), 0, 0), "", "")


def _set_prerelease(version: Version, text: str) -> VersionValue:
    if text:
        _check_prerelease(text)
    parts = (version.major, version.minor, version.patch)
    return _next_version(version, parts, text, version.metadata)


def _set_metadata(version: Version, text: str) -> VersionValue:
    if text:
        _check_metadata(text)
    parts = (version.major, version.minor, version.patch)
    return _next_version(version, parts, version.prerelease, text)


def _compare(version: Version, other: Version | None) -> int:
    if other is None:
        raise FunctionError(_NIL_DEREFERENCE)
    return version.compare(other)


def _equal(version: Version, other: Version | None) -> bool:
    return other is not None and version.compare(other) == 0


def _assign(version: Version, text: str) -> ErrorValue:
    """Overwrite ``version`` with the parsed ``text``; return the error as a value, as Scan does."""
    try:
        new = parse_version(text)
    except FunctionError as error:
        return ErrorValue(error.message)
    for name in Version.__slots__:
        setattr(version, name, getattr(new, name))
    return ErrorValue("<nil>")


def _scan(version: Version, value: Value) -> ErrorValue:
    if value is None:
        return ErrorValue("cannot scan nil into Version")
    if isinstance(value, bytes):
        value = value.decode("utf-8", "surrogateescape")
    if not isinstance(value, str):
        return ErrorValue(f"unsupported Scan type {type_name(value)}")
    return _assign(version, value)


def _unmarshal_text(version: Version, text: bytes) -> ErrorValue:
    return _assign(version, bytes(text or b"").decode("utf-8", "surrogateescape"))


def _marshal_json(version: Version) -> bytes:
    return f'"{version}"'.encode()


_VALUE_METHODS = (
    Function("IncMajor", _increment_major, ()),
    Function("IncMinor", _increment_minor, ()),
    Function("IncPatch", _increment_patch, ()),
    Function("Major", lambda version: version.major, ()),
    Function("MarshalJSON", _marshal_json, ()),
    Function("MarshalText", lambda version: str(version).encode(), ()),
    Function("Metadata", lambda version: version.metadata, ()),
    Function("Minor", lambda version: version.minor, ()),
    Function("Patch", lambda version: version.patch, ()),
    Function("Prerelease", lambda version: version.prerelease, ()),
    Function("SetMetadata", _set_metadata, ("string",)),
    Function("SetPrerelease", _set_prerelease, ("string",)),
    Function("String", str, ()),
    Function("Value", str, ()),
)
_OTHER = ("*semver.Version",)
_POINTER_METHODS = (
    Function("Compare", _compare, _OTHER),
    Function("Equal", _equal, _OTHER),
    Function("GreaterThan", lambda version, other: _compare(version, other) > 0, _OTHER),
    Function("GreaterThanEqual", lambda version, other: _compare(version, other) >= 0, _OTHER),
    Function("LessThan", lambda version, other: _compare(version, other) < 0, _OTHER),
    Function("LessThanEqual", lambda version, other: _compare(version, other) <= 0, _OTHER),
    Function("Original", lambda version: version.original, ()),
    Function("Scan", _scan, ("interface {}",)),
    Function("UnmarshalText", _unmarshal_text, ("[]uint8",)),
)
VersionValue.go_methods = {method.name: method for method in _VALUE_METHODS}
Version.go_methods = {method.name: method for method in _VALUE_METHODS + _POINTER_METHODS}
