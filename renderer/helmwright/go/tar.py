"""Reading tar archives as Go's archive/tar does: which entries there are, and Go's errors.

Sparse files are refused; nothing that makes Helm charts writes them.
Source: archive/tar/reader.go, strconv.go
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

from helmwright.base.errors import GoError

_BLOCK = 512
_ZERO = bytes(_BLOCK)
_MAX_SPECIAL = 1 << 20
_DIRECTORY_BITS = 0o40000
_HEADER_ONLY = b"123456"
DIRECTORY = b"5"
PAX_HEADER, PAX_GLOBAL_HEADER = b"x", b"g"
_LONG_NAME, _LONG_LINK = b"L", b"K"
_SPARSE = b"S"
_NUMBERS_IN_PAX = frozenset(("uid", "gid", "size"))
_TIMES_IN_PAX = frozenset(("atime", "mtime", "ctime"))
_TEXTS_IN_PAX = frozenset(("path", "linkpath", "uname", "gname"))
_NUMERIC_FIELDS = ((100, 108), (108, 116), (116, 124), (136, 148))
_SECOND = 10**9
_DEVICE_FIELDS = ((329, 337), (337, 345))


class TarError(GoError):
    """An archive that Go does not read."""


def _invalid() -> TarError:
    return TarError("archive/tar: invalid tar header")


class Readable(Protocol):
    """What a tar archive is read from."""

    def read(self, size: int) -> bytes:
        """Return the next bytes, fewer than ``size`` only at the end."""


class Entry(NamedTuple):
    """One file of an archive, as its headers describe it; ``modified`` in nanoseconds since 1970."""

    name: str
    kind: bytes
    size: int
    mode: int
    modified: int

    @property
    def is_directory(self) -> bool:
        """Whether Go's FileInfo calls this a directory."""
        return self.kind == DIRECTORY or self.mode & ~0o7777 & 0xFFFFFFFF == _DIRECTORY_BITS


class TarReader:
    """The entries of an archive, one after the other; data is read from the current one."""

    def __init__(self, source: Readable) -> None:
        self._source = source
        self._left = 0
        self._padding = 0

    def next(self) -> Entry | None:
        """Return the next entry, None at the end of the archive.

        Raises TarError, and the errors of the source.
        """
        extended: dict[str, str] = {}
        long_name = ""
        while True:
            self._skip()
            if len(self._source.read(self._padding)) < self._padding:
                return None
            self._padding = 0
            block = self._read_header_block()
            if block is None:
                return None
            entry = _parse_header(block)
            self._begin(entry)
            if entry.kind in (PAX_HEADER, PAX_GLOBAL_HEADER):
                extended = _parse_extended(self._read_special())
                if entry.kind == PAX_GLOBAL_HEADER:
                    return Entry(entry.name, entry.kind, 0, 0, 0)
            elif entry.kind == _LONG_NAME:
                long_name = _text(self._read_special())
            elif entry.kind == _LONG_LINK:
                self._read_special()
            else:
                return self._finish(entry, extended, long_name)

    def read(self, size: int) -> bytes:
        """Return up to ``size`` bytes of the current entry, fewer only at its end."""
        data = self._source.read(min(size, self._left))
        self._left -= len(data)
        if len(data) < size and self._left:
            raise TarError("unexpected EOF")
        return data

    def _finish(self, entry: Entry, extended: dict[str, str], long_name: str) -> Entry:
        entry = _merge(entry, extended)
        if long_name:
            entry = entry._replace(name=long_name)
        if entry.kind == b"\0":
            entry = entry._replace(kind=DIRECTORY if entry.name.endswith("/") else b"0")
        self._begin(entry)
        if entry.kind == _SPARSE or any(key.startswith("GNU.sparse.") for key in extended):
            raise _invalid()
        return entry

    def _begin(self, entry: Entry) -> None:
        size = 0 if entry.kind in _HEADER_ONLY else entry.size
        if size < 0:
            raise _invalid()
        self._left = size
        self._padding = -size % _BLOCK

    def _skip(self) -> None:
        while self._left:
            piece = self._source.read(min(self._left, 1 << 16))
            if not piece:
                raise TarError("unexpected EOF")
            self._left -= len(piece)

    def _read_special(self) -> bytes:
        data = self.read(min(self._left, _MAX_SPECIAL + 1))
        if len(data) > _MAX_SPECIAL:
            raise TarError("archive/tar: header field too long")
        return data

    def _read_header_block(self) -> bytes | None:
        block = self._read_block()
        if block != _ZERO:
            return block
        block = self._read_block()
        if block is None or block == _ZERO:
            return None
        raise _invalid()

    def _read_block(self) -> bytes | None:
        block = self._source.read(_BLOCK)
        if block and len(block) < _BLOCK:
            raise TarError("unexpected EOF")
        return block or None


def _text(field: bytes) -> str:
    return field.split(b"\0", 1)[0].decode("utf-8", "surrogateescape")


def _octal(field: bytes) -> int:
    digits = field.strip(b" \0")
    if not digits:
        return 0
    digits = digits.split(b"\0", 1)[0]
    if not digits or digits.strip(b"01234567"):
        raise _invalid()
    number = int(digits, 8)
    if number >= 1 << 64:
        raise _invalid()
    return number - (1 << 64) if number >= 1 << 63 else number


def _number(field: bytes) -> int:
    if not field[0] & 0x80:
        return _octal(field)
    number = int.from_bytes(field, "big") - (1 << 8 * len(field) - 1)
    if field[0] & 0x40:
        number -= 1 << 8 * len(field) - 1
    if not -(1 << 63) <= number < 1 << 63:
        raise _invalid()
    return number


def _parse_header(block: bytes) -> Entry:
    """Return what one header block says.

    Raises TarError if its checksum is wrong or a number is none.
    """
    checksum = _octal(block[148:156])
    blanked = block[:148] + b" " * 8 + block[156:]
    unsigned = sum(blanked)
    if checksum not in (unsigned, unsigned - 256 * sum(byte > 127 for byte in blanked)):
        raise _invalid()
    for start, end in _NUMERIC_FIELDS:
        _number(block[start:end])
    name = _text(block[:100])
    prefix = _parse_prefix(block)
    if prefix:
        name = f"{prefix}/{name}"
    return Entry(
        name,
        block[156:157],
        _number(block[124:136]),
        _number(block[100:108]),
        _number(block[136:148]) * _SECOND,
    )


def _parse_prefix(block: bytes) -> str:
    """Return the leading part of the name that newer formats keep apart."""
    is_ustar = block[257:263] == b"ustar\0"
    if not is_ustar and block[257:265] != b"ustar  \0":
        return ""
    for start, end in _DEVICE_FIELDS:
        _number(block[start:end])
    if is_ustar and block[508:] == b"tar\0":
        _number(block[476:488])
        _number(block[488:500])
        return _text(block[345:476])
    if is_ustar:
        return _text(block[345:500])
    # Go's own old writer put a name where GNU has times.
    try:
        for start in (345, 357):
            if block[start]:
                _number(block[start : start + 12])
    except TarError:
        prefix = _text(block[345:500])
        return prefix if prefix.isascii() else ""
    return ""


def _parse_extended(data: bytes) -> dict[str, str]:
    """Return the records of a PAX header: ``LENGTH KEY=VALUE`` lines."""
    records = {}
    while data:
        digits, space, _ = data.partition(b" ")
        length = _decimal(digits)
        if not space or not 5 <= length <= len(data) or length <= len(digits) + 1:
            raise _invalid()
        record, data = data[len(digits) + 1 : length], data[length:]
        key, equals, value = record[:-1].partition(b"=")
        if not record.endswith(b"\n") or not equals or not key:
            raise _invalid()
        name = key.decode("utf-8", "surrogateescape")
        if b"\0" in (value if name in _TEXTS_IN_PAX else key):
            raise _invalid()
        records[name] = value.decode("utf-8", "surrogateescape")
    return records


def _decimal(text: bytes) -> int:
    """Return what strconv.ParseInt makes of ``text``, in base 10 and 64 bits."""
    digits = text[1:] if text[:1] in (b"+", b"-") else text
    if not digits.isdigit() or len(digits) > 30:
        raise _invalid()
    number = int(text)
    if not -(1 << 63) <= number < 1 << 63:
        raise _invalid()
    return number


def _merge(entry: Entry, extended: dict[str, str]) -> Entry:
    for key, value in extended.items():
        if not value:
            continue
        if key == "path":
            entry = entry._replace(name=value)
        elif key in _NUMBERS_IN_PAX:
            number = _decimal(value.encode("utf-8", "surrogateescape"))
            if key == "size":
                entry = entry._replace(size=number)
        elif key in _TIMES_IN_PAX:
            time = _pax_time(value.encode("utf-8", "surrogateescape"))
            if key == "mtime":
                entry = entry._replace(modified=time)
    return entry


def _pax_time(text: bytes) -> int:
    """Return the nanoseconds of a time with a fraction, of which nine digits count."""
    seconds, _, fraction = text.partition(b".")
    whole = _decimal(seconds)
    if fraction and not fraction.isdigit():
        raise _invalid()
    nanoseconds = int(fraction[:9].ljust(9, b"0"))
    return whole * _SECOND + (-nanoseconds if seconds.startswith(b"-") else nanoseconds)
