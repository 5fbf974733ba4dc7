"""How Go's YAML libraries write one string: plain, quoted or as a literal block, folded or not.

yaml.v2 and yaml.v3 share this code but for three points, which are parameters here: v3 never
folds, allows tabs in literal blocks, and takes ``0o-17`` for a number.

Source: yaml.v2 emitterc.go (yaml_emitter_analyze_scalar, _select_scalar_style, _write_*_scalar).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from helmwright.base.patterns import lazy_pattern
from helmwright.go.yaml_plain import reads_as_other

PLAIN: Final = 0
SINGLE: Final = 1
DOUBLE: Final = 2
LITERAL: Final = 3

FOLD_WIDTH: Final = 80
NO_FOLDING: Final = 1 << 31

LINE_BREAKS: Final = ("\n", "\u2028", "\u2029")
"""The breaks that can end a literal block; a carriage return or NEL rules the block out."""

_INDICATOR = lazy_pattern(
    r"""[#,\[\]{}&*!|>'"%@`]|[?:-](?:[ \t]|\Z)|---|\.\.\."""  # at the beginning
)
_INNER_INDICATOR = lazy_pattern(r":(?:[ \t]|\Z)| #")
_ESCAPED_ASCII = lazy_pattern(r"[^ !#-\[\]-~]")
# Sets of characters beyond ASCII take milliseconds to compile and are seldom needed.
_RARE_PATTERNS = {
    "unprintable": "[^\n -~\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd]",
    "break": "[\n\r\x85\u2028\u2029]",
    "written break": "([\n\u2028\u2029])",
    "space and break": " [\n\r\x85\u2028\u2029]",
    "break and space": "[\n\r\x85\u2028\u2029] ",
    "escaped": "[^ !#-\\[\\]-~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd]",
}
_SHORT_ESCAPES = {
    "\0": "\\0",
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
    "\x1b": "\\e",
    '"': '\\"',
    "\\": "\\\\",
    "\x85": "\\N",
    "\xa0": "\\_",
    "\u2028": "\\L",
    "\u2029": "\\P",
}
_BYTE_ORDER_MARK = "\ufeff"


@cache
def _rare(name: str) -> re.Pattern[str]:
    return re.compile(_RARE_PATTERNS[name])


def is_multiline(text: str) -> bool:
    """Tell whether ``text`` contains any of YAML 1.1's line breaks: such a key is not simple."""
    if text.isascii():
        return "\n" in text or "\r" in text
    return _rare("break").search(text) is not None


def value_style(text: str, *, v3: bool = False) -> int:
    """Return the style in which ``text`` is written where folding and blocks are allowed."""
    if "\n" in text:
        return LITERAL if _block_allowed(text, v3=v3) else DOUBLE
    return _flow_style(text, v3=v3)


def key_style(text: str, *, v3: bool = False) -> int:
    """Return the style in which ``text`` is written as a simple key (one line, 128 bytes)."""
    return _flow_style(text, v3=v3)


def _flow_style(text: str, *, v3: bool) -> int:
    if reads_as_other(text, octal_signs=v3):
        return DOUBLE
    if text.isascii():
        if not text.isprintable():
            return DOUBLE
    else:
        if _rare("unprintable").search(text) or _rare("space and break").search(text):
            return DOUBLE
        if is_multiline(text):
            return DOUBLE if _rare("break and space").search(text) else SINGLE
    if text[0] == " " or text[-1] == " " or _INDICATOR.match(text) or _INNER_INDICATOR.search(text):
        return SINGLE
    return PLAIN


def _block_allowed(text: str, *, v3: bool) -> bool:
    if text[-1] == " ":
        return False
    if v3:
        text = text.replace("\t", "x")
    if text.isascii():
        return " \n" not in text and text.replace("\n", "").isprintable()
    return not (_rare("unprintable").search(text) or _rare("space and break").search(text))


def write_key(text: str, style: int) -> str:
    """Return ``text`` as a simple key."""
    if style == PLAIN:
        return text
    if style == SINGLE:
        return "'" + text.replace("'", "''") + "'"
    return f'"{_escape(text)}"'


def write_value(text: str, style: int, column: int, pad: str, width: int = FOLD_WIDTH) -> str:
    """Return ``text`` as a value or as a complex key.

    column: where its first character will stand.
    pad: the spaces that begin each further line.
    width: a line may break at the first space after this column.

    Only a literal block ends with a line break, and only where the text does.
    """
    if style == PLAIN:
        return _folded(text, "", column, pad, width)
    if style == SINGLE:
        if is_multiline(text):
            return _single_with_breaks(text, column + 1, pad, width)
        return "'" + _folded(text.replace("'", "''"), "'", column + 1, pad, width) + "'"
    if style == DOUBLE:
        return '"' + _folded(_escape(text), '"', column + 1, pad, width) + '"'
    return _literal(text, pad)


def _folded(text: str, quote: str, column: int, pad: str, width: int) -> str:
    """Return ``text``, which is escaped already, with line breaks in place of some spaces."""
    last = len(text) - 1
    if column + last <= width or " " not in text:
        return text
    lines = []
    start = 0
    space = text.find(" ", max(0, width + 1 - column))
    while space >= 0:
        following = text[space + 1 : space + 2]
        if (
            (space > 0 and text[space - 1] == " ")
            or (quote and space in (0, last))
            or (following == " " and quote != '"')
        ):
            space = text.find(" ", space + 1)
            continue
        lines.append(text[start:space])
        start = space + 1
        # A space at the beginning of a line would be lost in the folding.
        prefix = pad + "\\" if following == " " else pad
        lines.append("\n" + prefix)
        space = text.find(" ", start + max(0, width + 1 - len(prefix)))
    lines.append(text[start:])
    return "".join(lines)


def _single_with_breaks(text: str, column: int, pad: str, width: int) -> str:
    """Return ``text``, which contains U+2028 or U+2029, in single quotes."""
    parts = ["'"]
    last = len(text) - 1
    previous = ""
    for index, character in enumerate(text):
        if character in LINE_BREAKS:
            parts.append(character)
            column = 0
        elif (
            character == " "
            and previous != " "
            and column > width
            and 0 < index < last
            and text[index + 1] != " "
        ):
            parts.append("\n" + pad)
            column = len(pad)
        else:
            if previous in LINE_BREAKS:
                parts.append(pad)
                column = len(pad)
            written = "''" if character == "'" else character
            parts.append(written)
            column += len(written)
        previous = character
    parts.append("'")
    return "".join(parts)


def _escape(text: str) -> str:
    if text[:1] == _BYTE_ORDER_MARK:
        # The test for a byte order mark looks at the first character instead of the current one.
        return "".join(map(_escape_character, text))
    escaped = _ESCAPED_ASCII if text.isascii() else _rare("escaped")
    return escaped.sub(lambda match: _escape_character(match[0]), text)


def _escape_character(character: str) -> str:
    escape = _SHORT_ESCAPES.get(character)
    if escape is not None:
        return escape
    code = ord(character)
    if code <= 0xFF:
        return f"\\x{code:02X}"
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def _literal(text: str, pad: str) -> str:
    header = "|2" if text[0] == " " or text[0] in LINE_BREAKS else "|"
    if text[-1] not in LINE_BREAKS:
        header += "-"
    elif len(text) == 1 or text[-2] in LINE_BREAKS:
        header += "+"
    if "\u2028" in text or "\u2029" in text:
        pieces = _rare("written break").split(text)
        lines = "".join(
            pad + piece if piece and piece not in LINE_BREAKS else piece for piece in pieces
        )
    else:
        lines = "\n".join([pad + line if line else "" for line in text.split("\n")])
    return f"{header}\n{lines}"
