"""``dependency update`` and ``dependency build``: Chart.lock and ``charts/`` become what Chart.yaml asks for.

``charts/`` is either as before or as after: archives are fetched first, and then put there all at once.

Source: helm pkg/downloader/manager.go (Update, Build, downloadAll, safeMoveDeps)
"""

# ruff: noqa: PTH112, PTH116, PTH118, PTH208 - paths are strings
from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import ChartError, HelmwrightError, SourceError
from helmwright.charts import v2_loader
from helmwright.disk.folders import replace_files
from helmwright.go.filepath import join
from helmwright.go.strconv import quote
from helmwright.sources.dependencies import places as placing
from helmwright.sources.dependencies.completeness import has_all, has_sums
from helmwright.sources.dependencies.integrity import (
    check_sums,
    no_lock,
    read_sums,
    sums_path,
    write_sums,
)
from helmwright.sources.dependencies.kept import Kept
from helmwright.sources.dependencies.lock import (
    OLD_DIGEST_WARNING,
    agreement,
    digest,
    helm2_digest,
    lock_name,
    new_lock,
    write_lock,
)
from helmwright.sources.dependencies.reach import Indexes, Proving
from helmwright.sources.dependencies.resolving import resolve
from helmwright.sources.dependencies.saving import SavingError, fetch_all
from helmwright.sources.provenance import check_installed
from helmwright.sources.repositories import read_repositories

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Dependency
    from helmwright.sources.dependencies.integrity import Sums
    from helmwright.sources.dependencies.places import Place
    from helmwright.sources.dependencies.reach import Reach
    from helmwright.sources.repositories import Repository


class Options(NamedTuple):
    """How dependencies are updated or built.

    skip_refresh: take the indexes that are in the cache. refresh_all: refresh every repository that was
    added, as Helm does. add_missing: build from repositories that nobody has added, too. recursive: first
    the charts of ``file://``. allow_digest_mismatch: take archives that are not what the index promises.
    integrity: ``update`` writes the sums of all archives beside the lock, and ``build`` checks them.
    only_missing: ``build`` leaves a complete ``charts/`` alone, and takes what was fetched before from the cache.
    verify: take no archive whose signature is not by a key of ``keyring``, a file, by default GnuPG's; an update
    takes none without a signature either, a build warns of it, and fetches all anew.
    """

    skip_refresh: bool = False
    refresh_all: bool = False
    add_missing: bool = False
    recursive: bool = False
    allow_digest_mismatch: bool = False
    integrity: bool = False
    only_missing: bool = False
    verify: bool = False
    keyring: str = ""


def update(folder: str, reach: Reach, options: Options = Options()) -> None:  # noqa: B008 - it is frozen
    """Resolve the dependencies of the chart in ``folder``, lock them, and fetch them into ``charts/``.

    Raises ChartError, SourceError and HelmwrightError with Helm's text; ``charts/`` is then as it was.
    """
    _Run(folder, _proving(reach, options, must=True), options, ()).update()


def build(folder: str, reach: Reach, options: Options = Options()) -> None:  # noqa: B008 - it is frozen
    """Fetch what Chart.lock says into ``charts/``; update where there is no lock. Raises as ``update``."""
    if options.verify:  # what lies in charts/ has no signature any more
        options = options._replace(only_missing=False)
    _Run(folder, _proving(reach, options, must=False), options, ()).build()


def _proving(reach: Reach, options: Options, *, must: bool) -> Reach:
    """Return what verifies the archives that it fetches, if that is asked for."""
    if not options.verify:
        return reach
    check_installed()
    return reach._replace(proof=Proving(options.keyring, must=must))


class _Run:
    """One chart whose dependencies are made.

    above: the folders of the charts that asked for this one.
    """

    def __init__(self, folder: str, reach: Reach, options: Options, above: tuple[str, ...]) -> None:
        self._folder = folder
        self._reach = reach
        self._options = options
        self._above = (*above, os.path.realpath(folder))
        self._repositories = read_repositories(reach.settings.repository_config).repositories
        self._indexes = Indexes(reach)

    def update(self) -> None:
        self._update(self._load())

    def build(self) -> None:
        chart = self._load()
        lock = chart.lock
        wanted = chart.metadata.dependencies
        if self._options.only_missing and self._is_complete(chart):
            return
        if lock is None:
            if self._options.integrity and wanted:
                raise no_lock(self._lock_path(chart))
            self._update(chart)
            return
        before = helm2_digest(wanted)
        placing.places(wanted or [], self._repositories, self._folder)
        found = agreement(lock, wanted, api_version=chart.metadata.api_version, as_written=before)
        if found.by_helm2:
            self._reach.log("INFO", OLD_DIGEST_WARNING)
        if not found.is_current:
            raise SourceError(found.message)
        locked = [one for one in lock.dependencies or [] if one is not None]
        if not self._options.add_missing:
            placing.check_all_known(locked, self._repositories)
        self._below(locked, "build")
        where = placing.places(locked, self._repositories, self._folder)
        kept = self._kept(self._sums(chart, locked, where) if self._options.integrity else None)
        if not self._options.skip_refresh:
            asked = [
                place
                for one, place in zip(locked, where, strict=True)
                if kept.have(one, place) is None
            ]
            if self._options.add_missing:
                self._indexes.refresh_unmanaged(asked)
            self._indexes.refresh_managed(self._named(asked))
        self._fetch_all(locked, where, kept)

    def _update(self, chart: Chart) -> None:
        wanted = chart.metadata.dependencies
        if wanted is None:
            return
        where = placing.places(wanted, self._repositories, self._folder)
        self._below(wanted, "update")
        if not self._options.skip_refresh:
            self._indexes.refresh_unmanaged(where)
            self._indexes.refresh_managed(self._named(where))
        locked = resolve(wanted, where, self._folder, self._indexes, self._reach)
        kept = self._kept(None)
        self._fetch_all(locked, where, kept)
        new = digest(wanted, locked)
        if chart.lock is None or chart.lock.digest != new:
            write_lock(chart, self._folder, new_lock(locked, new, self._reach.world))
        if self._options.integrity:
            write_sums(sums_path(self._lock_path(chart)), kept.digests, self._reach.log)

    def _load(self) -> Chart:
        try:
            os.stat(self._folder)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ChartError(
                f"could not find {self._folder}: stat {self._folder}: {reason}"
            ) from None
        if not os.path.isdir(self._folder):
            raise ChartError("only unpacked charts can be updated")
        return v2_loader.load_folder(self._folder, log=self._reach.log)

    def _kept(self, sums: Sums | None) -> Kept:
        return Kept(
            sums,
            self._reach.cache if self._options.only_missing else None,
            remembers=not self._options.allow_digest_mismatch,
        )

    def _lock_path(self, chart: Chart) -> str:
        return join(self._folder, lock_name(chart.metadata.api_version))

    def _sums(self, chart: Chart, locked: list[Dependency], where: Sequence[Place]) -> Sums:
        """Return what the archives of the lock must be; raises SourceError if that is not known."""
        path = self._lock_path(chart)
        sums = read_sums(sums_path(path))
        check_sums(sums, locked, where, path)
        return sums

    def _is_complete(self, chart: Chart) -> bool:
        """Tell whether ``charts/`` has all that is asked for; with sums, whether it is what they say."""
        if not has_all(chart, self._folder, self._reach.log):
            return False
        if not self._options.integrity or not chart.metadata.dependencies:
            return True
        locked = [one for one in (chart.lock.dependencies if chart.lock else None) or [] if one]
        where = placing.places(locked, self._repositories, self._folder)
        return has_sums(self._sums(chart, locked, where), join(self._folder, "charts"))

    def _named(self, where: Sequence[Place]) -> list[Repository]:
        """Return the repositories to refresh that the user has added."""
        if self._options.refresh_all:
            return self._repositories
        return [one.repository for one in where if one.is_managed]

    def _below(self, wanted: Sequence[Dependency], step: str) -> None:
        """Make the dependencies of charts beside this one, if that is asked for."""
        for one in wanted:
            if not placing.is_local(one):
                continue
            path = placing.local_path(one.repository, self._folder)
            real = os.path.realpath(path)
            if real in self._above:
                circle = [*self._above[self._above.index(real) :], real]
                raise ChartError(f"dependencies lead round in a circle: {' -> '.join(circle)}")
            if self._options.recursive:
                run = _Run(path, self._reach, self._options, self._above)
                getattr(run, step)()

    def _fetch_all(self, locked: list[Dependency], where: Sequence[Place], kept: Kept) -> None:
        """Fetch the archives and put them into ``charts/``; what comes from folders has its version."""
        charts = join(self._folder, "charts")
        if os.path.lexists(charts) and not os.path.isdir(charts):
            raise ChartError(f"{quote(charts)} is not a directory")
        self._reach.say(f"Saving {len(locked)} charts")
        try:
            files = fetch_all(
                locked,
                where,
                self._folder,
                self._indexes,
                self._reach,
                kept=kept,
                loose=self._options.allow_digest_mismatch,
            )
        except SavingError as stop:
            self._reach.say(f"Save error occurred:  {stop.cause.message}")
            raise stop.cause from None
        present = {one.name for one in locked if not one.repository}
        self._reach.say("Deleting outdated charts")
        replace_files(
            charts,
            self._folder,
            put=files,
            drop=lambda folder: list(self._outdated(folder, charts, set(files), present)),
        )

    def _outdated(
        self, folder: str, shown: str, kept: set[str], present: set[str]
    ) -> Iterator[str]:
        """Yield the archives in ``charts/`` that no dependency asks for any more."""
        for name in sorted(os.listdir(folder), key=os.fsencode):
            path = os.path.join(folder, name)
            if name in kept or os.path.isdir(path):
                continue
            try:
                chart = v2_loader.load_archive(path, log=self._reach.log)
            except HelmwrightError as error:
                text = error.message.replace(path, join(shown, name))
                self._reach.say(
                    f"Could not verify {join(shown, name)} for deletion: {text} (Skipping)"
                )
                continue
            if chart.name not in present:
                yield name
