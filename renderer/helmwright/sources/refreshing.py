"""Several indexes at once."""

from __future__ import annotations

import threading
from contextvars import copy_context
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.log import ignore
from helmwright.sources.fetching import Fetcher
from helmwright.sources.indexes import TIMEOUT, refresh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.log import Log
    from helmwright.sources.repositories import Repository
    from helmwright.sources.settings import HelmSettings

    Told = list[tuple[str, str, dict[str, object]]]

AT_ONCE = 4


def refresh_all(
    repositories: Sequence[Repository],
    settings: HelmSettings,
    *,
    timeout: float | None = TIMEOUT,
    log: Log = ignore,
) -> Iterator[tuple[Repository, HelmwrightError | None]]:
    """Fetch indexes, a few at a time; yields each repository, in order, with what went wrong.

    What is logged about a repository comes just before it. Threads that are still at work when
    nobody asks any more end with the program.
    """
    work = _Work(repositories, settings, timeout)
    for _ in range(min(AT_ONCE, len(repositories))):
        threading.Thread(target=copy_context().run, args=(work.run,), daemon=True).start()
    for repository, outcome in zip(repositories, work.outcomes, strict=True):
        error, told = outcome.get()
        for level, message, attributes in told:
            log(level, message, **attributes)
        if error is not None and not isinstance(error, HelmwrightError):
            raise error
        yield repository, error


class _Work:
    """What threads share: whose index is next, and what became of each."""

    def __init__(
        self, repositories: Sequence[Repository], settings: HelmSettings, timeout: float | None
    ) -> None:
        self._repositories = repositories
        self._settings = settings
        self._timeout = timeout
        self._fetcher = Fetcher(offline=settings.offline)
        self._waiting: SimpleQueue[int] = SimpleQueue()
        self.outcomes: list[SimpleQueue[tuple[BaseException | None, Told]]] = []
        for index in range(len(repositories)):
            self._waiting.put(index)
            self.outcomes.append(SimpleQueue())

    def run(self) -> None:
        """Fetch one index after the other until none is left."""
        while True:
            try:
                index = self._waiting.get_nowait()
            except Empty:
                return
            told: Told = []
            self.outcomes[index].put((self._refresh(index, told), told))

    def _refresh(self, index: int, told: Told) -> BaseException | None:
        def remember(level: str, message: str, /, **attributes: object) -> None:
            told.append((level, message, attributes))

        try:
            refresh(
                self._repositories[index],
                self._settings,
                self._fetcher,
                timeout=self._timeout,
                log=remember,
            )
        except BaseException as error:  # noqa: BLE001 - it is raised where it is asked for
            return error
        return None
