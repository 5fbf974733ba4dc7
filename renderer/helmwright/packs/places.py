"""Where packs are declared: entry points of the distributions that are installed, and of this one.

The folders of ``sys.path`` that hold distributions are looked through as ``importlib.metadata`` would, at a tenth
of the time. The repository that somebody works in is none of them: ``python -m`` and ``PYTHONPATH`` put folders
there into the path, and what is linted must not become code that runs.
"""

# ruff: noqa: PTH100, PTH109, PTH113, PTH117, PTH118, PTH119, PTH120, PTH123 - pathlib is slow to import

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from helmwright.disk.places import is_inside, repository_around
from helmwright.packs.interface import GROUP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_ENDS = (".dist-info", ".egg-info")
_FILE = "entry_points.txt"
OWN = "helmwright"
"""The name of this distribution."""
_SOURCES = "renderer"
"""The folder of a source tree that holds the package; pyproject.toml is beside it."""


class Declared(NamedTuple):
    """A pack that a distribution declares.

    name: of the entry point. target: what it names, ``module:name``. distribution: with its version.
    """

    name: str
    target: str
    distribution: str


def declared() -> list[Declared]:
    """Return the packs that are declared: this distribution's, then the others by distribution and name."""
    others: dict[str, list[Declared]] = {}
    for folder in installed_folders():
        for project, found in _in_folder(folder):
            others.setdefault(project, found)  # the first in the path is the one that is imported
    others[OWN] = []
    return [*_own(), *(one for project in sorted(others) for one in sorted(others[project]))]


def installed_folders() -> list[str]:
    """Return the folders that distributions are installed in, in the order of the path.

    Folders for packages of this Python are taken wherever they are, and what is installed there as a
    link (a ``.pth`` file). Of the others in the path, those that the current folder is in, and those in
    its repository, or below it where there is none, are not.
    """
    try:
        here = os.path.realpath(os.getcwd())
    except OSError:  # it is gone
        here = ""
    around = (repository_around(here) or here) if here else ""
    usual = _folders_for_packages()
    usual |= {linked for folder in usual for linked in _linked(folder)}
    relative = {
        os.path.realpath(os.path.join(here, part))
        for part in os.environ.get("PYTHONPATH", "").split(os.pathsep)
        if not os.path.isabs(part)
    }
    found: dict[str, None] = {}
    for entry in sys.path:
        if not os.path.isabs(entry):
            continue
        folder = os.path.realpath(entry)
        if folder not in usual and (
            folder in relative or not around or is_inside(here, folder) or is_inside(folder, around)
        ):
            continue
        found[folder] = None
    return list(found)


def _folders_for_packages() -> set[str]:
    """Return the folders that this Python has for packages, also those of its user."""
    site = sys.modules.get("site")  # whoever asked Python not to load it wants none of them
    if site is None:
        return set()
    folders = list(site.getsitepackages())
    if site.ENABLE_USER_SITE:
        folders.append(site.getusersitepackages())
    return {os.path.realpath(folder) for folder in folders}


def _linked(folder: str) -> Iterator[str]:
    """Yield the folders that ``.pth`` files in a folder for packages add to the path."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.path for entry in entries if entry.name.endswith(".pth")]
        for name in names:
            with open(name, encoding="utf-8", errors="replace") as file:
                for line in map(str.rstrip, file):
                    if line and not line.startswith(("#", "import ", "import\t")):
                        yield os.path.realpath(os.path.join(folder, line))
    except OSError:
        return


def _in_folder(folder: str) -> Iterator[tuple[str, list[Declared]]]:
    """Yield the distributions in a folder by the names of their projects, with the packs of each."""
    try:
        with os.scandir(folder) as entries:
            names = [entry.name for entry in entries if entry.name.endswith(_ENDS)]
    except OSError:  # an archive, or a folder that is not there
        return
    for name in names:
        yield _project(name), _in_distribution(folder, name)


def _in_distribution(folder: str, name: str) -> list[Declared]:
    try:
        with open(f"{folder}/{name}/{_FILE}", "rb") as file:
            data = file.read()
    except OSError:
        return []
    if GROUP.encode() not in data:
        return []
    entries = _section(data.decode("utf-8", "replace"), f"[{GROUP}]")
    return [Declared(key, target, _called(name)) for key, target in entries]


def _section(text: str, heading: str) -> Iterator[tuple[str, str]]:
    """Yield the entry points below a heading; what they want besides, in brackets, is left out."""
    inside = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            inside = line == heading
        elif inside and "=" in line and line[0] not in "#;":
            name, _, target = line.partition("=")
            yield name.strip(), target.partition("[")[0].strip(' "')


def _project(name: str) -> str:
    stem = name.rpartition(".")[0].partition("-")[0]
    return stem.lower().replace("-", "_").replace(".", "_")


def _called(name: str) -> str:
    """Return the name and version of a distribution, by the name of its folder."""
    project, _, rest = name.rpartition(".")[0].partition("-")
    return f"{project.replace('_', '-')} {rest.partition('-')[0]}".strip()


def _own() -> Iterable[Declared]:
    """Return the packs of this distribution: those of the source tree that it runs from, or its own."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parent = os.path.dirname(package)
    project = os.path.join(os.path.dirname(parent), "pyproject.toml")
    if os.path.basename(parent) == _SOURCES and os.path.isfile(project):
        return _of_source_tree(project)
    return [one for project, found in _in_folder(parent) if project == OWN for one in found]


def _of_source_tree(path: str) -> list[Declared]:
    """Return what pyproject.toml declares; it is ours, and a table of it is read like the file made of it."""
    with open(path, encoding="utf-8") as file:
        entries = _section(file.read(), f'[project.entry-points."{GROUP}"]')
    return sorted(Declared(name, target, OWN) for name, target in entries)
