"""The command line: one file per command, imported when it is called; errors become exit codes.

Exit codes: 0 fine, 1 failure, 2 differences where asked for, 3 nothing can be said, 64 wrong usage,
69 no cluster answers (1 for ``template``, as Helm has it), 130 interrupted.

What a command is made of, its flags, its help, what it reads and writes, is in the room ``commands`` below.

Nothing in here is public.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO

from helmwright.base.errors import HelmwrightError, UnreachableError, UsageError, line_of_yaml
from helmwright.cli.command_table import COMMANDS, find_command, known_commands
from helmwright.commands import Context, Leaving, OutputError
from helmwright.commands.terminal import Screen, is_terminal
from helmwright.secrets.witness import witnessing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from helmwright.base.errors import Position

_EXIT_CODES = {UsageError: 64, UnreachableError: 69}
"""What the command ends with for errors that are not 1."""


def run(
    arguments: Sequence[str],
    *,
    stdin: BinaryIO,
    stdout: BinaryIO,
    stderr: BinaryIO,
    limited: bool = False,
) -> int:
    """Run a command and return its exit code; nothing that goes wrong is raised.

    limited: bound the processor time and the memory of the process, which must be the command's.
    """
    with witnessing() as sights:
        context = Context(stdin, stdout, stderr, Leaving(arguments, sights), Screen())
        return _run_whole(context, arguments, limited=limited)


def _run_whole(context: Context, arguments: Sequence[str], *, limited: bool) -> int:
    """Run a command until all that it writes is written."""
    try:
        code = _run_safely(context, arguments, limited=limited)
        context.flush()
        code = _with_packs(context, code)
    except OutputError as error:
        if not error.reader_gone:  # "| head" is no reason to complain
            context.say(f"Error: write /dev/stdout: {error.reason}")
        return 1
    except KeyboardInterrupt:
        return 130
    return code


def _with_packs(context: Context, code: int) -> int:
    """Say what is wrong with packs, if the run asked for any; returns the exit code then."""
    loading = sys.modules.get("helmwright.packs.loading")
    problems = loading.known_problems() if loading else ()
    for problem in problems:
        context.say(f"Error: {problem}")
        if problem.trace:
            context.say(problem.trace)
    return 1 if problems and code in (0, 2) else code


def _run_safely(context: Context, arguments: Sequence[str], *, limited: bool) -> int:
    """Run a command; whatever it raises becomes a message and an exit code."""
    try:
        from helmwright.cli.guard import AskedLimits, Limited

        with AskedLimits(arguments):
            if not limited:
                return run_command(context, arguments)
            with Limited():
                return run_command(context, arguments)
    except HelmwrightError as error:
        _report(context, error)
        _trace(context)
        is_helms = context.leaving.arguments[:1] == ("template",)
        return 1 if is_helms and isinstance(error, UnreachableError) else exit_code(error)
    except OutputError:
        raise
    except RecursionError:
        context.say("Error: the input is nested too deeply")
        _trace(context)
    except MemoryError:
        context.say("Error: out of memory")
        _trace(context)
    except Exception as error:  # noqa: BLE001 - a fault of this program; people get no traceback
        context.say(f"Error: internal error{_place(error)}: {type(error).__name__}: {error}")
        _trace(context)
    return 1


def exit_code(error: HelmwrightError) -> int:
    """Return the exit code that stands for an error."""
    return next((code for kind, code in _EXIT_CODES.items() if isinstance(error, kind)), 1)


def _trace(context: Context) -> None:
    """Write where the error that is being handled comes from, for those who change this program."""
    import os

    if os.environ.get("HELMWRIGHT_DEBUG") == "1":
        import traceback

        context.say(traceback.format_exc().rstrip("\n"))


def _report(context: Context, error: HelmwrightError) -> None:
    """Write an error: the place in the user's file if it is known, then Helm's text."""
    if error.position is not None and error.position.line is not None:
        context.say(f"{_shown_place(context, error.position)}:{_as_helm_counts(context, error)}")
    context.say(f"Error: {_told(context, error)}")
    for note in getattr(error, "__notes__", ()):
        context.say(note)


def _shown_place(context: Context, place: Position) -> str:
    """Return a place in a file, which on a terminal is a link to it."""
    text = str(place)
    if not is_terminal(context.stderr) or context.leaving.safe(text) != text:
        return text
    return context.error_style.link(text, place.path)


def _told(context: Context, error: HelmwrightError) -> str:
    """Return the text of an error: Helm's own for ``template``, whose errors scripts may know."""
    return error.message if context.leaving.arguments[:1] == ("template",) else error.told


def _as_helm_counts(context: Context, error: HelmwrightError) -> str:
    """Return a word on the line that the text below names, if it is another one than the place's."""
    if _told(context, error) == error.told:
        return ""

    parts = line_of_yaml(error.message)
    return f" line {parts[1]} in Helm's words, which count from 0 here" if parts else ""


def _place(error: Exception) -> str:
    """Return the innermost place in this package that an error went through."""
    place = ""
    package = __file__.rpartition("/cli/")[0]
    traceback = error.__traceback__
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file.startswith(f"{package}/"):  # a checkout's folder may be called as the package is
            place = f" at {file.removeprefix(package)}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place


def run_command(context: Context, arguments: Sequence[str]) -> int:
    """Run the command that the first argument names; errors are raised."""
    return _command(arguments)(context, list(arguments[1:]))


_SHORT = {"fetch": "pull", "inspect": "show", "dep": "dependency", "dependencies": "dependency"}
"""Other names that Helm has for commands."""


def _command(arguments: Sequence[str]) -> Callable[[Context, list[str]], int]:
    from importlib import import_module

    name = arguments[0] if arguments else "help"
    if name in ("-h", "--help"):
        name = "help"
    elif name in ("-v", "--version"):
        name = "version"
    name = _SHORT.get(name, name)
    if name not in COMMANDS and name != "__complete":
        return _of_pack(name)
    module = "completion" if name == "__complete" else name
    command = import_module(f"helmwright.cli.{module}")
    found: Callable[[Context, list[str]], int] = (
        command.complete if name == "__complete" else command.run
    )
    return found


def _of_pack(name: str) -> Callable[[Context, list[str]], int]:
    """Return what runs a pack's command; raises UsageError for a name that is none."""
    if name.startswith("-"):
        raise UsageError(f"unknown flag: {name}; flags follow the command, see 'helmwright help'")

    found = find_command(name)
    if found is None:
        raise UsageError(f'unknown command "{name}" for "helmwright"{_suggestion(name)}')
    return found


def _suggestion(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known_commands(), 1)
    return f"\n\nDid you mean this?\n\t{close[0]}" if close else ""


class _Closed:
    """A standard stream that was closed when the process began."""

    def read(self, size: int = -1) -> bytes:  # noqa: ARG002 - the names are the interface's
        raise OSError(9, "bad file descriptor")

    def write(self, data: bytes) -> int:  # noqa: ARG002 - the name is the interface's
        raise OSError(9, "bad file descriptor")

    def flush(self) -> None:
        """Do nothing: nothing was written."""


def _binary(stream: TextIO | None) -> BinaryIO:
    return _Closed() if stream is None else stream.buffer  # type: ignore[return-value]


def _remote_document(url: str) -> bytes:
    """Return what is at a URL that a schema refers to; raises GoError."""
    from helmwright.sources.schemas import fetch_schemas

    return fetch_schemas(offline=True if "--offline" in sys.argv else None)(url)


def main() -> int:
    """Run the command line of this process."""
    from helmwright.base import remote_documents
    from helmwright.base.processes import allow
    from helmwright.cli import own_process

    own_process.begin("".join(sys.argv[1:2]))
    allow()
    remote_documents.allow(_remote_document)
    code = run(
        sys.argv[1:],
        stdin=_binary(sys.stdin),
        stdout=_binary(sys.stdout),
        stderr=_binary(sys.stderr),
        limited=True,
    )
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:
                stream.flush()
        except (OSError, ValueError):
            # What cannot be written stays in the buffer; Python must not try again while it
            # shuts down, since it would complain.
            import os

            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    own_process.end()
    return code
