"""Makes text safe to show: on terminals, in logs of builds, on pages.

Names, paths, values and messages of others reach reports and errors. What is in them must not
move a cursor, hide a line, turn the direction of text, or be taken for a command by the program
that reads the log of a build. All reports and all errors pass through here once, at their end.
What a chart renders to, and other data that was asked for, does not: it stays as it is.
"""

from __future__ import annotations

import os
import re

from helmwright.base.patterns import lazy_pattern

_MARK = f"\x1b{os.urandom(8).hex()}["
"""Stands before our own colours until ``printable``; no input can know it."""
_LINK = "]8;;"
_URL = lazy_pattern(r"(?:file://[A-Za-z0-9.-]*/[A-Za-z0-9/._~%-]*)?")
_KEPT = frozenset("\n\t\r\xa0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))
"""What Python does not call printable and is harmless: line ends and spaces."""
_RETURN = "\r(?!\n)"
# A runner of GitHub takes a line that begins with '::name' for a command, and '##[name' anywhere,
# as one of Azure takes '##vso[name'.
# Source: actions/runner src/Runner.Common/ActionCommand.cs
_COMMAND = r"^[^\S\n]*:(?=:[A-Za-z])|#(?=#[A-Za-z.]*\[)"
_REST = lazy_pattern(f"{_RETURN}|{_COMMAND}", re.MULTILINE)
_IN_JSON = lazy_pattern(r"#(?=#[A-Za-z.]*\[)")


def painted(text: str, codes: str) -> str:
    """Return text with a colour, for a report that ends in ``printable``.

    codes: of the escape sequence, such as ``1;31``.
    """
    return f"{_MARK}{codes}m{text}{_MARK}0m"


def linked(text: str, url: str) -> str:
    """Return text that leads to a file on a terminal, for a report that ends in ``printable``.

    url: of the file; any other than one of ASCII letters, digits, ``/._~-`` and ``%`` makes no link.
    """
    return f"{_MARK}{_LINK}{url} {text}{_MARK}{_LINK} " if url and _URL.fullmatch(url) else text


def printable(text: str) -> str:
    r"""Return text of one or many lines in which all that does not print is spelt out.

    Characters become ``\x1b`` or ``\u202e``, bytes that are no text ``\xff``, and what a build's
    log takes for a command loses its meaning: ``::error`` becomes ``\x3a:error``. Of escape
    sequences only those of ``painted`` and ``linked`` are left.
    """
    if _MARK in text:
        first, *rest = text.split(_MARK)
        return _spelt(first) + "".join(map(_marked, rest))
    return _spelt(text)


def printable_line(text: str) -> str:
    """Return text as ``printable`` does, in one line: line ends and tabs are spelt out, too."""
    if text.isprintable() and not _REST.search(text):
        return text
    return printable(text).translate({10: "\\n", 13: "\\r", 9: "\\t"})


def printable_json(text: str) -> str:
    r"""Return JSON that means the same, in which all that does not print is ``\uXXXX``."""
    odd = _odd(text)
    if odd:
        text = text.translate({ord(one): _in_json(one) for one in odd})
    return _IN_JSON.sub("\\\\u0023", text) if "##" in text else text


def _spelt(text: str) -> str:
    odd = _odd(text)
    if odd:
        text = text.translate({ord(one): _spelling(one) for one in odd})
    if "::" in text or "##" in text or "\r" in text:
        text = _REST.sub(_replaced, text)
    return text


def _marked(part: str) -> str:
    """Return what stands behind a mark: the codes of a colour or the URL of a link, then text."""
    if part.startswith(_LINK):
        url, _, text = part[len(_LINK) :].partition(" ")
        link = f"\x1b]8;;{url}\x1b\\" if _URL.fullmatch(url) else ""
        return f"{link}{_spelt(text)}"
    codes, end, text = part.partition("m")
    return f"\x1b[{codes}{end}{_spelt(text)}"


def _odd(text: str) -> set[str]:
    return {one for one in set(text) if not one.isprintable()} - _KEPT


def _spelling(character: str) -> str:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        return f"\\x{code - 0xDC00:02x}"
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _in_json(character: str) -> str:
    code = ord(character)
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _replaced(found: re.Match[str]) -> str:
    text = found[0]
    return f"{text[:-1]}\\x{ord(text[-1]):02x}" if text != "\r" else "\\r"
