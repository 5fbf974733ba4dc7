"""The lowest layer of the TOML lexer: characters, items and errors.

States are methods that read some characters and return the next state, as in Go; a stack holds
the states to return to. Offsets count characters instead of bytes, which nothing shows: errors
name lines only.

Source: github.com/BurntSushi/toml lex.go.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

END: Final = "\0"
"""What the end of the text reads as; a real NUL is an error."""
BLANKS: Final = ("\t", " ")
NEWLINES: Final = ("\n", "\r")
DIGITS: Final = frozenset("0123456789")


class Kind(Enum):
    """What an item is."""

    ERROR = auto()
    END = auto()
    TEXT = auto()
    STRING = auto()
    ESCAPED_STRING = auto()
    RAW_STRING = auto()
    MULTILINE = auto()
    RAW_MULTILINE = auto()
    BOOLEAN = auto()
    INTEGER = auto()
    FLOAT = auto()
    DATETIME = auto()
    ARRAY = auto()
    ARRAY_END = auto()
    TABLE_START = auto()
    TABLE_END = auto()
    ARRAY_TABLE_START = auto()
    ARRAY_TABLE_END = auto()
    KEY_START = auto()
    KEY_END = auto()
    COMMENT = auto()
    INLINE_TABLE = auto()
    INLINE_TABLE_END = auto()


class Item:
    """A piece of the text.

    text: its characters, or the message of an error.
    line: where it ends, counted from 1.
    """

    __slots__ = ("kind", "line", "text")

    def __init__(self, kind: Kind, text: str, line: int) -> None:
        """Make an item."""
        self.kind = kind
        self.text = text
        self.line = line


if TYPE_CHECKING:
    # A state returns the next one; None after the end.
    State = Callable[[], "State | None"]


class StopError(Exception):
    """The error item is in the queue."""


class Characters:
    """A text that is read character by character, and the items found in it so far."""

    def __init__(self, text: str, state: State) -> None:
        """Begin at the start of ``text`` in ``state``."""
        self._input = text
        self._start = 0
        self._position = 0
        self._line = 1
        self._at_end = False
        self._escaped = False
        self._items: deque[Item] = deque()
        self._returns: list[State] = []
        self._state: State | None = state

    def next_item(self) -> Item:
        """Return the next item; nothing follows an error or the end."""
        while not self._items:
            assert self._state is not None  # noqa: S101 # the caller stops at errors and the end
            try:
                self._state = self._state()
            except StopError:
                self._state = None
        return self._items.popleft()

    # Reading

    def _next(self) -> str:
        if self._position >= len(self._input):
            self._at_end = True
            return END
        character = self._input[self._position]
        if character == "\n":
            self._line += 1
        elif "\ud800" <= character <= "\udfff":
            raise self._error_here(f"invalid UTF-8 byte: 0x{ord(character) & 0xFF:02x}")
        elif (
            character < " " and character != "\t" and not self._is_line_end(character)
        ) or character == "\x7f":
            raise self._error_at_line(
                self._line,
                f"TOML files cannot contain control characters: '0x{ord(character):02x}'",
            )
        self._position += 1
        return character

    def _is_line_end(self, character: str) -> bool:
        return character == "\r" and self._input[self._position + 1 : self._position + 2] == "\n"

    def _back(self, count: int = 1) -> None:
        for _ in range(count):
            if self._at_end:
                self._at_end = False
            else:
                self._position -= 1
                if self._input[self._position] == "\n":
                    self._line -= 1

    def _peek(self) -> str:
        character = self._next()
        self._back()
        return character

    def _accept(self, valid: str) -> bool:
        if self._next() == valid:
            return True
        self._back()
        return False

    def _skip_blanks(self) -> None:
        while self._next() in BLANKS:
            pass
        self._back()
        self._ignore()

    def _ignore(self) -> None:
        self._start = self._position

    def _current(self) -> str:
        return self._input[self._start : self._position]

    def _emit(self, kind: Kind, *, trim: bool = False) -> None:
        text = self._current()
        self._items.append(Item(kind, text.strip() if trim else text, self._line))
        self._start = self._position

    def _emit_and_return(self, kind: Kind, *, trim: bool = False) -> State:
        self._emit(kind, trim=trim)
        return self._returns.pop()

    # Errors

    def _error_at_line(self, line: int, message: str) -> StopError:
        self._items.append(Item(Kind.ERROR, message, line))
        return StopError()

    def _error_here(self, message: str) -> StopError:
        return self._error_at_line(self._line - self._at_end, message)

    def _error_before(self, message: str) -> StopError:
        return self._error_at_line(self._line - 1, message)

    def _error(self, message: str) -> StopError:
        line = self._line
        if self._at_end and self._input[self._position - 1 : self._position] == "\n":
            line -= 1
        return self._error_at_line(line, message)
