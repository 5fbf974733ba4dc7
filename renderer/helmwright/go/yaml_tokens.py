"""The dispatcher of go-yaml's scanner: which token begins with which character.

Source: go-yaml v2 scannerc.go, yaml_parser_fetch_next_token and the functions it calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go.yaml_scan import BLANKS_OR_END, Token
from helmwright.go.yaml_scan_text import Texts

if TYPE_CHECKING:
    from helmwright.go.yaml_input import Input


class Scanner(Texts):
    """A stream of tokens."""

    def __init__(self, source: Input) -> None:
        super().__init__(source)
        self._started = False
        self._available = False

    def peek(self) -> Token:
        """Return the next token, scanning as far ahead as simple keys demand."""
        if not self._available:
            self._fetch_more_tokens()
            self._available = True
        return self.tokens[0]

    def skip(self) -> None:
        """Step over the token that ``peek`` returned."""
        self._available = False
        self.tokens_parsed += 1
        del self.tokens[0]

    def _fetch_more_tokens(self) -> None:
        while True:
            if self.tokens:
                key = self.keys_by_token.get(self.tokens_parsed)
                if key is None or not self.is_valid(self.simple_keys[key]):
                    return
            self._fetch_next_token()

    def _fetch_next_token(self) -> None:
        self.want(1)
        if not self._started:
            self._start_stream()
            return
        self.scan_to_next_token()
        self.unroll_indent(self.column)
        self.want(4)
        character = self.text[self.position]
        if character == "\0":
            self._end_stream()
        elif character == "%" and self.position == self.line_start:
            self._end_blocks()
            self.tokens.append(self.scan_directive())
        elif self.at_document_indicator():
            self._end_blocks()
            self.add_indicator("document-start" if character == "-" else "document-end", 3)
        else:
            self._fetch_content(character, self.text[self.position + 1] in BLANKS_OR_END)

    def _fetch_content(self, character: str, alone: bool) -> None:  # noqa: FBT001 - one caller
        """Read a token inside a document; ``alone`` is a character with a blank behind it."""
        in_flow = self.flow_level > 0
        if character in "[{":
            self._start_flow(character)
        elif character in "]}":
            self._end_flow(character)
        elif character == ",":
            self.remove_simple_key()
            self.simple_key_allowed = True
            self.add_indicator("flow-entry")
        elif character == "-" and alone:
            self._fetch_block_entry()
        elif character == "?" and (in_flow or alone):
            self._fetch_key()
        elif character == ":" and (in_flow or alone):
            self._fetch_value()
        elif character in "*&!":
            self._fetch_property(character)
        elif character in "|>" and not in_flow:
            self.remove_simple_key()
            self.simple_key_allowed = True
            self.tokens.append(self.scan_block_scalar(literal=character == "|"))
        else:
            self._fetch_flow_text(character)

    def _fetch_flow_text(self, character: str) -> None:
        """Read a quoted or plain scalar."""
        if character not in "'\"" and not self.starts_plain():
            raise self.fail("found character that cannot start any token")
        self.save_simple_key()
        self.simple_key_allowed = False
        if character in "'\"":
            self.tokens.append(self.scan_flow_scalar(single=character == "'"))
        else:
            self.tokens.append(self.scan_plain_scalar())

    def _start_stream(self) -> None:
        self.indent = -1
        self.simple_keys.append(self.no_key())
        self.simple_key_allowed = True
        self._started = True
        mark = self.mark()
        self.tokens.append(Token("stream-start", mark, mark))

    def _end_stream(self) -> None:
        if self.column:
            self.line += 1
            self.line_start = self.position
        self._end_blocks()
        mark = self.mark()
        self.tokens.append(Token("stream-end", mark, mark))

    def _end_blocks(self) -> None:
        self.unroll_indent(-1)
        self.remove_simple_key()
        self.simple_key_allowed = False

    def _start_flow(self, character: str) -> None:
        self.save_simple_key()
        self.enter_flow()
        self.simple_key_allowed = True
        self.add_indicator("flow-sequence-start" if character == "[" else "flow-mapping-start")

    def _end_flow(self, character: str) -> None:
        self.remove_simple_key()
        self.leave_flow()
        self.simple_key_allowed = False
        self.add_indicator("flow-sequence-end" if character == "]" else "flow-mapping-end")

    def _fetch_block_entry(self) -> None:
        if not self.flow_level:
            if not self.simple_key_allowed:
                raise self.fail("block sequence entries are not allowed in this context")
            self.roll_indent(self.column, -1, "block-sequence-start", self.mark())
        self.remove_simple_key()
        self.simple_key_allowed = True
        self.add_indicator("block-entry")

    def _fetch_key(self) -> None:
        if not self.flow_level:
            if not self.simple_key_allowed:
                raise self.fail("mapping keys are not allowed in this context")
            self.roll_indent(self.column, -1, "block-mapping-start", self.mark())
        self.remove_simple_key()
        self.simple_key_allowed = not self.flow_level
        self.add_indicator("key")

    def _fetch_value(self) -> None:
        key = self.simple_keys[-1]
        if self.is_valid(key):
            at = key.token_number - self.tokens_parsed
            self.tokens.insert(at, Token("key", key.mark, key.mark))
            self.roll_indent(key.mark.column, key.token_number, "block-mapping-start", key.mark)
            key.possible = False
            self.keys_by_token.pop(key.token_number, None)
            self.simple_key_allowed = False
        else:
            if not self.flow_level:
                if not self.simple_key_allowed:
                    raise self.fail("mapping values are not allowed in this context")
                self.roll_indent(self.column, -1, "block-mapping-start", self.mark())
            self.simple_key_allowed = not self.flow_level
        self.add_indicator("value")

    def _fetch_property(self, character: str) -> None:
        """Read an alias, an anchor or a tag."""
        self.save_simple_key()
        self.simple_key_allowed = False
        if character == "!":
            self.tokens.append(self.scan_tag())
        else:
            self.tokens.append(self.scan_anchor("alias" if character == "*" else "anchor"))
