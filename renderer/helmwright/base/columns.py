"""The columns that text takes on a terminal, and texts that are made to fit.

Characters of East Asia and emoji take two columns, marks that combine with the one before take none.
That is what terminals of today do; where they differ, the rules are those of the package
``wcwidth``, which the tests compare with. It is not used here, since it takes longer to import than
a values file to lint.
"""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

from helmwright.base.patterns import lazy_pattern

_JOINER = "\u200d"
_AS_EMOJI = "\ufe0f"
_FIRST_TONE, _LAST_TONE = "\U0001f3fb", "\U0001f3ff"
_FIRST_FLAG, _LAST_FLAG = "\U0001f1e6", "\U0001f1ff"
_WITHOUT_WIDTH = frozenset(("Mn", "Me", "Cf"))
_SOFT_HYPHEN = "\xad"
_LETTERS_AS_EMOJI = "ℹ"
_WIDE = "\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6"
_CLOSING = "、。，．・：；？！）」』】〕〉》〗”’ー々"
_BREAK = lazy_pattern(
    f"(?<=[{_WIDE}])(?![{_CLOSING}])|(?<=[^{_WIDE}\\s])(?=[{_WIDE}])(?![{_CLOSING}])"
)
"""Between two characters of East Asia a line may end, though there is no space."""
_ODD = lazy_pattern("[^\x00-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u21ff\u25b8]")
"""What may take another number of columns than one; nothing of it is in most texts with our signs."""
MARK = "…"


def columns(text: str) -> int:
    """Return the columns that a text of one line takes."""
    if text.isascii() or not _ODD.search(text):
        return len(text)
    total = last = 0
    joined = flag = False
    before = ""
    for character in text:
        if joined:  # drawn in one with the emoji before
            joined = False
            continue
        width = _width(character)
        if character == _JOINER:
            joined = last == 2
            continue
        if character == _AS_EMOJI:
            if last == 1 and _may_be_emoji(before):
                total += 1
                last = 2
            continue
        if _FIRST_TONE <= character <= _LAST_TONE and last == 2:
            continue
        if _FIRST_FLAG <= character <= _LAST_FLAG:
            flag = not flag
            width = 2 if flag else 0
        else:
            flag = False
        total += width
        if width:
            before, last = character, width
    return total


def _width(character: str) -> int:
    """Return the columns of one character by itself."""
    if east_asian_width(character) in "WF":
        return 0 if category(character) in ("Mn", "Me") else 2
    if category(character) in _WITHOUT_WIDTH and character != _SOFT_HYPHEN:
        return 0
    # Vowels and final consonants of Korean syllables are drawn into the consonant before.
    return 0 if "\u1160" <= character <= "\u11ff" or "\ud7b0" <= character <= "\ud7ff" else 1


def _may_be_emoji(character: str) -> bool:
    return not category(character).startswith(("L", "M")) or character in _LETTERS_AS_EMOJI


def padded(text: str, width: int) -> str:
    """Return a text with blanks behind it, so that it takes so many columns."""
    return text + " " * (width - columns(text))


def shortened(text: str, width: int) -> str:
    """Return what fits of a text, and an ellipsis in place of the rest."""
    return text if columns(text) <= width else f"{fitting(text, max(width - 1, 0))}{MARK}"


def fitting(text: str, width: int) -> str:
    """Return as much of the beginning of a text as takes at most so many columns."""
    if text.isascii():
        return text[: max(width, 0)]
    end = min(len(text), max(width, 0) * 2)
    while end and columns(text[:end]) > width:
        end -= 1
    while end < len(text) and not columns(text[: end + 1]) - columns(text[:end]):
        end += 1  # marks stay with their letter
    return text[:end]


def wrapped(
    text: str, width: int, *, first: str = "", rest: str = "", break_on_hyphens: bool = True
) -> list[str]:
    """Return a text in lines of at most so many columns; a longer word has a line of its own.

    first, rest: what stands before the first line, and before the others. For text without wide
    characters the lines are those of ``textwrap.wrap`` with ``break_long_words=False``.
    """
    from textwrap import TextWrapper, wrap  # it compiles its expressions when it is imported

    if text.isascii() and first.isascii():
        return wrap(
            text,
            width,
            initial_indent=first,
            subsequent_indent=rest,
            break_long_words=False,
            break_on_hyphens=break_on_hyphens,
        )
    pattern = TextWrapper.wordsep_re if break_on_hyphens else TextWrapper.wordsep_simple_re
    spaced = re.sub(r"[\t\n\x0b\x0c\r ]", " ", text.expandtabs())
    pieces = [part for one in pattern.split(spaced) if one for part in _BREAK.split(one) if part]
    lines: list[str] = []
    line, used = first, 0
    pending = ""
    for piece in pieces:
        if piece.isspace():
            pending = piece if used or not lines else ""
            continue
        if used and columns(line) + columns(pending) + columns(piece) > width:
            lines.append(line)
            line, pending = rest, ""
        line += pending + piece
        used, pending = 1, ""
    return [*lines, line] if used else lines


def reflowed(line: str, width: int) -> list[str]:
    """Return a line in lines of at most so many columns.

    What stands behind a gap, as in a row of a table, goes below its first column. A longer word has
    a line of its own, as with ``wrapped``.
    """
    if columns(line) <= width:
        return [line]
    indent = " " * min(len(line) - len(line.lstrip()), 2)
    head, _, text = line.strip().partition("  ")
    below = f"{indent}  " if text or indent else ""
    rows = wrapped(head, width, first=indent, rest=below, break_on_hyphens=False)
    if not text:
        return rows
    rest = f"{indent}    "
    cells = re.sub(" {3,}", "  ", text.strip())
    return rows + wrapped(cells, width, first=rest, rest=rest, break_on_hyphens=False)
