"""The database's image has no fixed major version."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.images._references import parse_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_PATH = ("defaultImages", "postgreSQL")


@rule(
    "database-image-floats",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("I8",),
    summary="The image of the database has no tag, or latest",
    why=(
        "The image that is pulled next may be of another major version, and PostgreSQL does not "
        "start with the data of another one."
    ),
    advice="Give the tag of a version, such as postgres:10.14.",
    url="https://www.postgresql.org/docs/current/upgrading.html",
    bad=(
        example("defaultImages:\n  postgreSQL: «postgres»\n", message="has no version"),
        example("defaultImages:\n  postgreSQL: «registry.example.com:5000/postgres:latest»\n"),
    ),
    good=(
        example("defaultImages:\n  postgreSQL: postgres:10.14\n"),
        example("defaultImages:\n  postgreSQL: postgres@sha256:0123456789abcdef\n"),
        example("defaultImages:\n  postgreSQL:\n"),
        example("defaultImages:\n  postgreSQL: postgres\ndb:\n  hostAddress: db.example.com\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the tag."""
    if settings.upstream and not settings.release.at_least(0, 23, 2):
        return  # that chart does not read it
    image = settings.get(*_PATH)
    if not isinstance(image, str) or not image.strip() or settings.get("db", "hostAddress"):
        return
    if parse_reference(image).tag in {"", "latest"}:
        message = f"defaultImages.postgreSQL: {image.strip()} has no version"
        yield settings.problem(_PATH, message)
