"""Snapshots of tests: ``__snapshot__/NAME_test.yaml.snap`` beside the suite.

A file maps tests to numbered texts. A snapshot that is not there yet is taken; one that differs
fails unless snapshots are updated.

Source: helm-unittest pkg/unittest/snapshot/cache.go.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, Position
from helmwright.disk.reading import read_regular
from helmwright.disk.writing import write_file
from helmwright.go.yaml_order import natural_letters_after_digits
from helmwright.go.yaml_pretty import marshal_pretty
from helmwright.go.yaml_v3 import load_v3
from helmwright.unittest_suites.documents import as_yaml
from helmwright.unittest_suites.results import SnapshotCount

if TYPE_CHECKING:
    from helmwright.go.kinds import Value

_FOLDER = "__snapshot__"
_EXTENSION = ".snap"


class Comparison(NamedTuple):
    """The outcome of one comparison; problem: what a pattern says, blank otherwise."""

    passed: bool
    number: int
    known: str
    new: str
    problem: str = ""


class Snapshots:
    """The snapshots of one file.

    updating: what differs is taken over. within: the folder below which no link is written through.
    """

    def __init__(self, path: Path, *, updating: bool, within: str = "") -> None:
        self.path = path
        self._within = within or str(path.parent.parent)
        self.updating = updating
        self._known = _read(path)
        self._current: dict[str, dict[int, str]] = {}
        self._counters: dict[str, int] = {}
        self._differing = self._created = self._compared = 0

    @classmethod
    def of_suite(cls, suite_path: str, *, updating: bool, chart: str = "") -> Snapshots:
        """Return the snapshots that belong to a suite file; chart: the path of the one it tests."""
        path = Path(suite_path)
        within = chart if chart and Path(chart).absolute() in path.absolute().parents else ""
        file = path.parent / _FOLDER / (path.name + _EXTENSION)
        return cls(file, updating=updating, within=within)

    def begin(self, test: str) -> None:
        """Count the snapshots of a test from 1 again."""
        self._counters[test] = 0

    def compare(
        self, test: str, content: Value, pattern: str = "", refused_pattern: str = ""
    ) -> Comparison:
        """Compare the next snapshot of a test.

        pattern, refused_pattern: if one is given, only that it matches, or does not, counts.
        Raises GoError for a pattern that is none.
        """
        index = self._counters[test] = self._counters.get(test, 0) + 1
        self._compared += 1
        new = as_yaml(content)
        known = self._known.get(test, {}).get(index)
        if known is None:
            self._created += 1
        problem = ""
        matches = True
        if pattern.strip() or refused_pattern.strip():
            problem = _pattern_problem(new, pattern.strip(), refused_pattern.strip())
            matches = not problem
        elif known is not None and new != known:
            matches = False
            self._differing += 1
        kept = new if self.updating or known is None else known
        self._current.setdefault(test, {})[index] = kept
        return Comparison(self.updating or matches, index, known or "", new, problem)

    def count(self) -> SnapshotCount:
        """Return how many snapshots there were."""
        vanished = sum(
            index not in self._current.get(test, {})
            for test, texts in self._known.items()
            for index in texts
        )
        failed = 0 if self.updating else self._differing
        return SnapshotCount(self._compared, failed, self._created, vanished)

    def store(self, *, complete: bool = True) -> bool:
        """Write the file if something about it changes; returns whether it was written.

        complete: all tests have run, so that what none of them compared is dropped.
        """
        count = self.count()
        changed = count.created or (self.updating and self._differing)
        if not (changed or (complete and count.vanished)):
            return False
        texts = self._current
        if not complete:
            texts = {
                test: {**self._known.get(test, {}), **self._current.get(test, {})}
                for test in {**self._known, **self._current}
            }
        if not texts and not self.path.exists():
            return False
        data = _write(texts).encode("utf-8", "surrogateescape")
        write_file(str(self.path), data, within=self._within)
        return True


def _pattern_problem(text: str, pattern: str, refused: str) -> str:
    from helmwright.go.regexp import compile as compile_pattern

    if pattern and not compile_pattern(pattern).match(text):
        return f" pattern '{pattern}' not found in snapshot"
    if refused and compile_pattern(refused).match(text):
        return f" pattern '{refused}' should not be in snapshot"
    return ""


def _read(path: Path) -> dict[str, dict[int, str]]:
    try:
        text = read_regular(str(path)).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise HelmwrightError(
            f"open {path}: {(error.strerror or str(error)).lower()}", Position(str(path))
        ) from None
    data = load_v3(text, str(path))
    if data is None:
        return {}
    found: dict[str, dict[int, str]] = {}
    if not isinstance(data, dict):
        raise _no_snapshots(path)
    for test, texts in data.items():
        if not isinstance(texts, dict) or not all(key.isdigit() for key in texts):
            raise _no_snapshots(path)
        found[str(test)] = {int(key): str(text) for key, text in texts.items()}
    return found


def _no_snapshots(path: Path) -> HelmwrightError:
    return HelmwrightError(f"{path} holds no snapshots", Position(str(path), 1))


def _write(texts: dict[str, dict[int, str]]) -> str:
    lines = []
    for test in natural_letters_after_digits(texts):
        lines.append(marshal_pretty({test: 0}).removesuffix(" 0\n") + "\n")
        for index in sorted(texts[test]):
            entry = marshal_pretty({"k": texts[test][index]})[1:]
            first, *rest = entry.removesuffix("\n").split("\n")
            lines.append(f"  {index}{first}\n")
            lines += [f"  {line}\n" if line else "\n" for line in rest]
    return "".join(lines) or "{}\n"
