"""Fetching all archives of a lock: several at once, told of in order.

Source: helm pkg/downloader/manager.go (downloadAll)
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, HelmwrightError, SourceError
from helmwright.sources.dependencies.fetching import (
    Fetched,
    Target,
    UnsatisfiedError,
    check_present,
    fetch,
    pack_folder,
    target,
)
from helmwright.sources.dependencies.places import REMOTE
from helmwright.sources.dependencies.reach import AT_ONCE
from helmwright.sources.fetching import masked

if TYPE_CHECKING:
    from collections.abc import Sequence
    from concurrent.futures import Future

    from helmwright.charts.metadata import Dependency
    from helmwright.sources.dependencies.kept import Kept
    from helmwright.sources.dependencies.places import Place
    from helmwright.sources.dependencies.reach import Indexes, Reach


class SavingError(Exception):
    """Saving stopped at a dependency, which Helm tells before it tells the error."""

    def __init__(self, cause: HelmwrightError) -> None:
        super().__init__(cause.message)
        self.cause = cause


def fetch_all(  # noqa: PLR0913 - keywords
    locked: Sequence[Dependency],
    where: Sequence[Place],
    folder: str,
    indexes: Indexes,
    reach: Reach,
    *,
    kept: Kept,
    loose: bool,
) -> dict[str, bytes]:
    """Return the archives of locked dependencies by the names of their files.

    Several are fetched at once, and told of in order. What comes from a folder is locked as the version
    that it has. kept: is told of what comes from elsewhere, and has what need not come.
    Raises SavingError, and ChartError with Helm's text.
    """
    files: dict[str, bytes] = {}
    origins: dict[str, str] = {}
    came_from: dict[str, Fetched] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        targets = [
            kept.have(one, place) or _target_or_error(one, place, indexes, reach)
            for one, place in zip(locked, where, strict=True)
        ]
        tasks: dict[str, Future[Fetched]] = {}
        for one, each in zip(locked, targets, strict=True):
            if isinstance(each, Target) and each.url not in tasks:
                tasks[each.url] = pool.submit(fetch, one, each, reach, loose=loose)
        try:
            for one, place, each in zip(locked, where, targets, strict=True):
                came = _told(one, place, each, tasks, folder, reach)
                if isinstance(each, Target) and came is not None:
                    came_from[each.url] = came
                if place.kind in REMOTE:
                    _tell(kept, one, came_from[each.url] if isinstance(each, Target) else came)
                if came is None:
                    continue
                origin = str(each) if isinstance(each, Target) else one.repository
                if came is not each or files.get(came.file_name) != came.data:
                    _check_place(came.file_name, origin, origins)
                files[came.file_name] = came.data
                one.version = came.version
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return files


def _target_or_error(
    one: Dependency, place: Place, indexes: Indexes, reach: Reach
) -> Target | SourceError | None:
    """Return where an archive is, the error that is told in its turn, None if it is not elsewhere."""
    if place.kind not in REMOTE:
        return None
    try:
        return target(one, place, indexes, reach)
    except SourceError as error:
        return error


def _tell(kept: Kept, one: Dependency, came: Fetched | None) -> None:
    try:
        if came is not None:
            kept.seen(one, came)
    except SourceError as error:
        raise SavingError(error) from None


def _told(  # noqa: PLR0913, PLR0917 - what one dependency needs
    one: Dependency,
    place: Place,
    wanted: Target | Fetched | SourceError | None,
    tasks: dict[str, Future[Fetched]],
    folder: str,
    reach: Reach,
) -> Fetched | None:
    """Return the archive of a dependency, None if it needs none, and say so."""
    try:
        if place.kind == "charts":
            reach.say(
                f"Dependency {one.name} did not declare a repository. "
                "Assuming it exists in the charts directory"
            )
            check_present(one, folder, reach)
            return None
        if wanted is None:
            return pack_folder(one, folder, reach)
        if isinstance(wanted, SourceError):
            raise wanted
        came = _come(one, wanted, tasks, reach)
    except (SourceError, UnsatisfiedError) as error:
        if error.message.startswith("could not parse OCI reference: "):
            raise
        raise SavingError(error) from None
    except ChartError as error:
        if place.kind == "charts":
            raise
        raise SavingError(error) from None
    for line in came.messages if came is not None else ():
        reach.say(line)
    return came


def _come(
    one: Dependency, wanted: Target | Fetched, tasks: dict[str, Future[Fetched]], reach: Reach
) -> Fetched | None:
    """Return an archive that was in the cache, or once it has come; None if it came for another."""
    shown = masked(one.repository)
    if isinstance(wanted, Fetched):
        reach.say(f"Taking {one.name} from the cache, as it came from repo {shown}")
        return wanted
    task = tasks.pop(wanted.url, None)
    if task is None:
        reach.say(f"Already downloaded {one.name} from repo {shown}")
        return None
    reach.say(f"Downloading {one.name} from repo {shown}")
    return task.result()


def _check_place(name: str, origin: str, origins: dict[str, str]) -> None:
    """Refuse a second archive of the same name from elsewhere, before anything is removed."""
    first = origins.setdefault(name, origin)
    if first != origin:
        raise SavingError(
            SourceError(
                f"{name} comes from {masked(first)} and from {masked(origin)}; "
                "charts/ has a place for one of them"
            )
        )
