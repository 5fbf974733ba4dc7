"""Where quotation marks of values begin and end, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPENING = lazy_pattern(r"^\s*(?:- +)*(?:[^\s#'\"][^#'\"]*?:\s+)?(?=['\"])")
_CLOSED = {"'": lazy_pattern(r"'(?:[^']|'')*'"), '"': lazy_pattern(r'"(?:[^"\\]|\\.)*"')}
_KEY = lazy_pattern(r"\s*(?:- +)*[A-Za-z_][\w.-]*:(?:\s|$)")
_REST = lazy_pattern(r"\s*(?:$|#|:(?=\s|$)|,)")


def text_after_quote(lines: Sequence[str], line: int) -> tuple[int, int, int, str] | None:
    """Return the text behind the quotation mark that ends the value of a line, or of the one above.

    It is line, column, length and the mark; None if there is no such text.
    """
    for number in (line, line - 1):
        text = lines[number - 1] if 1 <= number <= len(lines) else ""
        opening = _OPENING.match(text)
        if opening is None:
            continue
        mark = text[opening.end()]
        closed = _CLOSED[mark].match(text, opening.end())
        if closed and not _REST.match(text, closed.end()):
            rest = text[closed.end() :]
            lead = len(rest) - len(rest.lstrip())
            return number, closed.end() + lead + 1, len(rest.strip()), mark
    return None


def opened_quote(lines: Sequence[str], line: int) -> tuple[int, int, str] | None:
    """Return the first quotation mark up to a line that is surely not closed where it should be.

    It is line, column and the mark. A value may go on for lines; one that seems to hold keys is
    taken for one whose quotation mark is missing.
    """
    number = 0
    while number < min(line, len(lines)):
        number += 1
        text = lines[number - 1]
        opening = _OPENING.match(text)
        if opening is None:
            continue
        start, mark = opening.end(), text[opening.end()]
        if _CLOSED[mark].match(text, start) is not None:
            continue
        below = "\n".join(lines[number - 1 :])
        closed = _CLOSED[mark].match(below, start)
        if closed is None:
            return number, start + 1, mark
        within = below[start : closed.end()].split("\n")[1:]
        rest = below[closed.end() :].split("\n", maxsplit=1)[0]
        if any(map(_KEY.match, within)) or not _REST.match(rest):
            return number, start + 1, mark
        number += len(within)
    return None
