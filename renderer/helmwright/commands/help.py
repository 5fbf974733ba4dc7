"""The text that ``--help`` prints for every command."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING

from helmwright.base.columns import reflowed
from helmwright.commands.flags import BOOL, Flags

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.commands.flags import Flag

_WIDTH = 90
_COLUMN = 32
_CODE = ("Usage:", "Examples:")
"""Headings of what is copied."""


def describe(usage: str, summary: str, sections: Iterable[str] = ()) -> str:
    """Return the help of a command."""
    parts = [summary, f"Usage:\n  {usage}\n", *sections]
    return "\n".join(parts)


def describe_command(usage: str, summary: str, examples: str, flags: type[Flags]) -> str:
    """Return the help of a command with examples and tables of its flags."""
    tables = [flag_table(title or "Flags", some) for title, some in flags.sections().items()]
    return describe(usage, summary, (f"Examples:\n{examples}", *tables))


def class_table(title: str, *classes: type[Flags]) -> str:
    """Return a table of the flags of classes; those of every command are in it for ``Flags`` only."""
    common = [] if Flags in classes else Flags.declared()
    flags = {one.name: one for kind in classes for one in kind.declared() if one not in common}
    return flag_table(title, flags.values())


def flag_table(title: str, flags: Iterable[Flag]) -> str:
    """Return a heading and a row for each flag, in the alphabet's order."""
    lines = [f"{title}:"]
    for flag in sorted(flags, key=lambda flag: flag.name):
        lines.extend(_row(_signature(flag), flag.help))
    return "\n".join(lines) + "\n"


def _row(name: str, text: str) -> Iterable[str]:
    first, *rest = wrap(text, _WIDTH - _COLUMN)
    if len(name) > _COLUMN - 4:
        yield f"  {name}"
        rest.insert(0, first)
    else:
        yield f"  {name:<{_COLUMN - 2}}{first}"
    for line in rest:
        yield " " * _COLUMN + line


def _signature(flag: Flag) -> str:
    short = f"-{flag.short}, " if flag.short else "    "
    value = flag.value_name or flag.kind
    value = value if "|" in value else value.upper()
    if flag.kind == BOOL:
        return f"{short}--{flag.name}"
    return f"{short}--{flag.name}" + (f" {value}" if flag.bare is None else f"[={value}]")


def narrowed(text: str, width: int) -> str:
    """Return a help in lines of at most so many columns; only commands to be copied stay whole."""
    if max(map(len, text.splitlines()), default=0) <= width:
        return text
    lines: list[str] = []
    is_code = False
    for part in _parts(text.splitlines()):
        if part and not part.startswith(" "):
            is_code = part in _CODE
        lines += _command(part, width) if is_code else reflowed(part, width)
    return "".join(f"{line}\n" for line in lines)


def _command(line: str, width: int) -> list[str]:
    """Return a command in a line, below what is said of it."""
    command, gap, comment = line.rpartition("  # ")
    if len(line) <= width or not gap:
        return [line]
    return [*reflowed(f"  # {comment}", width), command.rstrip()]


def _parts(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a help, but paragraphs and rows of tables each as one."""
    part = ""
    is_code = False
    for line in lines:
        if part.startswith(" "):
            goes_on = line.startswith(" " * _COLUMN)
        else:
            goes_on = bool(part) and line[:1].strip() != "" and not part.endswith(":")
        if part and goes_on and not is_code:
            is_name = part.startswith(" ") and "  " not in part.strip()
            part += f"{'  ' if is_name else ' '}{line.strip()}"
            continue
        if part:
            yield part
        part = line
        if line and not line.startswith(" "):
            is_code = line in _CODE
        if not line:
            yield ""
    if part:
        yield part


def class_names(title: str, flags: type[Flags]) -> str:
    """Return a heading and the names of a class's flags as one paragraph."""
    own = [one for one in flags.declared() if one not in Flags.declared()]
    names = sorted(f"--{one.name}" for one in own if not one.deprecated)
    lines = wrap(", ".join(names), _WIDTH - 2, break_on_hyphens=False)
    return f"{title}:\n" + "".join(f"  {line}\n" for line in lines)
