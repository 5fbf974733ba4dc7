"""The size of a volume of the database is no size, or one in bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_claim, printed
from helmwright.go.quantity import parse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LEAST = 1 << 20
"""Bytes below which a size has surely lost its unit."""


@rule(
    "database-size-not-usable",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B3",),
    summary="db.storageSize is no quantity of storage",
    why="Kubernetes refuses the claim of the database. A number without a unit is a number of bytes.",
    advice="Write the size with a unit of Kubernetes, such as 30Gi.",
    url="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/",
    bad=(
        example("db:\n  storageSize: «30GB»\n", message='"30GB" is no quantity'),
        example("db:\n  storageSize: «30 Gi»\n"),
        example("db:\n  storageSize: «30»\n", message="30 is a number of bytes"),
        example('db:\n  storageSize: «"0"»\n', message="no size above 0"),
        example("db:\n  «storageSize»:\n", upstream=True, message="is blank"),
        example("db:\n  backup:\n    enabled: true\n    storageSize: «5gb»\n"),
    ),
    good=(
        example("db:\n  storageSize: 30Gi\n"),
        example("db:\n  storageSize: 0.5T\n"),
        example("db:\n  storageSize: 53687091200\n"),
        example("db:\n  storageSize:\n"),
        example("db:\n  storageSize: none\n  hostAddress: pg.example.com\n", upstream=True),
        example("db:\n  storageSize: none\n  disablePVC: true\n", upstream=True),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the sizes of the volumes that the chart asks for."""
    if makes_claim(settings):
        yield from _look(settings, ("db", "storageSize"))
    backup = settings.section("db", "backup")
    if backup.get("enabled") is True and not backup.get("existingClaim") and not settings.upstream:
        yield from _look(settings, ("db", "backup", "storageSize"))


def _look(settings: DeterminedSettings, path: Path) -> Iterator[Problem]:
    value, name = settings.get(*path), settings.name(path)
    if value is None or value == "":
        if settings.upstream:
            yield settings.problem(path, f"{name} is blank, and the claim needs a size")
        return
    if isinstance(value, (bool, dict, list)):
        return
    try:
        quantity = parse(printed(settings, value))
    except GoError:
        yield settings.problem(
            path,
            f"{name}: {settings.show(*path)} is no quantity of storage, such as 30Gi",
            fix=_meant(str(value)),
        )
        return
    if quantity.mantissa <= 0:
        yield settings.problem(path, f"{name}: {settings.show(*path)} is no size above 0")
    elif quantity.exponent < 12 and quantity.value < _LEAST:
        yield settings.problem(
            path,
            f"{name}: {settings.show(*path)} is a number of bytes, which is hardly what was meant",
            fix=_meant(printed(settings, value) + "G"),
            severity=Severity.WARNING,
        )


def _meant(text: str) -> str:
    """Return what to write for a size with a unit of people, as 30GB or 30 gib; or nothing."""
    squeezed = "".join(text.split())
    number = squeezed.rstrip("GgMmTtIiBb")
    unit = squeezed[len(number) :].upper()
    if number.isascii() and number.replace(".", "", 1).isdecimal() and unit[:1] in ("G", "M", "T"):
        return f"write {number}{unit[0]}i"
    return ""
