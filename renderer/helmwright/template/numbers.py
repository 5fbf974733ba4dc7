"""Number and character constants of templates. Source: text/template/parse/node.go, newNumber."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.go.strconv import parse_float, parse_int, parse_uint, quote, unquote_char
from helmwright.template import lexer
from helmwright.template.nodes import Number

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.template.lexer import Token


def parse_number(token: Token) -> Number:
    """Return the constant that ``token`` writes.

    Raises:
        GoError: with Go's text, such as ``illegal number syntax: "-"``.
    """
    number = Number(token.position, token.text)
    text = token.text
    if token.kind == lexer.CHAR_CONSTANT:
        _read_character(number, text)
    elif token.kind == lexer.COMPLEX:
        _read_complex(number, text)
    elif text.endswith("i") and (imaginary := _float_or_none(text[:-1])) is not None:
        number.complex = complex(0, imaginary)
        _simplify(number)
    else:
        _read_plain(number, text)
    return number


def _read_character(number: Number, text: str) -> None:
    character, tail = unquote_char(text[1:], text[0])
    if tail != "'":
        raise GoError(f"malformed character constant: {text}")
    number.int = number.uint = ord(character)
    number.float = float(ord(character))


def _read_complex(number: Number, text: str) -> None:
    """Read two numbers joined by a sign, as fmt.Sscan does."""
    import re

    digits = r"0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?"
    digits += r"|[0-9_]*(?:\.[0-9_]*)?(?:[eEpP][+-]?[0-9_]*)?"
    found = re.fullmatch(rf"([+-]?(?:{digits}))([+-])({digits})i", text)
    if found is None or not found[3]:
        raise GoError("syntax error scanning complex number")
    number.complex = complex(parse_float(found[1]), parse_float(found[2] + found[3]))
    _simplify(number)


def _simplify(number: Number) -> None:
    """Give a complex number without imaginary part its other shapes."""
    value = number.complex
    if value is None or value.imag != 0:
        return
    number.float = value.real
    _add_integers(number, value.real)


def _add_integers(number: Number, value: float) -> None:
    if value == value // 1 and abs(value) <= 2**64:
        whole = int(value)
        if number.int is None and -(2**63) <= whole < 2**63:
            number.int = whole
        if number.uint is None and 0 <= whole < 2**64:
            number.uint = whole


def _float_or_none(text: str) -> float | None:
    try:
        return parse_float(text)
    except GoError:
        return None


def _integer_or_none(parse: Callable[[str, int, int], int], text: str) -> int | None:
    try:
        return parse(text, 0, 64)
    except GoError:
        return None


def _read_plain(number: Number, text: str) -> None:
    if text.isascii() and text.isdigit() and (text[0] != "0" or text == "0") and len(text) < 19:
        number.int = number.uint = int(text)
        number.float = float(number.int)
        return
    number.uint = _integer_or_none(parse_uint, text)
    number.int = _integer_or_none(parse_int, text)
    if number.int == 0:
        number.uint = 0  # "-0" is not an unsigned literal, yet means zero
    if number.int is not None:
        number.float = float(number.int)
    elif number.uint is not None:
        number.float = float(number.uint)
    else:
        value = _float_or_none(text)
        if value is None:
            raise GoError(f"illegal number syntax: {quote(text)}")
        if not any(letter in text for letter in ".eEpP"):
            raise GoError(f"integer overflow: {quote(text)}")
        number.float = value
        _add_integers(number, value)
