"""Reads files of a git repository at any revision, without a checkout.

One ``git cat-file --batch`` process per repository answers for all objects; no working tree and no
index is looked at or changed. Whatever the repository's configuration says, no hook, filter, helper
or pager of it runs, nothing is fetched, and git is not waited for without an end.
"""

# ruff: noqa: PTH109, PTH112, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, Self

from helmwright.base.errors import GitContentError, GitError

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = "40000"
LINK = "120000"
SUBMODULE = "160000"
LFS_POINTER = b"version https://git-lfs.github.com/spec/"
_MAX_LINKS = 40
_MAX_SIZE = 100 << 20
"""Of one object; no file of a chart may be as large."""
_MAX_FILES = 200_000
_MAX_DEPTH = 1000
_SECONDS = 60.0
"""How long git may be silent: its configuration can include a pipe that nobody writes to."""
_PIECE = 1 << 16
_SETTINGS = (
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.sshCommand=false",
    "core.gitProxy=false",
    "core.askPass=false",
    "core.alternateRefsCommand=false",
    "core.pager=cat",
    "credential.helper=",
    "protocol.allow=never",
    "maintenance.auto=false",
    "gc.auto=0",
)
"""What counts instead of the same settings of the repository."""
_VARIABLES = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_PREFIX",
    "GIT_EXTERNAL_DIFF",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
)
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
        self._process: _Reader | None = None
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
            self._process.close()
            self._process = None

    def _git(self, *arguments: str) -> str:
        """Return what a git command prints; raises ``GitError`` with git's words."""
        try:
            done = subprocess.run(  # noqa: S603 - arguments are ours, revisions come behind --
                [*_command(), *arguments],
                cwd=self._folder,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except FileNotFoundError:
            if not os.path.isdir(self._folder):
                raise GitError(f"{self._folder}: there is no such directory") from None
            raise GitError("the program git is not installed") from None
        except subprocess.TimeoutExpired:
            raise GitError(f"git {arguments[0]} takes more than {_SECONDS:g} seconds") from None
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

    def is_partial(self) -> bool:
        """Tell whether the clone leaves objects with the one that it was made from."""
        try:
            return bool(
                self._git(
                    "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$"
                )
            )
        except GitError:  # no such setting
            return False

    def _read(self, name: str, kind: str) -> tuple[str, bytes]:
        """Return the id and the content of an object."""
        if self._process is None:
            self._process = _Reader(self._folder)
        try:
            head = self._process.ask(name)
            if len(head) == 3 and head[1] == kind and head[2].isdigit():
                return head[0], self._process.content(int(head[2]), f"{kind} {name}")
        except GitError:
            self.close()
            raise
        if len(head) != 2:  # git has ended, or goes on with what nobody asked for
            self.close()
        raise GitError(f"git has no {kind} {name}{self._reason(head)}")

    def _reason(self, head: list[str]) -> str:
        if head[-1:] != ["missing"] and head:
            return ""
        if self.is_partial():
            return (
                "; the clone is partial, and nothing is fetched here: "
                "'git fetch --refetch --no-filter' gets what is missing"
            )
        return "; the clone lacks it" if head else "; 'git fsck' says what is broken"


class _Reader:
    """A ``git cat-file --batch`` process: it is asked for one object after the other.

    Behind each it is asked for a name that nothing has: of some broken objects git gives less than
    it has said, and goes on to what it is asked next.
    """

    def __init__(self, folder: str) -> None:
        self._rest = b""
        self._nothing = f"helmwright-{os.urandom(16).hex()}"
        self._end = f"{self._nothing} missing\n".encode()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - arguments are ours
                [*_command(), "cat-file", "--batch"],
                cwd=folder,
                env=_environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise GitError(f"git cannot be run: {error}") from None

    def close(self) -> None:
        """End the process."""
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        try:
            self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def ask(self, name: str) -> list[str]:
        """Return the words of the answer about an object; none if git has ended."""
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        try:
            asked = f"{name}\n{self._nothing}\n"
            self._process.stdin.write(asked.encode("utf-8", "surrogateescape"))
            self._process.stdin.flush()
        except OSError:
            return []
        while b"\n" not in self._rest:
            more = self._more()
            if not more:
                return []
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\n")
        words = line.decode("utf-8", "replace").split()
        if len(words) != 3:  # no content follows
            self._read_end()
        return words

    def content(self, size: int, shown: str) -> bytes:
        """Return the content that follows the answer, of so many bytes."""
        if size > _MAX_SIZE:
            raise GitError(f"{shown} has {size} bytes, which is more than {_MAX_SIZE}")
        data = self._read_end(size + 1)
        if len(data) != size + 1:
            raise GitError(f"git ended within {shown}; 'git fsck' says what is broken")
        return data[:size]

    def _read_end(self, size: int = 0) -> bytes:
        """Return what comes before the end of the answer; size: of what is expected."""
        pieces = [self._rest]
        length = len(self._rest)
        end = len(self._end)
        while length < size + end and not b"".join(pieces[-2:]).endswith(self._end):
            more = self._more()
            if not more:
                break
            pieces.append(more)
            length += len(more)
        self._rest = b""
        return b"".join(pieces).removesuffix(self._end)

    def _more(self) -> bytes:
        """Return what git says next, nothing if it has ended; raises GitError if it is silent."""
        from select import select

        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        descriptor = self._process.stdout.fileno()
        if not select([descriptor], [], [], _SECONDS)[0]:
            raise GitError(f"git cat-file says nothing for {_SECONDS:g} seconds")
        return os.read(descriptor, _PIECE)


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
            raise GitContentError(f"{self._shown(path)}: too many links")
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
                raise GitContentError(
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
            raise GitContentError(f"{self._shown(path)} is a link out of the repository")
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
            raise GitContentError(f"{self._shown(path)}: there is no such file")
        return self.content(found, path)

    def content(self, entry: Entry, path: str) -> bytes:
        """Return what a file holds that was found at a path; raises ``GitError`` as ``read`` does."""
        data = self._repository.blob(entry.id)
        if data.startswith(LFS_POINTER):
            raise GitContentError(
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
        seen = 0
        open_folders = [(f"{path}/" if path else "", iter(self.members(path)))]
        while open_folders:
            prefix, members = open_folders[-1]
            entry = next(members, None)
            if entry is None:
                open_folders.pop()
                continue
            seen += 1
            if seen > _MAX_FILES or len(open_folders) > _MAX_DEPTH:
                raise GitContentError(
                    f"{self._shown(path or '.')} has more than {_MAX_FILES} files, "
                    f"or folders more than {_MAX_DEPTH} deep"
                )
            name = f"{prefix}{entry.name}"
            if entry.mode == FOLDER:
                open_folders.append((f"{name}/", iter(self._repository.entries(entry.id))))
            elif entry.mode != SUBMODULE and (entry.mode != LINK or self._leads_to_file(name)):
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
    try:
        while at < len(data):
            space = data.index(b" ", at)
            end = data.index(b"\0", space)
            yield Entry(
                data[at:space].decode("ascii"),
                data[space + 1 : end].decode("utf-8", "surrogateescape"),
                data[end + 1 : end + 1 + size].hex(),
            )
            at = end + 1 + size
    except ValueError:  # also of a mode that is no text
        at = -1
    if at != len(data):  # the last id is cut off, or something is missing before
        raise GitError("a folder in git is broken; 'git fsck' says which")


def _command() -> list[str]:
    """Return the git command with settings that nothing in a repository overrides."""
    return ["git", "--no-pager", *(part for text in _SETTINGS for part in ("-c", text))]


def _environment() -> dict[str, str]:
    """Return the environment of git: English words, no lock, no prompt, no fetching.

    Git before 2.45 does not know GIT_NO_LAZY_FETCH: it tries, and finds that no protocol is allowed.
    """
    kept = {name: text for name, text in os.environ.items() if name not in _VARIABLES}
    return {
        **kept,
        "LC_ALL": "C",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_ASKPASS": "false",
        "GIT_PAGER": "cat",
    }
