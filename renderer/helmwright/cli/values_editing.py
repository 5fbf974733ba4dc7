"""What ``values set`` and ``values unset`` share: a file is read, changed and written in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FileChangedError
from helmwright.commands.in_place import Change, ElsewhereFlags, check_writing, put_changes
from helmwright.commands.inputs import input_name, read_input
from helmwright.commands.values_input import refuse_template
from helmwright.commands.values_secrets import MarksFlags, MeantMarks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.commands import Context
    from helmwright.values.editing import Edit

_ATTEMPTS = 20
"""How often a file is read again that other programs change at the same time."""


class EditingFlags(ElsewhereFlags, MarksFlags):
    """The flags of an action that changes a values file."""


def edit_file(
    context: Context,
    flags: EditingFlags,
    name: str,
    wanted: Callable[[bytes, str], Sequence[Edit]],
    about: Callable[[bytes, Sequence[Edit], MeantMarks], None] | None = None,
) -> int:
    """Change a values file; returns the exit code.

    wanted: gives the changes of what a file of a name holds. about: says what is remarkable of
    them, once they are made.
    """
    check_writing(flags, [name], flags.output)
    refuse_template(name)
    shown = input_name(name)
    meant = MeantMarks(context, flags, [name])
    for attempt in range(_ATTEMPTS):
        data = read_input(context, name)
        edits = wanted(data, shown)
        try:
            code = _put(context, flags, _changed(name, data, edits, shown), meant)
        except FileChangedError:  # by another program: what it has written is changed instead
            if attempt == _ATTEMPTS - 1:
                raise
            continue
        break
    if about is not None:
        about(data, edits, meant)
    return code


def _changed(name: str, data: bytes, edits: Sequence[Edit], shown: str) -> Change:
    from helmwright.values.editing import edit_values

    return Change(name, data, edit_values(data, edits, shown))


def _put(context: Context, flags: EditingFlags, change: Change, meant: MeantMarks) -> int:
    def show(one: Change) -> None:
        from helmwright.commands.values_difference import show_change

        show_change(context, input_name(one.name), one.old, one.new, meant.marked())

    return put_changes(context, flags, [change], show)
