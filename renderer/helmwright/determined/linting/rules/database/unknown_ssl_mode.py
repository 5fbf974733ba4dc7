"""db.sslMode is none of PostgreSQL's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.values.editing import Put

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")


@rule(
    "unknown-ssl-mode",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D1",),
    since="0.17.10",
    summary="db.sslMode is none of PostgreSQL's modes",
    why="The master cannot read the address of its database and does not start.",
    advice="Use disable, allow, prefer, require, verify-ca or verify-full.",
    url="https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION",
    fixable=True,
    bad=(
        example("db:\n  sslMode: «verify_ca»\n", message='"verify_ca" is none of'),
        example("db:\n  sslMode: «Require»\n"),
        example("db:\n  sslMode: «true»\n", message="true is none of"),
    ),
    good=(
        example("db:\n  sslMode: require\n  hostAddress: pg.example.com\n"),
        example('db:\n  sslMode: ""\n'),
        example("db:\n  sslMode:\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.sslMode."""
    path = ("db", "sslMode")
    mode = settings.get(*path)
    if not mode or mode in _MODES or not settings.writes_config:
        return
    message = f"db.sslMode: {settings.show(*path)} is none of {', '.join(_MODES)}"
    near = str(mode).strip().lower().replace("_", "-")
    if isinstance(mode, str) and near in _MODES:
        edits = [Put(path, near)]
        yield settings.problem(path, message, fix=f"write {near}", edits=edits)
    else:
        yield settings.problem(path, message)
