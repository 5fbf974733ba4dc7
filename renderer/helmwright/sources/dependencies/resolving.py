"""Which version of each dependency is locked.

Source: helm internal/resolver/resolver.go (Resolve)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, FunctionError, SourceError
from helmwright.charts import v2_loader
from helmwright.charts.metadata import Dependency
from helmwright.go.semver import parse_constraint, parse_version
from helmwright.go.strconv import quote
from helmwright.sources.dependencies.places import local_path
from helmwright.sources.dependencies.reach import as_unmanaged, no_index
from helmwright.sources.fetching import masked
from helmwright.sources.registry.reference import SCHEME
from helmwright.sources.registry.tags import list_tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from helmwright.go.semver import Constraint
    from helmwright.sources.dependencies.places import Place
    from helmwright.sources.dependencies.reach import Indexes, Reach


def resolve(
    wanted: Sequence[Dependency],
    places: Sequence[Place],
    folder: str,
    indexes: Indexes,
    reach: Reach,
) -> list[Dependency]:
    """Return the dependencies as they are locked, in their order.

    Raises SourceError and ChartError with Helm's text.
    """
    locked: list[Dependency] = []
    missing: list[str] = []
    for dependency, place in zip(wanted, places, strict=True):
        try:
            constraint = parse_constraint(dependency.version)
        except FunctionError as error:
            raise ChartError(
                f"dependency {quote(dependency.name)} has an invalid version/constraint format: "
                f"{error.message}"
            ) from None
        version = _version(dependency, place, constraint, folder, indexes, reach)
        if version is None:
            missing.append(
                f"{quote(dependency.name)} (repository {quote(masked(dependency.repository))}, "
                f"version {quote(dependency.version)})"
            )
        else:
            locked.append(Dependency(dependency.name, version, dependency.repository))
    if missing:
        raise SourceError(
            f"can't get a valid version for {len(missing)} subchart(s): {', '.join(missing)}. "
            "Make sure a matching chart version exists in the repo, "
            "or change the version constraint in Chart.yaml"
        )
    return locked


def _version(  # noqa: PLR0913, PLR0917 - what a version depends on
    dependency: Dependency,
    place: Place,
    constraint: Constraint,
    folder: str,
    indexes: Indexes,
    reach: Reach,
) -> str | None:
    """Return the version that is locked, None if there is none in the range."""
    if place.kind == "charts":
        local_path(f"charts/{dependency.name}", folder)
        return dependency.version
    if place.kind == "file":
        chart = v2_loader.load_folder(local_path(dependency.repository, folder), log=reach.log)
        return _first(constraint, [chart.metadata.version])
    if place.kind == "oci":
        return _of_registry(dependency, constraint, reach)
    repository = place.repository
    try:
        versions = indexes.versions(repository, dependency.name)
    except SourceError as error:
        raise no_index(repository.name or as_unmanaged(repository).name, error) from None
    if versions is None:
        raise SourceError(
            f"{dependency.name} chart not found in repo {masked(dependency.repository)}"
        )
    return _first(constraint, (one.version for one in versions if one.urls))


def _of_registry(dependency: Dependency, constraint: Constraint, reach: Reach) -> str:
    """Return a version that is exact as it is, else the highest tag in the range, else the range."""
    try:
        parse_version(dependency.version)
    except FunctionError:
        pass
    else:
        return dependency.version
    place = f"{dependency.repository.removeprefix(SCHEME)}/{dependency.name}"
    try:
        tags = list_tags(reach.registry, place)
    except SourceError as error:
        raise SourceError(
            f"could not retrieve list of tags for repository {dependency.repository}: "
            f"{error.message}",
            error.url,
            error.status,
        ) from None
    return _first(constraint, tags) or dependency.version


def _first(constraint: Constraint, versions: Iterable[str]) -> str | None:
    """Return the first version in the range as it is spelled."""
    for text in versions:
        try:
            version = parse_version(text)
        except FunctionError:
            continue
        if constraint.check(version):
            return version.original
    return None
