"""Determined as a pack: what this package registers with the rest, as a stranger's would."""

from __future__ import annotations

from helmwright.packs.interface import Fact, Pack

_LINTING = "helmwright.determined.linting"

PACK = Pack(
    name="determined",
    charts=("determined",),
    rules=f"{_LINTING}.rules",
    facts=(
        Fact("determined_release", "DeterminedRelease | None", f"{_LINTING}.facts:read_release"),
        Fact("nodes", "Iterable[ClusterNode] | None", f"{_LINTING}.facts:read_nodes"),
    ),
    overrides=f"{_LINTING}.facts:overrides",
    release=f"{_LINTING}.facts:release_number",
    example_chart=f"{_LINTING}.facts:example_chart",
    documents=f"{_LINTING}.task_view:recognised",
    formats="helmwright.determined.capacity.formats:formats",
)
