"""What a repository brings along runs nothing, fetches nothing and breaks nothing."""

from __future__ import annotations

import os
import zlib
from contextlib import chdir
from hashlib import sha1
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import helmwright
from tests.diff.git_repository import CHART, TEMPLATE, Repository

from helmwright.base.errors import GitError
from helmwright.diff.sources import git_objects
from helmwright.diff.sources.git_objects import GitRepository

if TYPE_CHECKING:
    from pathlib import Path

FILES: dict[str, str | None] = {
    "c/Chart.yaml": CHART,
    "c/values.yaml": "replicas: 1\nimage: web:1\n",
    "c/templates/a.yaml": TEMPLATE,
}


@pytest.fixture(name="made")
def _made(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "r")
    repository.commit(FILES, "v1")
    repository.commit({"c/values.yaml": "replicas: 2\nimage: web:2\n"}, "v2")
    return repository


def compare(folder: Path) -> str:
    """Return all that comparing two revisions says."""
    with chdir(folder):
        done = helmwright("diff", "git", "v1..v2", "c")
    return f"{done.code}\n{done.out}{done.err}"


def planted(repository: Repository, canary: Path) -> None:
    """Set whatever may make git run a program to one that makes a file."""
    program = repository.folder.parent / "program"
    program.write_text(f"#!/bin/sh\necho \"$0 $*\" >> '{canary}'\nexit 1\n")
    program.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.sshCommand",
        "core.gitProxy",
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.alternateRefsCommand",
        "credential.helper",
        "diff.external",
        "diff.x.textconv",
        "diff.x.command",
        "filter.x.smudge",
        "filter.x.clean",
        "filter.x.process",
        "merge.x.driver",
        "gpg.program",
        "pager.rev-parse",
        "pager.cat-file",
        "pager.for-each-ref",
        "sequence.editor",
        "remote.origin.uploadpack",
        "uploadpack.packObjectsHook",
    ):
        repository.git("config", name, str(program))
    for command in ("rev-parse", "cat-file", "for-each-ref", "merge-base", "config"):
        repository.git("config", f"alias.{command}", f"!{program}")
    repository.git("config", "core.hooksPath", str(program.parent / "hooks"))
    hooks = program.parent / "hooks"
    hooks.mkdir()
    for name in (
        "post-index-change",
        "reference-transaction",
        "post-checkout",
        "fsmonitor-watchman",
    ):
        (hooks / name).symlink_to(program)
    (repository.folder / ".git" / "info" / "attributes").write_text("* filter=x diff=x merge=x\n")
    included = program.parent / "included"
    included.write_text(f"[core]\n\tfsmonitor = {program}\n[alias]\n\trev-list = !{program}\n")
    repository.git("config", "include.path", str(included))


def test_no_program_of_the_configuration_runs(made: Repository, tmp_path: Path) -> None:
    expected = compare(made.folder)
    assert "web:2" in expected
    planted(made, tmp_path / "canary")
    assert compare(made.folder) == expected
    with GitRepository(str(made.folder / "c")) as repository:
        repository.names()
        repository.merge_base("v1", "v2")
        repository.tree(repository.commit("v1")).read("c/values.yaml")
    assert not (tmp_path / "canary").exists()


def partial_clone(made: Repository, folder: Path, url: str = "") -> Repository:
    """Make a clone that has no files of any revision."""
    made.git("config", "uploadpack.allowFilter", "true")
    made.git("config", "uploadpack.allowAnySHA1InWant", "true")
    origin = f"file://{made.folder}"
    made.git("clone", "-q", "--no-checkout", "--filter=blob:none", origin, str(folder))
    clone = Repository.__new__(Repository)
    clone.folder = folder
    if url:
        clone.git("config", "remote.origin.url", url)
    return clone


@pytest.mark.parametrize("transport", ["", "ext", "ssh", "http", "helper"])
def test_a_partial_clone_is_an_error_that_names_git_fetch(
    made: Repository, tmp_path: Path, transport: str
) -> None:
    canary = tmp_path / "canary"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch '{canary}'\n")
    program.chmod(0o755)
    url = {
        "": "",
        "ext": f"ext::{program}",
        "ssh": "ssh://example.invalid/r",
        "http": "http://127.0.0.1:9/r",
        "helper": f"canary::{program}",
    }[transport]
    clone = partial_clone(made, tmp_path / "clone", url)
    clone.git("config", "core.sshCommand", str(program))
    clone.git("config", "protocol.ext.allow", "always")
    clone.git("config", "protocol.allow", "always")
    before = sorted(str(path) for path in (clone.folder / ".git").rglob("*"))
    with GitRepository(str(clone.folder)) as repository:
        tree = repository.tree(repository.commit("v1"))
        for _ in range(2):  # and the next question is answered, too
            with pytest.raises(GitError, match=r"the clone is partial.*'git fetch --refetch"):
                tree.read("c/values.yaml")
            assert tree.is_folder("c")
    assert "git fetch" in compare(clone.folder)
    assert sorted(str(path) for path in (clone.folder / ".git").rglob("*")) == before
    assert not canary.exists()


def test_the_command_that_the_error_names_gets_what_is_missing(
    made: Repository, tmp_path: Path
) -> None:
    clone = partial_clone(made, tmp_path / "clone")
    clone.git("fetch", "-q", "--refetch", "--no-filter")
    with GitRepository(str(clone.folder)) as repository:
        assert repository.tree(repository.commit("v1")).read("c/Chart.yaml") == CHART.encode()


def loose(made: Repository, revision: str) -> Path:
    name = made.git("rev-parse", revision)
    return made.folder / ".git" / "objects" / name[:2] / name[2:]


@pytest.mark.parametrize("object_", ["v1:c/values.yaml", "v1:c", "v1^{tree}", "v1"])
@pytest.mark.parametrize("damage", ["empty", "truncated", "changed", "header", "gone"])
def test_broken_objects_are_errors_of_git(made: Repository, object_: str, damage: str) -> None:
    path = loose(made, object_)
    data = path.read_bytes()
    path.chmod(0o644)
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(
            {
                "empty": b"",
                "truncated": data[: len(data) // 2],
                "changed": data[:10] + bytes(byte ^ 0xFF for byte in data[10:]),
                "header": zlib.compress(b"blob 999999\0short"),
            }[damage]
        )
    found = compare(made.folder)
    assert found.startswith("1\n")
    assert "internal error" not in found
    with GitRepository(str(made.folder)) as repository, pytest.raises(GitError):
        repository.tree(repository.commit("v1")).read("c/values.yaml")


def hashed(made: Repository, kind: str, data: bytes) -> str:
    """Write an object that git itself would not write; returns its id."""
    whole = f"{kind} {len(data)}\0".encode() + data
    name = sha1(whole).hexdigest()  # noqa: S324 - git's own
    path = made.folder / ".git" / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(whole))
    return name


@pytest.mark.parametrize(
    "tree",
    [
        b"100644 values.yaml",
        b"100644",
        b"100644 a\0short",
        b"\xff\xfe a\0" + bytes(20),
        b"100644 a\0" + bytes(20) + b"x",
    ],
)
def test_broken_folders_are_errors_of_git(made: Repository, tree: bytes) -> None:
    name = hashed(made, "tree", tree)
    with GitRepository(str(made.folder)) as repository, pytest.raises(GitError, match="broken"):
        repository.entries(name)


def test_a_tree_of_trees_without_end_is_refused(made: Repository) -> None:
    name = made.git("rev-parse", "v1:c/templates")
    for _ in range(12):
        entries = [f"40000 {letter}\0".encode() + bytes.fromhex(name) for letter in "abcdefghij"]
        name = hashed(made, "tree", b"".join(entries))
    commit = f"tree {name}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nx\n"
    made.git("tag", "bomb", hashed(made, "commit", commit.encode()))
    with GitRepository(str(made.folder)) as repository:
        tree = repository.tree(repository.commit("bomb"))
        with pytest.raises(GitError, match="has more than 200000 files"):
            list(tree.files())


def test_an_object_that_is_too_large_is_refused(
    made: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(git_objects, "_MAX_SIZE", 20)
    with GitRepository(str(made.folder)) as repository:
        tree = repository.tree
        with pytest.raises(GitError, match="bytes, which is more than 20"):
            tree(repository.commit("v1")).read("c/values.yaml")


@pytest.mark.slow
def test_git_that_waits_for_ever_is_given_up(
    made: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GitRepository(str(made.folder)) as repository:
        commit = repository.commit("v1")
        pipe = tmp_path / "pipe"
        os.mkfifo(pipe)
        made.git("config", "include.path", str(pipe))
        monkeypatch.setattr(git_objects, "_SECONDS", 0.3)
        with pytest.raises(GitError, match=r"git rev-parse takes more than 0\.3 seconds"):
            repository.commit("v2")
        with pytest.raises(GitError, match=r"git cat-file says nothing for 0\.3 seconds"):
            repository.tree(commit)
