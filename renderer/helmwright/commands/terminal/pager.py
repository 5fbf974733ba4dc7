"""Shows a long report a page at a time."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from helmwright.base.columns import columns
from helmwright.commands.terminal import decisions, encoded
from helmwright.commands.terminal.output import LINKS, SEQUENCES, size_of

if TYPE_CHECKING:
    from subprocess import Popen
    from typing import BinaryIO

_LESS_WITH_LINKS = 566


def is_long(text: str, width: int, height: int) -> bool:
    """Tell whether a text leaves no line for the prompt on a terminal of so many columns and lines."""
    rows = 0
    for line in text.splitlines():
        rows += max(-(-columns(SEQUENCES.sub("", line)) // width), 1)
        if rows >= height:
            return True
    return False


def page(text: str, stdout: BinaryIO) -> bool:
    """Show a text through the pager and wait for its end; tell whether it was shown.

    It is not shown if it fits on the terminal, and if there is no pager. That somebody leaves the pager before the end is no error, and what it ends with says nothing.
    """
    if not is_long(text, *size_of(stdout)):
        return False
    command = decisions.pager_command(os.environ)
    if not command:
        return False
    from subprocess import PIPE, Popen

    if "\x1b]8;;" in text and not _knows_links(command):
        text = re.sub(LINKS, "", text)
    try:
        stdout.flush()
        process = Popen(  # noqa: S603 - the user's own pager
            command, stdin=PIPE, stdout=stdout, env=decisions.pager_environment(os.environ)
        )
    except (OSError, ValueError):  # there is no such program, or a NUL in its name
        return False
    _feed(process, encoded(text))
    _wait(process)
    return True


def _knows_links(command: list[str]) -> bool:
    """Tell whether a pager passes links on: less does, unless it is an old one."""
    if os.path.basename(command[0]) != "less":  # noqa: PTH119 - pathlib is slow to import
        return False
    from subprocess import DEVNULL, run

    try:
        said = run(  # noqa: S603 - the user's own pager
            [command[0], "--version"], stdin=DEVNULL, capture_output=True, check=False
        )
    except (OSError, ValueError):
        return False
    found = re.match(rb"less (\d+)", said.stdout)
    return found is not None and int(found[1]) >= _LESS_WITH_LINKS


def _feed(process: Popen[bytes], data: bytes) -> None:
    """Write until all is read or nobody reads; an interrupt is the pager's, which goes on."""
    pipe = process.stdin
    if pipe is None:
        return
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(pipe.fileno(), rest) :]
        except KeyboardInterrupt:
            continue
        except OSError:
            break
    try:
        pipe.close()
    except OSError:
        return


def _wait(process: Popen[bytes]) -> None:
    while True:
        try:
            process.wait()
        except KeyboardInterrupt:
            continue
        return
