"""Values files for another release: old keys renamed or removed, the rest to the byte as it was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import Position, ValuesError
from helmwright.determined.migrations import migrations_for
from helmwright.determined.versions import FIRST, LATEST, DeterminedRelease

if TYPE_CHECKING:
    from helmwright.determined.migrations import FoundMigration
    from helmwright.go.yaml_positions import Place

Path = tuple["str | int", ...]
_ROUNDS = 8


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


@checked
def migrate_values(
    data: bytes,
    *,
    to: DeterminedRelease | None = None,
    origin: DeterminedRelease | None = None,
    name: str | os.PathLike[str] = "values.yaml",
) -> MigratedValues:
    """Return a values file with the keys of another release.

    to: the release; by default the one that the file asks for (detRelease, detVersion), else the
    newest. origin: the release that the file was made for, if that is known: then defaults that
    have changed since are written down, and of an old and a new key the one that counted is kept.
    name: of the file, for positions.

    Raises:
        ValuesError: for a file that cannot be read, and if an old and a new key are both set, to
            different values; the others of this kind are notes of the error.
    """
    from helmwright.values.maps import load_values

    name = os.fspath(name)
    values = load_values(data, path=name)
    release = to or asked_release(values) or LATEST
    changes: dict[Path, ValuesChange] = {}
    for _ in range(_ROUNDS):
        found = migrations_for(values, release, origin=origin)
        _refuse_conflicts(found, data, name)
        changed = data
        for one in found:
            changed = _apply(changed, one, data, name, changes)
        if changed == data:
            break
        data, values = changed, load_values(changed, path=name)
    ordered = sorted(changes.values(), key=lambda one: (one.position.line, one.position.column))
    return MigratedValues(data, tuple(ordered))


def asked_release(values: dict[str, Any]) -> DeterminedRelease | None:
    """Return the release that values ask for; None if they leave that to the chart."""
    for key in ("detRelease", "detVersion"):
        release = DeterminedRelease.parse(str(values.get(key) or ""))
        if release is not None and release >= FIRST:
            return release
    return None


def _apply(
    data: bytes,
    found: FoundMigration,
    before: bytes,
    name: str,
    changes: dict[Path, ValuesChange],
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


def _refuse_conflicts(found: list[FoundMigration], data: bytes, name: str) -> None:
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
