"""Reads command lines, with the grammar and the error texts of Helm's flag library.

Scripts written for ``helm`` must carry over: shorthands that take their value glued on, values
behind ``=``, flags among the arguments, lists that split at commas and lists that do not.
Libraries for Python have another grammar and cost more to import than a small chart to render.
Source: github.com/spf13/pflag flag.go, github.com/spf13/cobra command.go (ParseFlags)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from helmwright.base.errors import GoError, UsageError
from helmwright.commands.flags import (
    BOOL,
    COLORS,
    STRING,
    STRING_ARRAY,
    STRING_TO_STRING,
    STRINGS,
    WAIT,
    Flags,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.commands import Context
    from helmwright.commands.flags import Flag


_F = TypeVar("_F", bound=Flags)


class HelpRequested(Exception):  # noqa: N818 - it is no error
    """``--help`` was given."""


def parse(flags: type[_F], arguments: Sequence[str], context: Context) -> tuple[_F, list[str]]:
    """Read a command line: its flags, and its arguments.

    flags: the class that declares them. context: receives Helm's notices about deprecated flags and values.

    Raises:
        UsageError: with Helm's text.
        HelpRequested: for a correct command line with ``--help``.
    """
    parser = _Parser(flags.declared(), context)
    parser.run(arguments)
    return flags.of(parser.values), parser.arguments


class _Parser:
    def __init__(self, flags: Iterable[Flag], context: Context) -> None:
        self._by_name = {flag.name: flag for flag in flags}
        self._by_short = {flag.short: flag for flag in self._by_name.values() if flag.short}
        self._context = context
        self._notices: list[str] = []
        self.values: dict[str, Any] = {}
        self.arguments: list[str] = []

    def run(self, arguments: Sequence[str]) -> None:
        remaining = list(arguments)
        remaining.reverse()
        while remaining:
            argument = remaining.pop()
            if argument == "--":
                self.arguments.extend(reversed(remaining))
                break
            if argument.startswith("--"):
                self._long(argument, remaining)
            elif len(argument) > 1 and argument.startswith("-"):
                self._shorts(argument[1:], remaining)
            else:
                self.arguments.append(argument)
        for notice in self._notices:
            self._context.say(notice)
        self._tell_screen()
        if self.values.get("help"):
            raise HelpRequested
        self._look_at_contexts()

    def _tell_screen(self) -> None:
        """Have the screen know what is asked of it."""
        screen = self._context.screen
        screen.pages = not self.values.get("no-pager")
        color = self._by_name.get("color")
        if color is not None and color.value_name == COLORS:
            modes, screen.color = COLORS.split("|"), self.values.get("color", color.default)
            if screen.color not in modes:
                raise UsageError(f'--color is one of {", ".join(modes)}, not "{screen.color}"')

    def _look_at_contexts(self) -> None:
        """Have traps named in files with variables; what each command would have to do."""
        for name in ("context", "context-file"):
            if name in self.values and self._by_name[name].kind == STRING_ARRAY:
                from helmwright.commands.context_traps import say_traps

                say_traps(self._context, self.values[name])

    def _long(self, argument: str, remaining: list[str]) -> None:
        name, equals, value = argument[2:].partition("=")
        if not name or name.startswith("-"):
            raise UsageError(f"bad flag syntax: {argument}")
        flag = self._by_name.get(name)
        if flag is None:
            raise UsageError(f"unknown flag: --{name}")
        if equals:
            self._set(flag, value)
        elif flag.bare is not None:
            self._set(flag, flag.bare)
        elif remaining:
            self._set(flag, remaining.pop())
        else:
            raise UsageError(f"flag needs an argument: --{name}")

    def _shorts(self, letters: str, remaining: list[str]) -> None:
        """Read a group of shorthands; the first that takes a value takes the rest."""
        while letters:
            if letters.startswith("test."):  # the flags of Go's test programs are passed over
                return
            flag = self._by_short.get(letters[0])
            rest = letters[1:]
            if flag is None:
                raise UsageError(f"unknown shorthand flag: {_first_byte(letters)} in -{letters}")
            if len(rest) > 1 and rest[0] == "=":
                self._set(flag, rest[1:])
                return
            if flag.bare is not None:
                self._set(flag, flag.bare)
                letters = rest
                continue
            if rest:
                self._set(flag, rest)
            elif remaining:
                self._set(flag, remaining.pop())
            else:
                raise UsageError(f"flag needs an argument: {_first_byte(letters)} in -{letters}")
            return

    def _set(self, flag: Flag, text: str) -> None:
        values, name = self.values, flag.name
        try:
            value = self._convert(flag, text)
        except GoError as error:
            from helmwright.go.strconv import quote

            shown = f"-{flag.short}, --{name}" if flag.short else f"--{name}"
            raise UsageError(
                f'invalid argument {quote(text)} for "{shown}" flag: {error.message}'
            ) from None
        if name in values and flag.kind in (STRINGS, STRING_ARRAY):
            values[name] += value
        elif name in values and flag.kind == STRING_TO_STRING:
            values[name].update(value)
        else:
            values[name] = value
        if flag.deprecated:
            self._notices.append(f"Flag --{name} has been deprecated, {flag.deprecated}")

    def _convert(self, flag: Flag, text: str) -> Any:
        """Return the value that ``text`` has for a flag; raises GoError with Go's text."""
        kind = flag.kind
        if kind == STRING:
            return text
        if kind == STRING_ARRAY:
            return [text]
        if kind == BOOL and text in ("true", "false"):
            return text == "true"
        if kind == STRINGS and text.isprintable() and '"' not in text:
            return text.split(",") if text else []
        from helmwright.commands.flag_values import CONVERSIONS, wait_strategy

        if kind == WAIT:
            return wait_strategy(text, self._context.log)
        return CONVERSIONS[kind](text)


def _first_byte(letters: str) -> str:
    """Return what pflag takes for the first letter: a byte of it, if it is not ASCII."""
    from helmwright.go.strconv import quote_rune

    byte = letters.encode("utf-8", "surrogateescape")[0]
    return quote_rune(chr(byte).encode()[0])
