"""Cuts template text into tokens exactly where Go does.

Positions are character offsets into the text; ``Source.location`` turns them into Go's lines and
byte columns. Source: text/template/parse/lex.go
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from helmwright.go.strconv import quote

ERROR = "error"
BOOL = "bool"
CHAR = "char"
CHAR_CONSTANT = "charconst"
COMPLEX = "complex"
ASSIGN = "="
DECLARE = ":="
EOF = "EOF"
FIELD = "field"
IDENTIFIER = "identifier"
LEFT_DELIM = "left"
LEFT_PAREN = "("
NUMBER = "number"
PIPE = "|"
RAW_STRING = "raw"
RIGHT_DELIM = "right"
RIGHT_PAREN = ")"
STRING = "string"
TEXT = "text"
VARIABLE = "variable"
DOT = "."

KEYWORDS = frozenset(
    (
        "block",
        "break",
        "continue",
        "define",
        "else",
        "end",
        "if",
        "nil",
        "range",
        "template",
        "with",
    )
)
_SPACES = " \t\r\n"


class Token(NamedTuple):
    """A token: its kind (a keyword is its own kind), text, offset, and whether space precedes it."""

    kind: str
    text: str
    position: int
    spaced: bool = False

    def __str__(self) -> str:
        """Show the token as Go's error messages do."""
        if self.kind == EOF:
            return "EOF"
        if self.kind == ERROR:
            return self.text
        if self.kind in KEYWORDS or self.kind == DOT:
            return f"<{self.text}>"
        if len(self.text.encode("utf-8", "surrogateescape")) > 10:
            return quote(self.text[:10]) + "..."
        return quote(self.text)


class Source:
    """A template's text with the positions of its lines."""

    __slots__ = ("_ascii", "_line_starts", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._ascii = text.isascii()
        starts = [0]
        find = text.find
        offset = find("\n")
        while offset >= 0:
            starts.append(offset + 1)
            offset = find("\n", offset + 1)
        self._line_starts = starts

    def line(self, position: int) -> int:
        """Return the line, from 1, of a character offset."""
        return bisect_right(self._line_starts, position)

    def location(self, position: int) -> tuple[int, int]:
        """Return the line, from 1, and Go's byte column, from 0, of a character offset."""
        line, start, _ = self.line_around(position)
        return line, self.column(start, position)

    def line_around(self, position: int) -> tuple[int, int, int]:
        """Return the line, from 1, of a character offset, and where it starts and ends."""
        starts = self._line_starts
        line = bisect_right(starts, position)
        end = starts[line] if line < len(starts) else len(self.text) + 1
        return line, starts[line - 1], end

    def column(self, start: int, position: int) -> int:
        """Return Go's byte column, from 0, of an offset in the line that begins at ``start``."""
        if self._ascii:
            return position - start
        return len(self.text[start:position].encode("utf-8", "surrogateescape"))


# What actions consist of almost entirely: the end of the action, and tokens that need no further
# look. The number of the group gives the kind.
_USUAL = re.compile(
    r"""
      ((?:[ \t\r\n]-)?\}\})
    | (\.[A-Za-z_]\w*(?=[ \t\r\n.,|:)(]|\}\}|\Z))
    | ([A-Za-z_]\w*(?=[ \t\r\n.,|:)(]|\}\}|\Z))
    | ("(?:[^"\\\n]|\\[^\n])*")
    | (\$\w*(?=[ \t\r\n.,|:)(]|\}\}|\Z))
    | (\|)
    | (:=)
    | ([0-9]+(?=[ \t\r\n)]|\}\}))
    | (\()
    | (\))
    | (=)
    | (`[^`]*`)
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_KINDS = (
    "",
    RIGHT_DELIM,
    FIELD,
    IDENTIFIER,
    STRING,
    VARIABLE,
    PIPE,
    DECLARE,
    NUMBER,
    LEFT_PAREN,
    RIGHT_PAREN,
    ASSIGN,
    RAW_STRING,
)
_WORDS = {**{word: word for word in KEYWORDS}, "true": BOOL, "false": BOOL}
_SPACE = re.compile(r"[ \t\r\n]+(?!-\}\})")
# Everything else. Words and numbers are followed by checks that a pattern cannot express.
_ACTION_TOKEN = re.compile(
    r"""
      (?P<field>\.(?=[^\W\d])\w+)
    | (?P<identifier>[^\W\d]\w*)
    | (?P<variable>\$\w*)
    | (?P<charconst>'(?:[^'\\\n]|\\[^\n])*')
    | (?P<number>[0-9]|\.[0-9]|[+-])
    | (?P<dot>\.)
    """,
    re.VERBOSE | re.DOTALL,
)
_NUMBER_BODY = {
    "x": re.compile(r"[0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"),
    "o": re.compile(r"[0-7_]*(?:\.[0-7_]*)?"),
    "b": re.compile(r"[01_]*(?:\.[01_]*)?"),
    "": re.compile(r"[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?"),
}
_TERMINATORS = frozenset(" \t\r\n.,|:)(")


def _is_word(character: str) -> bool:
    """Tell whether Go's lexer counts ``character`` as a letter, a digit or an underscore."""
    if character.isascii():
        return character == "_" or character.isalnum()
    import unicodedata

    return unicodedata.category(character) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd")


class _LexicalError(Exception):
    """Lexing stops with this message at this offset."""

    def __init__(self, message: str, position: int) -> None:
        super().__init__(message)
        self.position = position


class _Lexer:
    """The state of one run over a text; ``tokens`` is filled up to EOF or the first error.

    spaced: whether space precedes the next token.
    """

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.tokens: list[Token] = []
        self.spaced = False

    def run(self) -> list[Token]:
        """Return all tokens; the last is EOF or an error."""
        try:
            end = self._text(0)
        except _LexicalError as failure:
            self._emit(ERROR, str(failure), failure.position)
        else:
            self._emit(EOF, "EOF", end)
        return self.tokens

    def _emit(self, kind: str, text: str, position: int) -> None:
        self.tokens.append(Token(kind, text, position, self.spaced))
        self.spaced = False

    def _text(self, position: int) -> int:
        """Lex from ``position``, outside an action, to the end of the text."""
        text = self.text
        while True:
            start = position
            delimiter = text.find("{{", start)
            if delimiter < 0:
                if start < len(text):
                    self._emit(TEXT, text[start:], start)
                return len(text)
            after = delimiter + 2
            trim = text[after : after + 1] == "-" and text[after + 1 : after + 2] in _SPACES
            trim = trim and after + 1 < len(text)
            if delimiter > start:
                piece = text[start:delimiter]
                if trim:
                    piece = piece.rstrip(_SPACES)
                if piece:
                    self._emit(TEXT, piece, start)
            inside = after + 2 if trim else after
            if text.startswith("/*", inside):
                position = self._comment(inside)
            else:
                self._emit(LEFT_DELIM, "{{", delimiter)
                position = self._inside(inside)

    def _comment(self, start: int) -> int:
        """Skip the comment that begins at ``start``; return where text goes on."""
        text = self.text
        end = text.find("*/", start + 2)
        if end < 0:
            raise _LexicalError("unclosed comment", start)
        delimiter = self._right_delimiter(end + 2)
        if delimiter is None:
            raise _LexicalError("comment ends before closing delimiter", start)
        return delimiter[1]

    def _right_delimiter(self, position: int) -> tuple[int, int] | None:
        """Return where ``}}`` stands and where text goes on, if an action ends at ``position``."""
        text = self.text
        if text.startswith("}}", position):
            return position, position + 2
        if text.startswith("-}}", position + 1) and text[position] in _SPACES:
            return position + 2, self._skip_space(position + 4)
        return None

    def _inside(self, position: int) -> int:  # noqa: C901 - the hot loop
        """Lex an action from ``position``; return where text goes on behind it."""
        text = self.text
        usual = _USUAL.match
        space = _SPACE.match
        add = self.tokens.append
        spaced = False
        depth = 0
        while True:
            found = usual(text, position)
            if found is None:
                found = space(text, position)
                if found is not None:
                    position = found.end()
                    spaced = True
                    continue
                self.spaced = spaced
                position = self._unusual(position)
                spaced = False
                continue
            index = found.lastindex
            kind = _KINDS[index or 0]
            word = found.group()
            if index == 1:
                if depth:
                    raise _LexicalError("unclosed left paren", position)
                after = found.end()
                if len(word) > 2:
                    position += 2
                    after = self._skip_space(after)
                add(Token(kind, "}}", position, spaced))
                return after
            if index == 3:
                kind = _WORDS.get(word, kind)
            elif kind == LEFT_PAREN:
                depth += 1
            elif kind == RIGHT_PAREN:
                depth -= 1
                if depth < 0:
                    raise _LexicalError("unexpected right paren", position)
            add(Token(kind, word, position, spaced))
            spaced = False
            position = found.end()

    def _skip_space(self, position: int) -> int:
        """Return where the text goes on behind space from ``position``."""
        text = self.text
        length = len(text)
        while position < length and text[position] in _SPACES:
            position += 1
        return position

    def _unusual(self, position: int) -> int:
        """Lex a token that needs a closer look; return its end."""
        found = _ACTION_TOKEN.match(self.text, position)
        kind = "" if found is None else found.lastgroup
        if found is None or kind is None:
            return self._odd_character(position)
        if kind == "charconst":
            self._emit(CHAR_CONSTANT, found.group(), position)
            return found.end()
        if kind == "number":
            return self._number(position)
        if kind == "dot":
            return self._dot(position)
        return self._word(kind, position, found.end())

    def _word(self, kind: str, position: int, end: int) -> int:
        """Emit a field, identifier or variable."""
        text = self.text
        word = text[position:end]
        if not word.isascii():
            end = self._word_end(position + (kind != "identifier"))
            if end == position:
                raise _LexicalError(
                    f"unrecognized character in action: {_unicode(text[position])}", position
                )
            word = text[position:end]
        self._check_terminated(position, end)
        if kind == "identifier":
            if word in KEYWORDS:
                kind = word
            elif word in ("true", "false"):
                kind = BOOL
        self._emit(kind, word, position)
        return end

    def _word_end(self, start: int) -> int:
        """Return the end of the word at ``start`` by Go's idea of letters and digits."""
        text = self.text
        end = start
        while end < len(text) and _is_word(text[end]):
            end += 1
        return end

    def _check_terminated(self, start: int, end: int) -> None:
        """Refuse a word that runs into something it must not touch."""
        text = self.text
        if end < len(text) and text[end] not in _TERMINATORS and not text.startswith("}}", end):
            raise _LexicalError(f"bad character {_unicode(text[end])}", start)

    def _dot(self, position: int) -> int:
        """Emit a lone dot (a dot before a digit was a number)."""
        text = self.text
        after = text[position + 1 : position + 2]
        if after and not after.isascii() and _is_word(after):
            return self._word(FIELD, position, self._word_end(position + 1))
        self._check_terminated(position, position + 1)
        # The very last character of a text is a number to Go, which no number can be.
        self._emit(DOT if after else NUMBER, ".", position)
        return position + 1

    def _number(self, position: int) -> int:
        """Emit the number, possibly complex, at ``position``."""
        end, fine = self._scan_number(position)
        if not fine:
            raise _LexicalError(f"bad number syntax: {quote(self.text[position:end])}", position)
        if self.text[end : end + 1] in ("+", "-"):
            end, fine = self._scan_number(end)
            if not fine or self.text[end - 1] != "i":
                raise _LexicalError(
                    f"bad number syntax: {quote(self.text[position:end])}", position
                )
            self._emit(COMPLEX, self.text[position:end], position)
        else:
            self._emit(NUMBER, self.text[position:end], position)
        return end

    def _scan_number(self, position: int) -> tuple[int, bool]:
        """Return the end of a number and whether nothing word-like follows it."""
        text = self.text
        if text[position : position + 1] in ("+", "-"):
            position += 1
        base = ""
        if text[position : position + 1] == "0":
            position += 1
            letter = text[position : position + 1].lower()
            if letter in ("x", "o", "b"):
                base = letter
                position += 1
        body = _NUMBER_BODY[base].match(text, position)
        if body is not None:
            position = body.end()
        if text[position : position + 1] == "i":
            position += 1
        if position < len(text) and _is_word(text[position]):
            return position + 1, False
        return position, True

    def _odd_character(self, position: int) -> int:
        """Handle what the patterns do not know: an error, or a single printable character."""
        text = self.text
        if position >= len(text):
            raise _LexicalError("unclosed action", position)
        character = text[position]
        message = {
            '"': "unterminated quoted string",
            "`": "unterminated raw quoted string",
            "'": "unterminated character constant",
            ":": "expected :=",
        }.get(character)
        if message is not None:
            raise _LexicalError(message, position)
        if not character.isascii() and _is_word(character):
            return self._word(IDENTIFIER, position, self._word_end(position))
        if " " <= character <= "~":
            self._emit(CHAR, character, position)
            if character != ",":
                # The parser goes no further, so neither does this: a text can be full of them.
                raise _LexicalError("unexpected character", position + 1)
            return position + 1
        raise _LexicalError(f"unrecognized character in action: {_unicode(character)}", position)


def _unicode(character: str) -> str:
    """Format a character as Go's ``%#U`` does."""
    from helmwright.go.printable import is_printable

    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        code = 0xFFFD
    shown = f" '{chr(code)}'" if is_printable(code) else ""
    return f"U+{code:04X}{shown}"


def tokenize(source: Source) -> list[Token]:
    """Return the tokens of ``source``; the last one is EOF or an error with its message."""
    return _Lexer(source).run()
