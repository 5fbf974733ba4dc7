"""A whole number that is too long to be kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.paths import dotted
from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._traps import number_scalars
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_DIGITS = lazy_pattern(r"[-+]?[1-9][0-9]{15,}")


@rule(
    "number-loses-digits",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A whole number has more digits than Helm keeps",
    why=(
        "Helm reads every number as a float of 64 bits, which holds whole numbers up to"
        " 9007199254740992; the last digits of longer ones change."
    ),
    advice="Put the number in quotes.",
    url="https://github.com/helm/helm/issues/1707",
    fixable=True,
    bad=(
        Example(
            "-- values.yaml --\nguild: «123456789012345678»\n",
            message="guild: Helm reads 123456789012345678 as 123456789012345680",
        ),
        Example("extraObjects:\n  - data:\n      id: «123456789012345678»\n", message="012345680"),
        Example("-- values.yaml --\na: «90071992547409931»\n"),
    ),
    good=(
        Example("-- values.yaml --\naccount: 123456789012\nid: '123456789012345678'\n"),
        Example("-- values.yaml --\nexact: 9007199254740992\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Compare long numbers with what a float makes of them."""
    for scalar in number_scalars(settings):
        if not _DIGITS.fullmatch(scalar.text) or int(float(scalar.text)) == int(scalar.text):
            continue
        secret = settings.is_secret(*scalar.path)
        kept = "other digits" if secret else _digits(float(scalar.text))
        shown = "the number" if secret else scalar.text
        yield settings.problem(
            scalar.path,
            f"{dotted((*settings.prefix, *scalar.path))}: Helm reads {shown} as {kept}",
            edits=(Quote(scalar.path),) if scalar.editable and not scalar.wanted("number") else (),
            severity=Severity.ERROR if scalar.refused else None,
        )


def _digits(number: float) -> str:
    """Return a number as JSON and YAML write it: the shortest digits that say which float it is."""
    from helmwright.go.ftoa import format_float

    return format_float(number, "f", -1, 64)
