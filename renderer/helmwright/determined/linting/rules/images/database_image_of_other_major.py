"""The database's image is of another major version than the chart's default."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.images._references import parse_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH = ("defaultImages", "postgreSQL")
_DEFAULT_MAJOR = 10


@rule(
    "database-image-of-other-major",
    reads=DETERMINED,
    severity=Severity.INFO,
    covers=("I8",),
    summary="The image of the database is not of the major version that the chart installs by default",
    why="PostgreSQL does not start with the data of another major version: the master waits for ever.",
    advice="For data of PostgreSQL 10 keep postgres:10.14, or dump it and restore it in the new version.",
    url="https://www.postgresql.org/docs/current/upgrading.html",
    bad=(
        example(
            "defaultImages:\n  postgreSQL: «postgres:14.9-alpine»\n",
            message="defaultImages.postgreSQL: postgres:14.9-alpine cannot read data of PostgreSQL 10",
        ),
        example("defaultImages:\n  postgreSQL: «postgres:9.6»\n", upgrade=True),
    ),
    good=(
        example("defaultImages:\n  postgreSQL: mirror.example.com/postgres:10.23\n"),
        example("defaultImages:\n  postgreSQL: mirror.example.com/det:2024-01\n"),
        example("defaultImages:\n  postgreSQL: postgres:16\ndb:\n  hostAddress: db.example.com\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the number in the tag; it weighs more where data exists."""
    if settings.upstream and not settings.release.at_least(0, 23, 2):
        return  # that chart does not read it
    image = settings.get(*_PATH)
    if not isinstance(image, str) or settings.get("db", "hostAddress"):
        return
    reference = parse_reference(image)
    major = re.match(r"(\d+)(?:[.-]|$)", reference.tag)
    if "postgres" not in reference.repository or major is None:
        return
    if int(major[1]) != _DEFAULT_MAJOR:
        message = (
            f"defaultImages.postgreSQL: {image.strip()} cannot read data of "
            f"PostgreSQL {_DEFAULT_MAJOR}"
        )
        severity = Severity.WARNING if settings.is_upgrade else None
        yield settings.problem(_PATH, message, severity=severity)
