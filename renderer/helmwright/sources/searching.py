"""Words in the cached indexes of all repositories.

Source: helm pkg/cmd/search/search.go, pkg/cmd/search_repo.go
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import FunctionError, GoError, HelmwrightError, SourceError
from helmwright.base.log import ignore
from helmwright.go.semver import parse_constraint, parse_version, precedence
from helmwright.go.url_resolve import clean
from helmwright.sources.index_summaries import summaries
from helmwright.sources.indexes import cached_index
from helmwright.sources.repositories import read_repositories

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.log import Log
    from helmwright.go.semver import Constraint
    from helmwright.sources.index import Index
    from helmwright.sources.index_summaries import Summary
    from helmwright.sources.settings import HelmSettings


_SEPARATOR = "\v"
_HIGHEST = 25
"""A score that is no match any more."""


class Hit(NamedTuple):
    """A chart that was found; name: with its repository's before it. score: lower is better."""

    name: str
    score: int
    chart: Summary


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
    known: dict[str, tuple[str, str, Summary]] = {}
    for one in repositories:
        try:
            index = cached_index(one.name, settings, log=log)
        except SourceError as error:
            log("WARN", "repo is corrupt or missing", repo=one.name, error=error.message)
            continue
        known.update(_charts(one.name, index))
    score_of = _scoring(words, is_regexp=is_regexp)
    hits = []
    for name, repository, chart in known.values():
        score = score_of(repository, chart)
        if 0 <= score < _HIGHEST:
            hits.append(Hit(name, score, chart))
    hits.sort(key=lambda hit: (hit.score, hit.name))
    try:
        wanted = parse_constraint(constraint)
    except FunctionError as error:
        raise HelmwrightError(f"an invalid version/constraint format: {error.message}") from None
    return list(_fitting(hits, wanted, all_versions=all_versions))


def _charts(repository: str, index: Index) -> Iterator[tuple[str, tuple[str, str, Summary]]]:
    """Yield each version with a key that is its own, its full name and its repository's."""
    for name, versions in summaries(index):
        full = clean(f"{repository}/{name}")
        shown = full.partition("$$")[0]
        for one in versions:
            yield f"{full}$${one.version}", (shown, repository, one)


def _line(repository: str, chart: Summary) -> str:
    """Return the text that is searched."""
    full = f"{repository}/{chart.name}"
    return _SEPARATOR.join((chart.name, full, chart.description, " ".join(chart.keywords)))


def _scoring(words: str, *, is_regexp: bool) -> Callable[[str, Summary], int]:
    """Return what scores a chart by the part that the words are in; -1 if they are in none."""
    if not words:
        return lambda *_: 0
    if not is_regexp:
        lowered = words.lower()

        def by_words(repository: str, chart: Summary) -> int:
            line = _line(repository, chart).lower()
            return _score(line.find(lowered), line)

        return by_words
    from helmwright.go.regexp import compile as compile_regexp

    try:
        expression = compile_regexp(words)
    except GoError as error:
        raise HelmwrightError(error.message) from None

    def by_expression(repository: str, chart: Summary) -> int:
        line = _line(repository, chart)
        return _score(expression.find_place(line), line)

    return by_expression


def _score(place: int, line: str) -> int:
    """Return in which part of a line a place is; Source: calcScore."""
    if place < 0:
        return -1
    splits = [at for at, character in enumerate(line) if character == _SEPARATOR]
    return next((number for number, at in enumerate(splits) if place <= at), len(splits))


def _fitting(hits: list[Hit], wanted: Constraint, *, all_versions: bool) -> Iterator[Hit]:
    """Yield hits that are sorted by score and name, the newest version first."""
    found = set()
    for (_, name), group in groupby(hits, lambda hit: (hit.score, hit.name)):
        if not all_versions and name in found:
            continue
        versions = [(parse_version(hit.chart.version), hit) for hit in group]
        versions.sort(key=lambda one: precedence(one[0]), reverse=True)
        for version, hit in versions:
            if wanted.check(version):
                found.add(name)
                yield hit
                if not all_versions:
                    break
