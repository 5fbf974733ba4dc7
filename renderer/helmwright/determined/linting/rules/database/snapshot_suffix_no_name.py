"""A suffix of a claim or snapshot cannot be part of a name in Kubernetes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import (
    CLAIM,
    SNAPSHOT,
    makes_database,
    suffix,
    takes_snapshots,
)
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_NAME = lazy_pattern(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*")
_LONGEST = 253
_KINDS = {"snapshotSuffix": SNAPSHOT, "restoreSnapshotSuffix": CLAIM, "claimSuffix": CLAIM}


@rule(
    "snapshot-suffix-no-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D10",),
    summary="db.snapshotSuffix, db.restoreSnapshotSuffix or db.claimSuffix makes no valid name",
    why="The suffix ends the name of an object, which Kubernetes refuses; the upgrade fails.",
    advice="Use lower case letters, digits and hyphens, such as before-0-38.",
    url="https://kubernetes.io/docs/concepts/overview/working-with-objects/names/",
    fixable=True,
    bad=(
        example("db:\n  snapshotSuffix: «Before_Upgrade»\n", message='"Before_Upgrade" cannot end'),
        example("db:\n  claimSuffix: «old-»\n"),
        example(
            "db:\n  snapshotSuffix: «20240131»\n",
            upstream=True,
            message="20240131 is printed as 2.0240131e+07",
        ),
    ),
    good=(
        example("db:\n  snapshotSuffix: before-0.38\n  restoreSnapshotSuffix: v2\n"),
        example("db:\n  snapshotSuffix: 20240131\n"),
        example('db:\n  snapshotSuffix: "20240131"\n', upstream=True),
        example("db:\n  claimSuffix: A_B\n  hostAddress: pg.example.com\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the names that the suffixes make."""
    if not makes_database(settings) or not takes_snapshots(settings):
        return
    for key, prefix in _KINDS.items():
        text = suffix(settings, key)
        name = f"{prefix}{text}"
        if not text or (_NAME.fullmatch(name) and len(name) <= _LONGEST):
            continue
        shown = settings.show("db", key)
        if isinstance(settings.get("db", key), str):
            message = f"db.{key}: {shown} cannot end the name of an object, as {name}"
            yield settings.problem(("db", key), message)
        else:
            message = (
                f"db.{key}: {shown} is printed as {text}, which cannot end the name of an object"
            )
            fix = "put it into quotes"
            yield settings.problem(("db", key), message, fix=fix, edits=[Quote(("db", key))])
