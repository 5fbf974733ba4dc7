"""Command-line flags with the grammar and the error texts of Helm's flag library.

Scripts written for ``helm`` must carry over: shorthands that take their value glued on, values
behind ``=``, flags among the arguments, lists that split at commas and lists that do not.
Libraries for Python have another grammar and cost more to import than a small chart to render.
Source: github.com/spf13/pflag flag.go, string_slice.go, string_to_string.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from helmwright.errors import GoError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

BOOL = "bool"
STRING = "string"
STRINGS = "strings"
"""Repeatable, and split at commas."""
STRING_ARRAY = "stringArray"
"""Repeatable, each value as it is."""
INT = "int"
FLOAT = "float32"
DURATION = "duration"
STRING_TO_STRING = "stringToString"


class Flag(NamedTuple):
    """A flag of a command.

    bare: the value of the flag given without one, or None if it needs one.
    deprecated: what to do instead; such a flag is not shown in the help.
    value_name: what the help calls the value.
    """

    name: str
    kind: str
    help: str
    short: str = ""
    default: Any = None
    bare: str | None = None
    deprecated: str = ""
    value_name: str = ""
    hidden: bool = False


class Parsed(NamedTuple):
    """The outcome: values by flag name (defaults filled in), arguments, flags that were given."""

    values: dict[str, Any]
    arguments: list[str]
    given: set[str]


def parse(
    flags: Iterable[Flag], arguments: Sequence[str], notice: Callable[[str], None]
) -> Parsed:
    """Read a command line.

    notice: called with a line for each deprecated flag that is used.

    Raises:
        UsageError: with Helm's text.
    """
    return _Parser(flags, notice).run(arguments)


class HelpRequested(Exception):
    """``--help`` was given."""


class _Parser:
    def __init__(self, flags: Iterable[Flag], notice: Callable[[str], None]) -> None:
        self._by_name = {flag.name: flag for flag in flags}
        self._by_short = {flag.short: flag for flag in self._by_name.values() if flag.short}
        self._notice = notice
        self._parsed = Parsed(
            {flag.name: _default(flag) for flag in self._by_name.values()}, [], set()
        )

    def run(self, arguments: Sequence[str]) -> Parsed:
        remaining = list(arguments)
        remaining.reverse()
        parsed = self._parsed
        while remaining:
            argument = remaining.pop()
            if argument == "--":
                parsed.arguments.extend(reversed(remaining))
                break
            if argument.startswith("--"):
                self._long(argument, remaining)
            elif len(argument) > 1 and argument.startswith("-"):
                self._shorts(argument[1:], remaining)
            else:
                parsed.arguments.append(argument)
        return parsed

    def _long(self, argument: str, remaining: list[str]) -> None:
        name, equals, value = argument[2:].partition("=")
        if not name or name.startswith("-"):
            raise UsageError(f"bad flag syntax: {argument}")
        flag = self._by_name.get(name)
        if flag is None:
            if name == "help":
                raise HelpRequested
            raise UsageError(f"unknown flag: --{name}")
        if equals:
            self._set(flag, value, f"--{name}")
        elif flag.bare is not None:
            self._set(flag, flag.bare, f"--{name}")
        elif remaining:
            self._set(flag, remaining.pop(), f"--{name}")
        else:
            raise UsageError(f"flag needs an argument: --{name}")

    def _shorts(self, letters: str, remaining: list[str]) -> None:
        """Read a group of shorthands; the first that takes a value takes the rest."""
        group = letters
        while letters:
            letter, rest = letters[0], letters[1:]
            flag = self._by_short.get(letter)
            if flag is None:
                if letter == "h":
                    raise HelpRequested
                raise UsageError(f"unknown shorthand flag: {_quoted_rune(letter)} in -{group}")
            shown = f"-{letter}, --{flag.name}"
            if len(rest) > 1 and rest[0] == "=":
                self._set(flag, rest[1:], shown)
                return
            if flag.bare is not None:
                self._set(flag, flag.bare, shown)
                letters = rest
                continue
            if rest:
                self._set(flag, rest, shown)
            elif remaining:
                self._set(flag, remaining.pop(), shown)
            else:
                raise UsageError(f"flag needs an argument: {_quoted_rune(letter)} in -{group}")
            return

    def _set(self, flag: Flag, text: str, shown: str) -> None:
        values = self._parsed.values
        first = flag.name not in self._parsed.given
        try:
            value = _convert(flag, text)
        except GoError as error:
            raise UsageError(
                f'invalid argument {_quoted(text)} for "{shown}" flag: {error.message}'
            ) from None
        if flag.kind in (STRINGS, STRING_ARRAY):
            values[flag.name] = value if first else values[flag.name] + value
        elif flag.kind == STRING_TO_STRING:
            values[flag.name] = value if first else {**values[flag.name], **value}
        else:
            values[flag.name] = value
        self._parsed.given.add(flag.name)
        if flag.deprecated:
            self._notice(f"Flag --{flag.name} has been deprecated, {flag.deprecated}")


def _default(flag: Flag) -> Any:
    if flag.default is not None:
        return flag.default
    return {
        BOOL: False,
        STRINGS: [],
        STRING_ARRAY: [],
        STRING_TO_STRING: {},
        INT: 0,
        FLOAT: 0.0,
    }.get(flag.kind, "")


def _convert(flag: Flag, text: str) -> Any:
    """Return the value that ``text`` has for a flag; raises GoError with Go's text."""
    kind = flag.kind
    if kind in (STRING, STRING_ARRAY):
        return [text] if kind == STRING_ARRAY else text
    if kind == STRINGS:
        return _split(text)
    if kind == BOOL:
        from helmwright.go.strconv import parse_bool

        return parse_bool(text)
    if kind == INT:
        from helmwright.go.strconv import parse_int

        return parse_int(text, 0, 64)
    if kind == FLOAT:
        from helmwright.go.strconv import parse_float

        return parse_float(text)
    if kind == DURATION:
        from helmwright.go.durations import parse_duration

        return parse_duration(text)
    return _pairs(text)


def _split(text: str) -> list[str]:
    """Split a value at its commas as Go's CSV reader does."""
    if not text:
        return []
    if '"' not in text and "\n" not in text and "\r" not in text:
        return text.split(",")
    return _csv(text)


def _csv(text: str) -> list[str]:
    """Return the fields of the first record of ``text``."""
    fields: list[str] = []
    position = 0
    line = text.split("\n", 1)[0].removesuffix("\r") if '"' not in text else text
    while True:
        if not line.startswith('"', position):
            end = line.find(",", position)
            newline = line.find("\n", position)
            if newline >= 0 and (end < 0 or newline < end):
                end, line = -1, line[:newline].removesuffix("\r")
            field = line[position:] if end < 0 else line[position:end]
            quote = field.find('"')
            if quote >= 0:
                _csv_refuse(line, position + quote, 'bare " in non-quoted field')
            fields.append(field)
        else:
            field, end = _csv_quoted(line, position)
            fields.append(field)
        if end < 0:
            return fields
        position = end + 1


def _csv_quoted(line: str, start: int) -> tuple[str, int]:
    """Return a quoted field and where its comma is, -1 at the end of the record."""
    field = ""
    position = start + 1
    while True:
        quote = line.find('"', position)
        if quote < 0:
            _csv_refuse(line, len(line), 'extraneous or missing " in quoted-field')
        field += line[position:quote]
        after = line[quote + 1 : quote + 2]
        if after == '"':
            field += '"'
            position = quote + 2
        elif after in ("", "\n") or line.startswith("\r\n", quote + 1):
            return field, -1
        elif after == ",":
            return field, quote + 1
        else:
            _csv_refuse(line, quote, 'extraneous or missing " in quoted-field')


def _csv_refuse(line: str, position: int, complaint: str) -> NoReturn:
    column = len(line[:position].encode("utf-8", "surrogateescape")) + 1
    raise GoError(f"parse error on line 1, column {column}: {complaint}")


def _pairs(text: str) -> dict[str, str]:
    """Return ``a=b,c=d`` as a dict."""
    fields = [text.strip('"')] if text.count("=") == 1 else _split(text)
    result = {}
    for field in fields if text else []:
        key, equals, value = field.partition("=")
        if not equals:
            raise GoError(f"{field} must be formatted as key=value")
        result[key] = value
    return result


def _quoted(text: str) -> str:
    from helmwright.go.strconv import quote

    return quote(text)


def _quoted_rune(letter: str) -> str:
    from helmwright.go.strconv import quote_rune

    return quote_rune(ord(letter))
