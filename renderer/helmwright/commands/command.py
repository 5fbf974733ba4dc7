"""A command, how its command line is read, and one that has actions, such as ``values get``.

Command lines have the grammar and the error texts of Helm's flag library. Scripts written for ``helm``
must carry over: shorthands that take their value glued on, values behind ``=``, flags among the
arguments, lists that split at commas and lists that do not. Libraries for Python have another grammar
and cost more to import than a small chart to render.
Source: github.com/spf13/pflag flag.go, github.com/spf13/cobra command.go (ParseFlags)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar

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
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from helmwright.commands import Context
    from helmwright.commands.flags import Flag

_F = TypeVar("_F", bound=Flags)


class HelpRequested(Exception):  # noqa: N818 - it is no error
    """``--help`` was given."""


class Command(Generic[_F]):
    """A command or an action: its help, the class of its flags, and what it does with them and its arguments."""

    def __init__(  # noqa: PLR0913 - most are texts
        self,
        usage: str,
        summary: str,
        examples: str,
        flags: type[_F],
        act: Callable[[Context, _F, list[str]], int],
        *,
        explain: Callable[[], str] | None = None,
    ) -> None:
        """Take what ``run`` needs; explain: gives the help where one table of flags is not enough."""
        self.usage = usage
        self.flags = flags
        self._summary = summary
        self._examples = examples
        self._act = act
        self._explain = explain or self._usual_help

    def run(self, context: Context, arguments: list[str]) -> int:
        """Read a command line and do what it says; returns the exit code."""
        try:
            flags, positional = parse(self.flags, arguments, context)
        except HelpRequested:
            context.show_help(self._explain())
            return 0
        return self._act(context, flags, positional)

    def _usual_help(self) -> str:
        from helmwright.commands.help import describe_command

        return describe_command(self.usage, self._summary, self._examples, self.flags)


class CommandGroup:
    """A command with actions: its name, its help, and a line for each action.

    package: where the modules of its actions are, such as ``helmwright.cli`` with ``values_get``.
    aliases: other names of actions, which Helm has.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - most are texts
        self,
        package: str,
        name: str,
        usage: str,
        summary: str,
        examples: str,
        actions: Mapping[str, str],
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self._package = package
        self._name = name
        self._usage = usage
        self._summary = summary
        self._examples = examples
        self.actions = actions
        self._aliases = aliases or {}

    def action(self, name: str) -> Command[Any]:
        """Return an action."""
        from importlib import import_module

        found: Command[Any] = import_module(f"{self._package}.{self._name}_{name}").COMMAND
        return found

    def run(self, context: Context, arguments: list[str]) -> int:
        """Run the action that the first argument names; returns the exit code."""
        name = arguments[0] if arguments else ""
        name = self._aliases.get(name, name)
        if name not in self.actions:
            return self._explain(context, arguments)
        return self.action(name).run(context, arguments[1:])

    def _explain(self, context: Context, arguments: list[str]) -> int:
        from helmwright.commands.help import describe

        try:
            parse(Flags, arguments, context)
        except HelpRequested:
            rows = "".join(f"  {one:<10}{text}\n" for one, text in self.actions.items())
            parts = (f"Actions:\n{rows}", f"Examples:\n{self._examples}")
            context.show_help(describe(self._usage, self._summary, parts))
            return 0
        known = ", ".join(self.actions)
        raise UsageError(f"name what to do: {known}\n\nUsage:  {self._usage}")


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
        self._notices: list[tuple[str, Callable[[], None]]] = []
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
        if self._notices:
            self._say_notices()
        self._tell_screen()
        if self.values.get("help"):
            raise HelpRequested
        self._look_at_contexts()

    def _say_notices(self) -> None:
        """Say what is deprecated, if it is so in the Helm that is asked for."""
        current: frozenset[str] = frozenset()
        if "helm" in self._by_name:
            from helmwright.commands.helm_flags import HelmFlags, chosen_era

            asked = HelmFlags(helm=self.values.get("helm", ""))
            current = chosen_era(self._context, asked).current_flags
        for name, tell in self._notices:
            if name not in current:
                tell()

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
            notice = f"Flag --{name} has been deprecated, {flag.deprecated}"
            self._notices.append((name, lambda: self._context.say(notice)))

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
            strategy, notice = wait_strategy(text)
            if notice:
                self._notices.insert(0, (flag.name, lambda: self._context.log("WARN", notice)))
            return strategy
        return CONVERSIONS[kind](text)


def _first_byte(letters: str) -> str:
    """Return what pflag takes for the first letter: a byte of it, if it is not ASCII."""
    from helmwright.go.strconv import quote_rune

    byte = letters.encode("utf-8", "surrogateescape")[0]
    return quote_rune(chr(byte).encode()[0])
