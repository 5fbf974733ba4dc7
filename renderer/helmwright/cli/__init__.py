"""The command line: commands are imported when they are called, errors become exit codes.

Exit codes: 0 fine, 1 failure, 64 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COMMANDS = {
    "completion": "print a completion script for a shell",
    "help": "explain a command",
    "template": "render a chart as helm template does",
    "version": "print the version",
}
"""Command name to a line of help; each is a module of this package with ``run(context, arguments)``."""


class Context(NamedTuple):
    """What a command reads and writes; nothing else of the process."""

    stdin: BinaryIO
    stdout: BinaryIO
    stderr: BinaryIO

    def say(self, line: str) -> None:
        """Write a line for people."""
        self.stderr.write(line.encode("utf-8", "surrogateescape") + b"\n")

    def write(self, text: str) -> None:
        """Write data."""
        self.stdout.write(text.encode("utf-8", "surrogateescape"))

    def log(self, level: str, message: str, **attributes: object) -> None:
        """Write a log record as Helm does."""
        from helmwright.go.slog import format_record

        self.say(format_record(level, message, attributes))


def run(
    arguments: Sequence[str],
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: BinaryIO,
) -> int:
    """Run a command and return its exit code; nothing that goes wrong is raised."""
    from helmwright.errors import HelmwrightError

    context = Context(stdin, stdout, stderr)
    try:
        return run_command(context, arguments)
    except HelmwrightError as error:
        _report(context, error)
        return error.exit_code
    except RecursionError:
        context.say("Error: the input is nested too deeply")
        return 1
    except MemoryError:
        context.say("Error: out of memory")
        return 1


def run_command(context: Context, arguments: Sequence[str]) -> int:
    """Run the command that the first argument names; errors are raised."""
    return _command(arguments)(context, list(arguments[1:]))


def _command(arguments: Sequence[str]) -> Callable[[Context, list[str]], int]:
    from importlib import import_module

    from helmwright.errors import UsageError

    name = arguments[0] if arguments else "help"
    if name in ("-h", "--help"):
        name = "help"
    elif name in ("-v", "--version"):
        name = "version"
    if name not in COMMANDS and name != "__complete":
        if name.startswith("-"):
            raise UsageError(f"unknown flag: {name}; see 'helmwright help'")
        raise UsageError(f'unknown command "{name}" for "helmwright"{_suggestion(name)}')
    module = "completion" if name == "__complete" else name
    command = import_module(f"helmwright.cli.{module}")
    found: Callable[[Context, list[str]], int] = (
        command.complete if name == "__complete" else command.run
    )
    return found


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, COMMANDS, 1)
    return f"\n\nDid you mean this?\n\t{close[0]}" if close else ""


def _report(context: Context, error: Exception) -> None:
    """Write an error: the place in the user's file if it is known, then Helm's text."""
    from helmwright.errors import HelmwrightError

    if isinstance(error, HelmwrightError):
        if error.position is not None and error.position.line is not None:
            context.say(f"{error.position}:")
        context.say(f"Error: {error.message}")


def main() -> int:
    """Run the command line of this process."""
    try:
        code = run(
            sys.argv[1:],
            stdin=sys.stdin.buffer,
            stdout=sys.stdout.buffer,
            stderr=sys.stderr.buffer,
        )
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone; Python must not complain about it while it shuts down.
        import os

        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130
    return code
