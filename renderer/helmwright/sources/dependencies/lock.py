"""Chart.lock and requirements.lock: their digest, and writing them byte for byte as Helm does.

The digest covers names, versions and repositories, not the content of the charts. That of Helm 4
and 3 is of both lists, that of Helm 2 of what requirements.yaml says alone.

Source: helm internal/resolver/resolver.go (HashReq, HashV2Req), pkg/downloader/manager.go (Build, writeLock)
"""

# ruff: noqa: PTH114, PTH115 - paths are strings, as everywhere below ``charts``
from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.base.errors import ChartError, Position
from helmwright.charts.metadata import Lock
from helmwright.charts.written import dependencies_json, lock_yaml
from helmwright.disk.writing import write_file
from helmwright.go.strconv import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.charts.chart import Chart
    from helmwright.charts.metadata import Dependency
    from helmwright.go.world import World


_OLD = "v1"
_OUT_OF_SYNC = (
    "the lock file (Chart.lock) is out of sync with the dependencies file (Chart.yaml). "
    "Please update the dependencies with 'helm dependency update'"
)
_OLD_OUT_OF_SYNC = (
    "the lock file (requirements.lock) is out of sync with the dependencies file "
    "(requirements.yaml). Please update the dependencies"
)
OLD_DIGEST_WARNING = "warning: a valid Helm v3 hash was not found. Checking against Helm v2 hash..."


def digest(
    wanted: Sequence[Dependency | None] | None, locked: Sequence[Dependency | None] | None
) -> str:
    """Return the digest of a lock: of what Chart.yaml asks for, and of what was chosen.

    wanted: with the URLs of repositories instead of their names. ``None`` and an empty list differ.
    """
    return _sha256(f"[{dependencies_json(wanted)},{dependencies_json(locked)}]")


def helm2_digest(wanted: Sequence[Dependency | None] | None) -> str:
    """Return the digest that Helm 2 wrote; ``wanted`` is as requirements.yaml has it."""
    return _sha256(f'{{"dependencies":{dependencies_json(wanted)}}}')


def _sha256(text: str) -> str:
    return f"sha256:{sha256(text.encode('utf-8', 'surrogateescape')).hexdigest()}"


class Agreement:
    """Whether a lock agrees with Chart.yaml, and by which digest.

    is_current: it does. by_helm2: only by the digest of Helm 2, or it was asked for that in vain.
    """

    __slots__ = ("by_helm2", "is_current", "message")

    def __init__(self, *, is_current: bool, by_helm2: bool, message: str = "") -> None:
        self.is_current = is_current
        self.by_helm2 = by_helm2
        self.message = message


def agreement(
    lock: Lock,
    wanted: Sequence[Dependency | None] | None,
    *,
    api_version: str,
    as_written: str,
) -> Agreement:
    """Tell whether ``lock`` is about these dependencies.

    wanted: with the URLs of repositories instead of their names.
    as_written: ``helm2_digest`` of the list before that. ``message`` is Helm's text for a lock that is not.
    """
    if digest(wanted, lock.dependencies) == lock.digest:
        return Agreement(is_current=True, by_helm2=False)
    if api_version != _OLD:
        return Agreement(is_current=False, by_helm2=False, message=_OUT_OF_SYNC)
    if as_written == lock.digest:
        return Agreement(is_current=True, by_helm2=True)
    return Agreement(is_current=False, by_helm2=True, message=_OLD_OUT_OF_SYNC)


def lock_name(api_version: str) -> str:
    """Return what the lock of a chart is called."""
    return "requirements.lock" if api_version == _OLD else "Chart.lock"


def new_lock(dependencies: list[Dependency], digest_: str, world: World) -> Lock:
    """Return a lock that is written now."""
    lock = Lock()
    lock.dependencies = list(dependencies)
    lock.digest = digest_
    lock.generated = world.now().json_value()
    return lock


def write_lock(chart: Chart, folder: str, lock: Lock) -> str:
    """Write the lock of the chart in ``folder`` and return its path.

    Raises ChartError with Helm's text if it is a link, HelmwrightError if it cannot be written.
    """
    name = lock_name(chart.metadata.api_version)
    path = os.path.join(folder, name)  # noqa: PTH118
    if os.path.islink(path):
        target = quote(os.readlink(path))
        raise ChartError(f"the {name} file is a symlink to {target}", Position(path))
    write_file(path, lock_yaml(lock).encode("utf-8", "surrogateescape"))
    return path
