"""Several indexes at once."""

from __future__ import annotations

import threading
from contextvars import copy_context
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.base.log import ignore
from helmwright.sources.fetching import Fetcher
from helmwright.sources.indexes import TIMEOUT, refresh

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helmwright.base.log import Log
    from helmwright.sources.repositories import Repository
    from helmwright.sources.settings import Settings

    Told = list[tuple[str, str, dict[str, object]]]

AT_ONCE = 4


def refresh_all(
    repositories: Sequence[Repository],
    settings: Settings,
    *,
    timeout: float | None = TIMEOUT,
    log: Log = ignore,
) -> Iterator[tuple[Repository, HelmwrightError | None]]:
    """Fetch indexes, a few at a time; yields each repository, in order, with what went wrong.

    What is logged about a repository comes just before it. Threads that are still at work when
    nobody asks any more end with the program.
    """
    fetcher = Fetcher(offline=settings.offline)
    waiting: SimpleQueue[int] = SimpleQueue()
    outcomes: list[SimpleQueue[tuple[BaseException | None, Told]]] = [
        SimpleQueue() for _ in repositories
    ]
    for index in range(len(repositories)):
        waiting.put(index)

    def work() -> None:
        while not waiting.empty():
            index = waiting.get()
            told: Told = []

            remember = partial(_remember, told)

            error: BaseException | None = None
            try:
                refresh(repositories[index], settings, fetcher, timeout=timeout, log=remember)
            except BaseException as caught:  # noqa: BLE001 - it is raised where it is asked for
                error = caught
            outcomes[index].put((error, told))

    for _ in range(min(AT_ONCE, len(repositories)) - 1):
        threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    threading.Thread(target=copy_context().run, args=(work,), daemon=True).start()
    for repository, outcome in zip(repositories, outcomes, strict=True):
        error, told = outcome.get()
        for level, message, attributes in told:
            log(level, message, **attributes)
        if error is not None and not isinstance(error, HelmwrightError):
            raise error
        yield repository, error


def _remember(told: Told, level: str, message: str, /, **attributes: object) -> None:
    told.append((level, message, attributes))
