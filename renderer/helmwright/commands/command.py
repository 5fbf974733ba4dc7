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

_F = TypeVar("_F", bound=Flags)


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

    def action(self, name: str) -> Command[Any]:
        """Return an action."""
        found: Command[Any] = import_module(f"{self.package}.{self.name}_{name}").COMMAND
        return found

    def run(self, context: Context, arguments: list[str]) -> int:
        """Run the action that the first argument names; returns the exit code."""
        name = arguments[0] if arguments else ""
        if name not in self.actions:
            return self._explain(context, arguments)
        return self.action(name).run(context, arguments[1:])

    def _explain(self, context: Context, arguments: list[str]) -> int:
        from helmwright.commands.help import describe

        try:
            parse(Flags, arguments, context)
        except HelpRequested:
            rows = "".join(f"  {one:<10}{text}\n" for one, text in self.actions.items())
            parts = (f"Actions:\n{rows}", f"Examples:\n{self.examples}")
            context.show_help(describe(self.usage, self.summary, parts))
            return 0
        known = ", ".join(self.actions)
        raise UsageError(f"name what to do: {known}\n\nUsage:  {self.usage}")
