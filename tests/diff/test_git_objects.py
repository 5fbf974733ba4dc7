"""Files of revisions, read from git's objects: nothing is checked out, and nothing is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.diff.git_repository import Repository

from helmwright.base.errors import GitError
from helmwright.diff.sources.git_objects import GitRepository

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def made(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "r")
    repository.commit({"a.txt": "one", "d/b.txt": "two", "d/e/ü.txt": "three"}, "v1")
    repository.commit({"a.txt": "changed", "d/b.txt": None}, "v2")
    return repository


@pytest.fixture
def opened(made: Repository) -> Iterator[GitRepository]:
    with GitRepository(str(made.folder / "d")) as repository:
        yield repository


def test_files_are_read_at_a_revision(opened: GitRepository, made: Repository) -> None:
    tree = opened.tree(opened.commit("v1"))

    assert tree.read("a.txt") == b"one"
    assert tree.read("d/e/ü.txt") == b"three"
    assert sorted(tree.files()) == ["a.txt", "d/b.txt", "d/e/ü.txt"]
    assert list(tree.files("d/e")) == ["d/e/ü.txt"]
    assert opened.root == str(made.folder)


def test_what_is_not_there_is_not_found(opened: GitRepository) -> None:
    tree = opened.tree(opened.commit("HEAD"))

    assert tree.find("d/b.txt") is None
    assert tree.find("a.txt/below") is None
    assert not tree.is_folder("a.txt")
    assert tree.members("nope") == ()
    with pytest.raises(GitError, match=r"^d/b\.txt at [0-9a-f]{12}: there is no such file$"):
        tree.read("d/b.txt")
    with pytest.raises(GitError, match=r"^d at [0-9a-f]{12}: there is no such file$"):
        tree.read("d")


@pytest.mark.parametrize("revision", ["nope", "-x", "", "v1:a.txt", "a\nb", "--all"])
def test_an_unknown_revision_is_named(opened: GitRepository, revision: str) -> None:
    with pytest.raises(GitError, match="revision"):
        opened.commit(revision)


def test_a_shallow_clone_is_said_to_be_one(made: Repository, tmp_path: Path) -> None:
    made.git("clone", "-q", "--depth=1", f"file://{made.folder}", str(tmp_path / "clone"))

    with (
        GitRepository(str(tmp_path / "clone")) as repository,
        pytest.raises(GitError, match="the clone is shallow: 'git fetch --unshallow'"),
    ):
        repository.commit("HEAD~1")


def test_a_folder_outside_of_repositories_is_named(tmp_path: Path) -> None:
    with pytest.raises(GitError, match=rf"^{tmp_path} is not in a git repository$"):
        GitRepository(str(tmp_path))
    with pytest.raises(GitError, match="there is no such directory"):
        GitRepository(str(tmp_path / "nope"))


def test_without_git_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(GitError, match="the program git is not installed"):
        GitRepository(str(tmp_path))


def test_variables_of_hooks_do_not_lead_elsewhere(
    made: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Repository(tmp_path / "other")
    monkeypatch.setenv("GIT_DIR", str(other.folder / ".git"))

    with GitRepository(str(made.folder)) as repository:
        assert repository.tree(repository.commit("v1")).read("a.txt") == b"one"


def test_a_bare_repository_has_no_working_tree(made: Repository, tmp_path: Path) -> None:
    made.git("clone", "-q", "--bare", str(made.folder), str(tmp_path / "bare"))

    with GitRepository(str(tmp_path / "bare")) as repository:
        assert repository.root == ""
        assert repository.tree(repository.commit("v1")).read("a.txt") == b"one"


def test_long_ids_are_read(tmp_path: Path) -> None:
    made = Repository(tmp_path / "long", form="sha256")
    made.commit({"d/a.txt": "one"}, "v1")

    with GitRepository(str(made.folder)) as repository:
        assert repository.tree(repository.commit("v1")).read("d/a.txt") == b"one"


def test_links_are_followed_inside_of_the_tree(made: Repository) -> None:
    for name, target in (
        ("l", "d/e"),
        ("d/up", "../a.txt"),
        ("out", "../x"),
        ("abs", "/etc"),
        ("round", "round"),
    ):
        (made.folder / name).parent.mkdir(exist_ok=True)
        (made.folder / name).symlink_to(target)
    commit = made.commit({})

    with GitRepository(str(made.folder)) as repository:
        tree = repository.tree(commit)
        assert tree.read("l/ü.txt") == b"three"
        assert tree.read("d/up") == b"changed"
        for name, reason in (
            ("out", "is a link out of the repository"),
            ("abs/hosts", "is a link out of the repository"),
            ("round", "too many links"),
        ):
            with pytest.raises(GitError, match=reason):
                tree.find(name)
        assert "l/ü.txt" not in tree.files()
        assert list(tree.files("d")) == ["d/e/ü.txt", "d/up"]


def test_submodules_and_lfs_are_named(made: Repository, tmp_path: Path) -> None:
    other = Repository(tmp_path / "other")
    other.commit({"x.txt": "x"})
    made.git("submodule", "add", "-q", str(other.folder), "sub")
    pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"
    commit = made.commit({"large.tgz": pointer})

    with GitRepository(str(made.folder)) as repository:
        tree = repository.tree(commit)
        with pytest.raises(GitError, match=r"sub at .* is a submodule"):
            tree.find("sub/x.txt")
        with pytest.raises(GitError, match=r"large\.tgz at .* is kept in Git LFS"):
            tree.read("large.tgz")


def test_the_best_common_ancestor_is_found(made: Repository) -> None:
    made.git("checkout", "-q", "-b", "side", "v1")
    side = made.commit({"a.txt": "side"})

    with GitRepository(str(made.folder)) as repository:
        assert repository.merge_base(repository.commit("v2"), side) == repository.commit("v1")
        made.git("checkout", "-q", "--orphan", "alone")
        alone = made.commit({"z": "z"})
        with pytest.raises(GitError, match="no common ancestor"):
            repository.merge_base(alone, side)


def test_branches_and_tags_are_listed(opened: GitRepository) -> None:
    assert opened.names() == ["main", "v1", "v2"]
