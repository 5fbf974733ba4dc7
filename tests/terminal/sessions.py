"""Runs the command in a pseudo-terminal, and shows what a terminal would show of it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from typing import NamedTuple

import pyte

ROOT = Path(__file__).parent.parent.parent
PATIENCE = 60.0
SEQUENCES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\]8;;[^\x1b]*\x1b\\|[=>])")


class Shown(NamedTuple):
    """What a command has written to a terminal, its exit code, and what is on the screen at its end."""

    data: bytes
    code: int
    lines: list[str]

    @property
    def text(self) -> str:
        """What was written, without escape sequences."""
        return SEQUENCES.sub("", self.data.decode()).replace("\r\n", "\n")


def play(
    arguments: list[str],
    place: Path,
    *,
    width: int = 80,
    height: int = 24,
    keys: tuple[tuple[str, bytes], ...] = (),
    piped: bool = False,
    program: list[str] | None = None,
    **variables: str,
) -> Shown:
    """Run the command in a terminal.

    keys: what is waited for on the screen, and what is typed then. piped: standard output is no
    terminal. program: what is run instead of the command. variables: those of the environment,
    beside a few; TERM is one with many colours.
    """
    given = {
        "PATH": os.environ["PATH"],
        "HOME": str(place),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT / "renderer"),
        **variables,
    }
    command = [*(program or [sys.executable, "-m", "helmwright"]), *arguments]
    reading, writing = os.pipe()
    child, terminal = pty.fork()
    if not child:
        try:
            # What runs in the background of a shell without job control has inherited that it is ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(place)
            if piped:
                os.dup2(writing, 1)
            fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.execvpe(command[0], command, given)  # noqa: S606 - the command
        finally:
            os._exit(99)
    os.close(writing)
    screen = pyte.Screen(width, height)
    data = _feed(terminal, screen, list(keys), child)
    os.close(reading)
    os.close(terminal)
    _, status = os.waitpid(child, 0)
    return Shown(
        data, os.waitstatus_to_exitcode(status), [line.rstrip() for line in screen.display]
    )


def _feed(terminal: int, screen: pyte.Screen, keys: list[tuple[str, bytes]], child: int) -> bytes:
    stream = pyte.ByteStream(screen)
    data = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            found = os.read(terminal, 1 << 16)
        except OSError:  # the other end is closed
            return data
        if not found:
            return data
        data += found
        stream.feed(re.sub(rb"\x1b\]8;;[^\x1b]*\x1b\\", b"", found))
        if keys and keys[0][0] in "\n".join(screen.display):
            os.write(terminal, keys.pop(0)[1])
    os.kill(child, signal.SIGKILL)
    raise AssertionError(f"it has not ended: {screen.display}")
