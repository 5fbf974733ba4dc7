"""repositories.yaml, byte for byte as Helm writes it, and the lock that both programs wait for.

Source: helm pkg/repo/v1/repo.go, chartrepo.go (Entry), pkg/cmd/repo_add.go
"""

# ruff: noqa: PTH120, PTH122 - paths are strings
from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError, SourceError, YAMLError
from helmwright.disk.reading import read_named
from helmwright.disk.writing import write_file
from helmwright.go import yaml_write
from helmwright.go.yaml_read import load_record
from helmwright.go.yaml_shapes import ANY, BOOL, STRING, ListOf, StructOf

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK_SECONDS = 30.0

_RFC3339 = "2006-01-02T15:04:05Z07:00"
_ZERO_TIME = "0001-01-01T00:00:00Z"
_DECODING = "error unmarshaling JSON: while decoding JSON: "


class Repository(NamedTuple):
    """An entry: a name, a URL, and how to log in there; paths as they were typed."""

    name: str = ""
    url: str = ""
    username: str = ""
    password: str = ""
    cert_file: str = ""
    key_file: str = ""
    ca_file: str = ""
    insecure_skip_tls_verify: bool = False
    pass_credentials_all: bool = False

    def __repr__(self) -> str:
        return f"Repository({self.name!r})"


_KEYS = {
    "name": "name",
    "url": "url",
    "username": "username",
    "password": "password",
    "certFile": "cert_file",
    "keyFile": "key_file",
    "caFile": "ca_file",
    "insecure_skip_tls_verify": "insecure_skip_tls_verify",
    "pass_credentials_all": "pass_credentials_all",
}
_ENTRY = StructOf(
    "repo.Entry",
    {key: BOOL if key.endswith(("verify", "all")) else STRING for key in _KEYS},
)
_FILE = StructOf(
    "repo.File",
    {
        "apiVersion": STRING,
        "generated": ANY,
        "repositories": ListOf(_ENTRY, "[]*repo.Entry"),
    },
)


class RepositoryFile:
    """The file: its repositories in order, of which the first of a name counts.

    is_there: whether it was found.
    """

    def __init__(self, path: str, *, is_there: bool = False) -> None:
        self.path = path
        self.is_there = is_there
        self.api_version = ""
        self.generated = _ZERO_TIME
        self.repositories: list[Repository] = []

    def get(self, name: str) -> Repository | None:
        """Return a repository by its name."""
        return next((one for one in self.repositories if one.name == name), None)

    def put(self, repository: Repository) -> None:
        """Replace the repository of the same name, or add one."""
        for index, one in enumerate(self.repositories):
            if one.name == repository.name:
                self.repositories[index] = repository
                return
        self.repositories.append(repository)

    def remove(self, name: str) -> bool:
        """Remove all repositories of a name; tell whether there were any."""
        kept = [one for one in self.repositories if one.name != name]
        found = len(kept) < len(self.repositories)
        self.repositories = kept
        return found

    def text(self) -> str:
        """Return the file as Helm writes it."""
        entries = [
            {key: getattr(one, attribute) for key, attribute in _KEYS.items()}
            for one in self.repositories
        ]
        return yaml_write.marshal(
            {"apiVersion": self.api_version, "generated": self.generated, "repositories": entries}
        )

    def write(self) -> None:
        """Write it whole or not at all, for the user's eyes only; raises HelmwrightError."""
        write_file(self.path, self.text().encode("utf-8", "surrogateescape"), private=True)


def read_repositories(path: str) -> RepositoryFile:
    """Return what the file says; one that is missing says nothing.

    Raises SourceError with Helm's text.
    """
    try:
        data = read_named(path)
    except FileNotFoundError:
        return RepositoryFile(path)
    except OSError as error:
        operation = "read" if isinstance(error, IsADirectoryError) else "open"
        reason = f"{operation} {path}: {(error.strerror or str(error)).lower()}"
        raise SourceError(f"couldn't load repositories file ({path}): {reason}") from None
    return parse_repositories(data, path)


def parse_repositories(data: bytes, path: str) -> RepositoryFile:
    """Return what the bytes of the file say; raises SourceError with Go's text."""
    file = RepositoryFile(path, is_there=True)
    try:
        fields = load_record(data, _FILE, path)
        file.generated = _time(fields.get("generated"))
    except YAMLError as error:
        raise SourceError(error.message) from None
    file.api_version = fields.get("apiVersion", "")
    for entry in fields.get("repositories") or ():
        if entry is not None:
            file.repositories.append(Repository(**_named(entry)))
    return file


def _named(entry: dict[str, Any]) -> dict[str, Any]:
    return {_KEYS[key]: value for key, value in entry.items() if value is not None}


def _time(value: Any) -> str:
    """Return a time as Go writes it again; raises YAMLError for what is none."""
    if value is None or value == _ZERO_TIME:
        return _ZERO_TIME
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import parse_time

    if not isinstance(value, str):
        raise YAMLError(f"{_DECODING}Time.UnmarshalJSON: input is not a JSON string")
    try:
        text: str = parse_time(_RFC3339, value, UTC).json_value()
    except GoError as error:
        raise YAMLError(_DECODING + error.message) from None
    return text


def lock_path(path: str) -> str:
    """Return the file that is locked while repositories.yaml is changed."""
    stem, extension = os.path.splitext(path)
    return f"{stem}.lock" if extension and stem else f"{path}.lock"


@contextmanager
def locked(path: str, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Let one program at a time change repositories.yaml, as Helm does; the lock's file stays.

    Raises SourceError ``context deadline exceeded`` if another holds it for so long.
    """
    import fcntl
    from time import monotonic, sleep

    name = lock_path(path)
    try:
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)  # noqa: PTH103
        descriptor = os.open(name, os.O_RDONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SourceError(f"open {name}: {reason}") from None
    try:
        end = monotonic() + seconds
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() >= end:
                    raise SourceError("context deadline exceeded") from None
                sleep(min(1.0, max(end - monotonic(), 0.01), seconds))
            except OSError:  # a file system without locks
                break
        yield
    finally:
        os.close(descriptor)
