"""Runs golden cases through our command line, in this process."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.golden_cases import Expected, mask, to_bytes

from helmwright.cli import run

if TYPE_CHECKING:
    from tests.golden_cases import Case


def scratch_folder() -> Path:
    """Returns a new temporary directory, in memory where the system has such a place."""
    shared = Path("/dev/shm")  # noqa: S108 - a private directory is made in it
    parent = shared if os.access(shared, os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix="helmwright-", dir=parent)).resolve()


def run_case(case: Case) -> Expected:
    """Runs one case in a directory of its own and returns what we wrote."""
    base = scratch_folder()
    try:
        root = base / "work"
        root.mkdir()
        for entry in case.entries:
            entry.write(root)
        before = _tree(root)
        streams = run_command(case.argv, root, base, case.environment, case.stdin)
        written = {name: text for name, text in _tree(root).items() if name not in before}
        return Expected(*streams, written)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def run_command(
    argv: list[str],
    root: Path,
    home: Path,
    environment: dict[str, str],
    stdin: str,
) -> tuple[str, str, int]:
    """Runs our command in the directory `root` and returns stdout, stderr and exit code."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    old_environment, old_directory = dict(os.environ), Path.cwd()
    try:
        os.environ.clear()
        os.environ.update({"HOME": str(home), "PATH": old_environment.get("PATH", ""), "TZ": "UTC"})
        os.environ.update({"HELMWRIGHT_CACHE": "off", **environment})
        os.chdir(root)
        code = run(argv, stdin=io.BytesIO(to_bytes(stdin)), stdout=stdout, stderr=stderr)
    finally:
        os.chdir(old_directory)
        os.environ.clear()
        os.environ.update(old_environment)
    return mask(_text(stdout), str(root)), mask(_text(stderr), str(root)), code


def _text(stream: io.BytesIO) -> str:
    return stream.getvalue().decode("utf-8", "surrogateescape")


def _tree(root: Path) -> dict[str, str]:
    """Returns the regular files below `root` that are not in the chart, and their text."""
    found = {}
    for folder, folders, files in os.walk(root):
        if Path(folder) == root and "c" in folders:
            folders.remove("c")
        for name in files:
            path = Path(folder, name)
            if not path.is_symlink():
                raw = path.read_bytes()
                found[path.relative_to(root).as_posix()] = raw.decode("utf-8", "surrogateescape")
    return found
