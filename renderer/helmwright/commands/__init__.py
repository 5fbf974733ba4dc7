"""What a command is, and what commands share; the commands of Helmwright are in ``cli``, those of a product with it.

A command is a module with ``run(context, arguments)``, which returns the exit code: it reads and writes through its
``Context``, and raises a ``HelmwrightError`` for what is wrong. ``flags`` are the classes that declare its flags, ``command``
reads a command line into such a class and calls what the command does, ``help`` describes it.

``options`` (flags), ``inputs`` (a file or standard input), ``values_input`` (values files), ``references`` (the chart that is
named), ``release_name``, ``report_flags``, ``in_place``, ``generated`` and ``files`` (what is written or checked) are what
several commands share. ``values_secrets`` hides what must not be shown, and ``known_secrets`` gathers what flags, files and
charts hold when something is said for the first time. ``terminal`` is what people see of all this.

``command`` is a port of pflag: Helm's flags have shorthands, ``=``, comma lists and error texts of their own,
and a library with another grammar costs as much to import as a small chart to render.

Nothing in here is public.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.base.printable import printable
from helmwright.commands.terminal import Screen, encoded, is_terminal
from helmwright.secrets.witness import unwitnessed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.base.style import Style
    from helmwright.commands.terminal.progress import Progress
    from helmwright.secrets.known import KnownSecrets
    from helmwright.secrets.witness import Sight, Sights


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
            from helmwright.commands.known_secrets import gathered
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
    screen: Screen

    def say(self, line: str) -> None:
        """Write a line for people, without secrets; that nobody can read it is no error."""
        text = self.leaving.safe(line)
        if is_terminal(self.stderr):
            from helmwright.commands.terminal.output import shown_error, spelled

            self.note(spelled(printable(shown_error(text, self.error_style))))
        else:
            self.note(printable(text))

    def note(self, line: str) -> None:
        """Write a line for people that holds nothing out of any input."""
        with self.screen:
            try:
                self.stderr.write(encoded(line + "\n"))
                self.stderr.flush()
            except (OSError, ValueError):
                return

    def write(self, text: str) -> None:
        """Write data.

        Raises:
            OutputError: if that is impossible.
        """
        data = memoryview(encoded(text))
        try:
            with self.screen:
                while data:  # an unbuffered stream (PYTHONUNBUFFERED) may take less than all
                    written = self.stdout.write(data)
                    if not written:
                        raise BlockingIOError(11, "resource temporarily unavailable")
                    data = data[written:]
                if self.screen.line is not None:
                    self.stdout.flush()
        except (OSError, ValueError) as error:
            raise _output_error(error) from error

    def report(self, text: str) -> None:
        """Write text for people; raises as ``write`` does."""
        text = printable(text)
        self.write(_spelled(text) if is_terminal(self.stdout) else text)

    def show(self, text: str) -> None:
        """Write text for people that is printable: on a terminal through a pager, if it is long.

        Raises as ``write`` does.
        """
        if is_terminal(self.stdout):
            text = _spelled(text)
            if self.screen.pages:
                from helmwright.commands.terminal.pager import page

                with self.screen:
                    if page(text, self.stdout):
                        return
        self.write(text)

    def show_help(self, text: str) -> None:
        """Write the help of a command, as ``show`` does, on a narrow terminal in shorter lines."""
        if is_terminal(self.stdout):
            from helmwright.commands.help import narrowed

            text = narrowed(text, self.width)
        self.show(text)

    def show_table(self, text: str) -> None:
        """Write lines, as ``show`` does; on a terminal longer ones are broken, and stay readable."""
        if is_terminal(self.stdout):
            from helmwright.commands.terminal.output import fitted

            text = fitted(text, self.width)
        self.show(text)

    @property
    def style(self) -> Style:
        """The colours and links of text for standard output."""
        from helmwright.commands.terminal.output import style_of

        return style_of(self.stdout, self.screen.color)

    @property
    def error_style(self) -> Style:
        """The colours and links of text for standard error."""
        from helmwright.commands.terminal.output import style_of

        return style_of(self.stderr, self.screen.color)

    @property
    def file_style(self) -> Style:
        """The colours of text that is written into a file: there are some if they are asked for."""
        from helmwright.base.style import BASIC, PLAIN, Style

        return Style(BASIC) if self.screen.color == "always" else PLAIN

    @property
    def width(self) -> int:
        """The columns of text for standard output."""
        from helmwright.commands.terminal.output import width_of

        return width_of(self.stdout)

    def progress(self, what: str, *, quiet: bool = False) -> Progress:
        """Return what shows on a terminal how far work is, in a ``with`` block; what: in words."""
        from helmwright.commands.terminal.progress import Progress

        return Progress(self.stderr, self.screen, what, quiet=quiet)

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
        """Write a log record as Helm does, as the one that is asked for."""
        if self.screen.logs != "slog":
            from helmwright.commands.log_lines import log_line

            self.say(log_line(message, attributes))
            return
        from helmwright.go.slog import format_record

        self.say(format_record(level, message, attributes))


def _spelled(text: str) -> str:
    """Return text for people as the terminal can show it."""
    if text.isascii():
        return text
    from helmwright.commands.terminal.output import spelled

    return spelled(text)


def _reason(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _output_error(error: Exception) -> OutputError:
    return OutputError(_reason(error), reader_gone=isinstance(error, BrokenPipeError))
