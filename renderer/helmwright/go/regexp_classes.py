"""Sets of code points for regular expressions: ranges, Unicode's classes and case folding.

A set is a sorted list of disjoint ``(low, high)`` pairs that do not touch. The tables are those of
Go's unicode package (Unicode 15.0.0) and are read only when a pattern goes beyond ASCII.

Source: regexp/syntax/parse.go, regexp/syntax/perl_groups.go, unicode/tables.go
"""

from __future__ import annotations

from functools import cache

MAX_RUNE = 0x10FFFF
Ranges = list[tuple[int, int]]

_DIGIT: Ranges = [(48, 57)]
_UPPER: Ranges = [(65, 90)]
_LOWER: Ranges = [(97, 122)]
_ALPHA = _UPPER + _LOWER
_ALNUM = _DIGIT + _ALPHA
_WORD: Ranges = [(48, 57), (65, 90), (95, 95), (97, 122)]
PERL_CLASSES: dict[str, Ranges] = {"d": _DIGIT, "s": [(9, 10), (12, 13), (32, 32)], "w": _WORD}
POSIX_CLASSES: dict[str, Ranges] = {
    "alnum": _ALNUM,
    "alpha": _ALPHA,
    "ascii": [(0, 127)],
    "blank": [(9, 9), (32, 32)],
    "cntrl": [(0, 31), (127, 127)],
    "digit": _DIGIT,
    "graph": [(33, 126)],
    "lower": _LOWER,
    "print": [(32, 126)],
    "punct": [(33, 47), (58, 64), (91, 96), (123, 126)],
    "space": [(9, 13), (32, 32)],
    "upper": _UPPER,
    "word": _WORD,
    "xdigit": [(48, 57), (65, 70), (97, 102)],
}
_MAJOR = {
    "C": ("Cc", "Cf", "Cn", "Co", "Cs"),
    "L": ("Ll", "Lm", "Lo", "Lt", "Lu"),
    "LC": ("Ll", "Lt", "Lu"),
    "M": ("Mc", "Me", "Mn"),
    "N": ("Nd", "Nl", "No"),
    "P": ("Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps"),
    "S": ("Sc", "Sk", "Sm", "So"),
    "Z": ("Zl", "Zp", "Zs"),
}
_ALIASES = {
    "Casedletter": "LC",
    "Closepunctuation": "Pe",
    "Cntrl": "Cc",
    "Combiningmark": "M",
    "Connectorpunctuation": "Pc",
    "Control": "Cc",
    "Currencysymbol": "Sc",
    "Dashpunctuation": "Pd",
    "Decimalnumber": "Nd",
    "Digit": "Nd",
    "Enclosingmark": "Me",
    "Finalpunctuation": "Pf",
    "Format": "Cf",
    "Initialpunctuation": "Pi",
    "Letter": "L",
    "Letternumber": "Nl",
    "Lineseparator": "Zl",
    "Lowercaseletter": "Ll",
    "Mark": "M",
    "Mathsymbol": "Sm",
    "Modifierletter": "Lm",
    "Modifiersymbol": "Sk",
    "Nonspacingmark": "Mn",
    "Number": "N",
    "Openpunctuation": "Ps",
    "Other": "C",
    "Otherletter": "Lo",
    "Othernumber": "No",
    "Otherpunctuation": "Po",
    "Othersymbol": "So",
    "Paragraphseparator": "Zp",
    "Privateuse": "Co",
    "Punct": "P",
    "Punctuation": "P",
    "Separator": "Z",
    "Spaceseparator": "Zs",
    "Spacingmark": "Mc",
    "Surrogate": "Cs",
    "Symbol": "S",
    "Titlecaseletter": "Lt",
    "Unassigned": "Cn",
    "Uppercaseletter": "Lu",
}
# Go folds only these tables: folding the others adds nothing, or was forgotten (LC).
_FOLDED = frozenset(("L", "Ll", "Lt", "Lu", "M", "Mn", "Common", "Greek", "Inherited", "Ascii"))


def clean(ranges: Ranges) -> Ranges:
    """Return ``ranges`` sorted, with those that overlap or touch merged."""
    if len(ranges) < 2:
        return list(ranges)
    result: Ranges = []
    low, high = -1, -2
    for start, end in sorted(ranges):
        if start <= high + 1:
            high = max(high, end)
            continue
        if high >= 0:
            result.append((low, high))
        low, high = start, end
    result.append((low, high))
    return result


def negate(ranges: Ranges) -> Ranges:
    """Return every code point that is not in ``ranges`` (a clean set)."""
    result: Ranges = []
    following = 0
    for low, high in ranges:
        if following < low:
            result.append((following, low - 1))
        following = high + 1
    if following <= MAX_RUNE:
        result.append((following, MAX_RUNE))
    return result


def contains(ranges: Ranges, rune: int) -> bool:
    """Tell whether ``rune`` is in ``ranges`` (a clean set)."""
    from bisect import bisect_right

    index = bisect_right(ranges, (rune, MAX_RUNE))
    return index > 0 and ranges[index - 1][1] >= rune


def orbit(rune: int) -> tuple[int, ...]:
    """Return the code points equal to ``rune`` under simple case folding, smallest first."""
    if rune < 128:
        if 65 <= rune <= 90 or 97 <= rune <= 122:
            upper, lower = rune & ~32, rune | 32
            if lower == 107:
                return (upper, lower, 0x212A)  # the Kelvin sign
            return (upper, lower, 0x17F) if lower == 115 else (upper, lower)  # long s
        return (rune,)
    return _orbits().get(rune, (rune,))


def fold(ranges: Ranges) -> Ranges:
    """Return ``ranges`` and everything equal to a member under simple case folding."""
    extra: Ranges = []
    for low, high in ranges:
        if high < 128:
            for rune in range(low, high + 1):
                extra += [(other, other) for other in orbit(rune)]
            continue
        orbits = _orbits()
        members = (
            [rune for rune in orbits if low <= rune <= high]
            if high - low > len(orbits)
            else range(low, high + 1)
        )
        for rune in members:
            for other in orbits.get(rune, ()):
                if not low <= other <= high:
                    extra.append((other, other))
    return clean(ranges + extra)


@cache
def _lines() -> dict[str, str]:
    """Return the lines of the Unicode tables by their first word."""
    import os.path

    path = os.path.join(os.path.dirname(__file__), "unicode_15.txt")  # noqa: PTH118, PTH120 - pathlib is slow to import
    table: dict[str, str] = {}
    with open(path, encoding="ascii") as file:  # noqa: PTH123 - the same
        for line in file:
            name, _, rest = line.partition(" ")
            table[name] = rest
    return table


@cache
def _orbits() -> dict[int, tuple[int, ...]]:
    table: dict[int, tuple[int, ...]] = {}
    for text in _lines()["fold"].split():
        members = tuple(sorted(int(member, 16) for member in text.split(",")))
        for member in members:
            table[member] = members
    for rune in (*range(65, 91), *range(97, 123)):
        table[rune] = orbit(rune)
    return table


@cache
def _table(name: str) -> Ranges | None:
    """Return the category or script with Go's own ``name``."""
    if name in _MAJOR:
        merged: Ranges = []
        for part in _MAJOR[name]:
            merged += _table(part) or []
        return clean(merged)
    if name == "Cn":
        assigned: Ranges = []
        for line in _lines():
            if len(line) == 2 and line[0] in "CLMNPSZ" and line[1].islower():
                assigned += _table(line) or []
        return negate(clean(assigned))
    text = _lines().get(name)
    if text is None or name in {"#", "fold"}:
        return None
    pairs = (item.partition("-") for item in text.split())
    return [(int(low, 16), int(high or low, 16)) for low, _, high in pairs]


@cache
def unicode_class(name: str, *, folded: bool) -> Ranges | None:
    r"""Return the code points of ``\p{name}``, or None for a name that Go does not know.

    folded: whether the pattern ignores case.
    """
    name = _canonical(name)
    if name == "Any":
        return [(0, MAX_RUNE)]
    if name == "Assigned":
        return negate(_table("Cn") or [])
    if name == "Ascii":
        ranges: Ranges | None = [(0, 127)]
    else:
        if name == "Lc":
            name = "LC"
        ranges = _table(name)
        if ranges is None and name in _ALIASES:
            name = _ALIASES[name]
            ranges = _table(name)
    if ranges is not None and folded and name in _FOLDED:
        return fold(ranges)
    return ranges


def _canonical(name: str) -> str:
    """Return ``name`` without ``_``, ``-`` and spaces, its first letter upper and the rest lower case."""
    name = name.replace("_", "").replace("-", "").replace(" ", "")
    head, tail = name[:1], name[1:]
    if head.isascii():
        head = head.upper()
    return head + (tail.lower() if tail.isascii() else tail)
