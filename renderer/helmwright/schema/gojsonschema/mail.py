"""Whether a text is one mail address, with or without a name, as Go's net/mail reads it.

Source: net/mail/message.go, ParseAddress
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.ip_address import check_address

if TYPE_CHECKING:
    from collections.abc import Callable

_VISIBLE = r"!-~\u0080-\U0010ffff"
_SPECIALS = r'()<>\[\]:;@\\,"'
_ATOM = re.compile(rf"(?:(?![{_SPECIALS}])[{_VISIBLE}])+")
_QUOTED = re.compile(rf'"((?:(?![\\"])[{_VISIBLE} \t]|\\[{_VISIBLE} \t])*)"')
_LITERAL = re.compile(rf"\[((?:(?![\[\]\\])[{_VISIBLE}])*)\]")
_CHARSET = re.compile(r"=\?([^?]*)\?([^?]*)\?([^?]*)\?=")
_KNOWN_CHARSETS = ("utf-8", "iso-8859-1", "us-ascii")


class _Bad(Exception):  # noqa: N818 - never leaves this module
    """The text is no address."""


def is_address(text: str) -> bool:
    """Tell whether ``text`` is one address, such as ``a@b`` or ``A <a@b>``."""
    if any("\udc80" <= char <= "\udcff" for char in text):
        return False
    reader = _Reader(text)
    try:
        count = reader.address(in_group=False)
        reader.comments()
    except _Bad:
        return False
    return not reader.rest and count == 1


class _Reader:
    """Reads an address from the front of ``rest``."""

    def __init__(self, text: str) -> None:
        self.rest = text

    def take(self, char: str) -> bool:
        """Take one character if it comes next."""
        if not self.rest.startswith(char):
            return False
        self.rest = self.rest[1:]
        return True

    def space(self) -> None:
        """Skip spaces and tabs."""
        self.rest = self.rest.lstrip(" \t")

    def comments(self) -> None:
        """Skip spaces and comments."""
        self.space()
        while self.take("("):
            self._comment()
            self.space()

    def address(self, *, in_group: bool) -> int:
        """Read an address or, outside of one, a group; return how many addresses it has."""
        self.space()
        if not self.rest:
            raise _Bad
        before = self.rest
        try:
            self._specification()
        except _Bad:
            self.rest = before
        else:
            self.space()
            if self.take("("):
                for word in re.split(r"[ \t]+", self._comment()):
                    _refuse_charset(word)
            return 1
        if not self.rest.startswith("<"):
            self._phrase()
        self.space()
        if not in_group and self.take(":"):
            return self._group()
        if not self.take("<"):
            raise _Bad
        self._specification()
        if not self.take(">"):
            raise _Bad
        return 1

    def _group(self) -> int:
        self.space()
        count = 0
        if self.take(";"):
            self.comments()
            return 0
        while True:
            self.space()
            count += self.address(in_group=True)
            self.comments()
            if self.take(";"):
                self.comments()
                return count
            if not self.take(","):
                raise _Bad

    def _specification(self) -> None:
        """Read ``local@domain``."""
        self.space()
        if self.rest.startswith('"'):
            if not self._match(_QUOTED):
                raise _Bad
        else:
            _check_dots(self._match(_ATOM))
        if not self.take("@"):
            raise _Bad
        self.space()
        if self.rest.startswith("["):
            literal = self._match(_LITERAL)
            try:
                check_address(literal)
            except GoError:
                raise _Bad from None
            if "%" in literal:
                raise _Bad
        else:
            _check_dots(self._match(_ATOM))

    def _phrase(self) -> None:
        """Read the words before ``<``; once there is one, what is no word ends them."""
        words = 0
        while True:
            if words:
                self.comments()
            self.space()
            if not self.rest:
                break
            try:
                if self.rest.startswith('"'):
                    self._match(_QUOTED)
                else:
                    _refuse_charset(self._match(_ATOM))
            except _Bad:
                if not words:
                    raise
                break
            words += 1

    def _comment(self) -> str:
        """Read to the end of a comment whose parenthesis is taken; return what is in it."""
        depth, text = 1, ""
        while self.rest and depth:
            if self.rest[0] == "\\" and len(self.rest) > 1:
                self.rest = self.rest[1:]
            elif self.rest[0] == "(":
                depth += 1
            elif self.rest[0] == ")":
                depth -= 1
            if depth:
                text += self.rest[0]
            self.rest = self.rest[1:]
        if depth:
            raise _Bad
        return text

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.rest)
        if found is None:
            raise _Bad
        self.rest = self.rest[found.end() :]
        return found[found.lastindex or 0]


def _check_dots(atom: str) -> None:
    if atom.startswith(".") or atom.endswith(".") or ".." in atom:
        raise _Bad


def _refuse_charset(word: str) -> None:
    """Refuse an encoded word in a character set that Go does not know."""
    found = _CHARSET.fullmatch(word)
    if found is None or found[1].lower() in _KNOWN_CHARSETS or not _is_encoding(found[2], found[3]):
        return
    raise _Bad


_ENCODINGS: dict[str, Callable[[str], bool]] = {
    "b": lambda text: (
        re.fullmatch(r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", text)
        is not None
    ),
    "q": lambda text: re.fullmatch(r"(?:=[0-9A-Fa-f]{2}|[!-<>-~ \t])*", text) is not None,
}


def _is_encoding(name: str, text: str) -> bool:
    check = _ENCODINGS.get(name.lower())
    return check is not None and check(text)
