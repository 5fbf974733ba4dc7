"""The database has the password that everybody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_database

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_DEFAULT = "postgres"


@rule(
    "default-database-password",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("D5",),
    summary="db.password is the default that everybody knows",
    why="Whoever reaches the database, from any pod of the cluster, can read and change everything "
    "in it, also the password hashes of users.",
    advice="Set db.password before the first installation, or name a Secret in db.existingSecret; an "
    "existing database first has to be given the new one (ALTER USER … PASSWORD).",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example("db:\n  password: «postgres»\n", message="db.password is the default"),
        example("«»maxSlotsPerPod: 8\n"),
        example("«db»:\n  useNodePortForDB: true\n", message="from outside the cluster"),
    ),
    good=(
        example("db:\n  password: Ahr3oN\n"),
        example("db:\n  existingSecret: determined-db\n"),
        example("db:\n  hostAddress: pg.example.com\n  password: Ahr3oN\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.password."""
    own = makes_database(settings)
    if settings.get("db", "password") != _DEFAULT or not (own or settings.writes_config):
        return
    if not settings.upstream and _comes_from_elsewhere(settings):
        return
    message = "db.password is the default that everybody knows"
    open_to_all = own and settings.get("db", "useNodePortForDB") is True
    # What nobody has written is what the upstream chart does, too: worth knowing, no alarm.
    severity = None if open_to_all or settings.given("db", "password") else Severity.INFO
    if open_to_all:
        message += ", and db.useNodePortForDB lets the database be reached from outside the cluster"
    choice = "db.password" if settings.upstream else "db.password, or db.existingSecret"
    fix = f"set {choice}, before the first installation"
    if settings.is_upgrade and own:
        fix = f"give the database a new password first (ALTER USER … PASSWORD), then set {choice}"
    yield settings.problem(("db", "password"), message, fix=fix, of_default=True, severity=severity)


def _comes_from_elsewhere(settings: DeterminedSettings) -> bool:
    in_config = settings.get("masterConfig", "extra", "db", "password")
    return bool(settings.get("db", "existingSecret") or in_config)
