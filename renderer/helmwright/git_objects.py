"""Reads files of a git repository at any revision, without a checkout.

One ``git cat-file --batch`` process per repository answers for all objects; no working tree and no
index is looked at or changed, and no hook, filter or external program of the repository runs.
"""

# ruff: noqa: PTH109, PTH112, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, NamedTuple, Self

from helmwright.errors import GitError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "40000"
LINK = "120000"
SUBMODULE = "160000"
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_MAX_LINKS = 40
_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_EXTERNAL_DIFF")
"""That git sets for its hooks; they would point at another repository than the one asked for."""


class Entry(NamedTuple):
    """A member of a folder: git's mode, the name, and the id of its object."""

    mode: str
    name: str
    id: str


class GitRepository:
    """The repository that a folder is in. Use it with ``with``, or call ``close``."""

    def __init__(self, folder: str = ".") -> None:
        """Find the repository; raises ``GitError`` if there is none, or no git."""
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._trees: dict[str, tuple[Entry, ...]] = {}
        try:
            self.root = self._git("rev-parse", "--show-toplevel")
        except GitError as error:
            if "must be run in a work tree" in error.message:
                self.root = ""
                return
            if "not a git repository" in error.message:
                shown = os.getcwd() if folder == "." else folder
                raise GitError(f"{shown} is not in a git repository") from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process that answers."""
        if self._process is not None:
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    stream.close()
            self._process.wait()
            self._process = None

    def _git(self, *arguments: str) -> str:
        """Return what a git command prints; raises ``GitError`` with git's words."""
        try:
            done = subprocess.run(  # noqa: S603 - arguments are ours, revisions come behind --
                ["git", *arguments],  # noqa: S607 - the user's git
                cwd=self._folder,
                env=_environment(),
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            if not os.path.isdir(self._folder):
                raise GitError(f"{self._folder}: there is no such directory") from None
            raise GitError("the program git is not installed") from None
        except (OSError, ValueError) as error:
            raise GitError(f"git cannot be run: {error}") from None
        if done.returncode:
            words = done.stderr.decode("utf-8", "replace").strip().removeprefix("fatal: ")
            raise GitError(words.partition("\n")[0] or f"git {arguments[0]} failed")
        return done.stdout.decode("utf-8", "surrogateescape").rstrip("\n")

    def commit(self, revision: str) -> str:
        """Return the id of the commit that a revision names; raises ``GitError`` if none is."""
        shown = revision or "(blank)"
        if not revision or revision.startswith("-") or not revision.isprintable():
            raise GitError(f"{shown} is no revision")
        try:
            return self._git(
                "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
            )
        except GitError:
            hint = ""
            if self._is_shallow():
                hint = "; the clone is shallow: 'git fetch --unshallow', or fetch-depth: 0 in CI"
            raise GitError(f'unknown revision "{shown}"{hint}') from None

    def names(self) -> list[str]:
        """Return the names of branches and tags."""
        found = self._git("for-each-ref", "--format=%(refname:short)")
        return found.splitlines()

    def _is_shallow(self) -> bool:
        return self._git("rev-parse", "--is-shallow-repository") == "true"

    def merge_base(self, one: str, other: str) -> str:
        """Return the best common ancestor of two commits; raises ``GitError`` if there is none."""
        try:
            return self._git("merge-base", "--end-of-options", one, other)
        except GitError:
            raise GitError(f"{one} and {other} have no common ancestor") from None

    def tree(self, commit: str) -> GitTree:
        """Return the files of a commit."""
        return GitTree(self, commit, self._read(f"{commit}^{{tree}}", "tree")[0])

    def entries(self, tree: str) -> tuple[Entry, ...]:
        """Return the members of a folder, by its id."""
        found = self._trees.get(tree)
        if found is None:
            found = self._trees[tree] = tuple(_entries(self._read(tree, "tree")[1], len(tree) // 2))
        return found

    def blob(self, id: str) -> bytes:  # noqa: A002 - git's word
        """Return the content of a file, by its id."""
        return self._read(id, "blob")[1]

    def _read(self, name: str, kind: str) -> tuple[str, bytes]:
        """Return the id and the content of an object."""
        process = self._reader()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        try:
            process.stdin.write(f"{name}\n".encode())
            process.stdin.flush()
        except OSError:
            raise GitError("git cat-file has ended") from None
        head = process.stdout.readline().decode("utf-8", "replace").split()
        if len(head) != 3 or head[1] != kind:
            partial = "; the clone lacks it" if head[-1:] == ["missing"] else ""
            raise GitError(f"git has no {kind} {name}{partial}")
        size = int(head[2])
        data = process.stdout.read(size + 1)
        if len(data) != size + 1:
            raise GitError(f"git ended within {kind} {name}")
        return head[0], data[:size]

    def _reader(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                ["git", "cat-file", "--batch"],  # noqa: S607 - the user's git
                cwd=self._folder,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process


class GitTree:
    """The files of one commit, by their paths from the top of the repository."""

    def __init__(self, repository: GitRepository, commit: str, root: str) -> None:
        self._repository = repository
        self._root = root
        self.commit = commit

    def find(self, path: str) -> Entry | None:
        """Return the member at a path, links followed; None if there is none.

        Raises ``GitError`` for a path through a submodule, or a link that leads out of the tree.
        """
        return self._find(path, 0)

    def _find(self, path: str, links: int) -> Entry | None:
        if links > _MAX_LINKS:
            raise GitError(f"{self._shown(path)}: too many links")
        parts = [part for part in path.split("/") if part not in ("", ".")]
        entry = Entry(FOLDER, "", self._root)
        for number, part in enumerate(parts):
            if entry.mode != FOLDER:
                return None
            members = self._repository.entries(entry.id)
            found = next((one for one in members if one.name == part), None)
            if found is None:
                return None
            walked = "/".join(parts[: number + 1])
            if found.mode == SUBMODULE:
                raise GitError(
                    f"{self._shown(walked)} is a submodule, whose files this repository does not have"
                )
            if found.mode == LINK:
                target = self._target(walked, found)
                return self._find("/".join([target, *parts[number + 1 :]]), links + 1)
            entry = found
        return entry

    def _target(self, path: str, link: Entry) -> str:
        """Return where a link leads to, from the top."""
        written = self._repository.blob(link.id).decode("utf-8", "surrogateescape")
        joined = os.path.normpath(f"{os.path.dirname(path)}/{written}".lstrip("/"))
        if written.startswith("/") or joined.startswith(".."):
            raise GitError(f"{self._shown(path)} is a link out of the repository")
        return joined

    def _shown(self, path: str) -> str:
        return f"{path} at {self.commit[:12]}"

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder at a path."""
        found = self.find(path)
        return found is not None and found.mode == FOLDER

    def read(self, path: str) -> bytes:
        """Return what a file holds.

        Raises ``GitError`` if there is none, and for what stands for a file that is kept in LFS.
        """
        found = self.find(path)
        if found is None or found.mode == FOLDER:
            raise GitError(f"{self._shown(path)}: there is no such file")
        return self.content(found, path)

    def content(self, entry: Entry, path: str) -> bytes:
        """Return what a file holds that was found at a path; raises ``GitError`` as ``read`` does."""
        data = self._repository.blob(entry.id)
        if data.startswith(LFS_POINTER):
            raise GitError(
                f"{self._shown(path)} is kept in Git LFS: git has a pointer to it, and not its content"
            )
        return data

    def members(self, path: str) -> tuple[Entry, ...]:
        """Return what is in a folder, links not followed; nothing if it is none."""
        found = self.find(path)
        if found is None or found.mode != FOLDER:
            return ()
        return self._repository.entries(found.id)

    def files(self, path: str = "") -> Iterator[str]:
        """Yield the paths of all files below a folder; links to folders are not followed."""
        prefix = f"{path}/" if path else ""
        for entry in self.members(path):
            name = f"{prefix}{entry.name}"
            if entry.mode == FOLDER:
                yield from self.files(name)
            elif entry.mode == LINK:
                if self._leads_to_file(name):
                    yield name
            elif entry.mode != SUBMODULE:
                yield name

    def _leads_to_file(self, path: str) -> bool:
        try:
            found = self.find(path)
        except GitError:
            return False
        return found is not None and found.mode != FOLDER


def _entries(data: bytes, size: int) -> Iterator[Entry]:
    """Yield the members in a tree object: mode, space, name, NUL, and the id, of ``size`` bytes."""
    at = 0
    while at < len(data):
        space = data.index(b" ", at)
        end = data.index(b"\0", space)
        yield Entry(
            data[at:space].decode("ascii"),
            data[space + 1 : end].decode("utf-8", "surrogateescape"),
            data[end + 1 : end + 1 + size].hex(),
        )
        at = end + 1 + size


def _environment() -> dict[str, str]:
    """Return the environment of git: its words in English, and no lock or prompt."""
    kept = {name: text for name, text in os.environ.items() if name not in _VARIABLES}
    return {**kept, "LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
