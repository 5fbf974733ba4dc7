"""User or password of the database has characters that break the address it is put into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_database, printed
from helmwright.lint.references import is_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ESCAPE = lazy_pattern("%[0-9A-Fa-f]{2}")
_PLAIN = "A-Za-z0-9._~!$&'()*+,;=@-"
_USER = lazy_pattern(f"[{_PLAIN}]+")
_PASSWORD = lazy_pattern(f"[:{_PLAIN}]+")


@rule(
    "database-login-not-for-address",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("D3",),
    summary="The user or password of the database has characters that break its address",
    why="The master writes both into postgres://user:password@host as they are; a slash, a question "
    "mark, a hash, a blank or a percent sign makes another address of it, and the master does not "
    "start. Our chart gives the master what it needs; the chart that comes with Determined does not.",
    advice="Use letters, digits and -._~!$&'()*+,;=@ only.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/db/setup.go",
    bad=(
        example("db:\n  password: «a/b»\n", message="db.password has a character", upstream=True),
        example('db:\n  password: «"a b"»\n', upstream=True),
        example("db:\n  password: «50%»\n", upstream=True),
        example("db:\n  password: «a%2Fb»\n", message="has an escape", upstream=True),
        example("db:\n  user: «de:t»\n", message="db.user has a character", upstream=True),
        example('db:\n  user: «"det#1"»\n  hostAddress: pg.example.com\n', upstream=True),
    ),
    good=(
        example("db:\n  password: p@ss:w0rd!\n  user: det@pg\n"),
        example("db:\n  hostAddress: pg.example.com\n  password: a%2Fb\n"),
        example("db:\n  password: ref+vault://kv/determined#/db\n"),
        example('db:\n  password: "a/b c%"\n  user: de:t\n'),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.user and db.password; the address is split as Go's net/url does it."""
    if not (settings.upstream and settings.writes_config):
        return
    for key, usable in (("user", _USER), ("password", _PASSWORD)):
        value = settings.get("db", key)
        if not value or isinstance(value, (bool, dict, list)) or is_reference(value):
            continue
        text = printed(settings, value)
        own = makes_database(settings)
        if not usable.fullmatch(_ESCAPE.sub("x", text)):
            escape = "" if own else ", or write it as %XX"
            yield settings.problem(
                ("db", key),
                f"db.{key} has a character that the address of the database cannot hold as it is",
                fix=f"choose one of letters, digits and -._~!$&'()*+,;=@ only{escape}",
            )
        elif own and "%" in text:
            yield settings.problem(
                ("db", key),
                f"db.{key} has an escape with a percent sign, which the master reads as the"
                " character it stands for, but the database of the chart takes as it is",
                fix="choose one of letters, digits and -._~!$&'()*+,;=@ only",
            )
