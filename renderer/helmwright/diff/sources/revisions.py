"""A repository at one revision, or as it is on disk: charts, values files, and patterns of them."""

# ruff: noqa: PTH110, PTH112, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Protocol

from helmwright.base.errors import ChartError, GitContentError, GoError, HelmwrightError
from helmwright.base.log import ignore
from helmwright.charts.files import BYTE_ORDER_MARK, MAX_FILE_SIZE, ChartFile, read_directory
from helmwright.charts.ignore import IGNORE_FILE, IgnoreRules, parse_rules
from helmwright.charts.loader import load_chart, load_files
from helmwright.diff.sources.git_objects import FOLDER, LINK, SUBMODULE
from helmwright.disk.writing import write_file
from helmwright.eras.era import DEFAULT
from helmwright.secrets.witness import saw
from helmwright.values.inputs import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from helmwright.charts.chart import Chart
    from helmwright.diff.sources.git_objects import Entry, GitTree
    from helmwright.eras.era import Era
_FILE = "file://"
WORKING_TREE = "the working tree"
_SPECIAL = re.compile(r"[*?\[]")
_PIECES = re.compile(r"\[!?[^\]]+\]|.", re.DOTALL)


class Revision(Protocol):
    """The files of a repository; paths are relative to its top."""

    title: str

    def has(self, path: str) -> bool:
        """Tell whether there is a file or a folder."""

    def read(self, path: str) -> bytes:
        """Return what a file holds; raises ``HelmwrightError`` if that is impossible."""

    def chart(self, path: str, era: Era = DEFAULT) -> Chart:
        """Return the chart in a folder or an archive; raises ``HelmwrightError`` for none."""

    def content_id(self, path: str) -> str:
        """Return what is the same if all is that is there; blank if that is not known."""

    def matching(self, pattern: str) -> list[str]:
        """Return the files that a pattern names, sorted."""


class CommitFiles:
    """The files of a commit.

    working_copy: the top of the working tree, blank if there is none; a chart whose dependencies
    are not in git takes them from there. complete: instead fetches what a folder lacks.
    """

    def __init__(
        self,
        title: str,
        tree: GitTree,
        working_copy: str = "",
        complete: Callable[[str], object] | None = None,
    ) -> None:
        self.title = title
        self._tree = tree
        self._working_copy = working_copy
        self._complete = complete
        self.notes: list[str] = []

    def has(self, path: str) -> bool:
        """Tell whether there is a file or a folder."""
        return self._tree.find(path) is not None

    def read(self, path: str) -> bytes:
        """Return what a file holds."""
        data = self._tree.read(path)
        saw("text", data)
        return data

    def content_id(self, path: str) -> str:
        """Return git's id of a folder or a file, blank if there is none."""
        found = self._tree.find(path)
        return found.id if found is not None else ""

    def chart(self, path: str, era: Era = DEFAULT) -> Chart:
        """Return the chart in a folder or an archive."""
        shown = f"{self.title}:{path or '.'}"
        if not self._tree.is_folder(path):
            return _unpacked(self.read(path), shown, era)
        files = list(self._chart_files(path))
        if self._complete is not None:
            files = self._completed(path, files, self._complete)
        elif not any(file.name.startswith("charts/") for file in files):
            files += self._dependencies(path, files)
        return load_files(files, shown, ignore, era)

    def _completed(
        self, path: str, files: list[ChartFile], complete: Callable[[str], object]
    ) -> list[ChartFile]:
        """Return the files of a chart with those dependencies that it asks for at this revision.

        It is built in a folder of its own, beside the charts that ``file://`` names.
        """
        wanted = load_files(files, self.title, ignore).metadata.dependencies or []
        if not wanted:
            return files
        from tempfile import TemporaryDirectory

        with TemporaryDirectory(prefix="helmwright-") as top:
            folder = os.path.join(top, "tree", path)
            _write_below(folder, files)
            for one in wanted:
                beside = os.path.normpath(os.path.join(path, one.repository.removeprefix(_FILE)))
                if one.repository.startswith(_FILE) and self._tree.is_folder(beside):
                    _write_below(os.path.join(top, "tree", beside), self._chart_files(beside))
            try:
                complete(folder)
            except HelmwrightError as error:
                raise _at_revision(error, folder, f"{self.title}:{path or '.'}") from None
            made = read_directory(folder, log=ignore)
            return [file for file in made if file.name.startswith("charts/")] + [
                file for file in files if not file.name.startswith("charts/")
            ]

    def _chart_files(self, path: str) -> Iterator[ChartFile]:
        prefix = f"{path}/" if path else ""
        rules = IgnoreRules([])
        if self.has(prefix + IGNORE_FILE):
            rules = parse_rules(self.read(prefix + IGNORE_FILE), log=ignore)
        yield from self._walk(prefix, "", rules, ())

    def _walk(
        self, prefix: str, folder: str, rules: IgnoreRules, ancestors: tuple[str, ...]
    ) -> Iterator[ChartFile]:
        """Yield the files below a folder of the chart in the order in which Helm reads them."""
        members = sorted(self._tree.members(prefix + folder), key=_byte_order)
        for entry in members:
            name = f"{folder}{entry.name}"
            found = self._resolved(entry, prefix + name, name, rules)
            if found is None:
                continue
            if found.mode != FOLDER:
                yield self._file(found, prefix + name, name)
            elif found.id in ancestors:
                raise GitContentError(
                    f"{self.title}:{prefix}{name} is a link to a folder around it"
                )
            else:
                yield from self._walk(prefix, f"{name}/", rules, (*ancestors, found.id))

    def _resolved(self, entry: Entry, path: str, name: str, rules: IgnoreRules) -> Entry | None:
        """Return what a member of a folder is, links followed; None for what Helm ignores."""
        if entry.mode == SUBMODULE:
            if rules.ignores(name, is_directory=True):
                return None
            raise GitContentError(
                f"{path} is a submodule: its files are in another repository, so that the chart "
                "cannot be read"
            )
        found = self._tree.find(path) if entry.mode == LINK else entry
        if found is None:
            raise GitContentError(f"{path} is a link to nothing")
        return None if rules.ignores(name, is_directory=found.mode == FOLDER) else found

    def _file(self, entry: Entry, path: str, name: str) -> ChartFile:
        data = self._tree.content(entry, path)
        if len(data) > MAX_FILE_SIZE:
            raise ChartError(f"{path} is larger than the maximum file size {MAX_FILE_SIZE}")
        return ChartFile(name, data.removeprefix(BYTE_ORDER_MARK))

    def _dependencies(self, path: str, files: Iterable[ChartFile]) -> list[ChartFile]:
        """Return the packed dependencies that lie in the working tree: many keep them out of git."""
        wanted = any(
            file.name in ("Chart.yaml", "requirements.yaml")
            and re.search(rb"^dependencies:", file.data, re.MULTILINE)
            for file in files
        )
        folder = os.path.join(self._working_copy, path)
        if not wanted or not self._working_copy or not os.path.isdir(f"{folder}/charts"):
            return []
        found = [
            file for file in read_directory(folder, log=ignore) if file.name.startswith("charts/")
        ]
        if found:
            self.notes.append(
                f"{path or 'the chart'} has no charts/ at {self.title}; "
                f"that of {WORKING_TREE} is taken"
            )
        return found

    def matching(self, pattern: str) -> list[str]:
        """Return the files that a pattern names, sorted."""
        return _matching(pattern, self._tree.files(_fixed_part(pattern)))


def _at_revision(error: HelmwrightError, folder: str, shown: str) -> HelmwrightError:
    """Return an error that names the chart at its revision, and not a folder of our own."""
    error.message = error.message.replace(folder, shown)
    if error.position is not None:
        error.position = error.position._replace(path=error.position.path.replace(folder, shown))
    return error


def _write_below(folder: str, files: Iterable[ChartFile]) -> None:
    """Write the files of a chart into a folder of our own."""
    for file in files:
        path = os.path.join(folder, file.name)
        if not os.path.lexists(path):  # a chart inside of another is named twice
            write_file(path, file.data)


def _byte_order(entry: Entry) -> bytes:
    return entry.name.encode("utf-8", "surrogateescape")


def _unpacked(data: bytes, shown: str, era: Era) -> Chart:
    import io

    from helmwright.charts.archive import check_is_gzip, read_archive

    check_is_gzip(shown, data[:512])
    try:
        files = read_archive(io.BytesIO(data))
    except GoError:
        raise ChartError(f"{shown}: unable to load chart archive") from None
    return load_files(files, shown, ignore, era)


class DiskFiles:
    """The files below a folder as they are on disk, whether git knows them or not."""

    title = WORKING_TREE

    def __init__(self, root: str, complete: Callable[[str], object] | None = None) -> None:
        self._root = root
        self._complete = complete

    def _path(self, path: str) -> str:
        return os.path.relpath(os.path.join(self._root, path))

    def has(self, path: str) -> bool:
        """Tell whether there is a file or a folder."""
        return os.path.exists(self._path(path))

    def read(self, path: str) -> bytes:
        """Return what a file holds."""
        return read_file(self._path(path))

    def content_id(self, path: str) -> str:  # noqa: ARG002 - the interface's
        """Return a blank: files on disk have no ids."""
        return ""

    def chart(self, path: str, era: Era = DEFAULT) -> Chart:
        """Return the chart in a folder or an archive."""
        shown = self._path(path)
        if self._complete is not None:
            self._complete(shown)
        return load_chart(shown if "/" in shown else f"./{shown}", era=era)

    def matching(self, pattern: str) -> list[str]:
        """Return the files that a pattern names, sorted."""
        return _matching(pattern, self._files(_fixed_part(pattern)))

    def _files(self, folder: str) -> Iterator[str]:
        top = os.path.join(self._root, folder)
        for path, folders, names in os.walk(top):
            folders[:] = [one for one in folders if one != ".git"]
            for name in names:
                yield os.path.relpath(os.path.join(path, name), self._root)


def is_pattern(text: str) -> bool:
    """Tell whether the name of a file is a pattern of names."""
    return bool(_SPECIAL.search(text))


def _fixed_part(pattern: str) -> str:
    """Return the folder that everything is in that a pattern names."""
    parts = pattern.split("/")
    fixed = next((n for n, part in enumerate(parts) if is_pattern(part)), len(parts) - 1)
    return "/".join(parts[:fixed])


def _matching(pattern: str, files: Iterable[str]) -> list[str]:
    fits = re.compile(_expression(pattern)).fullmatch
    return sorted(file for file in files if fits(file))


def _expression(pattern: str) -> str:
    """Return a pattern as a regular expression: ``**`` is any folders, ``*`` stays in one."""
    parts = []
    for part in pattern.split("/"):
        if part == "**":
            parts.append("(?:[^/]+/)*")
        else:
            parts.append("".join(map(_piece, _PIECES.findall(part))) + "/")
    return "".join(parts).removesuffix("/")


def _piece(text: str) -> str:
    if text == "*":
        return "[^/]*"
    if text == "?":
        return "[^/]"
    if len(text) > 1:
        negated = "^" if text[1] == "!" else ""
        inside = text[1 + bool(negated) : -1].replace("\\", "\\\\").replace("^", "\\^")
        return f"[{negated}{inside}]"
    return re.escape(text)
