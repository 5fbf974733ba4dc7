"""Where the dependencies of a chart come from: their repositories, by name, by URL, or by path.

Source: helm pkg/downloader/manager.go (resolveRepoNames, hasAllRepos), internal/resolver/resolver.go (GetLocalPath)
"""

# ruff: noqa: PTH116 - paths are strings
from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, GoError, SourceError
from helmwright.charts.loader import absolute_path
from helmwright.go.filepath import base, join
from helmwright.go.strconv import quote
from helmwright.go.url import parse_request_uri
from helmwright.go.url_resolve import is_equal
from helmwright.sources.registry.reference import is_oci
from helmwright.sources.repositories import Repository

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.charts.metadata import Dependency

REMOTE = frozenset(("http", "oci"))
"""The kinds of places that are asked over a network."""

_FILE = "file://"
_NAMES = ("@", "alias:")
_NOTE = (
    "\nNote that repositories must be URLs or aliases. For example, to refer to the "
    '"example"\nrepository, use "https://charts.example.com/" or "@example" instead of\n'
    "\"example\". Don't forget to add the repo, too ('helm repo add')."
)


class Place(NamedTuple):
    """Where one dependency comes from.

    kind: ``charts`` (it is there already), ``file``, ``oci`` or ``http``. repository: of the last kind;
    without a name if nobody has added it.
    """

    kind: str
    repository: Repository = Repository()

    @property
    def is_managed(self) -> bool:
        """Whether the user has added its repository."""
        return bool(self.repository.name)


def places(
    wanted: Sequence[Dependency], repositories: Sequence[Repository], folder: str
) -> list[Place]:
    """Return the places of the dependencies of the chart in ``folder``, in their order.

    Names of repositories in ``wanted`` become their URLs. Raises SourceError and ChartError with Helm's text.
    """
    found: list[Place] = []
    missing: list[str] = []
    for dependency in wanted:
        check_name(dependency.name)
        place = _place(dependency, repositories, folder)
        if place is None:
            missing.append(dependency.repository)
        else:
            found.append(place)
    if missing:
        is_word = any("//" not in one and not one.startswith(_NAMES) for one in missing)
        raise SourceError(
            f"no repository definition for {', '.join(map(shown, missing))}. "
            f"Please add them via 'helm repo add'{_NOTE if is_word else ''}"
        )
    return found


def _place(dependency: Dependency, repositories: Sequence[Repository], folder: str) -> Place | None:
    url = dependency.repository
    if not url:
        return Place("charts")
    if url.startswith(_FILE):
        local_path(url, folder)
        return Place("file")
    if is_oci(url):
        return Place("oci")
    repository = _known(url, repositories)
    if repository is not None:
        if url.startswith(_NAMES):
            dependency.repository = repository.url
        return Place("http", repository)
    try:
        parse_request_uri(url)
    except GoError:
        return None
    return Place("http", Repository(url=url))


def _known(url: str, repositories: Sequence[Repository]) -> Repository | None:
    """Return the repository that a URL is, or a name with ``@`` or ``alias:``."""
    for one in repositories:
        if url in {f"{mark}{one.name}" for mark in _NAMES} or is_equal(one.url, url):
            return one
    return None


def check_all_known(
    locked: Sequence[Dependency | None], repositories: Sequence[Repository]
) -> None:
    """Refuse a lock with a repository that nobody has added; raises SourceError with Helm's text."""
    missing = [
        one.repository
        for one in locked
        if one is not None
        and one.repository
        and not one.repository.startswith(_FILE)
        and not is_oci(one.repository)
        and not any(is_equal(each.url, one.repository.removesuffix("/")) for each in repositories)
    ]
    if missing:
        raise SourceError(
            f"no repository definition for {', '.join(map(shown, missing))}. "
            "Please add the missing repos via 'helm repo add'"
        )


def check_name(name: str) -> None:
    """Refuse the name of a dependency that is no name of a chart: it becomes part of a path."""
    if not name or name in (".", "..") or base(name) != name:
        raise ChartError(f"dependency name {quote(name)} is no name of a chart")


def is_local(dependency: Dependency) -> bool:
    """Tell whether a dependency is a folder beside the chart."""
    return dependency.repository.startswith(_FILE)


def local_path(repository: str, folder: str) -> str:
    """Return the folder that ``file://`` leads to; raises ChartError with Helm's text."""
    path = repository.removeprefix(_FILE)
    path = absolute_path(path) if path.startswith("/") else join(folder, path)
    try:
        os.stat(path)
    except FileNotFoundError:
        raise ChartError(f"directory {path} not found") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ChartError(f"stat {path}: {reason}") from None
    return path


def shown(url: str) -> str:
    """Return a repository as it is shown, without its password."""
    if "@" not in url[1:]:
        return url
    from helmwright.sources.fetching import masked

    return masked(url)
