"""Both sides of a diff out of a git repository: a chart and its values at two revisions."""

# ruff: noqa: PTH100, PTH112, PTH118, PTH119, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GitContentError, GitError, UsageError
from helmwright.base.records import Record, replace
from helmwright.diff.model import Side
from helmwright.diff.sources.attempts import attempted
from helmwright.diff.sources.rendering import naming, render_side
from helmwright.diff.sources.revisions import CommitFiles, DiskFiles, is_pattern
from helmwright.rendering.engine import Engine
from helmwright.values.files import TEMPLATE_SUFFIX, merge_sources, override_values
from helmwright.values.inputs import read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from helmwright.charts.chart import Chart
    from helmwright.diff.sources.git_objects import GitRepository
    from helmwright.diff.sources.rendering import RenderSettings
    from helmwright.diff.sources.revisions import Revision
    from helmwright.values.templated.context import ValuesContext


class Range(NamedTuple):
    """Two revisions; after is None for the files as they are on disk.

    from_fork: before is the commit at which after left the named revision.
    """

    before: str
    after: str | None
    from_fork: bool = False


def parse_range(text: str) -> Range:
    """Read ``BASE``, ``BASE..HEAD`` or ``BASE...HEAD``; a blank end is ``HEAD``, as in git."""
    for dots in ("...", ".."):
        before, found, after = text.partition(dots)
        if found:
            return Range(before or "HEAD", after or "HEAD", dots == "...")
    if not text:
        raise UsageError("name a revision: BASE, BASE..HEAD or BASE...HEAD")
    return Range(text, None)


class GitRequest(Record):
    """What is compared.

    chart: a path; blank for one that is not in the repository, which ``installed`` then gives.
    values: paths of values files and patterns of them, weakest first; each file that a pattern
    names is an environment of its own. each: paths and patterns of further environments, above
    the plain files in values. overrides: flags and their arguments, as
    ``("set", "db.port=5433")``, in Helm's order. context: what values files see that are templates.
    complete: fetches the dependencies that the chart in a folder lacks; None where nobody may be asked.
    """

    chart: str
    values: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    overrides: Sequence[tuple[str, str]] = ()
    installed: Chart | None = None
    context: ValuesContext | None = None
    complete: Callable[[str], object] | None = None


class GitPair(NamedTuple):
    """The sides of one environment, and the charts that they were rendered from."""

    environment: str
    before: Side
    after: Side
    charts: tuple[Chart, ...]
    notes: tuple[str, ...] = ()


def folder_of(path: str) -> str:
    """Return the innermost folder that exists on the way to a path."""
    current = os.path.abspath(path)
    while not os.path.isdir(current):
        current = os.path.dirname(current)
    return current


def git_pairs(
    repository: GitRepository,
    revisions: Range,
    request: GitRequest,
    settings: RenderSettings,
    told: Callable[[int, int], object] = lambda *_: None,
) -> Iterator[GitPair]:
    """Yield the sides of each environment; whatever is the same is rendered once.

    A side that does not render says why. told: of how many environments are done, and how many
    there are.

    Raises:
        HelmwrightError: for a repository or a revision that cannot be read, and for an environment
            that is at neither revision.
    """
    before, after = _revisions(repository, revisions, request.complete)
    sides = _Sides(repository, request, settings)
    environments = list(_environments(sides, before, after))
    if not environments:
        wanted = (*request.values, *request.each)
        patterns = ", ".join(one for one in wanted if is_pattern(one))
        raise GitError(f"no file is called {patterns}, at {before.title} or {after.title}")
    for number, (name, paths) in enumerate(environments):
        told(number, len(environments))
        yield sides.pair(name, paths, before, after)


def _revisions(
    repository: GitRepository, revisions: Range, complete: Callable[[str], object] | None
) -> tuple[Revision, Revision]:
    first = repository.commit(revisions.before)
    if revisions.after is None:
        if not repository.root:
            raise GitError("the repository has no working tree; name two revisions: BASE..HEAD")
        before = _commit(repository, revisions.before, first, complete)
        return before, DiskFiles(repository.root, complete)
    last = repository.commit(revisions.after)
    title = revisions.before
    if revisions.from_fork:
        fork = repository.merge_base(first, last)
        title = title if fork == first else f"{title} ({fork[:10]})"
        first = fork
    before = _commit(repository, title, first, complete)
    return before, _commit(repository, revisions.after, last, complete)


def _commit(
    repository: GitRepository, title: str, commit: str, complete: Callable[[str], object] | None
) -> CommitFiles:
    shown = title[:10] if title == commit else title
    return CommitFiles(shown, repository.tree(commit), repository.root, complete)


def _environments(
    sides: _Sides, before: Revision, after: Revision
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the name of each environment and its values files; files on one side count as well."""
    plain = tuple(path for path in sides.values if not is_pattern(path))
    patterns = [path for path in sides.values if is_pattern(path)]
    if not patterns and not sides.each:
        yield "", plain
        return
    found: dict[str, tuple[str, ...]] = {}
    for pattern in (*patterns, *sides.each):
        paths = sides.values if pattern in patterns else (*plain, pattern)
        for path in _named(pattern, before, after):
            if path not in plain:
                own = (path if one == pattern else one for one in paths)
                found.setdefault(path, tuple(one for one in own if not is_pattern(one)))
    yield from found.items()


def _named(pattern: str, before: Revision, after: Revision) -> list[str]:
    """Return the files that a pattern names at either revision; of a plain name, that one."""
    if not is_pattern(pattern):
        return [pattern]
    return sorted({*before.matching(pattern), *after.matching(pattern)})


def _has(revision: Revision, path: str) -> bool:
    """Tell whether a file is there; one that cannot be read is, and whoever reads it says why not."""
    try:
        return revision.has(path)
    except GitContentError:
        return True


class _Sides:
    """Renders sides, and remembers what it has read and rendered."""

    def __init__(
        self, repository: GitRepository, request: GitRequest, settings: RenderSettings
    ) -> None:
        self._root = repository.root
        self._request = request
        self._settings = settings
        self._engine = Engine(era=settings.rules)
        self._charts: dict[str, Chart] = {}
        self._contents: dict[str, Chart] = {}
        self._rendered: dict[tuple[Any, ...], Side] = {}
        self.chart_path = "" if request.installed is not None else self._inside(request.chart)
        self.values = tuple(map(self._inside, request.values))
        self.each = tuple(map(self._inside, request.each))

    def _inside(self, path: str) -> str:
        """Return a path from the top of the repository."""
        if not self._root:
            return os.path.normpath(path).removeprefix("./")
        absolute = os.path.join(os.path.realpath("."), path)
        inside = os.path.relpath(os.path.normpath(absolute), self._root)
        if inside.startswith(".."):
            real = os.path.realpath(os.path.dirname(absolute))
            inside = os.path.relpath(os.path.join(real, os.path.basename(path)), self._root)
        if inside.startswith(".."):
            raise GitError(f"{path} is not in the repository {self._root}")
        return "" if inside == "." else inside

    def pair(self, name: str, paths: tuple[str, ...], before: Revision, after: Revision) -> GitPair:
        """Return the sides of an environment."""
        revisions = (before, after)
        present = [self._present(revision, name, paths) for revision in revisions]
        notes = list(self._one_sided(name, paths, revisions, present))
        sides = [
            self._attempt(revision, name, paths, exists=here)
            for revision, here in zip(revisions, present, strict=True)
        ]
        for revision in revisions:
            notes += [one for one in getattr(revision, "notes", ()) if one not in notes]
        charts = [self._charts.get(one.title) for one in revisions] + [self._request.installed]
        used = tuple(chart for chart in charts if chart is not None)
        return GitPair(name, sides[0], sides[1], used, tuple(notes))

    def _present(self, revision: Revision, name: str, paths: tuple[str, ...]) -> bool:
        """Tell whether an environment is there at a revision: its chart, and its own values."""
        with naming(revision.title):
            if self._request.installed is None and not self._has_chart(revision):
                return False
            missing = [path for path in paths if not _has(revision, path)]
            return not (name and name in missing) and not (paths and len(missing) == len(paths))

    def _has_chart(self, revision: Revision) -> bool:
        path = self.chart_path
        prefix = f"{path}/" if path else ""
        return _has(revision, f"{prefix}Chart.yaml") or (
            path.endswith(".tgz") and _has(revision, path)
        )

    def _one_sided(
        self,
        name: str,
        paths: tuple[str, ...],
        revisions: tuple[Revision, Revision],
        present: list[bool],
    ) -> Iterator[str]:
        """Yield what is said of files that are at one revision only; raises if nothing is there."""
        before, after = revisions
        if not any(present):
            raise GitError(
                f"{self._missing(name, paths, revisions)}: not there, "
                f"neither at {before.title} nor at {after.title}"
            )
        if not all(present):
            there, absent = (before, after) if present[0] else (after, before)
            change = "removed" if present[0] else "added"
            parts = (name,) if name else self._what_is_absent(absent, paths)
            was, is_at = ("was", "it is") if len(parts) == 1 else ("were", "they are")
            yield (
                f"{', '.join(parts)} {was} {change}: "
                f"{is_at} at {there.title} and not at {absent.title}"
            )
        for path in paths:
            if path != name:
                for revision, here in zip(revisions, present, strict=True):
                    if here and not _has(revision, path):
                        yield f"{path} is not there at {revision.title}, which goes without it"

    def _what_is_absent(self, revision: Revision, paths: tuple[str, ...]) -> tuple[str, ...]:
        """Return what is not there: the chart, or else all values files."""
        is_there = self._request.installed is not None or self._has_chart(revision)
        return paths if is_there else (self._request.chart,)

    def _missing(
        self, name: str, paths: tuple[str, ...], revisions: tuple[Revision, Revision]
    ) -> str:
        """Return what makes that an environment is at neither revision."""
        if self._request.installed is None and not any(map(self._has_chart, revisions)):
            return f"a chart in {self.chart_path or 'the top folder'}"
        absent = [path for path in paths if not any(_has(one, path) for one in revisions)]
        return ", ".join(absent) or f"{name or ', '.join(paths)} together with a chart"

    def _attempt(
        self, revision: Revision, name: str, paths: tuple[str, ...], *, exists: bool
    ) -> Side:
        """Return a side, which says why if it does not render: other environments may."""
        title = f"{revision.title} ({name})" if name else revision.title
        return attempted(
            title,
            lambda: self._side(revision, title, paths, exists=exists),
            shown=revision.title,
        )

    def _side(
        self, revision: Revision, title: str, paths: tuple[str, ...], *, exists: bool
    ) -> Side:
        if not exists:
            return Side(revision.title, ())
        with naming(title):
            chart = self._request.installed or self._chart(revision)
            texts = {path: revision.read(path) for path in paths if revision.has(path)}
        known = (id(chart), *texts.items())
        side = self._rendered.get(known)
        if side is None:
            with naming(title):
                overrides = self._values(revision, texts)
            side = render_side(chart, overrides, self._settings, title, engine=self._engine)
            if not self._reads_more(texts):
                self._rendered[known] = side
        return replace(side, title=revision.title)

    def _chart(self, revision: Revision) -> Chart:
        """Return the chart at a revision; one that is the same at both is one object."""
        found = self._charts.get(revision.title)
        if found is None:
            # Charts beside it belong to a chart that is built, and are not in its folder.
            is_built = self._request.complete is not None
            content = "" if is_built else revision.content_id(self.chart_path)
            found = self._contents.get(content) if content else None
            if found is None:
                found = self._contents[content] = revision.chart(
                    self.chart_path, self._settings.rules
                )
            self._charts[revision.title] = found
        return found

    def _reads_more(self, texts: dict[str, bytes]) -> bool:
        """Tell whether values may depend on files besides their own texts, as templates do."""
        return any(path.endswith(TEMPLATE_SUFFIX) for path in texts)

    def _values(self, revision: Revision, texts: dict[str, bytes]) -> dict[str, Any]:
        def read(path: str) -> bytes:
            found = texts.get(path)
            if found is not None:
                return found
            return revision.read(path) if revision.has(path) else read_file(path)

        era = self._settings.rules
        values = merge_sources(texts, read=read, context=self._request.context, era=era)
        for kind, argument in self._request.overrides:
            values = override_values(kind, argument, values, era=era)
        return values
