"""Writing tar archives of plain files as Go's archive/tar does: USTAR, and PAX where that cannot say it.

Source: archive/tar/writer.go, common.go (allowedFormats), strconv.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.filepath import join

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_BLOCK = 512
_NAME_SIZE, _PREFIX_SIZE = 100, 155
_MODE = 0o644
_REGULAR, _EXTENDED = b"0", b"x"
_LARGEST_TIME = 8**11
_SECOND = 10**9
_CHECKSUM = slice(148, 156)


class TarFile(NamedTuple):
    """A file to write; ``modified`` in nanoseconds since 1970, of which whole seconds are kept."""

    name: str
    data: bytes
    modified: int


def write_tar(files: Iterable[TarFile]) -> bytes:
    """Return an archive of files, each with mode 0644 and owned by nobody in particular."""
    pieces: list[bytes] = []
    for file in files:
        pieces.extend(_entry(file))
    return b"".join((*pieces, bytes(2 * _BLOCK)))


def _entry(file: TarFile) -> Iterator[bytes]:
    name = file.name.encode("utf-8", "surrogateescape")
    seconds = rounded(file.modified)
    records: dict[bytes, bytes] = {}
    prefix = b""
    if not _is_plain(name) or len(name) > _NAME_SIZE:
        split = _split(name)
        if split is None:
            records[b"path"] = name
        else:
            prefix, name = split
    if not 0 <= seconds < _LARGEST_TIME:
        records[b"mtime"] = b"%d" % seconds
    if records:
        if prefix:  # PAX has no parts of a name
            name, prefix = prefix + b"/" + name, b""
            records[b"path"] = name
        yield from _extended(file.name, records)
        name = _ascii(name)
        seconds = 0 if b"mtime" in records else seconds
    block = _header(name, len(file.data), _REGULAR)
    block[100:108] = _octal(_MODE, 8)
    block[136:148] = _octal(seconds, 12)
    block[329:345] = _octal(0, 8) * 2
    block[345 : 345 + len(prefix)] = prefix
    yield _signed(block)
    yield _padded(file.data)


def rounded(nanoseconds: int) -> int:
    """Return the nearest second, the later of two, as time.Time.Round does."""
    return (nanoseconds + _SECOND // 2) // _SECOND


def _extended(name: str, records: dict[bytes, bytes]) -> Iterator[bytes]:
    folder, slash, last = name.rpartition("/")
    data = b"".join(_record(key, records[key]) for key in sorted(records))
    called = join(folder + slash, "PaxHeaders.0", last).encode("utf-8", "surrogateescape")
    short = _ascii(called)[:_NAME_SIZE].rstrip(b"/")
    yield _signed(_header(short, len(data), _EXTENDED))
    yield _padded(data)


def _record(key: bytes, value: bytes) -> bytes:
    """Return one line of an extended header, which begins with its own length."""
    size = len(key) + len(value) + 3
    size += len(str(size))
    record = b"%d %s=%s\n" % (size, key, value)
    return record if len(record) == size else b"%d %s=%s\n" % (len(record), key, value)


def _header(name: bytes, size: int, kind: bytes) -> bytearray:
    """Return a header block with everything that no kind of entry can do without."""
    block = bytearray(_BLOCK)
    short = name[:_NAME_SIZE]
    if len(name) > _NAME_SIZE and short.endswith(b"/"):
        short = short.rstrip(b"/")  # some readers take such a name for a folder
    block[: len(short)] = short
    for start, width, number in ((100, 8, 0), (108, 8, 0), (116, 8, 0), (124, 12, size)):
        block[start : start + width] = _octal(number, width)
    block[136:148] = _octal(0, 12)
    block[156:157] = kind
    block[257:265] = b"ustar\x0000"
    return block


def _signed(block: bytearray) -> bytes:
    """Return a header block with its checksum."""
    block[_CHECKSUM] = b" " * 8
    block[_CHECKSUM] = b"%06o\0 " % sum(block)
    return bytes(block)


def _octal(number: int, width: int) -> bytes:
    return b"%0*o\0" % (width - 1, number)


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % _BLOCK)


def _is_plain(name: bytes) -> bool:
    return name.isascii() and b"\0" not in name


def _ascii(name: bytes) -> bytes:
    """Return the ASCII letters of a name."""
    return bytes(byte for byte in name if 0 < byte < 0x80)


def _split(name: bytes) -> tuple[bytes, bytes] | None:
    """Return the two parts in which USTAR keeps a long name, None if it has no place for it."""
    length = len(name)
    if length <= _NAME_SIZE or not _is_plain(name):
        return None
    length = min(length, _PREFIX_SIZE + 1)
    if length == len(name) and name.endswith(b"/"):
        length -= 1
    slash = name.rfind(b"/", 0, length)
    rest = len(name) - slash - 1
    if slash <= 0 or not 0 < rest <= _NAME_SIZE or slash > _PREFIX_SIZE:
        return None
    return name[:slash], name[slash + 1 :]
