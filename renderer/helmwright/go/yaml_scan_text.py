"""Scalars, tags, anchors and directives as go-yaml's scanner reads them.

Source: go-yaml v2 scannerc.go.
"""

from __future__ import annotations

from helmwright.base.patterns import lazy_pattern
from helmwright.go.yaml_scan import BLANKS_OR_END, BREAKS, BREAKS_OR_END, Layout, Mark, Token

_WORD = lazy_pattern("[0-9A-Za-z_-]*").match
_BLANK_RUN = lazy_pattern("[ \t]+").match
_LINE = lazy_pattern("[^\r\n\x85\u2028\u2029\0]*").match
_END = " \t\r\n\x85\u2028\u2029\0"
_PLAIN = lazy_pattern(f"(?:[^{_END}:]|:(?![{_END}]))+").match
_PLAIN_IN_FLOW = lazy_pattern(rf"(?:[^{_END}:,?\[\]{{}}]|:(?![{_END}]))+").match
_SINGLE_QUOTED = lazy_pattern(f"[^{_END}']+").match
_DOUBLE_QUOTED = lazy_pattern(rf'[^{_END}"\\]+').match
_HEX = frozenset("0123456789abcdefABCDEF")
_URI = lazy_pattern(r"[0-9A-Za-z_\-;/?:@&=+$,.!~*'()\[\]]+").match
_ESCAPES = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    " ": " ",
    '"': '"',
    "'": "'",
    "\\": "\\",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}
_CODE_LENGTHS = {"x": 2, "u": 4, "U": 8}
_AFTER_ANCHOR = BLANKS_OR_END | frozenset("?:,]}%@`")


class Texts(Layout):
    """The scanner's knowledge of everything that has text of its own."""

    def scan_directive(self) -> Token:
        """Read ``%YAML`` or ``%TAG``."""
        start = self.mark()
        self.position += 1
        self.want(1)
        name = self._word()
        if not name:
            raise self.fail("could not find expected directive name")
        if self.text[self.position] not in BLANKS_OR_END:
            raise self.fail("found unexpected non-alphabetical character")
        if name == "YAML":
            self.skip_blanks()
            value = self._version_number()
            if self.text[self.position] != ".":
                raise self.fail("did not find expected digit or '.' character")
            self.position += 1
            kind, extra = "version-directive", self._version_number()
        elif name == "TAG":
            kind = "tag-directive"
            value, extra = self._tag_directive()
        else:
            raise self.fail("found unknown directive name")
        end = self.mark()
        self._end_line()
        return Token(kind, start, end, value, extra)

    def _word(self) -> str:
        found = _WORD(self.text, self.position)
        word = found[0] if found else ""
        self.position += len(word)
        self.want(1)
        return word

    def _end_line(self) -> None:
        """Step over blanks, a comment and the line break; nothing else may come."""
        self.skip_blanks()
        self.skip_comment()
        if self.text[self.position] not in BREAKS_OR_END:
            raise self.fail("did not find expected comment or line break")
        if self.text[self.position] in BREAKS:
            self.want(2)
            self.read_break()

    def _version_number(self) -> str:
        self.want(1)
        digits = ""
        while "0" <= self.text[self.position] <= "9":
            if len(digits) == 2:
                raise self.fail("found extremely long version number")
            digits += self.text[self.position]
            self.position += 1
            self.want(1)
        if not digits:
            raise self.fail("did not find expected version number")
        return str(int(digits))

    def _tag_directive(self) -> tuple[str, str]:
        self.skip_blanks()
        handle = self._tag_handle(directive=True)
        self.want(1)
        if self.text[self.position] not in " \t":
            raise self.fail("did not find expected whitespace")
        self.skip_blanks()
        prefix = self._tag_uri("")
        self.want(1)
        if self.text[self.position] not in BLANKS_OR_END:
            raise self.fail("did not find expected whitespace or line break")
        return handle, prefix

    def scan_anchor(self, kind: str) -> Token:
        """Read an anchor or an alias."""
        start = self.mark()
        self.position += 1
        self.want(1)
        name = self._word()
        if not name or self.text[self.position] not in _AFTER_ANCHOR:
            raise self.fail("did not find expected alphabetic or numeric character")
        return Token(kind, start, self.mark(), name)

    def scan_tag(self) -> Token:
        """Read a tag; the value is its handle and the extra its suffix."""
        start = self.mark()
        self.want(2)
        if self.text[self.position + 1] == "<":
            self.position += 2
            handle, suffix = "", self._tag_uri("")
            if self.text[self.position] != ">":
                raise self.fail("did not find the expected '>'")
            self.position += 1
        else:
            handle = self._tag_handle(directive=False)
            if len(handle) > 1 and handle[-1] == "!":
                suffix = self._tag_uri("")
            else:
                suffix = self._tag_uri(handle)
                handle = "!"
                if not suffix:
                    handle, suffix = suffix, handle
        self.want(1)
        if self.text[self.position] not in BLANKS_OR_END:
            raise self.fail("did not find expected whitespace or line break")
        return Token("tag", start, self.mark(), handle, suffix)

    def _tag_handle(self, *, directive: bool) -> str:
        self.want(1)
        if self.text[self.position] != "!":
            raise self.fail("did not find expected '!'")
        self.position += 1
        self.want(1)
        handle = "!" + self._word()
        if self.text[self.position] == "!":
            self.position += 1
            handle += "!"
        elif directive and handle != "!":
            raise self.fail("did not find expected '!'")
        return handle

    def _tag_uri(self, head: str) -> str:
        """Read a tag's URI; ``head`` is a handle that turned out to be its beginning."""
        parts = [head[1:].encode()]
        begin = self.position
        self.want(1)
        while True:
            found = _URI(self.text, self.position)
            if found:
                parts.append(found[0].encode())
                self.position = found.end()
                self.want(1)
            elif self.text[self.position] == "%":
                parts.append(self._uri_escapes())
                self.want(1)
            else:
                break
        if not head and self.position == begin:
            raise self.fail("did not find expected tag URI")
        return b"".join(parts).decode("utf-8", "surrogateescape")

    def _uri_escapes(self) -> bytes:
        """Read the ``%xx`` escapes of one character."""
        octets = bytearray()
        remaining = 1
        while remaining:
            self.want(3)
            digits = self.text[self.position + 1 : self.position + 3]
            if self.text[self.position] != "%" or not _HEX.issuperset(digits) or len(digits) < 2:
                raise self.fail("did not find URI escaped octet")
            octet = int(digits, 16)
            if not octets:
                remaining = 1 if octet < 0x80 else (0, 0, 0, 0, 2, 2, 3, 4)[(octet >> 4) - 8]
                if not remaining or octet >= 0xF8:
                    raise self.fail("found an incorrect leading UTF-8 octet")
            elif octet & 0xC0 != 0x80:
                raise self.fail("found an incorrect trailing UTF-8 octet")
            octets.append(octet)
            self.position += 3
            remaining -= 1
        return bytes(octets)

    def scan_block_scalar(self, *, literal: bool) -> Token:
        """Read a ``|`` or ``>`` scalar."""
        start = self.mark()
        self.position += 1
        self.want(1)
        chomping, increment = self._block_header()
        self._end_line()
        indent = 0
        if increment:
            indent = self.indent + increment if self.indent >= 0 else increment
        pieces: list[str] = []
        leading_break = ""
        leading_blank = False
        end, indent, trailing = self._block_breaks(indent)
        self.want(1)
        while self.column == indent and self.text[self.position] != "\0":
            blank = self.text[self.position] in " \t"
            if not literal and not leading_blank and not blank and leading_break == "\n":
                if not trailing:
                    pieces.append(" ")
            else:
                pieces.append(leading_break)
            pieces.append(trailing)
            leading_blank = blank
            found = _LINE(self.text, self.position)
            if found:
                pieces.append(found[0])
                self.position = found.end()
            self.want(2)
            leading_break = self.read_break()
            end, indent, trailing = self._block_breaks(indent)
        if chomping != "-":
            pieces.append(leading_break)
        if chomping == "+":
            pieces.append(trailing)
        style = "|" if literal else ">"
        return Token("scalar", start, end, "".join(pieces), style)

    def _block_header(self) -> tuple[str, int]:
        """Read the chomping and indentation indicators, in either order."""
        chomping, increment = "", 0
        for _ in range(2):
            character = self.text[self.position]
            if character in "+-" and not chomping:
                chomping = character
            elif "0" <= character <= "9" and not increment:
                if character == "0":
                    raise self.fail("found an indentation indicator equal to 0")
                increment = int(character)
            else:
                break
            self.position += 1
            self.want(1)
        return chomping, increment

    def _block_breaks(self, indent: int) -> tuple[Mark, int, str]:
        """Read indentation and empty lines of a block scalar; find out its indentation.

        Returns the place behind the last line break, the indentation, and the breaks.
        """
        end = self.mark()
        deepest = 0
        breaks = ""
        text = self.text
        while True:
            self.want(1)
            while (not indent or self.column < indent) and text[self.position] == " ":
                self.position += 1
                self.want(1)
            deepest = max(deepest, self.column)
            if (not indent or self.column < indent) and text[self.position] == "\t":
                raise self.fail("found a tab character where an indentation space is expected")
            if text[self.position] not in BREAKS:
                break
            self.want(2)
            breaks += self.read_break()
            end = self.mark()
        return end, indent or max(deepest, self.indent + 1, 1), breaks

    def scan_flow_scalar(self, *, single: bool) -> Token:
        """Read a quoted scalar."""
        start = self.mark()
        self.position += 1
        quote = "'" if single else '"'
        pieces: list[str] = []
        while True:
            self.want(4)
            if self.at_document_indicator():
                raise self.fail("found unexpected document indicator")
            if self.text[self.position] == "\0":
                raise self.fail("found unexpected end of stream")
            escaped_break = self._quoted_run(pieces, single=single)
            self.want(1)
            if self.text[self.position] == quote:
                break
            pieces.append(self._fold(escaped_break=escaped_break))
        self.position += 1
        return Token("scalar", start, self.mark(), "".join(pieces), quote)

    def _quoted_run(self, pieces: list[str], *, single: bool) -> bool:
        """Read up to blanks or the closing quote; True if an escaped line break came."""
        pattern = _SINGLE_QUOTED if single else _DOUBLE_QUOTED
        while self.text[self.position] not in BLANKS_OR_END:
            found = pattern(self.text, self.position)
            if found:
                pieces.append(found[0])
                self.position = found.end()
            elif single:
                if self.text[self.position + 1] != "'":
                    return False
                pieces.append("'")
                self.position += 2
            elif self.text[self.position] == '"':
                return False
            elif self.text[self.position + 1] in BREAKS:
                self.want(3)
                self.position += 1
                self.read_break()
                return True
            else:
                pieces.append(self._escape())
            self.want(2)
        return False

    def _escape(self) -> str:
        """Read an escape of a double-quoted scalar."""
        letter = self.text[self.position + 1]
        if letter in _ESCAPES:
            self.position += 2
            return _ESCAPES[letter]
        length = _CODE_LENGTHS.get(letter)
        if length is None:
            raise self.fail("found unknown escape character")
        self.position += 2
        self.want(length)
        digits = self.text[self.position : self.position + length]
        if len(digits) < length or not _HEX.issuperset(digits):
            raise self.fail("did not find expected hexdecimal number")
        code = int(digits, 16)
        if 0xD800 <= code <= 0xDFFF or code > 0x10FFFF:
            raise self.fail("found invalid Unicode character escape code")
        self.position += length
        return chr(code)

    def _fold(self, *, escaped_break: bool) -> str:
        """Read blanks and line breaks inside a quoted scalar; return what is left of them."""
        blanks = leading_break = trailing = ""
        after_break = escaped_break
        while True:
            found = _BLANK_RUN(self.text, self.position)
            if found:
                self.position = found.end()
                if not after_break:
                    blanks = found[0]
            elif self.text[self.position] in BREAKS:
                self.want(2)
                if after_break:
                    trailing += self.read_break()
                else:
                    blanks = ""
                    leading_break = self.read_break()
                    after_break = True
            else:
                break
            self.want(1)
        return folded(leading_break, trailing) if after_break else blanks

    def scan_plain_scalar(self) -> Token:  # noqa: C901, PLR0912 - follows its model
        """Read a plain scalar, which may go on over several lines."""
        start = end = self.mark()
        indent = self.indent + 1
        pieces: list[str] = []
        blanks = leading_break = trailing = ""
        after_break = False
        pattern = _PLAIN_IN_FLOW if self.flow_level else _PLAIN
        while True:
            self.want(4)
            if self.at_document_indicator() or self.text[self.position] == "#":
                break
            found = pattern(self.text, self.position)
            if found:
                pieces.append(folded(leading_break, trailing) if after_break else blanks)
                blanks = leading_break = trailing = ""
                after_break = False
                pieces.append(found[0])
                self.position = found.end()
                end = self.mark()
                self.want(2)
            if self.text[self.position] == "\0" or self.text[self.position] not in BLANKS_OR_END:
                break
            self.want(1)
            while True:
                blank_run = _BLANK_RUN(self.text, self.position)
                if blank_run:
                    if after_break:
                        self._check_tabs(blank_run[0], indent)
                    else:
                        blanks += blank_run[0]
                    self.position = blank_run.end()
                elif self.text[self.position] in BREAKS:
                    self.want(2)
                    if after_break:
                        trailing += self.read_break()
                    else:
                        blanks = ""
                        leading_break = self.read_break()
                        after_break = True
                else:
                    break
                self.want(1)
            if not self.flow_level and self.column < indent:
                break
        if after_break:
            self.simple_key_allowed = True
        return Token("scalar", start, end, "".join(pieces))

    def _check_tabs(self, blanks: str, indent: int) -> None:
        """Refuse a tab in the indentation of a continued plain scalar."""
        tab = blanks.find("\t")
        if tab >= 0 and self.column + tab < indent:
            self.position += tab
            raise self.fail("found a tab character that violates indentation")


def folded(leading_break: str, trailing: str) -> str:
    """Return what line breaks between two pieces of a flow scalar become."""
    if leading_break == "\n":
        return trailing or " "
    return leading_break + trailing
