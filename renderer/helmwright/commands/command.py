"""A command, and one that has actions, such as ``values get`` and ``golden run``: each is a module of its own."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from helmwright.base.errors import UsageError
from helmwright.commands.command_line import HelpRequested, parse
from helmwright.commands.flags import Flags

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands import Context
    from helmwright.commands.flags import Flag

_F = TypeVar("_F", bound=Flags)


class Command(Generic[_F]):
    """A command or an action: its help, the class of its flags, and what it does with them and its arguments."""

    def __init__(
        self,
        usage: str,
        summary: str,
        examples: str,
        flags: type[_F],
        act: Callable[[Context, _F, list[str]], int],
    ) -> None:
        self.usage = usage
        self.flags = flags
        self._summary = summary
        self._examples = examples
        self._act = act

    def run(self, context: Context, arguments: list[str]) -> int:
        """Read a command line and do what it says; returns the exit code."""
        try:
            flags, positional, _ = parse(self.flags, arguments, context)
        except HelpRequested:
            from helmwright.commands.help import describe_command

            text = describe_command(self.usage, self._summary, self._examples, self.flags)
            context.show_help(text)
            return 0
        return self._act(context, flags, positional)


class Action(NamedTuple):
    """What one of the actions is called with: the command line's own texts and flags."""

    usage: str
    summary: str
    examples: str
    flags: tuple[Flag, ...]
    values: tuple[Flag, ...]
    run: Callable[[Context, dict[str, Any], list[str]], int]


class CommandGroup(NamedTuple):
    """A command with actions: its name, its help, and a line for each action.

    package: where the modules of its actions are, such as ``helmwright.cli`` with ``values_get``.
    """

    package: str
    name: str
    usage: str
    summary: str
    examples: str
    actions: dict[str, str]

    def action(self, name: str) -> Action | Command[Any]:
        """Return an action."""
        module = import_module(f"{self.package}.{self.name}_{name}")
        found: Action | Command[Any] = getattr(module, "COMMAND", None) or module.ACTION
        return found

    def run(self, context: Context, arguments: list[str]) -> int:
        """Run the action that the first argument names; returns the exit code."""
        from helmwright.commands.help import describe_command

        name = arguments[0] if arguments else ""
        if name not in self.actions:
            return self._explain(context, arguments)
        asked = self.action(name)
        if isinstance(asked, Command):
            return asked.run(context, arguments[1:])
        try:
            flags, positional, given = parse((*asked.flags, *asked.values), arguments[1:], context)
        except HelpRequested:
            own, values = asked.flags, asked.values
            context.show_help(
                describe_command(asked.usage, asked.summary, asked.examples, own, values)
            )
            return 0
        if "seed" in flags and "seed" not in given:  # 0 is a seed like others
            flags["seed"] = None
        return asked.run(context, flags, positional)

    def _explain(self, context: Context, arguments: list[str]) -> int:
        from helmwright.commands.help import describe

        try:
            parse((), arguments, context)
        except HelpRequested:
            rows = "".join(f"  {one:<10}{text}\n" for one, text in self.actions.items())
            parts = (f"Actions:\n{rows}", f"Examples:\n{self.examples}")
            context.show_help(describe(self.usage, self.summary, parts))
            return 0
        known = ", ".join(self.actions)
        raise UsageError(f"name what to do: {known}\n\nUsage:  {self.usage}")
