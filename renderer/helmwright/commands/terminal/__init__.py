"""What a terminal shows: colours, links, widths, a pager for long reports, a line of progress.

``decisions`` says from variables and flags what a terminal gets; ``output`` asks it for a command's
streams; ``pager`` and ``progress`` write. The rooms below are given a ``base.style.Style``, and know
nothing of terminals.

``click`` formats the line of progress and is imported for nothing else. Its colours, its pager and its
measure of widths are not used: what is written into a file has colours and widths, too, and should not
wait 20 milliseconds for a library; its pager knows ``PAGER`` alone and wants standard input to be a
terminal, which it is not behind a pipe.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from typing import BinaryIO

    from helmwright.eras.era import Logs


class Line(Protocol):
    """The line of progress."""

    def hide(self) -> None:
        """Take it away until ``show``."""

    def show(self) -> None:
        """Let it be drawn again."""


class Screen:
    """What flags say about the terminal, and what is on it just now.

    color: auto, always or never. pages: show long reports through a pager. line: that of progress.
    logs: how log records are written, as an era says it.
    """

    __slots__ = ("color", "line", "logs", "pages")

    def __init__(self) -> None:
        self.color = "auto"
        self.pages = True
        self.logs: Logs = "slog"
        self.line: Line | None = None

    def __enter__(self) -> None:
        """Take the line of progress away, so that something else can be written."""
        if self.line is not None:
            self.line.hide()

    def __exit__(self, *_: object) -> None:
        if self.line is not None:
            self.line.show()


def is_terminal(stream: BinaryIO) -> bool:
    """Tell whether a stream is a terminal."""
    try:
        return stream.isatty()
    except (AttributeError, OSError, ValueError):
        return False


def encoded(text: str) -> bytes:
    """Return text as it is written."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return text.encode("utf-8", "replace")
