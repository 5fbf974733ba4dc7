"""Passwords and names that are typed on a terminal, or come by standard input."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.commands.terminal import is_terminal
from helmwright.disk.reading import read_named

if TYPE_CHECKING:
    from helmwright.commands import Context


def piped(context: Context) -> str:
    """Return all of standard input, without one line break at its end."""
    text = context.read().decode("utf-8", "surrogateescape")
    return text.removesuffix("\n").removesuffix("\r")


def first_line(context: Context, path: str) -> str:
    """Return the first line of a file, or of standard input for ``-``; raises HelmwrightError with Helm's text.

    Source: helm pkg/action/package.go (passphraseFileFetcher)
    """
    if path == "-":
        if is_terminal(context.stdin):
            raise HelmwrightError("specified reading passphrase from stdin, without input on stdin")
        data = context.read()
    else:
        try:
            data = read_named(path)
        except OSError as error:
            operation = "read" if isinstance(error, IsADirectoryError) else "open"
            reason = (error.strerror or str(error)).lower()
            raise HelmwrightError(f"{operation} {path}: {reason}") from None
    if not data:
        raise HelmwrightError("EOF")
    line = data.partition(b"\n")[0].removesuffix(b"\r")
    return line.decode("utf-8", "surrogateescape")


def typed(context: Context, prompt: str, *, hidden: bool) -> str:
    """Return a line that is typed after a prompt; a hidden one is not shown.

    Raises HelmwrightError with Go's text if standard input is no terminal, or ends.
    """
    context.write(prompt)
    context.flush()
    try:
        read = hidden_line if hidden else _line
        text = read(context.stdin.fileno())
    except (OSError, ValueError, ImportError):
        raise HelmwrightError("inappropriate ioctl for device") from None
    if hidden:
        context.write("\n")
    return text


def hidden_line(descriptor: int) -> str:
    """Return a line that is typed on a terminal, which does not show it; raises OSError if it is none."""
    import termios

    try:
        before = termios.tcgetattr(descriptor)
    except termios.error:
        raise OSError from None
    silent = [*before]
    silent[3] &= ~termios.ECHO
    try:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, silent)
        return _line(descriptor)
    finally:
        termios.tcsetattr(descriptor, termios.TCSAFLUSH, before)


def _line(descriptor: int) -> str:
    data = b""
    while not data.endswith(b"\n") and (byte := os.read(descriptor, 1)):
        data += byte
    if not data:
        raise HelmwrightError("EOF")
    return data.decode("utf-8", "surrogateescape").removesuffix("\n").removesuffix("\r")
