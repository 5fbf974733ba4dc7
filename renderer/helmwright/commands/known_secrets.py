"""What a command line hands over that is secret, for the texts that leave the program.

It is gathered when something is to be said, and not before: a plain render says nothing. What the
command line names is read once more; what can be read only once, standard input, is remembered.
"""

# ruff: noqa: PTH113, PTH118, PTH123, PTH122, PTH202, PTH206 - pathlib is slow to import

from __future__ import annotations

import os
from itertools import islice
from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.releases.safe_errors import add_chart, add_file, add_override
from helmwright.secrets.known import KnownSecrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart

_LONGEST_FILE = 16 << 20
_MOST_FILES = 400
_LONGEST_PATH = 4096
_ENDS = (".yaml", ".yml", ".json", ".tpl", ".j2", ".txt", ".env")


def gathered(arguments: Sequence[str], read: Iterable[bytes]) -> KnownSecrets:
    """Return the secrets that a command line hands over, in its flags and in what these name.

    read: what came by standard input and cannot be read again.
    """
    found = KnownSecrets()
    texts = [text for argument in arguments for text in _texts(argument)]
    paths = [text for text in dict.fromkeys(texts) if _exists(text)]
    is_marked = _marks(paths, found)
    for text in texts:
        add_override(found, text, is_marked)
    for data in read:
        found.add_text(data, is_marked)
    for name, data in _files(paths):
        add_file(found, name, data, is_marked)
    for path in paths:
        found.add_names(_words(path))
    return found


def _texts(argument: str) -> Iterator[str]:
    """Yield an argument, and what stands behind the name of its flag or a comma."""
    yield argument
    if argument.startswith("-"):
        name, equals, rest = argument.partition("=")
        if equals:
            yield rest
            yield from rest.split(",")
        elif not name.startswith("--"):
            yield argument[2:]
    elif "," in argument:
        yield from argument.split(",")
    key, equals, value = argument.partition("=")
    if equals and not key.startswith("-"):
        yield value  # as of --set-file key=path


def _exists(path: str) -> bool:
    try:
        return len(path) < _LONGEST_PATH and os.path.exists(path)  # noqa: PTH110 - quick
    except ValueError:
        return False


def _marks(paths: list[str], found: KnownSecrets) -> Callable[[Path], bool]:
    """Return what the schemas of the charts that are named say, and remember their values."""
    from helmwright.charts.loader import load_chart
    from helmwright.reference.secret_paths import secret_paths, secret_paths_of_any_chart

    charts: list[Chart] = []
    for path in paths:
        if os.path.isfile(os.path.join(path, "Chart.yaml")) or path.endswith((".tgz", ".tar.gz")):
            try:
                charts.append(load_chart(path))
            except (HelmwrightError, GoError, OSError, RecursionError):
                continue
    is_marked = secret_paths(charts) if charts else secret_paths_of_any_chart()
    for chart in charts:
        add_chart(found, chart, is_marked)
    return is_marked


def _files(paths: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files that are named, and those in folders that are, with what they hold."""
    left = _MOST_FILES
    for path in paths:
        for name in [path] if os.path.isfile(path) else _below(path):
            left -= 1
            if left < 0:
                return
            try:
                if os.path.getsize(name) <= _LONGEST_FILE:
                    with open(name, "rb") as file:
                        yield name, file.read()
            except OSError:
                continue


def _below(folder: str) -> Iterator[str]:
    for parent, folders, names in islice(os.walk(folder), _MOST_FILES):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        for name in sorted(names):
            path = os.path.join(parent, name)
            if name.endswith(_ENDS) and os.path.isfile(path):
                yield path


def _words(path: str) -> Iterator[str]:
    """Yield the parts of a path: they are no secrets."""
    for part in path.split(os.sep):
        yield part
        yield os.path.splitext(part)[0]
