"""Holds what ``diff`` foretells against what a real API server said about pairs of objects.

    python -m tests.diff.truth_table

prints the figures. The files of ``server_truth`` are written by tests/conformance/update_server_truth.py.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.diff.diffing import DiffOptions, diff_sides
from helmwright.diff.model import Effect, Side
from helmwright.diff.objects import read_objects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from helmwright.diff.model import DiffReport

FOLDER = Path(__file__).parent / "server_truth"
WAYS = ("ssa", "csa")
"""Server-side apply, as Helm 4 upgrades, and the patch of three sides, as Helm 3 does."""
_FAILURES = (Effect.IMMUTABLE, Effect.MAY_FAIL)


class Row(NamedTuple):
    """A pair, changed in one way: what the server said, and what the diff says.

    alone: why the server does not take the object after even where there is none, which is plain validation.
    """

    name: str
    way: str
    alone: str | None
    refused: str | None
    unchanged: bool
    restarts: bool
    report: DiffReport

    @property
    def fails(self) -> bool:
        """Whether the diff says that the upgrade fails for certain."""
        return any(effect is Effect.IMMUTABLE for effect in self.effects)

    @property
    def may_fail(self) -> bool:
        """Whether the diff says that the upgrade fails, or that it depends on the cluster."""
        return any(effect in _FAILURES for effect in self.effects)

    @property
    def says_restart(self) -> bool:
        """Whether the diff says that pods restart."""
        return Effect.RESTART in self.effects

    @property
    def effects(self) -> list[Effect]:
        """The classes of what the diff foretells."""
        return [impact.effect for one in self.report.objects for impact in one.impacts]

    @property
    def shows_changes(self) -> bool:
        """Whether a change is shown that is not folded."""
        return any(one.changes for one in self.report.objects)


_MEASURES: dict[str, Callable[[Row], bool]] = {
    "refused": lambda row: row.refused is not None,
    "refused, not plain validation": lambda row: row.refused is not None and not row.alone,
    "… not foretold": lambda row: row.refused is not None and not row.alone and not row.may_fail,
    "plain validation, no difference shown": lambda row: (
        row.refused is not None and row.alone is not None and not row.report.differs
    ),
    "refused, no difference shown": lambda row: row.refused is not None and not row.report.differs,
    "false “the upgrade fails”": lambda row: row.refused is None and row.fails,
    "“may fail”, and it does not": lambda row: (
        row.refused is None and row.may_fail and not row.fails
    ),
    "templates of pods changed": lambda row: row.restarts,
    "… no restart foretold": lambda row: row.restarts and not row.says_restart,
    "false restarts": lambda row: row.refused is None and not row.restarts and row.says_restart,
    "object unchanged": lambda row: row.unchanged,
    "… changes are shown": lambda row: row.unchanged and row.shows_changes,
    "… changes are shown or folded": lambda row: row.unchanged and row.report.differs,
}


def rows(files: Iterable[Path] | None = None) -> list[Row]:
    """Return what the server and the diff say to each pair of the files, in both ways."""
    found = []
    for file in files or sorted(FOLDER.glob("*.json")):
        for pair in json.loads(file.read_text(encoding="utf-8")):
            found += [_row(pair, way) for way in WAYS if way in pair and "refused" in pair[way]]
    return found


@cache
def all_rows() -> tuple[Row, ...]:
    """Return all rows."""
    return tuple(rows())


def _row(pair: dict[str, Any], way: str) -> Row:
    answer = pair[way]
    before, after = (
        Side(side, read_objects(pair[side], f"{side}.yaml")) for side in ("before", "after")
    )
    workload = after.objects[0].key.kind in ("Deployment", "StatefulSet", "DaemonSet")
    options = DiffOptions(helm=4 if way == "ssa" else 3)
    return Row(
        pair["name"],
        way,
        pair["alone"][way],
        answer["refused"],
        bool(answer.get("object_unchanged")),
        workload and bool(answer.get("pod_template_changed")),
        diff_sides(before, after, options),
    )


def figures(of: Iterable[Row]) -> dict[str, dict[str, int]]:
    """Return how many rows each measure counts, for each way."""
    known = list(of)
    return {
        title: {way: sum(row.way == way and test(row) for row in known) for way in WAYS}
        for title, test in _MEASURES.items()
    }


def named(of: Iterable[Row], title: str) -> list[str]:
    """Return the names of the rows that a measure counts."""
    return [f"{row.name} ({row.way})" for row in of if _MEASURES[title](row)]


def main() -> None:
    """Print the figures, and the names behind those that should be small."""
    known = rows([Path(name) for name in sys.argv[1:]] or None)
    for title, counts in figures(known).items():
        print(f"| {title} | {counts['ssa']} | {counts['csa']} |")
    for title in list(_MEASURES):
        if title.startswith(("…", "false", "refused, no diff", "“may")):
            print(f"\n{title}: {', '.join(named(known, title))}")


if __name__ == "__main__":
    main()
