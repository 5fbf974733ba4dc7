"""The lexer of BurntSushi's TOML library: text into items, with its error texts.

States are methods that read some characters and return the next state, as in Go; a stack holds
the states to return to. Offsets count characters instead of bytes, which nothing shows: errors
name lines only.

Source: github.com/BurntSushi/toml lex.go.
"""

from __future__ import annotations

from collections import deque
from enum import Enum, auto
from typing import TYPE_CHECKING, Final

from helmwright.go.strconv import quote, quote_rune

if TYPE_CHECKING:
    from collections.abc import Callable

_END: Final = "\0"  # what the end of the text reads as; a real NUL is an error
_HEXADECIMAL: Final = frozenset("0123456789abcdefABCDEF")
_BARE: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_BLANK: Final = ("\t", " ")
_NEWLINE: Final = ("\n", "\r")
_DIGITS: Final = frozenset("0123456789")
_BASE_DIGITS: Final = {"b": "01", "o": "01234567", "x": "0123456789abcdefABCDEF"}
_BASE_NAMES: Final = {"b": "a binary", "o": "an octal", "x": "a hexadecimal"}


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
        self.kind = kind
        self.text = text
        self.line = line


if TYPE_CHECKING:
    # A state returns the next one; None after the end.
    _State = Callable[[], "_State | None"]


class _StopError(Exception):
    """The error item is in the queue."""


class Lexer:
    """Reads ``text`` item by item."""

    def __init__(self, text: str) -> None:
        self._input = text
        self._start = 0
        self._position = 0
        self._line = 1
        self._at_end = False
        self._escaped = False
        self._items: deque[Item] = deque()
        self._returns: list[_State] = []
        self._state: _State | None = self._top

    def next_item(self) -> Item:
        """Return the next item; nothing follows an error or the end."""
        while not self._items:
            assert self._state is not None  # noqa: S101 # the caller stops at errors and the end
            try:
                self._state = self._state()
            except _StopError:
                self._state = None
        return self._items.popleft()

    # Reading

    def _next(self) -> str:
        if self._position >= len(self._input):
            self._at_end = True
            return _END
        character = self._input[self._position]
        if character == "\n":
            self._line += 1
        elif "\ud800" <= character <= "\udfff":
            self._fail_here(f"invalid UTF-8 byte: 0x{ord(character) & 0xFF:02x}")
        elif (
            character < " " and character != "\t" and not self._is_line_end(character)
        ) or character == "\x7f":
            self._fail_at_line(
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
        while self._next() in _BLANK:
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

    def _emit_and_return(self, kind: Kind, *, trim: bool = False) -> _State:
        self._emit(kind, trim=trim)
        return self._returns.pop()

    # Errors

    def _fail_at_line(self, line: int, message: str) -> None:
        self._items.append(Item(Kind.ERROR, message, line))
        raise _StopError

    def _fail_here(self, message: str) -> None:
        self._fail_at_line(self._line - self._at_end, message)

    def _fail_before(self, message: str) -> None:
        self._fail_at_line(self._line - 1, message)

    def _fail(self, message: str) -> None:
        line = self._line
        if self._at_end and self._input[self._position - 1 : self._position] == "\n":
            line -= 1
        self._fail_at_line(line, message)

    # Top level

    def _top(self) -> _State | None:
        character = self._next()
        if character in _BLANK or character in _NEWLINE:
            self._ignore()
            return self._top
        if character == "#":
            self._returns.append(self._top)
            return self._comment_start
        if character == "[":
            return self._table_start
        if self._at_end:
            self._emit(Kind.END)
            return None
        self._back()
        self._returns.append(self._top_end)
        return self._key_start

    def _top_end(self) -> _State | None:
        character = self._next()
        if character == "#":
            self._returns.append(self._top)
            return self._comment_start
        if character in _BLANK:
            return self._top_end
        if character in _NEWLINE:
            self._ignore()
            return self._top
        if self._at_end:
            self._emit(Kind.END)
            return None
        self._fail(
            "expected a top-level item to end with a newline, comment, or EOF, "
            f"but got {_rune(character)} instead"
        )
        return None

    def _comment_start(self) -> _State:
        self._ignore()
        self._emit(Kind.COMMENT)
        return self._comment

    def _comment(self) -> _State:
        while not (self._next() in _NEWLINE or self._at_end):
            pass
        self._back()
        return self._emit_and_return(Kind.TEXT)

    # Table headers

    def _table_start(self) -> _State:
        if self._peek() == "[":
            self._next()
            self._emit(Kind.ARRAY_TABLE_START)
            self._returns.append(self._array_table_end)
        else:
            self._emit(Kind.TABLE_START)
            self._returns.append(self._table_end)
        return self._table_name_start

    def _table_end(self) -> _State:
        self._emit(Kind.TABLE_END)
        return self._top_end

    def _array_table_end(self) -> _State:
        character = self._next()
        if character != "]":
            self._fail(
                f"expected end of table array name delimiter ']', but got {_rune(character)} instead"
            )
        self._emit(Kind.ARRAY_TABLE_END)
        return self._top_end

    def _table_name_start(self) -> _State:
        self._skip_blanks()
        character = self._peek()
        if character in ("]", _END):
            self._fail("unexpected end of table name (table names cannot be empty)")
        if character == ".":
            self._fail("unexpected table separator (table names cannot be empty)")
        self._returns.append(self._table_name_end)
        return self._quoted_name if character in ('"', "'") else self._bare_name

    def _table_name_end(self) -> _State:
        self._skip_blanks()
        character = self._next()
        if character == ".":
            self._ignore()
            return self._table_name_start
        if character != "]":
            self._fail(f"expected '.' or ']' to end table name, but got {_rune(character)} instead")
        return self._returns.pop()

    # Keys

    def _bare_name(self) -> _State:
        while self._next() in _BARE:
            pass
        self._back()
        return self._emit_and_return(Kind.TEXT)

    def _quoted_name(self) -> _State:
        mark = self._next()
        self._ignore()
        return self._string if mark == '"' else self._raw_string

    def _key_start(self) -> _State:
        self._skip_blanks()
        character = self._peek()
        if character in ("=", _END):
            self._fail("unexpected '=': key name appears blank")
        if character == ".":
            self._fail("unexpected '.': keys cannot start with a '.'")
        self._emit(Kind.KEY_START)
        return self._key_name_start

    def _key_name_start(self) -> _State:
        self._skip_blanks()
        character = self._peek()
        if character in ("=", _END):
            self._fail("unexpected '='")
        if character == ".":
            self._fail("unexpected '.'")
        self._returns.append(self._key_end)
        return self._quoted_name if character in ('"', "'") else self._bare_name

    def _key_end(self) -> _State:
        self._skip_blanks()
        character = self._next()
        if character == ".":
            self._ignore()
            return self._key_name_start
        if character == "=":
            self._emit(Kind.KEY_END)
            return self._value
        if self._at_end:
            self._fail("unexpected EOF; expected key separator '='")
        message = f"expected '.' or '=', but got {_rune(character)} instead"
        if character == "\n":
            self._fail_before(message)
        self._fail(message)
        return self._key_end

    # Values

    def _value(self) -> _State:
        self._skip_blanks()
        character = self._next()
        if character in _DIGITS:
            return self._zero if character == "0" else self._number_or_date
        if character in _VALUE_STATES:
            state: _State = getattr(self, _VALUE_STATES[character])
            return state
        if character in ("i", "n") and (
            (self._accept("n") and self._accept("f")) or (self._accept("a") and self._accept("n"))
        ):
            return self._emit_and_return(Kind.FLOAT)
        if character == ".":
            self._fail("floats must start with a digit, not '.'")
        if character.isalpha():
            self._back()
            return self._boolean
        if self._at_end:
            self._fail("unexpected EOF; expected value")
        message = f"expected value but found {_rune(character)} instead"
        if character == "\n":
            self._fail_before(message)
        self._fail(message)
        return self._value

    def _boolean(self) -> _State:
        word = ""
        while (character := self._next()).isalpha():
            word += character
        self._back()
        if word not in ("true", "false"):
            self._fail(f"expected value but found {quote(word)} instead")
        return self._emit_and_return(Kind.BOOLEAN)

    def _array_start(self) -> _State:
        self._ignore()
        self._emit(Kind.ARRAY)
        return self._array_value

    def _array_value(self) -> _State:
        character = self._next()
        if character in _BLANK or character in _NEWLINE:
            self._ignore()
            return self._array_value
        if character == "#":
            self._returns.append(self._array_value)
            return self._comment_start
        if character == ",":
            self._fail("unexpected comma")
        if character == "]":
            return self._array_end
        self._back()
        self._returns.append(self._array_value_end)
        return self._value

    def _array_value_end(self) -> _State:
        character = self._next()
        if character in _BLANK or character in _NEWLINE:
            self._ignore()
            return self._array_value_end
        if character == "#":
            self._returns.append(self._array_value_end)
            return self._comment_start
        if character == ",":
            self._ignore()
            return self._array_value
        if character == "]":
            return self._array_end
        self._fail(
            f"expected a comma (',') or array terminator (']'), but got {self._named(character)}"
        )
        return self._array_value_end

    def _array_end(self) -> _State:
        self._ignore()
        return self._emit_and_return(Kind.ARRAY_END)

    def _inline_table_start(self) -> _State:
        self._ignore()
        self._emit(Kind.INLINE_TABLE)
        return self._inline_value

    def _inline_value(self) -> _State:
        character = self._next()
        if character in _BLANK or character in _NEWLINE:
            self._ignore()
            return self._inline_value
        if character == "#":
            self._returns.append(self._inline_value)
            return self._comment_start
        if character == ",":
            self._fail("unexpected comma")
        if character == "}":
            return self._inline_end
        self._back()
        self._returns.append(self._inline_value_end)
        return self._key_start

    def _inline_value_end(self) -> _State:
        character = self._next()
        if character in _BLANK or character in _NEWLINE:
            self._ignore()
            return self._inline_value_end
        if character == "#":
            self._returns.append(self._inline_value_end)
            return self._comment_start
        if character == ",":
            self._ignore()
            self._skip_blanks()
            return self._inline_value_end if self._peek() == "}" else self._inline_value
        if character == "}":
            return self._inline_end
        self._fail(
            "expected a comma or an inline table terminator '}', "
            f"but got {self._named(character)} instead"
        )
        return self._inline_value_end

    def _inline_end(self) -> _State:
        self._ignore()
        return self._emit_and_return(Kind.INLINE_TABLE_END)

    def _named(self, character: str) -> str:
        return "end of file" if self._at_end else f"'{character}'"

    # Strings

    def _double_quote(self) -> _State:
        if self._accept('"'):
            if self._accept('"'):
                self._ignore()
                return self._multiline_string
            self._back()
        self._ignore()
        return self._string

    def _single_quote(self) -> _State:
        if self._accept("'"):
            if self._accept("'"):
                self._ignore()
                return self._multiline_raw_string
            self._back()
        self._ignore()
        return self._raw_string

    def _string(self) -> _State:
        while True:
            character = self._next()
            if self._at_end:
                self._fail("unexpected EOF; expected '\"'")
            if character in _NEWLINE:
                self._fail_before("strings cannot contain newlines")
            if character == "\\":
                self._escape()
            elif character == '"':
                kind = Kind.ESCAPED_STRING if self._escaped else Kind.STRING
                self._escaped = False
                return self._close(kind, 1)

    def _raw_string(self) -> _State:
        while True:
            character = self._next()
            if self._at_end:
                self._fail('unexpected EOF; expected "\'"')
            if character in _NEWLINE:
                self._fail_before("strings cannot contain newlines")
            if character == "'":
                return self._close(Kind.RAW_STRING, 1)

    def _close(self, kind: Kind, marks: int) -> _State:
        """Emit the string without the closing quotes, which have been read."""
        self._back(marks)
        self._emit(kind)
        self._position += marks
        self._ignore()
        return self._returns.pop()

    def _multiline_string(self) -> _State:
        while True:
            character = self._next()
            if self._at_end:
                self._fail('unexpected EOF; expected \'"""\'')
            if character == "\\":
                if self._next() not in _NEWLINE:
                    self._back()
                    self._escape()
            elif character == '"' and self._closes('"'):
                self._escaped = False
                return self._close(Kind.MULTILINE, 3)

    def _multiline_raw_string(self) -> _State:
        while True:
            character = self._next()
            if self._at_end:
                self._fail("unexpected EOF; expected \"'''\"")
            if character == "'" and self._closes("'"):
                return self._close(Kind.RAW_MULTILINE, 3)

    def _closes(self, mark: str) -> bool:
        """Tell whether the quote that was just read begins the closing three; read them if so."""
        if not self._accept(mark):
            return False
        if not self._accept(mark):
            self._back()
            return False
        if self._peek() == mark:
            current = self._current()
            if current.endswith(mark * 5) and (mark == "'" or not current.endswith('\\"""""')):
                self._fail('unexpected \'""""""\'' if mark == '"' else "unexpected \"''''''\"")
            self._back(2)
            return False
        return True

    def _escape(self) -> None:
        """Read the rest of an escape sequence."""
        self._escaped = True
        character = self._next()
        if character in _HEX_ESCAPES:
            number, length = _HEX_ESCAPES[character]
            for _ in range(length):
                if self._next() not in _HEXADECIMAL:
                    self._fail(
                        f"expected {number} hexadecimal digits after '\\{character}', "
                        f"but got {quote(self._current())} instead"
                    )
        elif character not in 'ebtnfr" \t\\' or self._at_end:
            self._fail_here(f"invalid escape in string '\\{character}'")

    # Numbers and times

    def _zero(self) -> _State:
        character = self._next()
        if character in _DIGITS:
            return self._number_or_date
        if character == "_":
            return self._decimal
        if character in (".", "e", "E"):
            return self._float
        if character in _BASE_DIGITS:
            digits = _BASE_DIGITS[character]
            following = self._peek()
            if following not in digits:
                name = _BASE_NAMES[character]
                self._fail(f"not {name} number: '{self._current()}{following}'")
            while self._next() in digits + "_":
                pass
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _number_or_date(self) -> _State:
        while (character := self._next()) in _DIGITS:
            pass
        if character in ("-", ":"):
            return self._datetime
        if character == "_":
            return self._decimal
        if character in (".", "e", "E"):
            return self._float
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _datetime(self) -> _State:
        while self._next() in "0123456789-:Tt .Zz+":
            pass
        self._back()
        return self._emit_and_return(Kind.DATETIME, trim=True)

    def _decimal(self) -> _State:
        while (character := self._next()) in "0123456789_":
            pass
        if character in (".", "e", "E"):
            return self._float
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _float(self) -> _State:
        while self._next() in "0123456789_.-+eE":
            pass
        self._back()
        return self._emit_and_return(Kind.FLOAT)

    def _sign(self) -> _State:
        character = self._next()
        if character in ("i", "n"):
            rest = "nf" if character == "i" else "an"
            if not (self._accept(rest[0]) and self._accept(rest[1])):
                self._fail(f"invalid float: '{self._current()}'")
            return self._emit_and_return(Kind.FLOAT)
        if character == "0":
            base = self._peek()
            if base in _BASE_DIGITS:
                self._fail(f"cannot use sign with non-decimal numbers: '{self._current()}{base}'")
        if character == ".":
            self._fail("floats must start with a digit, not '.'")
        if character not in _DIGITS:
            self._fail(f"expected a digit but got {_rune(character)}")
        return self._decimal


_VALUE_STATES = {
    "[": "_array_start",
    "{": "_inline_table_start",
    '"': "_double_quote",
    "'": "_single_quote",
    "-": "_sign",
    "+": "_sign",
}
_HEX_ESCAPES = {"x": ("two", 2), "u": ("four", 4), "U": ("eight", 8)}


def _rune(character: str) -> str:
    return quote_rune(ord(character))
