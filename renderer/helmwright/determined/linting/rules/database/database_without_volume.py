"""The database of the chart has no volume."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "database-without-volume",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("D7",),
    since="0.13.6",
    summary="db.disablePVC leaves the database without a volume",
    why="The data is in the file system of the container: experiments, users and models are lost "
    "whenever the pod ends, also by an upgrade or the drain of a node.",
    advice="Remove db.disablePVC; only an installation that may be lost at any time can have it.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/db-deployment.yaml",
    bad=(
        example("db:\n  disablePVC: «true»\n", message="everything in the database is lost"),
        example("db:\n  disablePVC: «true»\n", upstream=True),
    ),
    good=(
        example("db:\n  disablePVC: false\n"),
        example("db:\n  disablePVC: true\n  hostAddress: pg.example.com\n"),
        example("db:\n  disablePVC:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.disablePVC."""
    if settings.get("db", "disablePVC") and makes_database(settings):
        yield settings.problem(
            ("db", "disablePVC"),
            "db.disablePVC: everything in the database is lost when its pod ends",
        )
