"""Where logs go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS, logging_key

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "logging-type-unknown",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X8",),
    since="0.13.11",
    summary="logging.type is neither default nor elastic",
    why="The master knows these two and does not start with another.",
    advice="Set logging.type to default (the database) or elastic.",
    url=DOCS,
    bad=(
        example("logging:\n  type: «elasticsearch»\n", message='"elasticsearch" is none of'),
        example("logging:\n  backend: «loki»\n", release="0.13.12"),
    ),
    good=(example("logging:\n  type: default\n"), example("logging:\n  type:\n")),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at logging.type."""
    if not settings.writes_config:
        return
    path = ("logging", logging_key(settings))
    if settings.get(*path) not in (None, "", "default", "elastic"):
        yield settings.problem(
            path, f"{settings.name(path)}: {settings.show(*path)} is none of default, elastic"
        )
