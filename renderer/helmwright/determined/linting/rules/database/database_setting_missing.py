"""User, password, name or port of the database is blank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "database-setting-missing",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B3",),
    summary="The user, password, name or port of the database is blank",
    why="The master puts all four into the address of its database; the chart renders nothing, or "
    "the master cannot connect.",
    advice="Set db.user, db.password (or db.existingSecret), db.name and db.port.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example("db:\n  «user»:\n  name: det\n", message="db.user is blank"),
        example('db:\n  password: «""»\n', message="db.password is blank"),
        example("db:\n  hostAddress: pg.example.com\n  name: «null»\n", message="db.name is blank"),
        example("db:\n  «port»:\n", upstream=True, message="db.port is blank"),
    ),
    good=(
        example("maxSlotsPerPod: 8\n"),
        example("db:\n  user: det\n  password: s3cret\n  port: 5433\n"),
        example('db:\n  password: ""\n  existingSecret: determined-db\n'),
        example("db:\n  port:\n"),
        example("db:\n  user:\nmasterConfig:\n  existingSecret: master-yaml\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at what the address of the database is made of."""
    if not settings.writes_config or type(settings.get("db", default={})) is not dict:
        return
    secret = not settings.upstream and bool(settings.get("db", "existingSecret"))
    for key in ("user", "password", "name", "port"):
        if settings.get("db", key) not in (None, "", False):
            continue
        if (key == "password" and secret) or (key == "port" and not settings.upstream):
            continue
        fix = f"set db.{key}"
        if key == "password" and not settings.upstream:
            fix = "set db.password, or name a Secret that holds it in db.existingSecret"
        yield settings.problem(("db", key), f"db.{key} is blank, and the master needs it", fix=fix)
