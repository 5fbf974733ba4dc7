"""Turns the texts of flags into values where that takes more than looking at them.

Source: github.com/spf13/pflag string_slice.go, string_to_string.go, golangflag.go;
encoding/csv reader.go; k8s.io/klog klog.go; helm pkg/cmd/flags.go (waitValue)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from helmwright.base.errors import GoError
from helmwright.commands.flags import (
    BOOL,
    BOOL_OR_TEXT,
    DURATION,
    FLOAT,
    INT,
    STRING_TO_STRING,
    STRINGS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

GO_BOOL = "goBool"
"""A bool of the logging library, whose errors say less."""
SIZE = "uint"
LEVEL = "Level"
SEVERITY = "severity"
MODULES = "moduleSpec"
PLACE = "traceLocation"


def _bool(text: str) -> bool:
    from helmwright.go.strconv import parse_bool

    return parse_bool(text)


def _bool_or_text(text: str) -> bool | str:
    try:
        return _bool(text)
    except GoError:
        if not text:
            raise
        return text


def _int(text: str) -> int:
    from helmwright.go.strconv import parse_int

    return parse_int(text, 0, 64)


def _float(text: str) -> float:
    from helmwright.go.strconv import parse_float

    value = parse_float(text)
    if abs(value) != float("inf") and abs(value) >= 2.0**128 - 2.0**103:
        raise GoError(f"strconv.ParseFloat: parsing {_quote(text)}: value out of range")
    return value


def _duration(text: str) -> Any:
    from helmwright.go.durations import parse_duration

    return parse_duration(text)


def wait_strategy(text: str) -> tuple[str, str]:
    """Return the value of ``--wait``, and a warning of values from when it was a bool."""
    if text in ("true", "false"):
        strategy = "watcher" if text == "true" else "hookOnly"
        return (
            strategy,
            f"--wait={text} is deprecated (boolean value) and can be replaced with --wait={strategy}",
        )
    if text not in ("watcher", "legacy", "hookOnly"):
        raise GoError(
            f"invalid wait input {_quote(text)}. Valid inputs are watcher, hookOnly, and legacy"
        )
    return text, ""


def _pairs(text: str) -> dict[str, str]:
    """Return ``a=b,c=d`` as a dict; a single pair is taken as it is, commas and all."""
    count = text.count("=")
    if count == 0:
        raise GoError(f"{text} must be formatted as key=value")
    result = {}
    for field in [text.strip('"')] if count == 1 else read_record(text):
        key, equals, value = field.partition("=")
        if not equals:
            raise GoError(f"{field} must be formatted as key=value")
        result[key] = value
    return result


def _list(text: str) -> list[str]:
    return read_record(text) if text else []


def read_record(text: str) -> list[str]:
    """Return the fields of the first record of CSV text.

    Raises:
        GoError: as encoding/csv says it; ``EOF`` if there is no record.
    """
    lines = _Lines(text)
    line = lines.next()
    while line == "\n":
        line = lines.next()
    if not line:
        raise GoError("EOF")
    lines.first = lines.number
    fields: list[str] = []
    start = 0
    while True:
        if line.startswith('"', start):
            field, line, start = _quoted_field(lines, line, start + 1)
            fields.append(field)
            if start < 0:
                return fields
            continue
        end = line.find(",", start)
        field = line[start:end] if end >= 0 else line[start:].removesuffix("\n")
        quote = field.find('"')
        if quote >= 0:
            lines.refuse(line, start + quote, 'bare " in non-quoted-field')
        fields.append(field)
        if end < 0:
            return fields
        start = end + 1


def _quoted_field(lines: _Lines, line: str, start: int) -> tuple[str, str, int]:
    """Return a field, the line it ends on, and where the next begins, -1 after the last."""
    field = ""
    while True:
        quote = line.find('"', start)
        if quote < 0:
            field += line[start:]
            following = lines.next()
            if not following:
                lines.refuse(line, len(line), 'extraneous or missing " in quoted-field')
            line, start = following, 0
            continue
        field += line[start:quote]
        after = line[quote + 1 :]
        if after.startswith('"'):
            field += '"'
            start = quote + 2
        elif after.startswith(","):
            return field, line, quote + 2
        elif after in ("", "\n"):
            return field, line, -1
        else:
            lines.refuse(line, quote, 'extraneous or missing " in quoted-field')


class _Lines:
    """The lines of CSV text with their ends; a carriage return before one is dropped."""

    def __init__(self, text: str) -> None:
        self._rest = text
        self.number = 0
        self.first = 1

    def next(self) -> str:
        """Return the next line, nothing at the end."""
        if not self._rest:
            return ""
        line, newline, self._rest = self._rest.partition("\n")
        self.number += 1
        if newline or not self._rest:
            line = line.removesuffix("\r")
        return line + newline

    def refuse(self, line: str, position: int, complaint: str) -> NoReturn:
        column = len(line[:position].encode("utf-8", "surrogateescape")) + 1
        record = f"record on line {self.first}; " if self.number != self.first else ""
        raise GoError(f"{record}parse error on line {self.number}, column {column}: {complaint}")


def _go_bool(text: str) -> bool:
    try:
        return _bool(text)
    except GoError:
        raise GoError("parse error") from None


def _size(text: str) -> int:
    from helmwright.go.strconv import parse_uint

    try:
        return parse_uint(text, 0, 64)
    except GoError as error:
        out = error.message.endswith("value out of range")
        raise GoError("value out of range" if out else "parse error") from None


def _level(text: str) -> int:
    from helmwright.go.strconv import parse_int

    return parse_int(text, 10, 32)


def _severity(text: str) -> int:
    names = ("INFO", "WARNING", "ERROR", "FATAL")
    return names.index(text.upper()) if text.upper() in names else _level(text)


def _modules(text: str) -> str:
    for pattern in text.split(","):
        parts = pattern.split("=")
        if not pattern:
            continue
        try:
            level = _level(parts[1]) if len(parts) == 2 and all(parts) else None
        except GoError:
            level = None
        if level is None:
            raise GoError("syntax error: expect comma-separated list of filename=N")
        if level < 0:
            raise GoError("negative value for vmodule level")
    return text


def _place(text: str) -> str:
    if not text:
        return text
    file, _, line = text.partition(":")
    try:
        number = _level(line) if "." in file else None
    except GoError:
        number = None
    if number is None:
        raise GoError("syntax error: expect file.go:234")
    if number <= 0:
        raise GoError("negative or zero value for level")
    return text


def _quote(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)


CONVERSIONS: dict[str, Callable[[str], Any]] = {
    BOOL: _bool,
    BOOL_OR_TEXT: _bool_or_text,
    INT: _int,
    FLOAT: _float,
    DURATION: _duration,
    STRINGS: _list,
    STRING_TO_STRING: _pairs,
    GO_BOOL: _go_bool,
    SIZE: _size,
    LEVEL: _level,
    SEVERITY: _severity,
    MODULES: _modules,
    PLACE: _place,
}
