"""The flags, width and precision of one Printf verb, and how they shape basic values.

Source: fmt/format.go (Go 1.26).
"""

from __future__ import annotations

from helmwright.go.fmt_directives import ABSENT
from helmwright.go.ftoa import format_float
from helmwright.go.limits import LARGE_TEXT, check_text
from helmwright.go.strconv import (
    can_backquote,
    quote,
    quote_rune,
    quote_rune_to_ascii,
    quote_to_ascii,
    rune_text,
)

_MAX_RUNE = 0x10FFFF


class Layout:
    """How a value is to be set.

    width, precision: ``ABSENT`` if the verb has none.
    sharp_v, plus_v: ``%#v`` and ``%+v``, which take the place of ``sharp`` and ``plus``.
    """

    __slots__ = (
        "minus",
        "plus",
        "plus_v",
        "precision",
        "sharp",
        "sharp_v",
        "space",
        "width",
        "written",
        "zero",
    )

    def __init__(self, flags: str = "") -> None:
        """Begin with flag characters and neither width nor precision."""
        self.minus = "-" in flags
        self.plus = "+" in flags
        self.sharp = "#" in flags
        self.space = " " in flags
        self.zero = "0" in flags
        self.plus_v = False
        self.sharp_v = False
        self.width = ABSENT
        self.precision = ABSENT
        self.written = 0

    def pad(self, text: str, *, zero: bool | None = None) -> str:
        """Return ``text`` filled up to the width; on the left, unless ``minus`` is set."""
        missing = self.width - len(text)
        self.written += max(self.width, len(text))
        if self.written > LARGE_TEXT:
            check_text("printing", self.written)
        if missing <= 0:
            return text
        if self.minus:
            return text + " " * missing
        return ("0" if (self.zero if zero is None else zero) else " ") * missing + text

    def string(self, text: str) -> str:
        """Return a string, cut to the precision in characters."""
        return self.pad(self._cut(text))

    def _cut(self, text: str) -> str:
        return text if self.precision == ABSENT else text[: self.precision]

    def quoted(self, text: str) -> str:
        """Return a string as a Go literal."""
        text = self._cut(text)
        if self.sharp and can_backquote(text):
            return self.pad(f"`{text}`")
        return self.pad(quote_to_ascii(text) if self.plus else quote(text))

    def character(self, code: int) -> str:
        """Return the character with this code."""
        return self.pad(rune_text(code))

    def quoted_character(self, code: int) -> str:
        """Return the character with this code as a Go literal."""
        return self.pad(quote_rune_to_ascii(code) if self.plus else quote_rune(code))

    def unicode(self, value: int) -> str:
        """Return a code as ``U+0078``, with ``sharp`` as ``U+0078 'x'``."""
        code = value & 0xFFFFFFFFFFFFFFFF
        text = f"U+{code:0{max(self.precision, 4)}X}"
        if self.sharp and code <= _MAX_RUNE:
            from helmwright.go.printable import is_printable

            if is_printable(code):
                text += f" '{chr(code)}'"
        return self.pad(text, zero=False)

    def hexadecimal(self, data: bytes, *, upper: bool) -> str:
        """Return bytes as hexadecimal digits, as many bytes as the precision says."""
        if self.precision != ABSENT:
            data = data[: self.precision]
        if not data:
            return self.pad("")
        if self.space:
            text = data.hex(" ")
            if self.sharp:
                text = "0x" + text.replace(" ", " 0x")
        else:
            text = ("0x" if self.sharp else "") + data.hex()
        return self.pad(text.upper() if upper else text)

    def integer(self, value: int, base: int, verb: str) -> str:
        """Return an integer in base 2, 8, 10 or 16."""
        digits = f"{abs(value):{_BASE_FORMATS[base]}}"
        if self.precision != ABSENT:
            if not self.precision and not value:
                return self.pad("", zero=False)
            digits = digits.zfill(self.precision)
        elif self.zero and not self.minus and self.width != ABSENT:
            digits = digits.zfill(self.width - (value < 0 or self.plus or self.space))
        if self.sharp:
            if base == 8:
                digits = digits if digits[0] == "0" else "0" + digits
            else:
                digits = _BASE_PREFIXES[base] + digits
        if verb == "X":
            digits = digits.upper()
        if verb == "O":
            digits = "0o" + digits
        sign = "-" if value < 0 else "+" if self.plus else " " if self.space else ""
        return self.pad(sign + digits, zero=False)

    def float(self, value: float, verb: str, precision: int) -> str:
        """Return a float64; ``precision`` is the verb's own, used when none is given."""
        if self.precision != ABSENT:
            precision = self.precision
        number = format_float(value, verb, precision)
        sign = "+"
        if number[0] in "+-":
            sign, number = number[0], number[1:]
        if sign == "+" and self.space and not self.plus:
            sign = " "
        if number[0] in "IN":
            if number[0] == "N" and not self.space and not self.plus:
                sign = ""
            return self.pad(sign + number, zero=False)
        if self.sharp and verb != "b":
            number = _with_point(number, verb, precision)
        signed = self._signed(sign, number)
        if self.zero and not self.minus and signed != number:
            number = number.rjust(self.width - 1, "0")
            return self.pad(sign + number)
        return self.pad(signed)

    def _signed(self, sign: str, number: str) -> str:
        return sign + number if self.plus or sign != "+" else number


_BASE_FORMATS = {2: "b", 8: "o", 10: "d", 16: "x"}
_BASE_PREFIXES = {2: "0b", 10: "", 16: "0x"}


def _with_point(number: str, verb: str, precision: int) -> str:
    """Return a number with a decimal point, and with the zeros that ``g`` had dropped."""
    exponent_marks = "pP" if verb in "xX" else "eE"
    cut = next((index for index, char in enumerate(number) if char in exponent_marks), len(number))
    number, tail = number[:cut], number[cut:]
    missing = 0
    if verb in "gGx":
        missing = 6 if precision == -1 else precision
        missing -= len(number.replace(".", "").lstrip("0"))
    if "." not in number:
        if number == "0":
            missing -= 1
        number += "."
    return number + "0" * missing + tail
