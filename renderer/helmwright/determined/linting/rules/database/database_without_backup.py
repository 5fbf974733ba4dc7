"""Nothing saves the database of the chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_claim, makes_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "database-without-backup",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("D12",),
    summary="The database of the chart has no backup",
    why="Experiments, users and models are in one volume, which goes with the release when it is "
    "uninstalled unless it is told to stay.",
    advice="Set db.backup.enabled and db.keepClaim, or take a database that is saved elsewhere "
    "(db.hostAddress).",
    url="https://www.postgresql.org/docs/current/backup-dump.html",
    bad=(
        example(
            "«db»:\n  storageSize: 50Gi\n", message="uninstalling the release deletes its volume"
        ),
        example("«db»:\n  keepClaim: true\n", message="no backup of the database is made"),
        example("db:\n  backup:\n    enabled: «false»\n"),
        example("«db»:\n  storageSize: 50Gi\n", upstream=True),
    ),
    good=(
        example("db:\n  backup:\n    enabled: true\n  keepClaim: true\n"),
        example("db:\n  hostAddress: pg.example.com\n"),
        example("db:\n  disablePVC: true\n"),
        example("maxSlotsPerPod: 8\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.backup and db.keepClaim."""
    if not makes_database(settings) or settings.get("db", "disablePVC"):
        return
    if not settings.given("db"):  # who says nothing about the database just looks at Determined
        return
    if settings.upstream:
        yield settings.problem(
            ("db",),
            "db: the chart makes no backup of its database,"
            " and uninstalling the release deletes its volume",
            fix="save the database with pg_dump, or take one that is saved elsewhere (db.hostAddress)",
            of_default=True,
            of_key=True,
        )
    elif not settings.get("db", "backup", "enabled"):
        lost = makes_claim(settings) and not settings.get("db", "keepClaim")
        yield settings.problem(
            ("db", "backup", "enabled"),
            "db.backup.enabled is not set: no backup of the database is made"
            + (", and uninstalling the release deletes its volume" if lost else ""),
            fix="set db.backup.enabled: true" + (" and db.keepClaim: true" if lost else ""),
            of_default=True,
        )
