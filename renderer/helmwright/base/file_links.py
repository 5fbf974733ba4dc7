"""URLs of files, for links on terminals."""

from __future__ import annotations

import os

_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._~-")
_IN_HOSTS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-")


def file_url(path: str, host: str) -> str:
    """Return the URL of a file that is there; blank for any other text.

    host: the machine's name, by which a terminal tells files of its own from those of another
    machine. A name that is not made of letters, digits, dots and dashes is left out.
    Source: https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
    """
    try:
        if not path or not os.path.lexists(path):
            return ""
    except ValueError:  # a NUL
        return ""
    data = os.fsencode(os.path.abspath(path))  # noqa: PTH100 - pathlib is slow to import
    name = host if _IN_HOSTS.issuperset(host) else ""
    return f"file://{name}{''.join(map(_escaped, data))}"


def _escaped(byte: int) -> str:
    return chr(byte) if byte in _PLAIN else f"%{byte:02X}"
