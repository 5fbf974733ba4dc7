"""db.sslMode asks for TLS from the database that the chart makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ENCRYPTED = ("require", "verify-ca", "verify-full")


@rule(
    "ssl-mode-with-own-database",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D1",),
    since="0.17.10",
    summary="db.sslMode asks for TLS from the database that the chart makes, which has none",
    why="The image of PostgreSQL serves no TLS unless it is told to and given a certificate; the "
    "master gives up the connection and ends.",
    advice="Remove db.sslMode, or name the database that serves TLS in db.hostAddress.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/templates/db-deployment.yaml",
    bad=(
        example("db:\n  sslMode: «require»\n", message="no db.hostAddress is set"),
        example(
            "db:\n  sslMode: «verify-ca»\n  sslRootCert: ca.pem\n  certResourceName: db-ca\n"
            "  resourceType: secret\n",
            upstream=True,
        ),
    ),
    good=(
        example("db:\n  sslMode: require\n  hostAddress: pg.example.com\n"),
        example("db:\n  sslMode: prefer\n"),
        example("db:\n  sslMode: require\n  extraArgs: [-c, ssl=on]\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.sslMode without db.hostAddress."""
    mode = settings.get("db", "sslMode")
    if mode not in _ENCRYPTED or not makes_database(settings):
        return
    images = settings.section("defaultImages").get("postgreSQL")
    if _may_serve_tls(settings.items("db", "extraArgs")) or "postgres:" not in str(images):
        return
    yield settings.problem(
        ("db", "sslMode"),
        f"db.sslMode: {mode} needs a server with TLS, and no db.hostAddress is set:"
        " the database of the chart has none",
    )


def _may_serve_tls(arguments: list[object]) -> bool:
    return any("ssl" in str(argument) or "config_file" in str(argument) for argument in arguments)
