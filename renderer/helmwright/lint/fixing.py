"""Applies the fixes of findings to texts; whoever calls decides whether they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ValuesError
from helmwright.base.records import Record
from helmwright.values.editing import Remove, Rename, edit_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Finding
    from helmwright.values.editing import Edit

ROUNDS = 10
"""How often files are linted again at most; fixes that undo each other would never end."""


class Unfixed(NamedTuple):
    """A finding whose fix was not made, and why."""

    finding: Finding
    reason: str


class FixedFile(Record):
    """One file before and after.

    fixed: the findings that are mended. unfixed: those with a fix that could not be made.
    """

    name: str
    old: bytes
    new: bytes
    fixed: tuple[Finding, ...]
    unfixed: tuple[Unfixed, ...]

    @property
    def changed(self) -> bool:
        """Whether the file is another one now."""
        return self.old != self.new


def fix_files(findings: Iterable[Finding], files: Mapping[str, bytes]) -> list[FixedFile]:
    """Return the files that findings have fixes for, with these made.

    files: the texts of the user's own files by the names that findings have; what is found
    elsewhere, in flags, archives and charts of others, is left alone. Of fixes that are about the
    same value the first is made; the others are left until the file has been linted again.
    """
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.edits and finding.span.path in files:
            by_file.setdefault(finding.span.path, []).append(finding)
    return [_fix(name, files[name], found) for name, found in by_file.items()]


def fix_until_done(
    files: Mapping[str, bytes],
    lint: Callable[[Mapping[str, bytes]], Iterable[Finding]],
    *,
    rounds: int = ROUNDS,
) -> list[FixedFile]:
    """Return the files that change, linted and fixed until there is nothing left to fix.

    lint: returns the findings of the files as they are then.
    """
    texts = dict(files)
    fixed: dict[str, list[Finding]] = {}
    unfixed: dict[str, tuple[Unfixed, ...]] = {}
    for _ in range(rounds):
        outcomes = fix_files(lint(texts), texts)
        unfixed = {one.name: one.unfixed for one in outcomes}
        for one in outcomes:
            texts[one.name] = one.new
            fixed.setdefault(one.name, []).extend(one.fixed)
        if not any(one.changed for one in outcomes):
            break
    return [
        FixedFile(name, files[name], texts[name], tuple(found), unfixed.get(name, ()))
        for name, found in fixed.items()
        if found or unfixed.get(name)
    ]


def _fix(name: str, old: bytes, findings: list[Finding]) -> FixedFile:
    text = old
    made: dict[tuple[Edit, ...], bool] = {}
    touched: set[Path] = set()
    fixed: list[Finding] = []
    unfixed: list[Unfixed] = []
    for finding in sorted(findings, key=lambda one: one.order):
        if finding.edits in made:
            if made[finding.edits]:
                fixed.append(finding)
            continue
        paths = {path for edit in finding.edits for path in _concerned(edit)}
        if any(_overlap(path, other) for path in paths for other in touched):
            unfixed.append(Unfixed(finding, "another fix has changed the same value"))
            continue
        made[finding.edits] = False
        try:
            changed = edit_values(text, finding.edits, name)
        except ValuesError as error:
            unfixed.append(Unfixed(finding, error.message))
            continue
        if changed == text:
            unfixed.append(Unfixed(finding, "the file says so already"))
            continue
        text = changed
        touched |= paths
        made[finding.edits] = True
        fixed.append(finding)
    return FixedFile(name, old, text, tuple(fixed), tuple(unfixed))


def _concerned(edit: Edit) -> Iterable[Path]:
    """Return the paths that are not what they were after a change.

    Without an item, those behind it in the list have other numbers.
    """
    if isinstance(edit, Rename):
        return [edit.path, edit.new]
    if isinstance(edit, Remove) and isinstance(edit.path[-1], int):
        return [edit.path[:-1]]
    return [edit.path]


def _overlap(one: Path, other: Path) -> bool:
    """Tell whether a path is the other, or leads to it."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]
