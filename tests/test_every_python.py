"""scripts/every_python.py makes a system once, clones the last commit into it and says which Python fails."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "every_python.py"
DEBOOTSTRAP = 'echo "$@" >>"$LOG"\nfor last; do :; done\nmkdir -p "$4/etc" "$4/root"\n'
UNSHARE = 'env >"$LOG.environment"\necho "$@" >>"$LOG"\ncase "$*" in *sid*) exit 3;; esac\n'
GIT = 'for last; do :; done\nmkdir -p "$last"\n'


@pytest.fixture
def programs(tmp_path: Path) -> dict[str, str]:
    """Returns variables with programs that note how they are called, instead of the real ones."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name, script in {"debootstrap": DEBOOTSTRAP, "unshare": UNSHARE, "git": GIT}.items():
        # The path of the log is in the script: what it runs in does not pass variables on.
        text = script.replace("$LOG", f"{tmp_path}/log")
        (folder / name).write_text(f"#!/bin/sh\n{text}")
        (folder / name).chmod(0o755)
    return {
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "PIP_INDEX_URL": "https://packages.example.com/simple",
        "SECRET": "not passed on",
    }


def run(programs: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *arguments]
    return subprocess.run(command, env=programs, capture_output=True, text=True, check=False)


def test_runs_the_tests_in_a_system_of_each_release(
    programs: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "pythons"

    first = run(programs, "--folder", str(folder), "trixie", "--", "-k", "go")
    second = run(programs, "--folder", str(folder), "trixie")

    log = (tmp_path / "log").read_text()
    environment = (tmp_path / "log.environment").read_text()
    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert first.stdout == "== trixie\n"
    assert log.count("--variant=minbase --include=") == 1
    assert f" trixie {folder}/trixie http" in log
    assert log.count("--mount --pid --fork bash -c ") == 2
    assert log.index(" bash -k go\n") < log.index(" bash -n auto\n")
    assert "PIP_INDEX_URL=https://packages.example.com/simple\n" in environment
    assert "SECRET" not in environment


def test_says_with_which_release_the_tests_fail(programs: dict[str, str], tmp_path: Path) -> None:
    done = run(programs, "--folder", str(tmp_path / "pythons"))

    assert done.returncode == 1
    assert done.stdout == "== trixie\n== sid\n"
    assert done.stderr.endswith("failed: sid\n")
