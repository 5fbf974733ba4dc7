"""Go's path and path/filepath on a Unix system: patterns and lexical operations on slash paths.

Source: path/path.go, path/filepath/match.go, internal/filepathlite/path.go
"""

from __future__ import annotations

from helmwright.base.errors import GoError

_BAD_PATTERN = "syntax error in pattern"
_STAR, _SLASH, _OPEN, _CLOSE, _ESCAPE, _QUESTION, _DASH, _CARET = b"*/[]\\?-^"


def base(path: str) -> str:
    """Return the last element of ``path``: ``.`` for nothing, ``/`` for slashes only."""
    if not path:
        return "."
    path = path.rstrip("/")
    return path[path.rfind("/") + 1 :] if path else "/"


def directory(path: str) -> str:
    """Return all but the last element of ``path``, cleaned."""
    return clean(path[: path.rfind("/") + 1])


def extension(path: str) -> str:
    """Return the suffix of the last element of ``path`` from its last dot on, or nothing."""
    name = path[path.rfind("/") + 1 :]
    dot = name.rfind(".")
    return name[dot:] if dot >= 0 else ""


def is_absolute(path: str) -> bool:
    """Tell whether ``path`` begins with a slash."""
    return path.startswith("/")


def clean(path: str) -> str:
    """Return the shortest path that means the same lexically: without ``.``, ``//``, inner ``..``."""
    rooted = path.startswith("/")
    kept: list[str] = []
    for element in path.split("/"):
        if element in {"", "."}:
            continue
        if element != "..":
            kept.append(element)
        elif kept and kept[-1] != "..":
            kept.pop()
        elif not rooted:
            kept.append("..")
    text = "/".join(kept)
    if rooted:
        return "/" + text
    return text or "."


def join(*elements: str) -> str:
    """Return the elements that are not empty as one cleaned path; nothing for nothing."""
    present = [element for element in elements if element]
    return clean("/".join(present)) if present else ""


def match(pattern: str, name: str) -> bool:
    """Tell whether all of ``name`` matches the shell ``pattern`` (filepath.Match).

    Raises ``GoError`` for a broken pattern, unless the match fails before the broken part: only the
    part up to the next star is checked at each step. Stars skip bytes, as in Go.
    """
    rest = pattern.encode("utf-8", "surrogateescape")
    subject: bytes | None = name.encode("utf-8", "surrogateescape")
    while rest:
        star, chunk, rest = _next_chunk(rest)
        assert subject is not None  # noqa: S101 - for the type checker
        if star and not chunk:
            return _SLASH not in subject
        left = _match_chunk(chunk, subject)
        if left is None or (left and not rest):
            left = _skip_and_match(chunk, subject, last=not rest) if star else None
            if left is None:
                return False
        subject = left
    return not subject


def _skip_and_match(chunk: bytes, subject: bytes, *, last: bool) -> bytes | None:
    """Return what follows the first match of ``chunk`` behind at least one skipped byte."""
    for index, byte in enumerate(subject):
        if byte == _SLASH:
            break
        left = _match_chunk(chunk, subject[index + 1 :])
        if left is not None and not (last and left):
            return left
    return None


def _next_chunk(pattern: bytes) -> tuple[bool, bytes, bytes]:
    """Return whether stars begin ``pattern``, what follows up to the next star, and the rest."""
    rest = pattern.lstrip(b"*")
    star = len(rest) < len(pattern)
    in_class = False
    index = 0
    while index < len(rest):
        byte = rest[index]
        if byte == _ESCAPE:
            index += 1
        elif byte == _OPEN:
            in_class = True
        elif byte == _CLOSE:
            in_class = False
        elif byte == _STAR and not in_class:
            return star, rest[:index], rest[index:]
        index += 1
    return star, rest, b""


def _match_chunk(chunk: bytes, subject: bytes) -> bytes | None:
    """Return what follows ``chunk``, which has no star, in ``subject``, or None if it differs.

    The whole chunk is checked for errors, even after a difference.
    """
    failed = False
    position = index = 0
    while index < len(chunk):
        failed = failed or position >= len(subject)
        byte = chunk[index]
        index += 1
        if byte == _OPEN:
            rune = 0
            if not failed:
                rune, width = _decode(subject, position)
                position += width
            matched, index = _match_class(chunk, index, rune)
            failed = failed or not matched
        elif byte == _QUESTION:
            if not failed:
                failed = subject[position] == _SLASH
                position += _decode(subject, position)[1]
        else:
            if byte == _ESCAPE:
                if index >= len(chunk):
                    raise GoError(_BAD_PATTERN)
                byte = chunk[index]
                index += 1
            if not failed:
                failed = byte != subject[position]
                position += 1
    return None if failed else subject[position:]


def _match_class(chunk: bytes, index: int, rune: int) -> tuple[bool, int]:
    """Match ``rune`` against the class whose inside begins at ``index``; return where it ends."""
    negated = chunk[index : index + 1] == b"^"
    if negated:
        index += 1
    matched = False
    count = 0
    while count == 0 or chunk[index] != _CLOSE:
        low, index = _class_character(chunk, index)
        high = low
        if chunk[index] == _DASH:
            high, index = _class_character(chunk, index + 1)
        matched = matched or low <= rune <= high
        count += 1
    return matched != negated, index + 1


def _class_character(chunk: bytes, index: int) -> tuple[int, int]:
    """Return a character of a class and the index behind it, where the class must go on."""
    if index >= len(chunk) or chunk[index] in {_DASH, _CLOSE}:
        raise GoError(_BAD_PATTERN)
    if chunk[index] == _ESCAPE:
        index += 1
        if index >= len(chunk):
            raise GoError(_BAD_PATTERN)
    rune, width = _decode(chunk, index)
    index += width
    if (rune == 0xFFFD and width == 1) or index >= len(chunk):
        raise GoError(_BAD_PATTERN)
    return rune, index


def _decode(data: bytes, index: int) -> tuple[int, int]:
    """Return the character at ``index`` and its width: U+FFFD and 1 for a byte that is not UTF-8."""
    first = data[index]
    if first < 0x80:
        return first, 1
    character = data[index : index + 4].decode("utf-8", "surrogateescape")[0]
    rune = ord(character)
    if 0xDC80 <= rune <= 0xDCFF:
        return 0xFFFD, 1
    return rune, len(character.encode())
