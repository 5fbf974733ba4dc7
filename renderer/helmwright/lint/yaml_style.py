"""The style of YAML files, as yamllint sees it.

yamllint is licensed under the GPL, version 3, and this project is not: it is never imported, but
runs as a program of its own, once for all files.
"""

# ruff: noqa: PTH100, PTH102, PTH111, PTH113, PTH118, PTH119, PTH120, PTH123, PTH202 - pathlib is slow to import

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.base.processes import cores

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Mapping
    from tempfile import TemporaryDirectory

_OWN = (
    "{extends: relaxed, rules: {line-length: disable, new-lines: disable, key-duplicates: disable}}"
)
"""Where the user has configured nothing: what is surely no intention, and nothing about taste."""
_NAMES = (".yamllint", ".yamllint.yaml", ".yamllint.yml")
_LINE = lazy_pattern(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): \[(?P<level>\w+)\]"
    r" (?P<text>.*?)(?: \((?P<rule>[a-z-]+)\))?"
)
_FEW, _MANY = 50, 500
"""Files for one process: to start another takes as long as ten of them; a command line ends somewhere."""
_FOUND_SOMETHING = (0, 1, 2)


class StyleProblem(NamedTuple):
    """What yamllint says of a place: its level is ``error`` or ``warning``."""

    line: int
    column: int
    level: str
    rule: str
    text: str


class StyleRun:
    """yamllint, run once for some files.

    files: names and texts; a text that is not what the file of this name holds is written to a
    temporary folder. A configuration is looked for in the current folder, and above.
    """

    def __init__(
        self,
        files: Iterable[tuple[str, bytes]],
        *,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.files = dict(files)
        self._folder = os.path.abspath(".")
        self._environment = os.environ if environment is None else environment
        self._processes: list[tuple[int, int]] = []
        self._texts: TemporaryDirectory[str] | None = None
        self._shown: dict[str, str] = {}
        self.failure = ""
        """Why yamllint did not do its work, if a configuration asks for it; blank otherwise."""

    @cached_property
    def configuration(self) -> str:
        """The path of the configuration that yamllint would find; blank if there is none."""
        home = self._environment.get("HOME", "")
        for folder in _upwards(self._folder):
            for name in _NAMES:
                if os.path.isfile(os.path.join(folder, name)):
                    return os.path.join(folder, name)
            if folder == home:
                break
        named = self._environment.get("YAMLLINT_CONFIG_FILE")
        if named:
            return os.path.join(self._folder, os.path.expanduser(named))
        base = self._environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
        user = os.path.join(base, "yamllint", "config")
        return user if os.path.isfile(user) else ""

    def start(self) -> None:
        """Start yamllint and return at once; what it finds is waited for when it is asked for."""
        if self._processes or self.failure or not self.files:
            return
        if not _is_installed():
            if self.configuration:
                self.failure = "yamllint is not installed, so this configuration is not applied"
            return
        try:
            paths = list(self._paths())
            batch = min(max(-(-len(paths) // cores()), _FEW), _MANY)
            for at in range(0, len(paths), batch):
                arguments = [*self._command(), *paths[at : at + batch]]
                self._processes.append(_start(arguments, {**self._environment, "PYTHONUTF8": "1"}))
        except OSError as error:  # no process or no place for a file is left
            reason = (error.strerror or str(error)).lower()
            self.failure = f"yamllint cannot be started: {reason}"

    def wait(self) -> None:
        """Wait until yamllint is done; a process that is forked afterwards knows what it has found."""
        _ = self._found

    def problems(self, name: str) -> tuple[StyleProblem, ...]:
        """Return what yamllint says of one of the files."""
        return tuple(self._found.get(name, ()))

    @cached_property
    def _found(self) -> dict[str, list[StyleProblem]]:
        self.start()
        found: dict[str, list[StyleProblem]] = {name: [] for name in self.files}
        for process in self._processes:
            code, output = _end(*process)
            said = []
            for line in output.splitlines():
                match = _LINE.fullmatch(line)
                if match is not None and match["file"] in self._shown:
                    found[self._shown[match["file"]]].append(_problem(match))
                else:
                    said.append(line)
            if code not in _FOUND_SOMETHING:
                self.failure = " ".join(" ".join(said).split())[:500] or "yamllint failed"
        if self._texts is not None:
            with suppress(OSError):
                self._texts.cleanup()
        return found

    def _command(self) -> Iterator[str]:
        yield from (sys.executable, "-m", "yamllint", "-f", "parsable")
        yield from ("-c", self.configuration) if self.configuration else ("-d", _OWN)

    def _paths(self) -> Iterator[str]:
        """Yield the paths that yamllint is given, and remember whose they are."""
        for number, (name, text) in enumerate(self.files.items()):
            path = name if not name.startswith("-") else f"./{name}"
            if not self._is_on_disk(path, text):
                path = self._copy(number, name, text)
            self._shown[path] = name
            yield path

    def _copy(self, number: int, name: str, text: bytes) -> str:
        if self._texts is None:
            from tempfile import TemporaryDirectory

            self._texts = TemporaryDirectory(prefix="helmwright-")
        folder = os.path.join(self._texts.name, str(number))
        os.mkdir(folder)
        path = os.path.join(folder, os.path.basename(name.rstrip("/")) or "values.yaml")
        from helmwright.disk.writing import write_new_file

        write_new_file(path, text)
        return path

    def _is_on_disk(self, path: str, text: bytes) -> bool:
        path = os.path.normpath(os.path.join(self._folder, path))
        if path.startswith(("/dev/", "/proc/")):
            return False  # another program sees another file there
        try:
            if not os.path.isfile(path) or os.path.getsize(path) != len(text):
                return False
            with open(path, "rb") as file:
                return file.read() == text
        except (OSError, ValueError):
            return False


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
        yield folder


def _start(arguments: list[str], environment: Mapping[str, str]) -> tuple[int, int]:
    """Start a program; returns its process's id, and where all that it says comes from."""
    reading, writing = os.pipe()
    try:
        # The module subprocess takes longer to import than this program to start.
        pid = os.posix_spawn(
            arguments[0],
            arguments,
            environment,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_DUP2, writing, 1),
                (os.POSIX_SPAWN_DUP2, writing, 2),
            ],
        )
    except BaseException:
        os.close(reading)
        raise
    finally:
        os.close(writing)
    return pid, reading


def _end(pid: int, reading: int) -> tuple[int, str]:
    """Return the exit code of a program that has been started, and what it has said."""
    with os.fdopen(reading, encoding="utf-8", errors="surrogateescape") as file:
        output = file.read()
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), output


def _is_installed() -> bool:
    from importlib.machinery import PathFinder

    return PathFinder.find_spec("yamllint") is not None


def _problem(match: re.Match[str]) -> StyleProblem:
    return StyleProblem(
        int(match["line"]),
        int(match["column"]),
        match["level"],
        match["rule"] or "syntax",
        match["text"],
    )


def style_problems(files: Iterable[tuple[str, bytes]]) -> dict[str, tuple[StyleProblem, ...]]:
    """Return what yamllint says of each of the files, by their names."""
    run = StyleRun(files)
    return {name: run.problems(name) for name in run.files}
