"""What logging to Elasticsearch needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import DOCS, logs_to_elastic

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ELASTIC = "logging:\n  type: elastic\n  host: logs.example.com\n  port: 9200\n"


@rule(
    "elastic-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X8",),
    since="0.13.11",
    summary="Logs go to Elasticsearch, and host, port, username or password is missing",
    why=(
        "The chart does not render without host and port, and the master does not start with only one "
        "of username and password."
    ),
    advice="Set logging.host and logging.port; username and password together or not at all.",
    url=DOCS,
    bad=(
        example(
            "«logging»:\n  type: elastic\n  host: logs.example.com\n",
            message="logging.port is missing",
        ),
        example(
            _ELASTIC + "  security:\n    «username»: det\n",
            message="logging.security.password is missing",
        ),
        example(
            _ELASTIC + "  security:\n    «password»: not-a-real-one\n",
            message="logging.security.username is missing",
        ),
    ),
    good=(
        example(_ELASTIC),
        example(_ELASTIC + "  security:\n    username: det\n    password: not-a-real-one\n"),
        example("logging:\n  type: default\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what logging of type elastic needs."""
    if not settings.writes_config:
        return
    if not logs_to_elastic(settings) or settings.section("masterConfig", "extra", "logging"):
        return
    for key in ("host", "port"):
        if not settings.get("logging", key):
            yield settings.problem(
                ("logging", key),
                f"logging.{key} is missing, which logging.type elastic needs",
                of_key=True,
                fix=f"set logging.{key}",
            )
    given = [key for key in ("username", "password") if settings.get("logging", "security", key)]
    if len(given) == 1:
        other = "password" if given[0] == "username" else "username"
        yield settings.problem(
            ("logging", "security", given[0]),
            f"logging.security.{other} is missing; it and {given[0]} go together",
            of_key=True,
            fix=f"set logging.security.{other}",
        )
