"""One cluster for all processes of a test run: the first starts it, the last stops it."""

from __future__ import annotations

import fcntl
import json
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tests.cluster.rights import grant
from tests.cluster.servers import RunningCluster, start, stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def shared_cluster(folder: Path) -> Iterator[RunningCluster]:
    """Give the cluster of the processes that share a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    state = folder / "cluster.json"
    with _locked(folder):
        users, text = _read(state)
        cluster = start() if text is None else RunningCluster.from_text(text)
        if text is None:
            grant(cluster.client())
        _write(state, [*users, os.getpid()], cluster)
    try:
        yield cluster
    finally:
        with _locked(folder):
            users, _ = _read(state)
            users.remove(os.getpid())
            left = [one for one in users if _is_there(one)]
            if left:
                _write(state, left, cluster)
            else:
                state.unlink()
                stop(cluster)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    with (folder / "cluster.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _read(state: Path) -> tuple[list[int], str | None]:
    """Return the processes that use the cluster, and where it is; ``None`` if there is none."""
    if not state.exists():
        return [], None
    found = json.loads(state.read_text())
    return found["users"], found["cluster"]


def _write(state: Path, users: list[int], cluster: RunningCluster) -> None:
    state.write_text(json.dumps({"users": users, "cluster": cluster.as_text()}))


def _is_there(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
