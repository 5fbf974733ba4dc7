"""Changes of values files that keep comments, order and quoting.

A change is spliced into the text: the lines that it is not about are not written anew, so they
stay as they are to the byte, whatever they hold: comments, blank lines, quotes, anchors, braces,
carriage returns. Reading a file with ruamel.yaml and writing it again would keep its comments, but
not its bytes: dashes move, long lines are folded, quotes and line ends change. And it reads YAML
1.2, where ``yes`` is a string, while Helm reads go-yaml's mixture. So the places come from our own
reader, which is Helm's, and ruamel.yaml writes what is new: values and keys.

After each change the text is read again as Helm reads it. Unless that gives the old values with
the change and nothing else, the change is refused: what an anchor lends to another key, or what
a merge key brings, is never changed behind a person's back.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import HelmwrightError, Position, ValuesError, YAMLError
from helmwright.base.paths import dotted
from helmwright.values.editing.operations import (
    Edit,
    NotPossibleError,
    Put,
    Quote,
    Remove,
    Rename,
    apply_to_values,
    below,
    difference,
    has,
    same,
)
from helmwright.values.maps import load_values

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.paths import Path
    from helmwright.values.editing.places import Text

__all__ = ["Edit", "Put", "Quote", "Remove", "Rename", "below", "edit_values"]

_BYTE_ORDER_MARK = "\ufeff"


@checked
def edit_values(
    data: bytes, operations: Iterable[Edit], name: str | os.PathLike[str] = "values.yaml"
) -> bytes:
    """Return a values file with changes, in their order.

    name: of the file, for messages. What is so already is no change: removing or renaming what is
    not there, or putting what is there.

    Raises:
        ValuesError: for a file that cannot be read, and for a change that cannot be made in place:
            what an alias or a merge key brings, what is no map, a new key that is set to something
            else already. Then no change is made at all.
    """
    name = os.fspath(name)
    try:
        whole = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValuesError("text that is not UTF-8 is not edited", Position(name, line)) from None
    values = load_values(whole, path=name)
    mark = _BYTE_ORDER_MARK if whole.startswith(_BYTE_ORDER_MARK) else ""
    whole = whole.removeprefix(mark)
    for operation in operations:
        whole, values = _edit(whole, values, operation, name)
    return (mark + whole).encode()


def _edit(
    whole: str, values: dict[str, Any], operation: Edit, name: str
) -> tuple[str, dict[str, Any]]:
    """Return text and values with one change."""
    from helmwright.values.editing.places import Text
    from helmwright.values.editing.splicing import is_quoted, splice, written

    path = operation.path
    if not path or (isinstance(operation, Rename) and not operation.new):
        raise ValuesError("a change needs the path of a key")
    text = Text(whole, name)
    scalar = written(text, path) if isinstance(operation, Quote) else ""
    if isinstance(operation, Quote) and is_quoted(text, path):
        return whole, values
    try:
        wanted = apply_to_values(values, operation, scalar)
    except NotPossibleError as error:
        message = f"{dotted(path)} cannot be changed: {error}"
        raise ValuesError(message, text.position(path)) from None
    if same(values, wanted) and not isinstance(operation, Quote):
        return whole, values
    try:
        found = splice(text, values, operation)
    except YAMLError as error:
        raise _unreadable(text, path, error) from None
    if isinstance(found, list):
        for part in found:
            whole, values = _edit(whole, values, part, name)
    else:
        whole = text.before + found + text.after
        values = _read_again(whole, text, path)
    if isinstance(operation, Remove) and _is_repeated(values, wanted, path):
        return _edit(whole, values, operation, name)
    _check(values, wanted, text, path)
    return whole, values


def _read_again(whole: str, text: Text, path: Path) -> dict[str, Any]:
    try:
        return load_values(whole)
    except HelmwrightError as error:
        raise _unreadable(text, path, error) from None


def _unreadable(text: Text, path: Path, error: HelmwrightError) -> ValuesError:
    """Return what to say of a change after which the file would be no YAML."""
    reason = f"the file could not be read any more: {error.message}"
    message = f"{dotted(path)} cannot be edited in place: {reason}"
    return ValuesError(message, text.position(path))


def _is_repeated(values: dict[str, Any], wanted: dict[str, Any], path: Path) -> bool:
    """Tell whether a key that should be gone was written twice."""
    return isinstance(path[-1], str) and has(values, path) and not has(wanted, path)


def _check(values: dict[str, Any], wanted: dict[str, Any], text: Text, path: Path) -> None:
    """Raise ValuesError if a change gave other values than those wanted."""
    other = difference(values, wanted)
    if other is None:
        return
    reason = "the way it is written forbids it"
    if other[: len(path)] != path:
        reason = f"{dotted(other)} would change, too"
    message = f"{dotted(path)} cannot be edited in place: {reason}"
    raise ValuesError(message, text.position(path))
