"""The golden files of cases: where they are, what they hold, and which are left over."""

# ruff: noqa: PTH113, PTH114, PTH118, PTH123 - pathlib is slow to import

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, Position
from helmwright.disk.reading import read_regular
from helmwright.goldens.cases import EXPECTED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_BEGINNING = b"---\n# Source: "
"""How every golden file begins; other files in the folder are nobody's business."""


class Change(NamedTuple):
    """A golden file that does not hold what it should.

    before: its text, None if there is no such file. after: what the case gives, None if nothing.
    """

    path: str
    before: str | None
    after: str | None

    @property
    def kind(self) -> str:
        """One of ``changed``, ``missing`` and ``stale``."""
        if self.before is None:
            return "missing"
        return "stale" if self.after is None else "changed"


class ExpectedFiles:
    """The golden files below one folder of cases.

    layout: ``per-template`` or ``single``. root: the folder below which no link is written
    through; blank for that of the cases.
    """

    def __init__(self, cases: str, layout: str, root: str = "") -> None:
        self._root = root or cases
        self._folder = os.path.join(cases, EXPECTED)
        self._layout = layout

    def path(self, case: str, name: str) -> str:
        """Return the path of a golden file; name: the template's, blank for the layout ``single``.

        Raises HelmwrightError for a template whose path leads elsewhere.
        """
        if self._layout == "single":
            return os.path.join(self._folder, f"{case}.yaml")
        if name.startswith("/") or ".." in name.split("/"):
            raise HelmwrightError(f"{name}: no golden file can have this path", Position(name))
        return os.path.join(self._folder, case, name)

    def changes(self, case: str, files: Mapping[str, str]) -> list[Change]:
        """Return how the golden files of a case differ from what it gives; files: by template."""
        found = []
        wanted = {self.path(case, name): text for name, text in files.items()}
        for path, text in wanted.items():
            before = read_text(path)
            if before != text:
                found.append(Change(path, before, text))
        stale = (path for path in self._files_of(case) if path not in wanted)
        found.extend(Change(path, read_text(path), None) for path in stale)
        return sorted(found)

    def _files_of(self, case: str) -> Iterator[str]:
        single = os.path.join(self._folder, f"{case}.yaml")
        if _is_golden(single):
            yield single
        yield from _golden_files(os.path.join(self._folder, case))

    def left_over(self, cases: Iterable[str], ignored: Iterable[str]) -> list[Change]:
        """Return the golden files that belong to no case; ignored: patterns of cases not run."""
        known = set(cases)
        patterns = tuple(ignored)
        found = []
        for path in _golden_files(self._folder):
            name = os.path.relpath(path, self._folder)
            parts = name.split("/")
            owners = {"/".join(parts[:length]) for length in range(1, len(parts))}
            if name.endswith(".yaml"):
                owners.add(name.removesuffix(".yaml"))
            spared = any(fnmatchcase(owner, one) for owner in owners for one in patterns)
            if owners.isdisjoint(known) and not spared:
                found.append(Change(path, read_text(path), None))
        return sorted(found)

    def write(self, changes: Iterable[Change]) -> None:
        """Make golden files what they should be; each is written whole or not at all."""
        from helmwright.disk.writing import remove_file, write_file

        for path, _, after in changes:
            if after is not None:
                data = after.encode("utf-8", "surrogateescape")
                write_file(path, data, within=self._root)
                continue
            remove_file(path, self._root)
            try:
                self._remove_empty(os.path.dirname(path))  # noqa: PTH120 - as above
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                raise HelmwrightError(f"remove {path}: {reason}", Position(path)) from None

    def _remove_empty(self, folder: str) -> None:
        """Remove folders in which nothing is left, up to that of all golden files."""
        while folder.startswith(f"{self._folder}/") and not os.listdir(folder):  # noqa: PTH208 - as above
            os.rmdir(folder)  # noqa: PTH106 - as above
            folder = os.path.dirname(folder)  # noqa: PTH120 - as above


def read_text(path: str) -> str | None:
    """Return what a file holds, None if there is none."""
    try:
        return read_regular(path).decode("utf-8", "surrogateescape")
    except FileNotFoundError:
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {path}: {reason}", Position(path)) from None


def _is_golden(path: str) -> bool:
    from helmwright.disk.writing import is_left_over

    if os.path.islink(path) or not os.path.isfile(path) or is_left_over(os.path.basename(path)):  # noqa: PTH119 - as above
        return False
    with open(path, "rb") as file:
        return file.read(len(_BEGINNING)) == _BEGINNING


def _golden_files(folder: str) -> Iterator[str]:
    for current, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(current, name)
            if _is_golden(path):
                yield path
