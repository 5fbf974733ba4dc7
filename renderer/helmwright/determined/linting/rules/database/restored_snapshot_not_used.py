"""The database goes on with another claim than that which a snapshot is restored into."""

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
    "restored-snapshot-not-used",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("D8",),
    summary="A snapshot is restored into a claim that the database does not use",
    why="db.claimSuffix or db.existingClaim decides which claim the database has. With upstream's "
    "chart the restored claim takes the place of that of the release, which Helm then deletes while "
    "the database still asks for it.",
    advice="Name the restored claim: db.claimSuffix with the value of db.restoreSnapshotSuffix.",
    url="https://github.com/determined-ai/determined/pull/9956",
    bad=(
        example(
            "db:\n  claimSuffix: v1\n  restoreSnapshotSuffix: «v2»\n",
            message="the database uses the claim determined-db-pvc-v1",
        ),
        example("db:\n  existingClaim: mine\n  restoreSnapshotSuffix: «v2»\n"),
        example(
            "db:\n  restoreSnapshotSuffix: «v2»\n",
            upstream=True,
            upgrade=True,
            message="the upgrade deletes",
        ),
    ),
    good=(
        example("db:\n  restoreSnapshotSuffix: v2\n"),
        example("db:\n  restoreSnapshotSuffix: v2\n  claimSuffix: v2\n"),
        example("db:\n  restoreSnapshotSuffix: v2\n  claimSuffix: v2\n", upstream=True),
        example("db:\n  claimSuffix: v1\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compare the restored claim with the one that the database uses."""
    restored = suffix(settings, "restoreSnapshotSuffix")
    if not restored or not makes_database(settings) or not takes_snapshots(settings):
        return
    if settings.get("db", "disablePVC") or restored == settings.release_name:
        return
    used = suffix(settings, "claimSuffix")
    claim = CLAIM + (used or settings.release_name)
    message = f"db.restoreSnapshotSuffix: the database uses the claim {claim}"
    fix = f"set db.claimSuffix: {restored}"
    if settings.upstream and not used:
        yield settings.problem(
            ("db", "restoreSnapshotSuffix"),
            f"{message}, which the upgrade deletes, and not the restored {CLAIM}{restored}",
            fix=fix,
            severity=Severity.ERROR,
        )
        return
    existing = None if settings.upstream else settings.get("db", "existingClaim")
    if existing or (used and used != restored):
        if existing:
            message = f"db.restoreSnapshotSuffix: the database uses the claim {existing}"
            fix = f"name {CLAIM}{restored} in db.existingClaim once it is restored"
        if existing != CLAIM + restored:
            yield settings.problem(
                ("db", "restoreSnapshotSuffix"),
                f"{message}, and not the restored {CLAIM}{restored}",
                fix=fix,
            )
