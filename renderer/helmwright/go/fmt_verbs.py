"""Printf in full: flags, widths, precisions, argument indexes, and every verb for every kind.

Source: fmt/print.go, fmt/format.go (Go 1.26).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.go import kinds
from helmwright.go.fmt_directives import ABSENT, BAD_INDEX, NO_INDEX, STAR
from helmwright.go.fmt_layout import Layout
from helmwright.go.fmt_parts import ADDRESS, NIL, join, sorted_keys
from helmwright.go.stacks import descend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.go.fmt_directives import Directive
    from helmwright.go.kinds import Value

_LARGEST_NUMBER = 1_000_000
_UNSIGNED = (kinds.Uint64, kinds.Uint32, kinds.Uint8)
_INTEGER_BASES = {"v": 10, "d": 10, "b": 2, "o": 8, "O": 8, "x": 16, "X": 16}
_FLOAT_PRECISIONS = dict.fromkeys("vbgGxX", -1) | dict.fromkeys("fFeE", 6)


def run(parts: Sequence[str | Directive], values: Sequence[Value]) -> str:
    """Return the text of a parsed format with its values."""
    return join("", _Run(values).texts(parts))


class _Run:
    """One call of Printf: where it stands in its arguments."""

    def __init__(self, values: Sequence[Value]) -> None:
        """Begin at the first argument."""
        self.values = values
        self.next = 0
        self.reordered = False
        self.good_index = True

    def texts(self, parts: Sequence[str | Directive]) -> list[str]:
        """Return the pieces of the result."""
        texts = [part if isinstance(part, str) else self.directive(part) for part in parts]
        if not self.reordered and self.next < len(self.values):
            extra = [_described(value) for value in self.values[self.next :]]
            texts.append(f"%!(EXTRA {', '.join(extra)})")
        return texts

    def directive(self, part: Directive) -> str:
        """Return the text of one verb."""
        self.good_index = not part.misplaced
        layout = Layout(part.flags)
        trouble = ""
        self.go_to(part.indexes[0])
        layout.width = part.width
        if part.width == STAR:
            layout.width = self.integer()
            if layout.width == ABSENT:
                trouble = "%!(BADWIDTH)"
            elif layout.width < 0:
                layout.width = -layout.width
                layout.minus = True
                layout.zero = False
        self.go_to(part.indexes[1])
        layout.precision = part.precision
        if part.precision == STAR:
            layout.precision = self.integer()
            if layout.precision < 0:
                layout.precision = ABSENT
                trouble += "%!(BADPREC)"
        self.go_to(part.indexes[2])
        return trouble + self.verb(part.verb, layout)

    def verb(self, verb: str, layout: Layout) -> str:
        """Return the next value as ``verb`` prints it, or a complaint."""
        if not verb:
            return "%!(NOVERB)"
        if verb == "%":
            return "%"
        if not self.good_index:
            return f"%!{verb}(BADINDEX)"
        if self.next >= len(self.values):
            return f"%!{verb}(MISSING)"
        value = self.values[self.next]
        self.next += 1
        if verb in "vw":
            layout.sharp_v, layout.sharp = layout.sharp, False
            layout.plus_v, layout.plus = layout.plus, False
        return _Printer(layout).argument(value, verb)

    def go_to(self, index: int) -> None:
        """Obey a ``[n]``."""
        if index == NO_INDEX:
            return
        self.reordered = True
        if index != BAD_INDEX and index < len(self.values):
            self.next = index
        else:
            self.good_index = False

    def integer(self) -> int:
        """Take the next value as a width or precision; ``ABSENT`` if it is none."""
        if self.next >= len(self.values):
            return ABSENT
        value = self.values[self.next]
        self.next += 1
        if not kinds.is_integer(value) or not -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER:
            return ABSENT
        return int(value)


def _described(value: Value) -> str:
    """Return a superfluous argument as the EXTRA complaint shows it."""
    if value is None:
        return NIL
    return f"{kinds.type_name(value)}={_Printer(Layout()).argument(value, 'v')}"


class _Printer:
    """One verb at work on one value and everything inside it."""

    __slots__ = ("erroring", "layout", "memo")

    def __init__(self, layout: Layout) -> None:
        """Print with the flags, width and precision of ``layout``."""
        self.layout = layout
        self.erroring = False
        self.memo: dict[tuple[int, str, bool], tuple[str, Value]] = {}

    def argument(self, value: Value, verb: str) -> str:
        """Return an argument of Printf (Go's printArg)."""
        if value is None:
            return self.layout.pad(NIL) if verb in "Tv" else self.bad_verb(value, verb)
        if verb == "T":
            return self.layout.string(kinds.type_name(value))
        if verb == "p":
            return self.pointer(value, verb)
        if isinstance(value, bytes):
            return self.bytes(value, verb, "[]byte", 0)
        text = self.methods(value, verb)
        return text if text is not None else self.value(value, verb, 0)

    def methods(self, value: Value, verb: str) -> str | None:
        """Return what the value's String, Error or GoString gives, ``None`` without them."""
        if self.erroring:
            return None
        if verb == "w":
            return self.bad_verb(value, verb)
        if self.layout.sharp_v:
            syntax = getattr(value, "go_syntax", None)
            return self.layout.string(syntax()) if syntax else None
        if verb in "vsxXq" and hasattr(value, "go_string"):
            text = value.go_string()
            return self.string(text, verb) if text is not None else None
        return None

    def value(self, value: Value, verb: str, depth: int) -> str:  # noqa: PLR0911 (one per kind)
        """Return a value, or a part of one, without its methods (Go's printValue)."""
        if isinstance(value, str):
            return self.string(value, verb)
        if isinstance(value, bool):
            text = "true" if value else "false"
            return self.layout.pad(text) if verb in "tv" else self.bad_verb(value, verb)
        if isinstance(value, int):
            return self.integer(value, verb)
        if isinstance(value, float):
            return self.float(value, verb)
        if isinstance(value, complex):
            return self.complex(value, verb)
        if isinstance(value, kinds.MAPS):
            return self.map(value, verb, depth)
        if isinstance(value, list):
            return self.list(value, verb, depth)
        if isinstance(value, bytes):
            return self.bytes(value, verb, "[]uint8", depth)
        if isinstance(value, kinds.Struct) and not (value.go_kind == "ptr" and depth > 0):
            return self.struct(value, verb, depth)
        return self.pointer(value, verb)

    def part(self, value: Value, verb: str, depth: int) -> str:
        """Return something inside a list, map or struct."""
        if value is None:
            return "interface {}(nil)" if self.layout.sharp_v else NIL
        if isinstance(value, kinds.CONTAINERS):  # parts that are shared are printed once
            key = (id(value), verb, self.erroring)
            known = self.memo.get(key)
            if known is None:
                text = self.methods(value, verb)
                text = descend(self.value, value, verb, depth) if text is None else text
                known = self.memo[key] = text, value
            return known[0]
        text = self.methods(value, verb)
        return text if text is not None else self.value(value, verb, depth)

    def list(self, value: list[Value], verb: str, depth: int) -> str:
        """Return a list of any element type."""
        parts = [self.part(item, verb, depth + 1) for item in value]
        if not self.layout.sharp_v:
            return f"[{join(' ', parts)}]"
        name = kinds.type_name(value)
        if getattr(value, "nil", False):
            return f"{name}(nil)"
        return f"{name}{{{join(', ', parts)}}}"

    def map(self, value: Value, verb: str, depth: int) -> str:
        """Return a map in the order of its keys."""
        parts = [
            f"{self.part(key, verb, depth + 1)}:{self.part(value[key], verb, depth + 1)}"
            for key in sorted_keys(value)
        ]
        if not self.layout.sharp_v:
            return f"map[{join(' ', parts)}]"
        name = kinds.type_name(value)
        if getattr(value, "nil", False):
            return f"{name}(nil)"
        return f"{name}{{{join(', ', parts)}}}"

    def struct(self, value: kinds.Struct, verb: str, depth: int) -> str:
        """Return the fields of a struct or of what a pointer points to."""
        pointer = value.go_kind == "ptr"
        parts = [
            (f"{name}:" if self.layout.plus_v or self.layout.sharp_v else "")
            + self.part(getattr(value, attribute), verb, depth + 1)
            for name, attribute in value.go_fields.items()
        ]
        mark = "&" if pointer else ""
        if not self.layout.sharp_v:
            return f"{mark}{{{join(' ', parts)}}}"
        return f"{mark}{value.go_type.lstrip('*')}{{{join(', ', parts)}}}"

    def bytes(self, value: bytes, verb: str, name: str, depth: int) -> str:
        """Return a []byte; ``name`` is its type as Go names it here."""
        layout = self.layout
        if verb in "sq":
            return self.string(value.decode("utf-8", "surrogateescape"), verb)
        if verb in "xX":
            return layout.hexadecimal(value, upper=verb == "X")
        if verb in "vd" and layout.sharp_v:
            if isinstance(value, kinds.NilBytes):
                return f"{name}(nil)"
            return f"{name}{{{', '.join([self.address(byte, sharp=True) for byte in value])}}}"
        if verb == "d" or (verb == "v" and depth == 0):
            parts = [layout.integer(byte, 10, verb) for byte in value]
        else:
            parts = [self.integer(kinds.Uint8(byte), verb) for byte in value]
            if layout.sharp_v:
                return f"[]uint8{{{join(', ', parts)}}}"
        return f"[{join(' ', parts)}]"

    def string(self, value: str, verb: str) -> str:
        """Return a string."""
        layout = self.layout
        if verb == "s" or (verb == "v" and not layout.sharp_v):
            return layout.string(value)
        if verb in "qv":
            return layout.quoted(value)
        if verb in "xX":
            data = value.encode("utf-8", "surrogateescape")
            return layout.hexadecimal(data, upper=verb == "X")
        return self.bad_verb(value, verb)

    def integer(self, value: int, verb: str) -> str:
        """Return an integer of any type."""
        layout = self.layout
        base = _INTEGER_BASES.get(verb)
        if base is not None:
            if verb == "v" and layout.sharp_v and isinstance(value, _UNSIGNED):
                return self.address(value, sharp=True)
            return layout.integer(int(value), base, verb)
        if verb == "c":
            return layout.character(value)
        if verb == "q":
            return layout.quoted_character(value)
        if verb == "U":
            return layout.unicode(int(value))
        return self.bad_verb(value, verb)

    def float(self, value: float, verb: str) -> str:
        """Return a float64."""
        precision = _FLOAT_PRECISIONS.get(verb)
        if precision is None:
            return self.bad_verb(value, verb)
        return self.layout.float(value, {"v": "g", "F": "f"}.get(verb, verb), precision)

    def complex(self, value: complex, verb: str) -> str:
        """Return a complex128: the imaginary part always has a sign."""
        if verb not in _FLOAT_PRECISIONS:
            return self.bad_verb(value, verb)
        layout = self.layout
        real = self.float(value.real, verb)
        plus, layout.plus = layout.plus, True
        imaginary = self.float(value.imag, verb)
        layout.plus = plus
        return f"({real}{imaginary}i)"

    def pointer(self, value: Value, verb: str) -> str:
        """Return an address."""
        if isinstance(value, bool | int | float | complex | str) or (
            isinstance(value, kinds.Struct) and value.go_kind != "ptr"
        ):
            return self.bad_verb(value, verb)
        if verb == "v" and self.layout.sharp_v:
            return f"({kinds.type_name(value)})({self.address(ADDRESS, sharp=True)})"
        if verb in "vp":
            return self.address(ADDRESS, sharp=not self.layout.sharp)
        if verb in "bodxX":
            return self.layout.integer(ADDRESS, _INTEGER_BASES[verb], verb)
        return self.bad_verb(value, verb)

    def address(self, value: int, *, sharp: bool) -> str:
        """Return an unsigned number in hexadecimal."""
        layout = self.layout
        before, layout.sharp = layout.sharp, sharp
        text = layout.integer(int(value), 16, "v")
        layout.sharp = before
        return text

    def bad_verb(self, value: Value, verb: str) -> str:
        """Return the complaint about a verb that does not suit the value."""
        if value is None:
            return f"%!{verb}({NIL})"
        self.erroring = True
        text = f"%!{verb}({kinds.type_name(value)}={self.argument(value, 'v')})"
        self.erroring = False
        return text
