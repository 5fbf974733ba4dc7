"""``Chart.lock.sums``: what the archives of a lock are, where the lock itself says versions alone.

A line for each archive that comes from a repository or a registry, in the order of the lock:

    sha256  name  version  repository

with two blanks between. What comes from folders has no line: it is where the lock is. Chart.lock stays Helm's
own, to the byte; this file is ours, and Helm leaves it alone.
"""

# ruff: noqa: PTH114, PTH119 - paths are strings
from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, HelmwrightError, Position, SourceError
from helmwright.base.patterns import lazy_pattern
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file
from helmwright.go.positions import document_positions
from helmwright.sources.dependencies.places import REMOTE
from helmwright.sources.fetching import masked

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.base.log import Log
    from helmwright.charts.metadata import Dependency
    from helmwright.sources.dependencies.places import Place

SUFFIX = ".sums"
_BETWEEN = "  "
_DIGEST = lazy_pattern(r"[0-9a-f]{64}")
_ADVICE = "'helmwright dependency update --integrity' writes it"


class Pinned(NamedTuple):
    """What a line is about: a chart, its version, and its repository without a password."""

    name: str
    version: str
    repository: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} from {self.repository}"


class Sums(NamedTuple):
    """A file of sums. digests: lower-case hex. lines: where each of them stands, from 1."""

    path: str
    digests: dict[Pinned, str]
    lines: dict[Pinned, int]

    def place(self, of: Pinned) -> Position:
        """Return where the line about a chart stands."""
        return Position(self.path, self.lines.get(of))


def pinned(dependency: Dependency) -> Pinned:
    """Return what the line about a locked dependency says besides its digest."""
    return Pinned(dependency.name, dependency.version, masked(dependency.repository))


def sums_path(lock: str) -> str:
    """Return the file of sums beside a lock, whose path that is."""
    return lock + SUFFIX


def no_lock(lock: str) -> SourceError:
    """Return what is said where sums are to be checked, and there is not even a lock."""
    return _wrong(
        Position(lock),
        "there is no such file, and so nothing that sums could be about; "
        "'helmwright dependency update --integrity' writes both",
    )


def read_sums(path: str) -> Sums:
    """Return what a file of sums says; raises SourceError with the line for what it must not say."""
    try:
        data = read_regular(path)
    except FileNotFoundError:
        raise _wrong(Position(path), f"there is no such file; {_ADVICE}") from None
    except OSError as error:
        raise _wrong(Position(path), (error.strerror or str(error)).lower()) from None
    sums = Sums(path, {}, {})
    for number, line in enumerate(data.decode("utf-8", "surrogateescape").split("\n"), 1):
        if line:
            _add(sums, number, line)
    return sums


def _add(sums: Sums, number: int, line: str) -> None:
    place = Position(sums.path, number, 1)
    digest, *fields = line.split(_BETWEEN)
    if len(fields) != 3 or not all(fields):
        raise _wrong(
            place, "a line is a sha256, a name, a version and a repository, each after two blanks"
        )
    if not _DIGEST.fullmatch(digest):
        raise _wrong(place, "a line begins with a sha256, 64 digits from 0 to f in lower case")
    about = Pinned(*fields)
    first = sums.lines.setdefault(about, number)
    if first != number:
        raise _wrong(place, f"a second line about {about}, after line {first}")
    sums.digests[about] = digest


def check_sums(sums: Sums, locked: Iterable[Dependency], where: Iterable[Place], lock: str) -> None:
    """Refuse sums that are not about what a lock says. lock: its path.

    Raises SourceError with the line of the lock that has no sum, or of the sum that is in no lock.
    """
    wanted = [
        (number, pinned(one))
        for number, (one, place) in enumerate(zip(locked, where, strict=True))
        if place.kind in REMOTE
    ]
    name, sums_name = os.path.basename(lock), os.path.basename(sums.path)
    for number, about in wanted:
        if about not in sums.digests:
            raise _wrong(
                _entry_place(lock, number), f"{about} has no line in {sums_name}; {_ADVICE}"
            )
    known = {about for _, about in wanted}
    for about in sums.digests:
        if about not in known:
            raise _wrong(sums.place(about), f"{about} is not in {name}")


def check_archive(sums: Sums, dependency: Dependency, file_name: str, data: bytes) -> None:
    """Refuse an archive whose sha256 is another than its line says; raises SourceError."""
    about = pinned(dependency)
    digest, promised = sha256(data).hexdigest(), sums.digests[about]
    if digest != promised:
        raise _wrong(
            sums.place(about),
            f"{file_name} from {about.repository}: sha256 is {digest}, this line says {promised}",
        )


def write_sums(path: str, digests: dict[Pinned, str], log: Log) -> None:
    """Write a file of sums, unless it says that already.

    A chart whose version is the same and whose digest is another is warned of: somebody has exchanged
    it. Raises ChartError if the file is a link, HelmwrightError if it cannot be written.
    """
    if os.path.islink(path):
        raise ChartError(f"the file {os.path.basename(path)} is a link", Position(path))
    before: dict[Pinned, str] = {}
    with suppress(SourceError):  # missing, or not to be read: it is written anew
        before = read_sums(path).digests
    for about, digest in digests.items():
        if before.get(about, digest) != digest:
            log(
                "WARN",
                f"{about} is no longer what it was: its sha256 was {before[about]} and is {digest}",
            )
    lines = (_BETWEEN.join((digest, *about)) for about, digest in digests.items())
    text = "".join(f"{line}\n" for line in lines)
    write_file(path, text.encode("utf-8", "surrogateescape"))


def _entry_place(lock: str, number: int) -> Position:
    """Return where an entry of a lock stands."""
    try:
        table = document_positions(read_regular(lock), lock)
        return table.nearest(("dependencies", number)) or Position(lock)
    except (OSError, HelmwrightError):
        return Position(lock)


def _wrong(place: Position, reason: str) -> SourceError:
    error = SourceError(reason)
    error.position = place
    return error
