"""A module that is loaded from its compiled file is the one that Python would have imported."""

from __future__ import annotations

import importlib
import os
import py_compile
import sys
from typing import TYPE_CHECKING

import pytest

from helmwright.lint.loading import load_module

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NAME = "folder_of_a_test.rule"


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "folder_of_a_test"
    folder.mkdir()
    (folder / "__init__.py").touch()
    path = folder / "rule.py"
    path.write_text("written = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "pycache_prefix", None)
    importlib.invalidate_caches()
    yield path
    for name in (NAME, "folder_of_a_test"):
        sys.modules.pop(name, None)


def forged(path: Path) -> None:
    """Write a compiled file for the source that does something else, to tell which one has run."""
    source = path.read_text()
    before = path.stat()
    path.write_text(source.replace("1", "2"))
    os.utime(path, (before.st_atime, before.st_mtime))
    py_compile.compile(str(path), doraise=True)
    path.write_text(source)
    os.utime(path, (before.st_atime, before.st_mtime))


def test_compiled_file_of_the_source_is_run(source: Path) -> None:
    forged(source)

    module = load_module(NAME)

    assert module.written == 2
    assert module.__file__ == str(source)
    assert sys.modules[NAME] is module is importlib.import_module(NAME)
    assert sys.modules["folder_of_a_test"].rule is module


def test_compiled_file_of_an_older_source_is_not_run(source: Path) -> None:
    forged(source)
    source.write_text("written = 10\n")

    assert load_module(NAME).written == 10


def test_compiled_file_of_another_python_is_not_run(source: Path) -> None:
    forged(source)
    (compiled,) = (source.parent / "__pycache__").glob("rule.*.pyc")
    compiled.write_bytes(b"\0\0\0\0" + compiled.read_bytes()[4:])

    assert load_module(NAME).written == 1


def test_source_without_a_compiled_file_is_imported(source: Path) -> None:
    assert load_module(NAME).written == 1
    assert source.exists()


def test_module_that_fails_leaves_nothing_behind(source: Path) -> None:
    source.write_text("1 / 0\n")
    py_compile.compile(str(source), doraise=True)

    with pytest.raises(ZeroDivisionError):
        load_module(NAME)
    assert NAME not in sys.modules


def test_module_that_does_not_exist_is_pythons_error(source: Path) -> None:
    assert source.exists()
    with pytest.raises(ModuleNotFoundError, match=r"folder_of_a_test\.other"):
        load_module("folder_of_a_test.other")
