"""The parts of a Printf format.

Where Go reads a format while it prints, this reads it once: no decision of Go's parser depends on
the arguments. Source: fmt/print.go, doPrintf (Go 1.26).
"""

from __future__ import annotations

from typing import Final

STAR: Final = -(1 << 31)
"""A width or precision that is taken from the arguments."""
ABSENT: Final = -(1 << 30)
"""A width or precision that is not given."""
NO_INDEX: Final = -1
"""An argument index that is not given; ``BAD_INDEX`` is one that cannot be read."""
BAD_INDEX: Final = -2
_LARGEST_NUMBER = 1_000_000


class Directive:
    """One verb with its flags.

    verb: the character, or "" when the format ends before it.
    flags: the flag characters before width and precision.
    width, precision: a number, ``STAR`` or ``ABSENT``.
    indexes: the ``[n]`` before width, precision and verb; counted from 0.
    misplaced: an index stands where Go allows none.
    plain: the verb if there is nothing else, "" otherwise.
    """

    __slots__ = ("flags", "indexes", "misplaced", "plain", "precision", "verb", "width")

    def __init__(self) -> None:
        """Begin a directive that has nothing yet."""
        self.verb = ""
        self.flags = ""
        self.width = ABSENT
        self.precision = ABSENT
        self.indexes = [NO_INDEX, NO_INDEX, NO_INDEX]
        self.misplaced = False
        self.plain = ""


def parse_format(form: str) -> list[str | Directive]:
    """Return literal texts and directives by turns, beginning and ending with a text.

    A bare ``%%`` becomes part of the text.
    """
    parts: list[str | Directive] = []
    text = ""
    position = 0
    while True:
        percent = form.find("%", position)
        if percent < 0:
            parts.append(text + form[position:])
            return parts
        text += form[position:percent]
        directive, position = _parse_directive(form, percent + 1)
        if directive.plain == "%":
            text += "%"
            continue
        parts += (text, directive)
        text = ""


def _parse_directive(form: str, position: int) -> tuple[Directive, int]:
    """Read the directive behind a percent sign; return it and the position after it."""
    directive = Directive()
    start = position
    end = len(form)
    while position < end and form[position] in "#0+- ":
        position += 1
    directive.flags = form[start:position]
    position, after_index = _index(directive, 0, form, position)
    if form[position : position + 1] == "*":
        directive.width = STAR
        position += 1
        after_index = False
    else:
        directive.width, position = _number(form, position, end)
        directive.misplaced = after_index and directive.width != ABSENT
    if position + 1 < end and form[position] == ".":
        directive.misplaced = directive.misplaced or after_index
        position, after_index = _index(directive, 1, form, position + 1)
        if form[position : position + 1] == "*":
            directive.precision = STAR
            position += 1
            after_index = False
        else:
            directive.precision, position = _number(form, position, end)
            directive.precision = max(directive.precision, 0)
    if not after_index:
        position, after_index = _index(directive, 2, form, position)
    directive.verb = form[position : position + 1]
    if "\udc80" <= directive.verb <= "\udcff":
        directive.verb = "\ufffd"
    if position == start:
        directive.plain = directive.verb
    return directive, position + 1


def _number(form: str, start: int, end: int) -> tuple[int, int]:
    """Return the number at ``start`` (or ``ABSENT``) and the position after it."""
    number = 0
    position = start
    while position < end and "0" <= form[position] <= "9":
        if number > _LARGEST_NUMBER:
            return ABSENT, end
        number = number * 10 + int(form[position])
        position += 1
    return (number, position) if position > start else (ABSENT, position)


def _index(directive: Directive, place: int, form: str, position: int) -> tuple[int, bool]:
    """Read a ``[n]`` into one of the directive's places.

    Returns the position after it, and whether there was one that can be read.
    """
    if form[position : position + 1] != "[":
        return position, False
    directive.indexes[place] = BAD_INDEX
    close = form.find("]", position + 1)
    if close < 0 or len(form) - position < 3:
        return position + 1, False
    number, after = _number(form, position + 1, close)
    if number == ABSENT or after != close:
        return close + 1, False
    if number > 0:
        directive.indexes[place] = number - 1
    return close + 1, True
