"""The command line: one file per command, imported when it is called; errors become exit codes.

Exit codes: 0 fine, 1 failure, 2 differences where asked for, 64 wrong usage, 130 interrupted.

``options`` (flags), ``inputs`` (a file or standard input), ``references`` (the chart that is named),
``in_place`` and ``generated`` (files that are written or checked) are what several commands share.
``known_secrets`` gathers what flags, files and charts hold when something is said for the first time.
``flags`` is a port of pflag: Helm's flags have shorthands, ``=``, comma lists and error texts of their own,
and a library with another grammar costs as much to import as a small chart to render.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.base.printable import printable
from helmwright.secrets.witness import unwitnessed, witnessing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TextIO

    from helmwright.secrets.known import KnownSecrets
    from helmwright.secrets.witness import Sight, Sights

_EXIT_CODES = {UsageError: 64}
"""What the command ends with for errors that are not 1."""
COMMANDS = {
    "template": "Render a chart as 'helm template' does",
    "diff": "Say what a change of values or charts does to a cluster",
    "lint": "Find mistakes in values files and charts",
    "docs": "Write the reference of a chart's values",
    "schema": "Write or show the schema of a chart's values",
    "values": "Read, explain and change values files",
    "golden": "Keep what a chart renders to in files, and see what changes",
    "unittest": "Run test suites written for helm-unittest",
    "patch": "Apply patches to manifests, or make patches",
    "capacity": "Say which tasks fit the nodes of a cluster",
    "podspec": "Print the pods that Determined makes of a task",
    "completion": "Print a completion script for a shell",
    "version": "Print the version",
    "help": "Explain a command",
}
"""Command name to a line of help; each is a module of this package with ``run(context, arguments)``."""


class OutputError(Exception):
    """Data could not be written."""

    def __init__(self, reason: str, *, reader_gone: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.reader_gone = reader_gone


class Leaving:
    """Makes texts safe that leave the program for people to read: errors, warnings, notes.

    arguments: the command line. sights: what has been read since. What came by standard input is
    remembered in ``read``.
    """

    __slots__ = ("_known", "_looked", "_sights", "arguments", "read")

    def __init__(self, arguments: Sequence[str] = (), sights: Sights | None = None) -> None:
        self.arguments = tuple(arguments)
        self.read: list[bytes] = []
        self._sights = sights
        self._looked: list[Sight] = []
        self._known: KnownSecrets | None = None

    def add(self, *paths: str) -> None:
        """Tell of charts, files and folders that a run reads and the command line does not name."""
        self.arguments += paths
        self._known = None

    @property
    def known(self) -> KnownSecrets:
        """The secrets of this run, gathered once they are asked for."""
        is_new = self._known is None
        if self._known is None:
            from helmwright.cli.known_secrets import gathered
            from helmwright.secrets.known import KnownSecrets

            try:
                with unwitnessed():
                    self._known = gathered(self.arguments, self.read)
            except Exception:  # noqa: BLE001 - whatever is wrong with an input, its error is told
                self._known = KnownSecrets()
                for argument in self.arguments:
                    self._known.add_line(argument)
        sights = list(self._sights or ())
        if sights or (is_new and self._looked):
            from helmwright.releases.safe_errors import remember

            remember(self._known, [*self._looked, *sights] if is_new else sights)
            self._looked += sights
        if self._sights:
            self._sights.clear()
        return self._known

    def safe(self, text: str) -> str:
        """Return a text without the secrets of this run, unless the user asked to see them."""
        if not text or "--show-secrets" in self.arguments:
            return text
        return self.known.safe(text)


class Context(NamedTuple):
    """What a command reads and writes; nothing else of the process."""

    stdin: BinaryIO
    stdout: BinaryIO
    stderr: BinaryIO
    leaving: Leaving

    def say(self, line: str) -> None:
        """Write a line for people, without secrets; that nobody can read it is no error."""
        data = _encode(printable(self.leaving.safe(line)) + "\n")
        try:
            self.stderr.write(data)
            self.stderr.flush()
        except (OSError, ValueError):
            return

    def note(self, line: str) -> None:
        """Write a line for people that holds nothing out of any input."""
        try:
            self.stderr.write(_encode(line + "\n"))
            self.stderr.flush()
        except (OSError, ValueError):
            return

    def write(self, text: str) -> None:
        """Write data.

        Raises:
            OutputError: if that is impossible.
        """
        data = memoryview(_encode(text))
        try:
            while data:  # an unbuffered stream (PYTHONUNBUFFERED) may take less than all
                written = self.stdout.write(data)
                if not written:
                    raise BlockingIOError(11, "resource temporarily unavailable")
                data = data[written:]
        except (OSError, ValueError) as error:
            raise _output_error(error) from error

    def report(self, text: str) -> None:
        """Write text for people; raises as ``write`` does."""
        self.write(printable(text))

    def flush(self) -> None:
        """Make sure that the data has been written.

        Raises:
            OutputError: if that is impossible.
        """
        try:
            self.stdout.flush()
        except (OSError, ValueError) as error:
            raise _output_error(error) from error

    def read(self) -> bytes:
        """Return all of standard input."""
        from helmwright.values.inputs import STDIN, read_limited

        try:
            data = read_limited(self.stdin.read, STDIN)
            self.leaving.read.append(data)
            return data  # noqa: TRY300 - what fails is reading
        except (OSError, ValueError) as error:
            raise HelmwrightError(f"read {STDIN}: {_reason(error)}") from error

    def log(self, level: str, message: str, /, **attributes: object) -> None:
        """Write a log record as Helm does."""
        from helmwright.go.slog import format_record

        self.say(format_record(level, message, attributes))


def _encode(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        return text.encode("utf-8", "replace")


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _output_error(error: Exception) -> OutputError:
    return OutputError(_reason(error), reader_gone=isinstance(error, BrokenPipeError))


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
        context = Context(stdin, stdout, stderr, Leaving(arguments, sights))
        return _run_whole(context, arguments, limited=limited)


def _run_whole(context: Context, arguments: Sequence[str], *, limited: bool) -> int:
    """Run a command until all that it writes is written."""
    try:
        code = _run_safely(context, arguments, limited=limited)
        context.flush()
    except OutputError as error:
        if not error.reader_gone:  # "| head" is no reason to complain
            context.say(f"Error: write /dev/stdout: {error.reason}")
        return 1
    except KeyboardInterrupt:
        return 130
    return code


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
        return exit_code(error)
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
        context.say(f"{error.position}:{_as_helm_counts(context, error)}")
    context.say(f"Error: {_told(context, error)}")
    for note in getattr(error, "__notes__", ()):
        context.say(note)


def _told(context: Context, error: HelmwrightError) -> str:
    """Return the text of an error: Helm's own for ``template``, whose errors scripts may know."""
    return error.message if context.leaving.arguments[:1] == ("template",) else error.told


def _as_helm_counts(context: Context, error: HelmwrightError) -> str:
    """Return a word on the line that the text below names, if it is another one than the place's."""
    if _told(context, error) == error.told:
        return ""
    from helmwright.base.errors import line_of_yaml

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


def _command(arguments: Sequence[str]) -> Callable[[Context, list[str]], int]:
    from importlib import import_module

    name = arguments[0] if arguments else "help"
    if name in ("-h", "--help"):
        name = "help"
    elif name in ("-v", "--version"):
        name = "version"
    if name not in COMMANDS and name != "__complete":
        if name.startswith("-"):
            raise UsageError(
                f"unknown flag: {name}; flags follow the command, see 'helmwright help'"
            )
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


def main() -> int:
    """Run the command line of this process."""
    if sys.argv[1:2] in (["template"], ["lint"], ["diff"]):
        from helmwright.go.yaml_libyaml import skip_python_loader

        skip_python_loader()
    import gc

    from helmwright.base.processes import allow

    allow()
    if sys.argv[1:2] in (["lint"], ["diff"]):  # much is loaded, and nothing of it is garbage
        gc.set_threshold(200_000)
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
    gc.freeze()  # at its end the process would look once more through all that it is about to drop
    return code
