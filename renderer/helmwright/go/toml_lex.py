"""The lexer of BurntSushi's TOML library: text into items, with its error texts.

Source: github.com/BurntSushi/toml lex.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from helmwright.go.toml_characters import BLANKS, DIGITS, END, NEWLINES, Kind
from helmwright.go.toml_scalars import Scalars, rune

if TYPE_CHECKING:
    from helmwright.go.toml_characters import State

_BARE: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_VALUE_STATES: Final = {
    "[": "_array_start",
    "{": "_inline_table_start",
    '"': "_double_quote",
    "'": "_single_quote",
    "-": "_sign",
    "+": "_sign",
}


class Lexer(Scalars):
    """Reads a TOML document item by item."""

    def __init__(self, text: str) -> None:
        """Begin at the start of ``text``."""
        super().__init__(text, self._top)

    # Top level

    def _top(self) -> State | None:
        character = self._next()
        if character in BLANKS or character in NEWLINES:
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

    def _top_end(self) -> State | None:
        character = self._next()
        if character == "#":
            self._returns.append(self._top)
            return self._comment_start
        if character in BLANKS:
            return self._top_end
        if character in NEWLINES:
            self._ignore()
            return self._top
        if self._at_end:
            self._emit(Kind.END)
            return None
        raise self._error(
            "expected a top-level item to end with a newline, comment, or EOF, "
            f"but got {rune(character)} instead"
        )

    def _comment_start(self) -> State:
        self._ignore()
        self._emit(Kind.COMMENT)
        return self._comment

    def _comment(self) -> State:
        while not (self._next() in NEWLINES or self._at_end):
            pass
        self._back()
        return self._emit_and_return(Kind.TEXT)

    # Table headers

    def _table_start(self) -> State:
        if self._peek() == "[":
            self._next()
            self._emit(Kind.ARRAY_TABLE_START)
            self._returns.append(self._array_table_end)
        else:
            self._emit(Kind.TABLE_START)
            self._returns.append(self._table_end)
        return self._table_name_start

    def _table_end(self) -> State:
        self._emit(Kind.TABLE_END)
        return self._top_end

    def _array_table_end(self) -> State:
        character = self._next()
        if character != "]":
            raise self._error(
                f"expected end of table array name delimiter ']', but got {rune(character)} instead"
            )
        self._emit(Kind.ARRAY_TABLE_END)
        return self._top_end

    def _table_name_start(self) -> State:
        self._skip_blanks()
        character = self._peek()
        if character in ("]", END):
            raise self._error("unexpected end of table name (table names cannot be empty)")
        if character == ".":
            raise self._error("unexpected table separator (table names cannot be empty)")
        self._returns.append(self._table_name_end)
        return self._quoted_name if character in ('"', "'") else self._bare_name

    def _table_name_end(self) -> State:
        self._skip_blanks()
        character = self._next()
        if character == ".":
            self._ignore()
            return self._table_name_start
        if character != "]":
            raise self._error(
                f"expected '.' or ']' to end table name, but got {rune(character)} instead"
            )
        return self._returns.pop()

    # Keys

    def _bare_name(self) -> State:
        while self._next() in _BARE:
            pass
        self._back()
        return self._emit_and_return(Kind.TEXT)

    def _quoted_name(self) -> State:
        mark = self._next()
        self._ignore()
        return self._string if mark == '"' else self._raw_string

    def _key_start(self) -> State:
        self._skip_blanks()
        character = self._peek()
        if character in ("=", END):
            raise self._error("unexpected '=': key name appears blank")
        if character == ".":
            raise self._error("unexpected '.': keys cannot start with a '.'")
        self._emit(Kind.KEY_START)
        return self._key_name_start

    def _key_name_start(self) -> State:
        self._skip_blanks()
        character = self._peek()
        if character in ("=", END):
            raise self._error("unexpected '='")
        if character == ".":
            raise self._error("unexpected '.'")
        self._returns.append(self._key_end)
        return self._quoted_name if character in ('"', "'") else self._bare_name

    def _key_end(self) -> State:
        self._skip_blanks()
        character = self._next()
        if character == ".":
            self._ignore()
            return self._key_name_start
        if character == "=":
            self._emit(Kind.KEY_END)
            return self._value
        if self._at_end:
            raise self._error("unexpected EOF; expected key separator '='")
        message = f"expected '.' or '=', but got {rune(character)} instead"
        if character == "\n":
            raise self._error_before(message)
        raise self._error(message)

    # Values

    def _value(self) -> State:
        self._skip_blanks()
        character = self._next()
        if character in DIGITS:
            return self._zero if character == "0" else self._number_or_date
        if character in _VALUE_STATES:
            state: State = getattr(self, _VALUE_STATES[character])
            return state
        if character in ("i", "n") and (
            (self._accept("n") and self._accept("f")) or (self._accept("a") and self._accept("n"))
        ):
            return self._emit_and_return(Kind.FLOAT)
        if character == ".":
            raise self._error("floats must start with a digit, not '.'")
        if character.isalpha():
            self._back()
            return self._boolean
        if self._at_end:
            raise self._error("unexpected EOF; expected value")
        message = f"expected value but found {rune(character)} instead"
        if character == "\n":
            raise self._error_before(message)
        raise self._error(message)

    def _array_start(self) -> State:
        self._ignore()
        self._emit(Kind.ARRAY)
        return self._array_value

    def _array_value(self) -> State:
        character = self._next()
        if character in BLANKS or character in NEWLINES:
            self._ignore()
            return self._array_value
        if character == "#":
            self._returns.append(self._array_value)
            return self._comment_start
        if character == ",":
            raise self._error("unexpected comma")
        if character == "]":
            return self._array_end
        self._back()
        self._returns.append(self._array_value_end)
        return self._value

    def _array_value_end(self) -> State:
        character = self._next()
        if character in BLANKS or character in NEWLINES:
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
        raise self._error(
            f"expected a comma (',') or array terminator (']'), but got {self._named(character)}"
        )

    def _array_end(self) -> State:
        self._ignore()
        return self._emit_and_return(Kind.ARRAY_END)

    def _inline_table_start(self) -> State:
        self._ignore()
        self._emit(Kind.INLINE_TABLE)
        return self._inline_value

    def _inline_value(self) -> State:
        character = self._next()
        if character in BLANKS or character in NEWLINES:
            self._ignore()
            return self._inline_value
        if character == "#":
            self._returns.append(self._inline_value)
            return self._comment_start
        if character == ",":
            raise self._error("unexpected comma")
        if character == "}":
            return self._inline_end
        self._back()
        self._returns.append(self._inline_value_end)
        return self._key_start

    def _inline_value_end(self) -> State:
        character = self._next()
        if character in BLANKS or character in NEWLINES:
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
        raise self._error(
            "expected a comma or an inline table terminator '}', "
            f"but got {self._named(character)} instead"
        )

    def _inline_end(self) -> State:
        self._ignore()
        return self._emit_and_return(Kind.INLINE_TABLE_END)

    def _named(self, character: str) -> str:
        return "end of file" if self._at_end else f"'{character}'"
