"""TOML's scalar values as the lexer finds them: strings, numbers, times and booleans.

Source: github.com/BurntSushi/toml lex.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from helmwright.go.strconv import quote, quote_rune
from helmwright.go.toml_characters import DIGITS, NEWLINES, Characters, Kind

if TYPE_CHECKING:
    from helmwright.go.toml_characters import State

_HEXADECIMAL: Final = frozenset("0123456789abcdefABCDEF")
_BASE_DIGITS: Final = {"b": "01", "o": "01234567", "x": "0123456789abcdefABCDEF"}
_BASE_NAMES: Final = {"b": "a binary", "o": "an octal", "x": "a hexadecimal"}
_HEX_ESCAPES: Final = {"x": ("two", 2), "u": ("four", 4), "U": ("eight", 8)}


class Scalars(Characters):
    """The states that read scalar values; the first character has been read already."""

    def _boolean(self) -> State:
        word = ""
        while (character := self._next()).isalpha():
            word += character
        self._back()
        if word not in ("true", "false"):
            raise self._error(f"expected value but found {quote(word)} instead")
        return self._emit_and_return(Kind.BOOLEAN)

    # Strings

    def _double_quote(self) -> State:
        if self._accept('"'):
            if self._accept('"'):
                self._ignore()
                return self._multiline_string
            self._back()
        self._ignore()
        return self._string

    def _single_quote(self) -> State:
        if self._accept("'"):
            if self._accept("'"):
                self._ignore()
                return self._multiline_raw_string
            self._back()
        self._ignore()
        return self._raw_string

    def _string(self) -> State:
        while True:
            character = self._next()
            if self._at_end:
                raise self._error("unexpected EOF; expected '\"'")
            if character in NEWLINES:
                raise self._error_before("strings cannot contain newlines")
            if character == "\\":
                self._escape()
            elif character == '"':
                kind = Kind.ESCAPED_STRING if self._escaped else Kind.STRING
                self._escaped = False
                return self._close(kind, 1)

    def _raw_string(self) -> State:
        while True:
            character = self._next()
            if self._at_end:
                raise self._error('unexpected EOF; expected "\'"')
            if character in NEWLINES:
                raise self._error_before("strings cannot contain newlines")
            if character == "'":
                return self._close(Kind.RAW_STRING, 1)

    def _close(self, kind: Kind, marks: int) -> State:
        """Emit the string without the closing quotes, which have been read."""
        self._back(marks)
        self._emit(kind)
        self._position += marks
        self._ignore()
        return self._returns.pop()

    def _multiline_string(self) -> State:
        while True:
            character = self._next()
            if self._at_end:
                raise self._error('unexpected EOF; expected \'"""\'')
            if character == "\\":
                if self._next() not in NEWLINES:
                    self._back()
                    self._escape()
            elif character == '"' and self._closes('"'):
                self._escaped = False
                return self._close(Kind.MULTILINE, 3)

    def _multiline_raw_string(self) -> State:
        while True:
            character = self._next()
            if self._at_end:
                raise self._error("unexpected EOF; expected \"'''\"")
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
                raise self._error(
                    'unexpected \'""""""\'' if mark == '"' else "unexpected \"''''''\""
                )
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
                    raise self._error(
                        f"expected {number} hexadecimal digits after '\\{character}', "
                        f"but got {quote(self._current())} instead"
                    )
        elif character not in 'ebtnfr" \t\\' or self._at_end:
            raise self._error_here(f"invalid escape in string '\\{character}'")

    # Numbers and times

    def _zero(self) -> State:
        character = self._next()
        if character in DIGITS:
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
                raise self._error(f"not {name} number: '{self._current()}{following}'")
            while self._next() in digits + "_":
                pass
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _number_or_date(self) -> State:
        while (character := self._next()) in DIGITS:
            pass
        if character in ("-", ":"):
            return self._datetime
        if character == "_":
            return self._decimal
        if character in (".", "e", "E"):
            return self._float
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _datetime(self) -> State:
        while self._next() in "0123456789-:Tt .Zz+":
            pass
        self._back()
        return self._emit_and_return(Kind.DATETIME, trim=True)

    def _decimal(self) -> State:
        while (character := self._next()) in "0123456789_":
            pass
        if character in (".", "e", "E"):
            return self._float
        self._back()
        return self._emit_and_return(Kind.INTEGER)

    def _float(self) -> State:
        while self._next() in "0123456789_.-+eE":
            pass
        self._back()
        return self._emit_and_return(Kind.FLOAT)

    def _sign(self) -> State:
        character = self._next()
        if character in ("i", "n"):
            rest = "nf" if character == "i" else "an"
            if not (self._accept(rest[0]) and self._accept(rest[1])):
                raise self._error(f"invalid float: '{self._current()}'")
            return self._emit_and_return(Kind.FLOAT)
        if character == "0":
            base = self._peek()
            if base in _BASE_DIGITS:
                raise self._error(
                    f"cannot use sign with non-decimal numbers: '{self._current()}{base}'"
                )
        if character == ".":
            raise self._error("floats must start with a digit, not '.'")
        if character not in DIGITS:
            raise self._error(f"expected a digit but got {rune(character)}")
        return self._decimal


def rune(character: str) -> str:
    """Return a character as an error shows it."""
    return quote_rune(ord(character))
