"""The archives of locked dependencies: packed from folders, out of registries, out of repositories.

Source: helm pkg/downloader/manager.go (downloadAll, findChartURL, tarFromLocalDir)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, FunctionError, SourceError
from helmwright.charts import v2_loader
from helmwright.go.filepath import join
from helmwright.go.semver import parse_constraint, parse_version
from helmwright.sources.archives import archive, check_is_archive, fetched, stored
from helmwright.sources.dependencies.places import local_path
from helmwright.sources.fetching import masked
from helmwright.sources.indexes import (
    chart_in_repository,
    credentials_of,
    resolved_url,
    tls_of,
)
from helmwright.sources.locate import Located, checked
from helmwright.sources.packing import packed
from helmwright.sources.registry import pulling, tags
from helmwright.sources.registry.reference import is_oci

if TYPE_CHECKING:
    from helmwright.charts.metadata import Dependency
    from helmwright.go.semver import Constraint
    from helmwright.sources.dependencies.places import Place
    from helmwright.sources.dependencies.reach import Indexes, Reach
    from helmwright.sources.index_entries import ChartVersion
    from helmwright.sources.repositories import Repository

_OCI = re.compile(r"(oci://[^:]+(:[0-9]{1,5})?[^:]+):(.*)", re.DOTALL)


class Fetched(NamedTuple):
    """An archive of a dependency. messages: the lines that a registry adds to what is printed."""

    file_name: str
    data: bytes
    version: str
    messages: list[str]


class Target(NamedTuple):
    """Where the archive of a dependency is: a URL, and what to fetch from a repository, if it is one."""

    url: str
    located: Located | None = None

    def __str__(self) -> str:
        return self.url


def check_present(dependency: Dependency, folder: str, reach: Reach) -> None:
    """Refuse a dependency without repository that is not in ``charts/``, or in another version.

    Raises ChartError with Helm's text; one about the range alone is an ``UnsatisfiedError``.
    """
    path = join(folder, "charts", dependency.name)
    try:
        chart = v2_loader.load_folder(path, log=reach.log)
    except ChartError as error:
        raise ChartError(f"unable to load chart '{path}': {error.message}") from None
    if not _constraint(dependency).check(parse_version(chart.metadata.version)):
        raise UnsatisfiedError(
            f"dependency {dependency.name} at version {chart.metadata.version} "
            f"does not satisfy the constraint {dependency.version}"
        )


class UnsatisfiedError(ChartError):
    """A chart in ``charts/`` whose version is not in the range."""


def pack_folder(dependency: Dependency, folder: str, reach: Reach) -> Fetched:
    """Return the archive of a chart beside this one; raises ChartError with Helm's text."""
    path = local_path(dependency.repository, folder)
    chart = v2_loader.load_folder(path, log=reach.log)
    if not _constraint(dependency).check(parse_version(chart.metadata.version)):
        raise ChartError(f"can't get a valid version for dependency {dependency.name}")
    name, data = packed(chart, epoch=reach.epoch)
    return Fetched(name, data, chart.metadata.version, [])


def _constraint(dependency: Dependency) -> Constraint:
    try:
        return parse_constraint(dependency.version)
    except FunctionError as error:
        raise ChartError(
            f"dependency {dependency.name} has an invalid version/constraint format: "
            f"{error.message}"
        ) from None


def target(dependency: Dependency, place: Place, indexes: Indexes, reach: Reach) -> Target:
    """Return where the archive of a locked dependency is; raises SourceError with Helm's text."""
    if place.kind == "oci":
        return _of_registry(f"{dependency.repository}/{dependency.name}:{dependency.version}")
    try:
        found, repository = _entry(dependency, place.repository, indexes, reach)
        url = resolved_url(dependency.repository, found.urls[0])
        located = checked(
            Located(
                url,
                found.digest,
                credentials_of(repository),
                tls_of(repository),
                repository.name or masked(repository.url),
            )
        )
    except SourceError as error:
        raise SourceError(f"could not find : {error.message}", error.url, error.status) from None
    return _of_registry(url) if is_oci(url) else Target(url, located)


def _of_registry(url: str) -> Target:
    """Return the place of a chart in a registry, which an index may name as well."""
    if not _OCI.fullmatch(url):
        raise SourceError(
            f"could not parse OCI reference: improperly formatted oci chart reference: {url}"
        )
    return Target(url)


def _entry(
    dependency: Dependency, repository: Repository, indexes: Indexes, reach: Reach
) -> tuple[ChartVersion, Repository]:
    """Return the version of a chart in the index, and the repository with the login for it."""
    name, version = dependency.name, dependency.version
    if not repository.name and not indexes.is_fresh(repository):
        try:
            found = chart_in_repository(
                repository.url, name, version, repository, reach.fetcher, log=reach.log
            )
        except SourceError as error:
            raise SourceError(
                f"chart {name} not found in {masked(repository.url)}: {error.message}",
                error.url,
                error.status,
            ) from None
        return found, repository
    versions = indexes.versions(repository, name)
    if versions is None:
        raise SourceError("entry not found")
    for one in versions:
        if one.urls and (not version or _is_same(version, one.version)):
            return one, repository
    raise SourceError("no matching version")


def _is_same(first: str, other: str) -> bool:
    """Tell whether two versions are equal; their build metadata does not count."""
    try:
        one = parse_version(first)
    except FunctionError:
        return first == other
    try:
        return one.compare(parse_version(other)) == 0
    except FunctionError:
        return False


def fetch(dependency: Dependency, wanted: Target, reach: Reach, *, loose: bool) -> Fetched:
    """Return an archive out of a registry or a repository.

    loose: take one that is not what the index promises. Raises SourceError and ChartError with Helm's text.
    """
    if wanted.located is None:
        return _pulled(wanted.url, dependency.version, reach)
    shown = masked(wanted.url)
    try:
        if reach.settings.offline:
            found = archive(wanted.located, reach.cache, reach.fetcher, allow_mismatch=loose)
            data = stored(found, reach.cache).data
        else:  # Helm leaves the cache alone here
            data, _ = fetched(wanted.located, reach.fetcher, allow_mismatch=loose)
        messages: list[str] = []
        if reach.proof is not None:
            from helmwright.sources.dependencies.proving import check_of_repository

            messages = check_of_repository(wanted.located, data, shown, reach, reach.proof)
    except (SourceError, ChartError) as error:
        raise SourceError(f"could not download {shown}: {error.message}", shown) from None
    return Fetched(wanted.located.file_name, data, dependency.version, messages)


def _pulled(url: str, locked: str, reach: Reach) -> Fetched:
    """Return an archive out of a registry; ``locked`` is the version in the lock."""
    name, _, version = url.rpartition(":")
    try:
        chosen = tags.choose(reach.registry, name, version)
        came = pulling.pull(reach.registry, chosen.reference)
        data = came.chart or b""
        check_is_archive(data, name)
        file_name = f"{chosen.reference.rpartition('/')[2].replace(':', '-', 1)}.tgz"
        messages = came.messages()
        if reach.proof is not None:
            from helmwright.sources.dependencies.proving import check_of_registry

            reference = chosen.reference
            messages += check_of_registry(reference, data, file_name, name, reach, reach.proof)
    except (SourceError, ChartError) as error:
        raise SourceError(f"could not download {name}: {error.message}", name) from None
    return Fetched(file_name, data, locked, messages)
