"""What is kept of fetched dependencies: their sums, and the archives that a later run takes from the cache."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.sources.dependencies.integrity import check_archive, pinned
from helmwright.sources.dependencies.places import REMOTE
from helmwright.sources.dependencies.remembering import recall, remember

if TYPE_CHECKING:
    from helmwright.charts.metadata import Dependency
    from helmwright.sources.content_cache import ContentCache
    from helmwright.sources.dependencies.fetching import Fetched
    from helmwright.sources.dependencies.integrity import Pinned, Sums
    from helmwright.sources.dependencies.places import Place


class Kept:
    """Sees the archives that come from repositories and registries, and knows which need not come.

    sums: what they must be, None if nothing says so. cache: where they are remembered, None to leave it
    alone, as Helm does. remembers: they are what their indexes promise. digests: of what was seen.
    """

    def __init__(
        self, sums: Sums | None, cache: ContentCache | None, *, remembers: bool = True
    ) -> None:
        self._sums = sums
        self._cache = cache
        self._remembers = remembers
        self._had: dict[Pinned, Fetched | None] = {}
        self.digests: dict[Pinned, str] = {}

    def have(self, dependency: Dependency, place: Place) -> Fetched | None:
        """Return the archive of a locked dependency if the cache has it, and it is what it must be."""
        if self._cache is None or place.kind not in REMOTE:
            return None
        about = pinned(dependency)
        if about not in self._had:
            came = recall(dependency, self._cache)
            if came is not None and self._sums is not None:
                is_right = sha256(came.data).hexdigest() == self._sums.digests[about]
                came = came if is_right else None
            self._had[about] = came
        return self._had[about]

    def seen(self, dependency: Dependency, came: Fetched) -> None:
        """Take note of an archive; raises SourceError if it is not what it must be."""
        about = pinned(dependency)
        if self._sums is not None:
            check_archive(self._sums, dependency, came.file_name, came.data)
        self.digests[about] = sha256(came.data).hexdigest()
        is_new = self._had.get(about) is not came
        if self._cache is not None and self._remembers and is_new:
            remember(dependency, came, self._cache)
