"""db.hostAddress is more than the name of a host."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.lint.references import is_reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem


@rule(
    "database-host-not-a-name",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B3",),
    summary="db.hostAddress is an address with scheme, port or path, and not a host",
    why="The master writes postgres://user:password@hostAddress:port/name; with anything but a host "
    "there the address is none, and the master does not start.",
    advice="Write the name or the IP address of the server alone, and its port into db.port.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/db/setup.go",
    bad=(
        example("db:\n  hostAddress: «pg.example.com:5433»\n", message="has a port"),
        example("db:\n  hostAddress: «postgres://pg.example.com/det»\n", message="is an address"),
        example('db:\n  hostAddress: «"pg.example.com "»\n', message="has a blank"),
        example("db:\n  hostAddress: «fd00::5»\n", message="has no brackets"),
        example('db:\n  hostAddress: «"[fd00::5]:5432"»\n', message="has a port"),
    ),
    good=(
        example("db:\n  hostAddress: pg.example.com\n"),
        example("db:\n  hostAddress: 10.0.0.5\n"),
        example('db:\n  hostAddress: "[fd00::5]"\n'),
        example("db:\n  hostAddress: pg-0.example.com:5432,pg-1.example.com\n"),
        example("db:\n  hostAddress: <the address of your database>\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at db.hostAddress; an address may hold a password, so it is not shown."""
    path = ("db", "hostAddress")
    host = settings.get(*path)
    if not isinstance(host, str) or not host or not settings.writes_config or is_reference(host):
        return
    what, fix = "", ""
    name, _, port = host.rpartition(":")
    one = name.count(":") == 0 or (name[:1], name[-1:]) == ("[", "]")
    if "/" in host or "@" in host:
        what = "is an address, and only the host is expected"
    elif any(letter.isspace() for letter in host):
        what, fix = "has a blank", f"write {''.join(host.split())}"
    elif name and one and port.isdecimal() and "," not in host:
        what, fix = "has a port, which belongs into db.port", f"write {name} and db.port: {port}"
    elif host.count(":") > 1 and host[0] != "[" and "," not in host:
        what, fix = "has no brackets, which an IPv6 address needs", f'write "[{host}]"'
    if what:
        yield settings.problem(path, f"db.hostAddress {what}", fix=fix)
