"""Values files with old keys mended, all else to the byte as it was; which keys are old, others say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import Position, ValuesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.base.paths import Path
    from helmwright.go.yaml_positions import Place
    from helmwright.values.editing.operations import Edit

    FindOldKeys = Callable[[dict[str, Any]], Iterable["OldKey"]]

_ROUNDS = 8


class OldKey(NamedTuple):
    """An old key in values.

    path: of the key, or of what is missing. note: a clause without a full stop, to follow the key and a
    colon; it never tells a secret. edits: to be made one after the other (``Rename``, ``Remove``,
    ``Put``); none if only a person knows what to do. needs_person: whether the edits are not enough, or
    not surely what is wanted. conflict: whether an old and a new key are both set, to different values.
    """

    path: Path
    note: str
    edits: tuple[Edit, ...] = ()
    needs_person: bool = False
    conflict: bool = False


class ValuesChange(NamedTuple):
    """An old key of a values file.

    position: of the key. key: as ``--set`` writes it. note: what is known about it, a clause
    without a full stop. made: whether the file was changed. needs_person: whether somebody has to
    decide, or to do more.
    """

    position: Position
    key: str
    note: str
    made: bool
    needs_person: bool

    def __str__(self) -> str:
        done = "" if not self.needs_person else " (please look at it)" if self.made else " (left)"
        return f"{self.position}: {self.key}: {self.note}{done}"


class MigratedValues(NamedTuple):
    """A values file for another release.

    data: its bytes, the same as before if nothing is old. changes: what was done, and what is left
    for a person, by their places.
    """

    data: bytes
    changes: tuple[ValuesChange, ...]


def migrate(data: bytes, find: FindOldKeys, name: str = "values.yaml") -> MigratedValues:
    """Return a values file without the old keys that can be mended.

    find: returns the old keys in values; asked again about what comes out, since new keys may be old.
    name: of the file, for positions.

    Raises:
        ValuesError: for a file that cannot be read, and if an old and a new key are both set, to
            different values; the others of this kind are notes of the error.
    """
    from helmwright.values.maps import load_values

    values = load_values(data, path=name)
    changes: dict[Path, ValuesChange] = {}
    for _ in range(_ROUNDS):
        found = list(find(values))
        _refuse_conflicts(found, data, name)
        changed = data
        for one in found:
            changed = _apply(changed, one, data, name, changes)
        if changed == data:
            break
        data, values = changed, load_values(changed, path=name)
    ordered = sorted(changes.values(), key=lambda one: (one.position.line, one.position.column))
    return MigratedValues(data, tuple(ordered))


def _apply(
    data: bytes, found: OldKey, before: bytes, name: str, changes: dict[Path, ValuesChange]
) -> bytes:
    """Return the file with one old key mended, and take note of it."""
    from helmwright.base.paths import dotted
    from helmwright.values.editing import edit_values

    note, needs_person = found.note, found.needs_person
    changed = data
    try:
        changed = edit_values(data, found.edits, name)
    except ValuesError as error:
        note, needs_person = f"{note}; {error.message}", True
    if found.path not in changes:
        position = _position(before, found.path, name)
        changes[found.path] = ValuesChange(
            position, dotted(found.path), note, changed != data, needs_person
        )
    return changed


def _position(data: bytes, path: Path, name: str) -> Position:
    """Return where a key, or the innermost part above it, is in a file."""
    from helmwright.go.yaml_positions import positions

    places: dict[Path, Place] = positions(data, name)
    for length in range(len(path), 0, -1):
        if path[:length] in places:
            return places[path[:length]].key
    return Position(name, 1, 1)


def _refuse_conflicts(found: list[OldKey], data: bytes, name: str) -> None:
    """Raise ValuesError if a key is set twice, to different values."""
    from helmwright.base.paths import dotted

    errors = [
        ValuesError(f"{dotted(one.path)}: {one.note}", _position(data, one.path, name))
        for one in found
        if one.conflict
    ]
    if not errors:
        return
    for other in errors[1:]:
        errors[0].add_note(str(other))
    raise errors[0]
