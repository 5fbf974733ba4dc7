"""Reads what a command line names: a file, or standard input for ``-``, with the errors of Go.

Source: helm pkg/cli/values/options.go (readFile)
"""

from __future__ import annotations

from errno import EFBIG
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, ValuesError
from helmwright.disk.reading import read_named
from helmwright.go.spaces import SPACE
from helmwright.secrets.witness import saw

if TYPE_CHECKING:
    from collections.abc import Callable

    Read = Callable[[str], bytes]


STDIN = "/dev/stdin"
"""What messages call standard input."""


_SIZE_LIMIT = 16 << 20
"""The most bytes of a values file, a file of ``--set-file``, or standard input."""


_PIECE = 1 << 20


def is_standard_input(path: str) -> bool:
    """Tell whether a path of a command line stands for standard input."""
    return path.strip(SPACE) == "-"


def read_file(path: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises ValuesError with Go's text; a URL is refused, since nothing is fetched from networks.
    """
    if is_standard_input(path):
        import sys

        if sys.stdin is None:  # the process began without one
            raise ValuesError(f"read {STDIN}: bad file descriptor")
        return read_limited(sys.stdin.buffer.read, path)
    try:
        if ":" in path or "%" in path or not path.isprintable():
            _refuse_urls(path)
        data = read_named(path, largest=_SIZE_LIMIT)
        saw("text", data)
        return data  # noqa: TRY300 - what fails is reading
    except IsADirectoryError:
        raise ValuesError(f"read {path}: is a directory") from None
    except ValueError:  # a NUL in the path, or what is no character
        raise ValuesError(f"open {path}: invalid argument") from None
    except OSError as error:
        if error.errno == EFBIG:
            raise ValuesError(f"{path} is {error.strerror}") from None
        raise ValuesError(f"open {path}: {_reason(error)}") from None


def read_limited(read: Callable[[int], bytes], name: str) -> bytes:
    """Return all that ``read``, a stream's method, gives.

    name: of the stream, for the error. Raises ValuesError for more than 16 MiB.
    """
    pieces: list[bytes] = []
    left = _SIZE_LIMIT
    while piece := read(min(_PIECE, left + 1)):
        pieces.append(piece)
        left -= len(piece)
        if left < 0:
            raise ValuesError(f"{name} is larger than the maximum file size {_SIZE_LIMIT}")
    return b"".join(pieces)


def _reason(error: OSError) -> str:
    """Return the text of Go's syscall.Errno, which is Linux's in lower case."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]


def _refuse_urls(path: str) -> None:
    """Raise ValuesError for a path that Helm takes as a URL, or cannot take as one."""
    from helmwright.go.url import parse

    try:
        scheme = parse(path).scheme
    except GoError as error:
        raise ValuesError(error.message) from None
    if scheme in {"http", "https", "oci"}:
        raise ValuesError(f"cannot read {path}: values are not fetched from the network")
