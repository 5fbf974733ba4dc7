"""``helmwright completion bash|zsh|fish``, and the hidden command that the scripts ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, UsageError
from helmwright.cli.command_table import COMMANDS, known_commands, module_of
from helmwright.commands.command import Command, CommandGroup, HelpRequested, parse
from helmwright.commands.flags import BOOL, Flags

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.commands import Context
    from helmwright.commands.flags import Flag

USAGE = "helmwright completion bash|zsh|fish"
SUMMARY = """Print a script that completes commands, flags and files in your shell.

  bash:  source <(helmwright completion bash)
  zsh:   source <(helmwright completion zsh)
  fish:  helmwright completion fish | source

Put the line into your shell's startup file to have it in every session.
"""
_HELP = Flags.own()[0].help
_SHELLS = ("bash", "zsh", "fish")
_WITHOUT_FLAGS = ("completion", "help")
"""The commands that have no flags of their own."""
_RULES = ("select", "ignore", "severity", "explain")
"""The flags of ``lint`` that take rules."""
_COMPLETES = {
    "chart": "charts",
    "directory": "directories",
    "file": "files",
    "glob": "files",
    "key=path": "files",
}
"""What completes a value, by what the help calls it."""
_DIRECTIVES = ("charts", "directories", "files")


class Answer(NamedTuple):
    """What may stand in place of a word.

    words: with an explanation each. directive: ``words``, or what the shell shall add:
    ``files``, ``directories`` or ``charts``.
    """

    words: Iterable[tuple[str, str]]
    directive: str = "words"


def run(context: Context, arguments: list[str]) -> int:
    """Print the script of a shell."""
    try:
        _, positional = parse(Flags, arguments, context)
    except HelpRequested:
        from helmwright.commands.help import describe

        context.show_help(describe(USAGE, SUMMARY))
        return 0
    if len(positional) != 1 or positional[0] not in _SHELLS:
        raise UsageError(f"name one shell: {', '.join(_SHELLS)}\n\nUsage:  {USAGE}")
    from helmwright.cli.completion_scripts import SCRIPTS

    context.write(SCRIPTS[positional[0]])
    return 0


def complete(context: Context, words: list[str]) -> int:
    """Print what may stand in place of the last word; see completion_scripts.py."""
    *before, current = words or [""]
    found, directive = _answer(before, current)
    fitting = [(word, text) for word, text in found if word.startswith(current)]
    context.report("".join(f"{word}\t{text}\n" for word, text in fitting))
    context.write(f":{directive}\n")
    return 0


def _answer(before: list[str], current: str) -> Answer:
    if not before:
        return Answer(known_commands().items())
    command, *rest = before
    own = {
        "diff": _diff,
        "golden": _golden,
        "lint": _lint,
        "patch": _patch,
        "schema": _schema,
        "values": _values_files,
        "version": _version,
    }
    if command in own:
        return own[command](rest, current)
    if command in known_commands() and command not in _WITHOUT_FLAGS:
        return _declared(command, rest, current)
    if current.startswith("-") and command in COMMANDS:
        return Answer([("--help", _HELP)])
    return Answer([] if rest else _arguments(command))


def _arguments(command: str) -> Iterable[tuple[str, str]]:
    """Return what may be the only argument of a command."""
    if command == "completion":
        return [(shell, f"script for {shell}") for shell in _SHELLS]
    return known_commands().items() if command == "help" else []


def _declared(command: str, before: list[str], current: str) -> Answer:
    """Return what may follow in a command line, as far as the command declares flags or actions."""
    from importlib import import_module

    own = command in COMMANDS
    module = import_module(f"helmwright.cli.{command}") if own else module_of(command)
    declared = getattr(module, "COMMAND", None)
    if isinstance(declared, Command):
        return _with_flags(declared.flags, before, current)
    if isinstance(declared, CommandGroup):
        return _of_actions(declared, before, current)
    return Answer([("--help", _HELP)] if current.startswith("-") else [], "files")


def _schema(before: list[str], current: str) -> Answer:
    """Return an action of ``schema``, a value to show, a format to print, or what a flag takes."""
    from helmwright.cli.schema import ACTIONS

    previous = before[-1] if before else ""
    if current.startswith("-") or previous.startswith("--") or previous == "-o":
        return _with_flags(_flags_of("schema"), before, current)
    if not before:
        return Answer(ACTIONS.items())
    if before == ["print"]:
        from helmwright.settings.formats import known_formats

        return Answer([(form.name, form.schema["title"]) for form in known_formats()])
    return _described(current) if before == ["show"] else Answer([])


def _described(current: str) -> Answer:
    """Return the values that the schema of the chart describes; nothing if it has none."""
    from helmwright.cli.schema import usual_schema
    from helmwright.reference.schema_bundle import list_values, read_schema

    try:
        return Answer(list_values(read_schema(usual_schema()), current.rpartition(".")[0]))
    except HelmwrightError:
        return Answer([])


def _values_files(before: list[str], current: str) -> Answer:
    """Return an action of ``values``, a flag or what it takes; else the shell adds files."""
    from helmwright.cli.values import COMMAND

    found, directive = _of_actions(COMMAND, before, current)
    if directive != "charts":
        return Answer(found, directive)
    if before[0] == "explain" and not before[1:]:
        return _described(current)
    return Answer([], "charts" if before[0] == "explain" else "files")


def _version(before: list[str], current: str) -> Answer:
    """Return a flag of ``version`` or what it takes."""
    found, directive = _with_flags(_flags_of("version"), before, current)
    return Answer(found, "words" if directive == "charts" else directive)


def _golden(before: list[str], current: str) -> Answer:
    """Return an action of ``golden``, a flag or what it takes; else the shell adds charts."""
    from helmwright.cli.golden import COMMAND

    return _of_actions(COMMAND, before, current)


def _of_actions(command: CommandGroup, before: list[str], current: str) -> Answer:
    """Return an action of a command, a flag of it or what that takes."""
    if not before:
        help_ = [("--help", _HELP)]
        return Answer(help_ if current.startswith("-") else command.actions.items())
    if before[0] not in command.actions:
        return Answer([])
    asked = command.action(before[0])
    return _with_flags(asked.flags, before[1:], current)


def _diff(before: list[str], current: str) -> Answer:
    """Return a source of ``diff``, a revision, a flag or what it takes; else the shell adds files."""
    from helmwright.cli.diff import ACTIONS

    if not before:
        sources = [(name, action.title) for name, action in ACTIONS.items()]
        return Answer([("--help", _HELP)] if current.startswith("-") else sources)
    if before[0] not in ACTIONS:
        return Answer([])
    found, directive = _with_flags(ACTIONS[before[0]].flags, before[1:], current)
    if directive != "charts":
        return Answer(found, directive)
    if before[0] == "git" and not before[1:]:
        return Answer([(name, "") for name in _revisions()])
    is_first = not before[1:] or before[-1].startswith("-")
    files = before[0] == "manifests" or (before[0] in ("golden", "release") and is_first)
    return Answer([], "files" if files else "charts")


def _revisions() -> list[str]:
    """Return the branches and tags of the repository around this folder."""
    from helmwright.diff.sources.git_objects import GitRepository

    try:
        return GitRepository().names()
    except HelmwrightError:
        return []


def _patch(before: list[str], current: str) -> Answer:
    """Return ``create``, a flag or what it takes; else the shell adds files."""
    name = "patch_create" if before[:1] == ["create"] else "patch"
    found, directive = _with_flags(_flags_of(name), before, current)
    if directive != "charts":
        return Answer(found, directive)
    words = [("create", "make patches")] if not before and "create".startswith(current) else []
    return Answer(words, "words" if current and words else "files")


def _lint(before: list[str], current: str) -> Answer:
    """Return rules, a flag or what it takes; else the shell adds files."""
    previous = before[-1].removeprefix("--") if before else ""
    if previous in _RULES:
        return Answer(_rules(previous, current))
    found, directive = _with_flags(_flags_of("lint"), before, current)
    is_chart = previous == "chart" or current.startswith("--chart=")
    return Answer(found, "files" if directive == "charts" and not is_chart else directive)


def _rules(flag: str, current: str) -> list[tuple[str, str]]:
    """Return the rules and groups that a flag may name, behind others that are named already."""
    from helmwright.lint.catalogue import all_rules, describe_group, groups

    name, equals, _ = current.partition("=")
    if flag == "severity" and equals:
        return [(f"{name}={level}", "") for level in ("error", "info", "warning")]
    found = [(rule.id, rule.summary) for rule in all_rules()]
    if flag != "explain":
        found += [(group, describe_group(group)) for group in groups()]
    done = current.rpartition(",")[0]
    return sorted((f"{done},{name}" if done else name, text) for name, text in found)


def _flags_of(command: str) -> type[Flags]:
    """Return the flags of a command that has some of its own."""
    from importlib import import_module

    found: type[Flags] = import_module(f"helmwright.cli.{command}").COMMAND.flags
    return found


def _with_flags(declared: type[Flags], before: list[str], current: str) -> Answer:
    """Return what may follow in a command line: a flag, what it takes, else the shell adds charts."""
    known = declared.declared()
    flags = {f"--{flag.name}": flag for flag in known}
    flags |= {f"-{flag.short}": flag for flag in known if flag.short}
    if "--" in before:
        return Answer([], "charts")
    if current.startswith("--") and "=" in current:
        name = current.partition("=")[0]
        if name not in flags:
            return Answer([])
        found, directive = _values(flags[name], before, flags)
        return Answer([(f"{name}={word}", text) for word, text in found], directive)
    previous = flags.get(before[-1]) if before else None
    if previous is not None and _takes_value(previous):
        return _values(previous, before, flags)
    if current.startswith("-"):
        shown = [flag for flag in known if not flag.hidden and not flag.deprecated]
        return Answer(sorted((f"--{flag.name}", _explained(flag)) for flag in shown))
    return Answer([], "charts")


def _explained(flag: Flag) -> str:
    return flag.help or "accepted without effect"


def _takes_value(flag: Flag) -> bool:
    """Tell whether the word after the flag is its value."""
    return flag.kind != BOOL and flag.bare is None


def _values(flag: Flag, before: list[str], flags: dict[str, Flag]) -> Answer:
    """Return what may be the value of a flag."""
    completes = flag.completes or _COMPLETES.get(flag.value_name, flag.value_name)
    if completes in _DIRECTIVES:
        return Answer([], completes)
    if completes == "templates":
        return Answer([(path, "") for path in _templates(_chart(before, flags))])
    choices = completes.split("|") if "|" in completes or flag.completes else []
    return Answer([(choice, "") for choice in choices])


def _chart(before: list[str], flags: dict[str, Flag]) -> str:
    """Return the chart that the words name, the one that is meant if they do not."""
    positional = []
    skip = False
    for word in before:
        flag = flags.get(word)
        if not skip and not word.startswith("-"):
            positional.append(word)
        skip = not skip and flag is not None and _takes_value(flag)
    if positional:
        return positional[-1]
    from helmwright.settings.meant_chart import meant_chart

    return meant_chart().path


def _templates(chart: str) -> list[str]:
    """Return the paths of a chart's templates, those of subcharts included."""
    import os

    found: list[str] = []
    for folder, _, files in os.walk(os.path.expanduser(chart)):  # noqa: PTH111 - pathlib is slow to import
        relative = os.path.relpath(folder, os.path.expanduser(chart))  # noqa: PTH111 - as above
        if "templates" in relative.split("/"):
            found.extend(
                f"{relative}/{name}"
                for name in files
                if not name.startswith("_") and not name.endswith("NOTES.txt")
            )
    return sorted(found)
