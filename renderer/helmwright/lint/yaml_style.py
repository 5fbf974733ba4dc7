"""The style of YAML files, as yamllint sees it.

yamllint is licensed under the GPL, version 3, and this project is not: it is never imported, but
runs as a program of its own, once for all files.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from subprocess import Popen
    from tempfile import TemporaryDirectory

_OWN = (
    "{extends: relaxed, rules: {line-length: disable, new-lines: disable, key-duplicates: disable}}"
)
"""Where the user has configured nothing: what is surely no intention, and nothing about taste."""
_NAMES = (".yamllint", ".yamllint.yaml", ".yamllint.yml")
_LINE = re.compile(
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+): \[(?P<level>\w+)\]"
    r" (?P<text>.*?)(?: \((?P<rule>[a-z-]+)\))?"
)
_BATCH = 500
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
    temporary folder. folder: where a configuration is looked for, and above; by default the
    current one.
    """

    def __init__(
        self,
        files: Iterable[tuple[str, bytes]],
        *,
        folder: str = "",
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.files = dict(files)
        self._folder = os.path.abspath(folder or ".")  # noqa: PTH100 - pathlib is slow to import
        self._environment = os.environ if environment is None else environment
        self._processes: list[Popen[str]] = []
        self._texts: TemporaryDirectory[str] | None = None
        self._shown: dict[str, str] = {}
        self.failure = ""
        """Why yamllint did not do its work, if a configuration asks for it; blank otherwise."""

    @cached_property
    def configuration(self) -> str:
        """The path of the configuration that yamllint would find; blank if there is none."""
        from pathlib import Path

        home = self._environment.get("HOME", "")
        start = Path(self._folder)
        for folder in (start, *start.parents):
            for name in _NAMES:
                if (folder / name).is_file():
                    return str(folder / name)
            if str(folder) == home:
                break
        named = self._environment.get("YAMLLINT_CONFIG_FILE")
        if named:
            return str(start / Path(named).expanduser())
        base = self._environment.get("XDG_CONFIG_HOME") or f"{home}/.config"
        user = Path(base) / "yamllint" / "config"
        return str(user) if user.is_file() else ""

    def start(self) -> None:
        """Start yamllint and return at once; what it finds is waited for when it is asked for."""
        if self._processes or self.failure or not self.files:
            return
        if not _is_installed():
            if self.configuration:
                self.failure = "yamllint is not installed, so this configuration is not applied"
            return
        from subprocess import DEVNULL, PIPE, Popen

        paths = list(self._paths())
        for at in range(0, len(paths), _BATCH):
            self._processes.append(
                Popen(  # noqa: S603 - this interpreter, and files of the user's
                    [*self._command(), *paths[at : at + _BATCH]],
                    stdin=DEVNULL,
                    stdout=PIPE,
                    stderr=PIPE,
                    text=True,
                    encoding="utf-8",
                    errors="surrogateescape",
                    cwd=self._folder,
                    env={**self._environment, "PYTHONUTF8": "1"},
                )
            )

    def problems(self, name: str) -> tuple[StyleProblem, ...]:
        """Return what yamllint says of one of the files."""
        return tuple(self._found.get(name, ()))

    @cached_property
    def _found(self) -> dict[str, list[StyleProblem]]:
        self.start()
        found: dict[str, list[StyleProblem]] = {name: [] for name in self.files}
        for process in self._processes:
            output, errors = process.communicate()
            if process.returncode not in _FOUND_SOMETHING:
                self.failure = " ".join(errors.split())[:500] or "yamllint failed"
            for line in output.splitlines():
                match = _LINE.fullmatch(line)
                if match is not None and match["file"] in self._shown:
                    found[self._shown[match["file"]]].append(_problem(match))
        if self._texts is not None:
            with suppress(OSError):
                self._texts.cleanup()
        return found

    def _command(self) -> Iterator[str]:
        yield from (sys.executable, "-m", "yamllint", "-f", "parsable")
        yield from ("-c", self.configuration) if self.configuration else ("-d", _OWN)

    def _paths(self) -> Iterator[str]:
        """Yield the paths that yamllint is given, and remember whose they are."""
        from pathlib import Path
        from tempfile import TemporaryDirectory

        for number, (name, text) in enumerate(self.files.items()):
            path = name if not name.startswith("-") else f"./{name}"
            if not self._is_on_disk(path, text):
                if self._texts is None:
                    self._texts = TemporaryDirectory(prefix="helmwright-")
                copy = Path(self._texts.name) / str(number) / (Path(name).name or "values.yaml")
                copy.parent.mkdir()
                copy.write_bytes(text)
                path = str(copy)
            self._shown[path] = name
            yield path

    def _is_on_disk(self, path: str, text: bytes) -> bool:
        from pathlib import Path

        file = Path(self._folder) / path
        if file.parts[:2] in {("/", "dev"), ("/", "proc")}:
            return False  # another program sees another file there
        try:
            return file.is_file() and file.read_bytes() == text
        except (OSError, ValueError):
            return False


def _is_installed() -> bool:
    from importlib.util import find_spec

    return find_spec("yamllint") is not None


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
