"""Words in the cached indexes of all repositories.

Source: helm pkg/cmd/search/search.go, pkg/cmd/search_repo.go
"""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import FunctionError, GoError, HelmwrightError, SourceError
from helmwright.base.log import ignore
from helmwright.go.semver import parse_constraint, parse_version
from helmwright.go.url_resolve import clean
from helmwright.sources.indexes import cached_index
from helmwright.sources.repositories import read_repositories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.log import Log
    from helmwright.go.semver import Constraint
    from helmwright.sources.index import ChartVersion, Index
    from helmwright.sources.settings import HelmSettings


_SEPARATOR = "\v"
_HIGHEST = 25
"""A score that is no match any more."""


class Hit(NamedTuple):
    """A chart that was found; name: with its repository's before it. score: lower is better."""

    name: str
    score: int
    chart: ChartVersion


def search(  # noqa: PLR0913 - keywords only
    settings: HelmSettings,
    words: str,
    constraint: str,
    *,
    is_regexp: bool = False,
    all_versions: bool = False,
    log: Log = ignore,
) -> list[Hit]:
    """Return the charts that have the words, best first; all charts if there are none.

    constraint: of the versions. all_versions: each of them, not only the newest. A repository whose
    index cannot be read is warned of. Raises HelmwrightError with Helm's text.
    """
    repositories = read_repositories(settings.repository_config).repositories
    if not repositories:
        raise HelmwrightError("no repositories configured")
    lines: dict[str, tuple[str, str, ChartVersion]] = {}
    for one in repositories:
        try:
            index = cached_index(one.name, settings, log=log)
        except SourceError as error:
            log("WARN", "repo is corrupt or missing", repo=one.name, error=error.message)
            continue
        for key, name, line, chart in _lines(one.name, index):
            lines[key] = (name, line, chart)
    score_of = _scoring(words, is_regexp=is_regexp)
    hits = []
    for name, line, chart in lines.values():
        score = score_of(line)
        if 0 <= score < _HIGHEST:
            hits.append(Hit(name, score, chart))
    hits.sort(key=cmp_to_key(_compare))
    try:
        wanted = parse_constraint(constraint)
    except FunctionError as error:
        raise HelmwrightError(f"an invalid version/constraint format: {error.message}") from None
    return list(_fitting(hits, wanted, all_versions=all_versions))


def _lines(repository: str, index: Index) -> Iterator[tuple[str, str, str, ChartVersion]]:
    """Yield each version: a key that is its own, its name, and the text that is searched."""
    for name, versions in index.entries.items():
        full = clean(f"{repository}/{name}")
        for one in versions:
            data = one.metadata
            texts = (
                data.name,
                f"{repository}/{data.name}",
                data.description,
                " ".join(data.keywords),
            )
            yield f"{full}$${one.version}", full.partition("$$")[0], _SEPARATOR.join(texts), one


def _scoring(words: str, *, is_regexp: bool) -> Callable[[str], int]:
    """Return what scores a line by the part that the words are in; -1 if they are in none."""
    if not words:
        return lambda _: 0
    if not is_regexp:
        lowered = words.lower()
        return lambda line: _score(line.lower().find(lowered), line.lower())
    from helmwright.go.regexp import compile as compile_regexp

    try:
        expression = compile_regexp(words)
    except GoError as error:
        raise HelmwrightError(error.message) from None
    return lambda line: _score(expression.find_place(line), line)


def _score(place: int, line: str) -> int:
    """Return in which part of a line a place is; Source: calcScore."""
    if place < 0:
        return -1
    splits = [at for at, character in enumerate(line) if character == _SEPARATOR]
    return next((number for number, at in enumerate(splits) if place <= at), len(splits))


def _compare(one: Hit, other: Hit) -> int:
    """Order hits: by score, by name, the newest version first."""
    if one.score != other.score:
        return one.score - other.score
    if one.name != other.name:
        return -1 if one.name < other.name else 1
    return parse_version(other.chart.version).compare(parse_version(one.chart.version))


def _fitting(hits: list[Hit], wanted: Constraint, *, all_versions: bool) -> Iterator[Hit]:
    found = set()
    for hit in hits:
        if not all_versions and hit.name in found:
            continue
        if wanted.check(parse_version(hit.chart.version)):
            found.add(hit.name)
            yield hit
