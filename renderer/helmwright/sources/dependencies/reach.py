"""What dependencies are resolved and fetched with, and the indexes of repositories, each read once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, SourceError
from helmwright.base.log import ignore
from helmwright.go.strconv import quote
from helmwright.sources.fetching import masked
from helmwright.sources.indexes import cached_index, cached_versions, check_repository, refresh

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.base.log import Log
    from helmwright.go.world import World
    from helmwright.sources.content_cache import ContentCache
    from helmwright.sources.dependencies.places import Place
    from helmwright.sources.fetching import Fetcher
    from helmwright.sources.index import Index
    from helmwright.sources.index_entries import ChartVersion
    from helmwright.sources.registry.client import Registry
    from helmwright.sources.repositories import Repository
    from helmwright.sources.settings import HelmSettings


AT_ONCE = 4
"""How many indexes or archives are fetched at the same time."""

_MANY = 3
"""So many charts are cut out of an index before reading all of it takes less time."""


class Proving(NamedTuple):
    """How archives are verified. keyring: a file. must: one without a signature is refused."""

    keyring: str
    must: bool


class Reach(NamedTuple):
    """What can be asked, and what is told meanwhile.

    say: takes each line that Helm prints. epoch: of the archives of charts beside this one. proof: how archives
    are verified, None if they are not.
    """

    settings: HelmSettings
    fetcher: Fetcher
    registry: Registry
    cache: ContentCache
    world: World
    say: Callable[[str], None]
    log: Log = ignore
    epoch: int | None = None
    proof: Proving | None = None


class Indexes:
    """The indexes that one run needs; each is read once, whatever asks for it."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._fresh: dict[str, Index] = {}
        self._cut: dict[str, dict[str, list[ChartVersion] | None]] = {}

    def refresh_unmanaged(self, places: Iterable[Place]) -> None:
        """Fetch the indexes of repositories that nobody has added."""
        found = _distinct(one.repository for one in places if _is_unmanaged(one))
        if found:
            self._reach.say("Getting updates for unmanaged Helm repositories...")
            self._refresh([as_unmanaged(one) for one in found])

    def refresh_managed(self, repositories: Iterable[Repository]) -> None:
        """Fetch the indexes of repositories that the user has added."""
        found = _distinct(repositories)
        if found:
            self._reach.say("Hang tight while we grab the latest from your chart repositories...")
            self._refresh(found)
            self._reach.say("Update Complete. ⎈Happy Helming!⎈")

    def _refresh(self, repositories: list[Repository]) -> None:
        """Fetch indexes and tell of each in order; what fails is told, and needed later perhaps."""
        for one in repositories:
            check_repository(one)
        reach = self._reach

        def fetch(repository: Repository) -> Index:
            return refresh(repository, reach.settings, reach.fetcher, log=reach.log)

        with ThreadPoolExecutor(AT_ONCE) as pool:
            for one, task in [(one, pool.submit(fetch, one)) for one in repositories]:
                url = masked(one.url)
                name = url if is_unmanaged_name(one.name) else one.name
                try:
                    self._fresh[_key(one)] = task.result()
                except HelmwrightError as error:
                    where = "" if name == url else f" ({url})"
                    reach.say(
                        f"...Unable to get an update from the {quote(name)} chart repository"
                        f"{where}:\n\t{error.message}"
                    )
                else:
                    reach.say(
                        f"...Successfully got an update from the {quote(name)} chart repository"
                    )

    def is_fresh(self, repository: Repository) -> bool:
        """Tell whether the index of a repository that nobody has added was fetched in this run."""
        return _key(repository) in self._fresh

    def versions(self, repository: Repository, chart: str) -> list[ChartVersion] | None:
        """Return the versions of a chart, None if the index has no such chart.

        Raises SourceError with Go's text if there is no index.
        """
        fresh = self._fresh.get(_key(repository))
        if fresh is not None:
            return fresh.entries.get(chart)
        return self._of_cache(repository.name or as_unmanaged(repository).name, chart)

    def _of_cache(self, name: str, chart: str) -> list[ChartVersion] | None:
        """Return the versions in a cached index: cut out of it, or out of all of it if many are asked for."""
        known = self._cut.setdefault(name, {})
        reach = self._reach
        if chart not in known and len(known) < _MANY:
            known[chart] = cached_versions(name, chart, reach.settings, log=reach.log)
        elif chart not in known:
            index = cached_index(name, reach.settings, log=reach.log)
            known.update({chart: None, **index.entries})
        return known[chart]


def _is_unmanaged(place: Place) -> bool:
    return place.kind == "http" and not place.is_managed


_PREFIX = "helm-manager-"


def as_unmanaged(repository: Repository) -> Repository:
    """Return a repository that nobody has added under the name of its index in the cache."""
    from hashlib import sha256

    digest = sha256(repository.url.encode("utf-8", "surrogateescape")).hexdigest()
    return repository._replace(name=f"{_PREFIX}{digest}")


def is_unmanaged_name(name: str) -> bool:
    """Tell whether a name is one that ``as_unmanaged`` makes."""
    return name.startswith(_PREFIX)


def _key(repository: Repository) -> str:
    """Return what makes the index of a repository another one; a slash at the end of its URL does not."""
    return repository.url.removesuffix("/")


def _distinct(repositories: Iterable[Repository]) -> list[Repository]:
    """Return repositories without those whose URL is there already, a slash at its end aside."""
    found: dict[str, Repository] = {}
    for one in repositories:
        found[_key(one)] = one
    return list(found.values())


def no_index(name: str, error: SourceError) -> SourceError:
    """Return what Helm says of a repository without an index in the cache."""
    return SourceError(
        f"no cached repository for {name} found. (try 'helm repo update'): {error.message}"
    )
