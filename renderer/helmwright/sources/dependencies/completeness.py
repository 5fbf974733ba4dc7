"""Whether ``charts/`` has all that a chart asks for, so that nobody need be asked."""

# ruff: noqa: PTH118 - paths are strings
from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from helmwright.disk.reading import read_regular
from helmwright.sources.archives import LARGEST
from helmwright.sources.dependencies.listing import states_of

if TYPE_CHECKING:
    from helmwright.base.log import Log
    from helmwright.charts.chart import Chart
    from helmwright.sources.dependencies.integrity import Sums

_PRESENT = frozenset(("ok", "unpacked"))


def has_all(chart: Chart, folder: str, log: Log) -> bool:
    """Tell whether ``charts/`` has what Chart.yaml asks for, in the versions of the lock if there is one.

    Whether the lock is up to date does not count: a chart with all of its dependencies renders.
    """
    wanted = chart.metadata.dependencies or []
    if any(one.status not in _PRESENT for one in states_of(wanted, folder, chart, log)):
        return False
    if chart.lock is None:
        return True
    locked = {(one.name, one.version) for one in chart.lock.dependencies or [] if one is not None}
    present = {(one.name, one.metadata.version) for one in chart.dependencies}
    names = {one.name for one in wanted if one.repository}
    return all(
        (name, version) in locked for name, version in present if name in names
    ) and names <= {name for name, _ in locked}


def has_sums(sums: Sums, charts: str) -> bool:
    """Tell whether ``charts/`` has an archive for each line of the sums."""
    present = set()
    with os.scandir(charts) as entries:
        for entry in entries:
            if entry.name.endswith(".tgz") and entry.is_file():
                data = read_regular(os.path.join(charts, entry.name), largest=LARGEST)
                present.add(sha256(data).hexdigest())
    return present >= set(sums.digests.values())
