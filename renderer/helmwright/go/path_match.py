"""Go's filepath.Match: shell patterns in which ``*`` and ``?`` do not cross a slash.

Source: path/filepath/match.go
"""

from __future__ import annotations

from helmwright.errors import GoError


class BadPatternError(GoError):
    """A pattern that filepath.Match refuses when it gets to the broken part."""

    def __init__(self) -> None:
        super().__init__("syntax error in pattern")


def match(pattern: str, name: str) -> bool:
    """Tell whether ``name`` matches all of ``pattern``.

    Raises BadPatternError; a broken part behind one that does not match is not noticed.
    """
    while pattern:
        star, chunk, pattern = _next_chunk(pattern)
        if star and not chunk:
            return "/" not in name
        rest = _match_chunk(chunk, name)
        if rest is not None and (not rest or pattern):
            name = rest
            continue
        if not star:
            return False
        rest = _search(chunk, name, last=not pattern)
        if rest is None:
            return False
        name = rest
    return not name


def _search(chunk: str, name: str, *, last: bool) -> str | None:
    """Return what follows the first match of ``chunk`` behind skipped characters of ``name``."""
    for index, character in enumerate(name):
        if character == "/":
            return None
        rest = _match_chunk(chunk, name[index + 1 :])
        if rest is not None and not (last and rest):
            return rest
    return None


def _next_chunk(pattern: str) -> tuple[bool, str, str]:
    """Cut off the stars, and the part up to the next star; a star in a class does not count."""
    rest = pattern.lstrip("*")
    star = len(rest) < len(pattern)
    in_class = False
    index = 0
    while index < len(rest):
        character = rest[index]
        if character == "\\":
            index += 1
        elif character == "[":
            in_class = True
        elif character == "]":
            in_class = False
        elif character == "*" and not in_class:
            return star, rest[:index], rest[index:]
        index += 1
    return star, rest, ""


def _match_chunk(chunk: str, name: str) -> str | None:
    """Return what ``chunk`` leaves of ``name``, or None; the whole chunk is always checked."""
    failed = False
    at = 0
    index = 0
    while index < len(chunk):
        failed = failed or at >= len(name)
        character = chunk[index]
        if character == "[":
            matched, index = _match_class(chunk, index + 1, "" if failed else name[at])
            failed = failed or not matched
        elif character == "?":
            failed = failed or name[at] == "/"
            index += 1
        else:
            if character == "\\":
                index += 1
                if index >= len(chunk):
                    raise BadPatternError
            failed = failed or chunk[index] != name[at]
            index += 1
        at += 1
    return None if failed else name[at:]


def _match_class(chunk: str, index: int, character: str) -> tuple[bool, int]:
    """Match one character against the class that begins at ``index``; return the index behind it."""
    if "\ud800" <= character <= "\udfff":
        character = "\ufffd"  # a byte that is not UTF-8
    negated = chunk[index : index + 1] == "^"
    if negated:
        index += 1
    found = False
    ranges = 0
    while not (ranges and chunk[index : index + 1] == "]"):
        low, index = _class_character(chunk, index)
        high = low
        if chunk[index] == "-":
            high, index = _class_character(chunk, index + 1)
        found = found or low <= character <= high
        ranges += 1
    return found != negated, index + 1


def _class_character(chunk: str, index: int) -> tuple[str, int]:
    if chunk[index : index + 1] in ("", "-", "]"):
        raise BadPatternError
    if chunk[index] == "\\":
        index += 1
        if index >= len(chunk):
            raise BadPatternError
    character = chunk[index]
    if "\ud800" <= character <= "\udfff" or index + 1 >= len(chunk):
        raise BadPatternError
    return character, index + 1
