"""A snapshot would be restored into a claim that exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import (
    CLAIM,
    makes_database,
    suffix,
    takes_snapshots,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "snapshot-restored-over-claim",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D8",),
    summary="db.restoreSnapshotSuffix names a claim that exists",
    why="A snapshot is restored into a new claim determined-db-pvc-<suffix>; the source of one that "
    "exists cannot be changed, and the upgrade fails.",
    advice="Take and restore snapshots under a suffix that is neither the name of the release nor the "
    "end of the name of a claim.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "db:\n  restoreSnapshotSuffix: «determined»\n",
            upgrade=True,
            message="db.restoreSnapshotSuffix: determined-db-pvc-determined is the claim",
        ),
        example(
            "db:\n  existingClaim: determined-db-pvc-old\n  restoreSnapshotSuffix: «old»\n",
            message="db.existingClaim",
        ),
        example(
            "db:\n  claimSuffix: v2\n  snapshotSuffix: «v2»\n  restoreSnapshotSuffix: v2\n",
            message="db.snapshotSuffix: the snapshot v2 is being restored",
        ),
        example("db:\n  restoreSnapshotSuffix: «determined»\n", upstream=True, upgrade=True),
    ),
    good=(
        example("db:\n  restoreSnapshotSuffix: v2\n"),
        example("db:\n  restoreSnapshotSuffix: v2\n  claimSuffix: v2\n"),
        example("db:\n  restoreSnapshotSuffix: determined\n  hostAddress: pg.example.com\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the claim that db.restoreSnapshotSuffix makes."""
    db = settings.section("db")
    restored = suffix(settings, "restoreSnapshotSuffix")
    if not restored or not makes_database(settings) or not takes_snapshots(settings):
        return
    if db.get("disablePVC"):
        return
    claim = CLAIM + restored
    if restored == settings.release_name:
        yield settings.problem(
            ("db", "restoreSnapshotSuffix"),
            f"db.restoreSnapshotSuffix: {claim} is the claim of the release itself, which exists",
        )
    elif not settings.upstream and db.get("existingClaim") == claim:
        yield settings.problem(
            ("db", "restoreSnapshotSuffix"),
            f"db.restoreSnapshotSuffix: {claim} exists, db.existingClaim names it",
            fix="leave db.restoreSnapshotSuffix blank to use that claim",
        )
    elif restored == suffix(settings, "claimSuffix") == suffix(settings, "snapshotSuffix"):
        yield settings.problem(
            ("db", "snapshotSuffix"),
            f"db.snapshotSuffix: the snapshot {restored} is being restored, and cannot be taken anew",
            fix="leave db.snapshotSuffix blank, or choose another suffix",
        )
