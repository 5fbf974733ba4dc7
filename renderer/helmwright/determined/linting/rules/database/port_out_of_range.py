"""A port of the master or the database is no TCP port."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_HIGHEST = 65535


@rule(
    "port-out-of-range",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B3",),
    summary="masterPort or db.port is no TCP port",
    why="Kubernetes refuses the Service, or the master cannot reach its database.",
    advice="Write a number from 1 to 65535, 8080 for masterPort and 5432 for db.port by default.",
    url="https://kubernetes.io/docs/concepts/services-networking/service/#field-spec-ports",
    bad=(
        example("masterPort: «80800»\n", message="masterPort: 80800 is no TCP port"),
        example("masterPort: «0»\n"),
        example("db:\n  port: «postgres»\n", message='db.port: "postgres" is no TCP port'),
        example('db:\n  hostAddress: pg.example.com\n  port: «"70000"»\n'),
        example("«masterPort»:\n", upstream=True, message="masterPort is blank"),
    ),
    good=(
        example("masterPort: 443\ndb:\n  port: 5433\n"),
        example('masterPort: "8080"\ndb:\n  port: "5432"\n'),
        example("masterPort:\ndb:\n  port:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the two ports; the blank ones have defaults but for upstream's masterPort."""
    release = settings.release
    paths: tuple[Path, ...] = (("masterPort",), ("db", "port"))
    if not release.at_least(0, 13, 5):
        paths = (("httpPort",), *paths)
    for path in paths:
        port = settings.get(*path)
        if port is None or port == "":
            if path == ("masterPort",) and settings.upstream and release.at_least(0, 13, 5):
                yield settings.problem(
                    path, "masterPort is blank, and the chart needs it", fix="set masterPort: 8080"
                )
        elif not _is_port(port):
            yield settings.problem(
                path,
                f"{settings.name(path)}: {settings.show(*path)} is no TCP port,"
                f" which is a number from 1 to {_HIGHEST}",
            )


def _is_port(value: Any) -> bool:
    if isinstance(value, str):
        number = int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else 0
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        number = int(value) if float(value).is_integer() else 0
    else:
        number = 0
    return 1 <= number <= _HIGHEST
