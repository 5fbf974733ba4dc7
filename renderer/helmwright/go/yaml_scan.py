"""Tokens of YAML text as go-yaml's scanner finds them: indentation, simple keys, indicators.

The scanner exists for go-yaml's exact errors and for the few texts that libyaml reads in another
way; ordinary text never comes here. Scalars, tags and directives are in yaml_scan_text.

Source: go-yaml v2 scannerc.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from helmwright.go.yaml_input import Input

BLANKS_OR_END = frozenset(" \t\r\n\x85\u2028\u2029\0")
BREAKS = frozenset("\r\n\x85\u2028\u2029")
BREAKS_OR_END = BREAKS | {"\0"}
_REST_OF_LINE = lazy_pattern("[^\r\n\x85\u2028\u2029\0]*").match
_SPACES = lazy_pattern(" *").match
_SPACES_AND_TABS = lazy_pattern("[ \t]*").match
_DEPTH_LIMIT = 10000
_KEY_LENGTH_LIMIT = 1024
_NOT_PLAIN = frozenset(" \t\r\n\x85\u2028\u2029\0-?:,[]{}#&*!|>'\"%@`")


class Mark(NamedTuple):
    """A place in the text; everything counts from 0."""

    line: int
    column: int
    offset: int


class Token(NamedTuple):
    """A token: ``value`` is its text, ``extra`` a scalar's style or the other half of a tag."""

    kind: str
    start: Mark
    end: Mark
    value: str = ""
    extra: str = ""


class ScanError(Exception):
    """What go-yaml refuses: the problem, its place, and the line number as go-yaml counts."""

    def __init__(self, problem: str, line: int = 0, mark: Mark | None = None) -> None:
        super().__init__(problem)
        self.mark = mark
        self.message = f"line {line}: {problem}" if line else problem


class _SimpleKey:
    """A place where a mapping key may have begun, which only a later ``:`` can tell."""

    __slots__ = ("mark", "possible", "required", "token_number")

    def __init__(self, mark: Mark, token_number: int, *, possible: bool, required: bool) -> None:
        self.possible = possible
        self.required = required
        self.token_number = token_number
        self.mark = mark


class Cursor:
    """The place in the text that is being read."""

    def __init__(self, source: Input) -> None:
        self.text = source.text
        self.readable = source.readable
        self.problem = source.problem
        self.position = 0
        self.line = 0
        self.line_start = 0

    @property
    def column(self) -> int:
        """The column of the next character, from 0."""
        return self.position - self.line_start

    def mark(self) -> Mark:
        """Return the place of the next character."""
        return Mark(self.line, self.position - self.line_start, self.position)

    def want(self, count: int) -> None:
        """Make sure that ``count`` characters can be read, or report the bad one among them."""
        if self.position + count > self.readable:
            raise ScanError(self.problem)

    def fail(self, problem: str) -> ScanError:
        """Return the error for the next character; go-yaml does not name the first line."""
        return ScanError(problem, self.line + 1 if self.line else 0, self.mark())

    def read_break(self) -> str:
        """Step over a line break and return what it is in a scalar; without one, return nothing."""
        character = self.text[self.position]
        if character not in BREAKS:
            return ""
        self.position += 2 if self.text.startswith("\r\n", self.position) else 1
        self.line += 1
        self.line_start = self.position
        return character if character in "\u2028\u2029" else "\n"

    def skip_blanks(self) -> None:
        """Step over blanks and tabs."""
        found = _SPACES_AND_TABS(self.text, self.position)
        self.position = found.end() if found else self.position
        self.want(1)

    def skip_comment(self) -> None:
        """Step over a comment, if one begins here, up to the line break."""
        if self.text[self.position] == "#":
            found = _REST_OF_LINE(self.text, self.position)
            self.position = found.end() if found else self.position
            self.want(1)

    def at_document_indicator(self, indicators: tuple[str, ...] = ("---", "...")) -> bool:
        """Tell whether ``---`` or ``...`` stands here at the beginning of a line."""
        return (
            self.position == self.line_start
            and self.text.startswith(indicators, self.position)
            and self.text[self.position + 3] in BLANKS_OR_END
        )


class Layout(Cursor):
    """The queue of tokens, with the tokens that indentation and ``:`` add to it afterwards."""

    def __init__(self, source: Input) -> None:
        super().__init__(source)
        self.tokens: list[Token] = []
        self.tokens_parsed = 0
        self.flow_level = 0
        self.indent = -1
        self.indents: list[int] = []
        self.simple_key_allowed = True
        self.simple_keys: list[_SimpleKey] = []
        self.keys_by_token: dict[int, int] = {}

    def is_valid(self, key: _SimpleKey) -> bool:
        """Tell whether a ``:`` can still make ``key`` a key."""
        if not key.possible:
            return False
        if key.mark.line < self.line or key.mark.offset + _KEY_LENGTH_LIMIT < self.position:
            if key.required:
                raise self.fail("could not find expected ':'")
            key.possible = False
            return False
        return True

    def save_simple_key(self) -> None:
        """Remember that a key may begin here."""
        if not self.simple_key_allowed:
            return
        key = _SimpleKey(
            self.mark(),
            self.tokens_parsed + len(self.tokens),
            possible=True,
            required=self.flow_level == 0 and self.indent == self.column,
        )
        self.remove_simple_key()
        self.simple_keys[-1] = key
        self.keys_by_token[key.token_number] = len(self.simple_keys) - 1

    def remove_simple_key(self) -> None:
        """Forget the possible key of this flow level."""
        key = self.simple_keys[-1]
        if key.possible:
            if key.required:
                raise self.fail("could not find expected ':'")
            key.possible = False
            self.keys_by_token.pop(key.token_number, None)

    def enter_flow(self) -> None:
        """Begin a flow collection."""
        number = self.tokens_parsed + len(self.tokens)
        self.simple_keys.append(_SimpleKey(self.mark(), number, possible=False, required=False))
        self.flow_level += 1
        if self.flow_level > _DEPTH_LIMIT:
            raise self.fail(f"exceeded max depth of {_DEPTH_LIMIT}")

    def leave_flow(self) -> None:
        """End a flow collection."""
        if self.flow_level:
            self.flow_level -= 1
            self.keys_by_token.pop(self.simple_keys.pop().token_number, None)

    def roll_indent(self, column: int, number: int, kind: str, mark: Mark) -> None:
        """Begin a block collection if ``column`` is deeper; ``number`` is its first token or -1."""
        if self.flow_level or self.indent >= column:
            return
        self.indents.append(self.indent)
        self.indent = column
        if len(self.indents) > _DEPTH_LIMIT:
            raise self.fail(f"exceeded max depth of {_DEPTH_LIMIT}")
        at = len(self.tokens) if number < 0 else number - self.tokens_parsed
        self.tokens.insert(at, Token(kind, mark, mark))

    def unroll_indent(self, column: int) -> None:
        """End the block collections that are deeper than ``column``."""
        if self.flow_level:
            return
        while self.indent > column:
            mark = self.mark()
            self.tokens.append(Token("block-end", mark, mark))
            self.indent = self.indents.pop()

    def scan_to_next_token(self) -> None:
        """Step over blanks, comments and line breaks."""
        text = self.text
        while True:
            self.want(1)
            skip = _SPACES_AND_TABS if self.flow_level or not self.simple_key_allowed else _SPACES
            found = skip(text, self.position)
            self.position = found.end() if found else self.position
            self.want(1)
            self.skip_comment()
            if text[self.position] not in BREAKS:
                return
            self.want(2)
            self.read_break()
            if not self.flow_level:
                self.simple_key_allowed = True

    def add_indicator(self, kind: str, length: int = 1) -> None:
        """Step over an indicator and queue its token."""
        start = self.mark()
        self.position += length
        self.tokens.append(Token(kind, start, self.mark()))

    def starts_plain(self) -> bool:
        """Tell whether a plain scalar may begin with the next character."""
        character, following = self.text[self.position], self.text[self.position + 1]
        return (
            character not in _NOT_PLAIN
            or (character == "-" and following not in " \t")
            or (not self.flow_level and character in "?:" and following not in BLANKS_OR_END)
        )

    def no_key(self) -> _SimpleKey:
        """Return a key that is not possible, the first of a stream."""
        return _SimpleKey(self.mark(), 0, possible=False, required=False)
