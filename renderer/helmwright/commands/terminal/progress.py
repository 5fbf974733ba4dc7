"""A line on standard error that says how far work is which takes more than a second.

It is there only on a terminal, and gone when the work is done, fails or is interrupted.
"""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from helmwright.commands.terminal import decisions, is_terminal
from helmwright.commands.terminal.output import size_of

if TYPE_CHECKING:
    from types import FrameType
    from typing import BinaryIO

    from helmwright.commands.terminal import Screen

_SOON = 0.75
_FIRST = 1.0
_AGAIN = 0.25
_WIDEST = 30
_LEAST = 5
_CLEAR = b"\r\x1b[K"


class Progress:
    """Work of several parts, each of which is told of when it is done; a ``with`` block.

    what: the work in words, ``rendering cases``. quiet: show nothing.
    """

    def __init__(self, stderr: BinaryIO, screen: Screen, what: str, *, quiet: bool = False) -> None:
        self._stderr = stderr
        self._screen = screen
        self._what = what
        self._is_shown = not quiet and is_terminal(stderr) and not decisions.is_dumb(os.environ)
        self._bar: Any = None
        self._handler: Any = None
        self._start = self._begin = monotonic()
        self._drawn = self._start
        self._done = self._total = self._counted = 0
        self._is_there = self._is_hidden = False

    def __enter__(self) -> Self:
        if self._is_shown:
            self._screen.line = self
            self._set_timer()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            self._is_hidden = True
            self._unset_timer()
            self._screen.line = None
            self.hide()

    def told(self, done: int, total: int) -> None:
        """Take in how many of how many parts are done."""
        now = monotonic()
        if total != self._total:
            self._begin = now
        self._done, self._total = done, total
        if not self._is_shown or now - self._start < _SOON:
            return
        if self._bar is None and total > 1:
            self._bar = _bar(self._what, total, now - self._begin)
        if self._handler is None:
            self._draw_if_due()

    def hide(self) -> None:
        """Take the line away until ``show``, for something else that is written."""
        self._is_hidden = True
        if self._is_there:
            self._is_there = False
            self._write(_CLEAR)

    def show(self) -> None:
        """Let the line be drawn again."""
        self._is_hidden = False

    def _set_timer(self) -> None:
        """Have the line drawn by a timer, so that it is there while the first part is being done."""
        import signal

        if not hasattr(signal, "setitimer") or signal.getitimer(signal.ITIMER_REAL)[0]:
            return
        try:
            self._handler = signal.signal(signal.SIGALRM, self._tick) or signal.SIG_DFL
        except ValueError:  # not the main thread
            return
        signal.setitimer(signal.ITIMER_REAL, _FIRST, _AGAIN)

    def _unset_timer(self) -> None:
        if self._handler is not None:
            import signal

            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, self._handler)

    def _tick(self, _number: int, _frame: FrameType | None) -> None:
        try:
            self._draw_if_due()
        except Exception:  # noqa: BLE001 - the work goes on, whatever is wrong with its line
            self._is_hidden = True

    def _draw_if_due(self) -> None:
        now = monotonic()
        if self._is_hidden or now - self._start < _FIRST * 0.99 or now - self._drawn < _AGAIN / 2:
            return
        self._drawn = now
        width, _ = size_of(self._stderr)
        self._is_there = True
        self._write(b"\r" + self._line(width - 1).encode() + b"\x1b[K")

    def _line(self, width: int) -> str:
        """Return the line, as much of it as there is room for."""
        if self._bar is None:
            done = f"{self._done} done, " if self._done else ""
            return f"{self._what} {done}{int(monotonic() - self._start)} s"[:width]
        bar = self._bar
        if self._done != self._counted:
            bar.make_step(self._done - self._counted)
            self._counted = self._done
        room = width - len(_shaped(bar, 0)) - 3
        return _shaped(bar, min(room, _WIDEST) if room >= _LEAST else 0)[:width]

    def _write(self, data: bytes) -> None:
        # Past the buffer of the stream: a timer may come while something is being put into it.
        try:
            os.write(self._stderr.fileno(), data)
        except (OSError, ValueError):
            self._is_hidden = True


def _bar(what: str, total: int, seconds: float) -> Any:
    """Return what makes the text of a bar; seconds: how long the parts have been going on."""
    from io import StringIO

    import click

    bar = click.progressbar(
        length=total, label=what, file=StringIO(), fill_char="#", empty_char="-", show_pos=True
    )
    bar.start -= seconds
    return bar


def _shaped(bar: Any, width: int) -> str:
    """Return the text of a bar that is so wide; 0 for numbers alone."""
    bar.width = width
    bar.bar_template = "%(label)s [%(bar)s] %(info)s" if width else "%(label)s %(info)s"
    line: str = bar.format_progress_line()
    return line
