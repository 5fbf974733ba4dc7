"""Connections on which the headers of an answer have a time, and are headers."""

from __future__ import annotations

import io
from http.client import HTTPException, HTTPResponse
from time import monotonic
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.util.response import assert_header_parsing

from helmwright.go.strconv import quote


class SlowHeadersError(TimeoutError):
    """Headers came, but all together took longer than nothing may come."""


class _Timed(io.RawIOBase):
    """What comes over a connection, until a time; deadline: None once the headers are there."""

    def __init__(self, raw: Any, deadline: float | None) -> None:
        self._raw = raw
        self.deadline = deadline

    def readable(self) -> bool:
        """Say that there is something to read."""
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        """Read what has come."""
        if self.deadline is not None and monotonic() > self.deadline:
            raise SlowHeadersError
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        """Close the connection, too."""
        self._raw.close()
        super().close()


class _Answer(HTTPResponse):
    """An answer; a server that sends a byte of its headers now and then is not waited for without end.

    Lines that are no headers are refused: urllib3 would log them with a traceback, and go on.
    """

    def __init__(self, sock: Any, *arguments: Any, **named: Any) -> None:
        super().__init__(sock, *arguments, **named)
        seconds = sock.gettimeout()
        file: Any = self.fp
        self._timed = _Timed(file.detach(), None if seconds is None else monotonic() + seconds)
        self.fp = io.BufferedReader(self._timed)

    def begin(self) -> None:
        """Read the headers; raises HTTPException with Go's text, and SlowHeadersError."""
        super().begin()
        self._timed.deadline = None
        try:
            assert_header_parsing(self.msg)
        except urllib3.exceptions.HeaderParsingError:
            line = str(self.msg.get_payload()).partition("\n")[0].rstrip("\r")
            raise HTTPException(f"malformed MIME header: missing colon: {quote(line)}") from None


class _Connection(HTTPConnection):
    response_class = _Answer


class _SecureConnection(HTTPSConnection):
    response_class = _Answer


class TimedPool(urllib3.HTTPConnectionPool):
    """Connections in the open."""

    ConnectionCls = _Connection


class SecureTimedPool(urllib3.HTTPSConnectionPool):
    """Connections that are encrypted."""

    ConnectionCls = _SecureConnection
