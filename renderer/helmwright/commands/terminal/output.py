"""What the streams of a command are: terminals or not, how wide, with which colours and signs."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.columns import columns, reflowed
from helmwright.base.patterns import lazy_pattern
from helmwright.base.style import BASIC, PLAIN, Role, Style
from helmwright.commands.terminal import decisions, is_terminal

if TYPE_CHECKING:
    from typing import BinaryIO

WIDTH = 120
"""Of text that does not go to a terminal."""
_HEIGHT = 24
_NARROWEST = 20
LINKS = r"\x1b\]8;;[^\x1b]*\x1b\\"
SEQUENCES = lazy_pattern(rf"\x1b\[[0-9;]*m|{LINKS}")
"""Our own escape sequences, the only ones that are in text for people."""
_SIGNS = str.maketrans({"→": "->", "…": "...", "×": "x", "·": "-", "▸": ">"})
"""Signs of ours, for terminals of which nobody knows that they show more than ASCII."""


def style_of(stdout: BinaryIO, color: str) -> Style:
    """Return the colours and links of text for standard output; color: auto, always or never."""
    shown = is_terminal(stdout)
    colors = decisions.wants_color(color, os.environ, is_terminal=shown)
    if not shown:
        return Style(BASIC) if colors else PLAIN
    has_links = colors and not decisions.is_dumb(os.environ) and decisions.wants_links(os.environ)
    return Style(
        decisions.number_of_colors(os.environ) if colors else 0,
        os.uname().nodename if has_links else None,
        width_of(stdout),
        "..." if decisions.is_ascii(os.environ) else "…",
    )


def width_of(stdout: BinaryIO) -> int:
    """Return the columns of text for standard output."""
    return size_of(stdout)[0] if is_terminal(stdout) else WIDTH


def size_of(stream: BinaryIO) -> tuple[int, int]:
    """Return the columns and lines of a terminal, which ``COLUMNS`` and ``LINES`` may say."""
    try:
        columns, lines = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError):
        columns, lines = 0, 0
    columns = _number("COLUMNS") or columns or WIDTH
    return max(columns, _NARROWEST), _number("LINES") or lines or _HEIGHT


def _number(name: str) -> int:
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def fitted(text: str, width: int) -> str:
    """Return lines that are broken where they are too long; those have no colours and links then."""
    lines: list[str] = []
    for line in text.splitlines():
        plain = SEQUENCES.sub("", line)
        lines += [line] if columns(plain) <= width else reflowed(plain, width)
    return "".join(f"{line}\n" for line in lines)


def shown_error(text: str, style: Style) -> str:
    """Return a text with the colour of an error if it is told as one; for ``printable``."""
    head = "Error:"
    return style.paint(head, Role.ERROR) + text[len(head) :] if text.startswith(head) else text


def spelled(text: str) -> str:
    """Return text for people as a terminal can show it: without UTF-8, our signs are ASCII.

    What is data stays UTF-8 all the same, since a terminal without a locale mostly shows it; it is
    ASCII, too, if ``PYTHONIOENCODING`` asks for that.
    """
    if text.isascii() or not decisions.is_ascii(os.environ):
        return text
    text = text.translate(_SIGNS)
    if decisions.is_ascii_asked(os.environ):
        return text.encode("ascii", "backslashreplace").decode()
    return text
