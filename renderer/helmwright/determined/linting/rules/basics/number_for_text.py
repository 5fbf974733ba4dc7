"""A number where text is needed: Helm forgets how it was written."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from helmwright.determined.linting.described import described
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.go.fmt import to_text
from helmwright.values.editing import Quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.described import Described
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OF_OWN_DATABASE = frozenset({("db", "user"), ("db", "name"), ("db", "password")})
"""Texts that the bundled chart prints as upstream did for the database that it makes itself."""

_QUANTITIES = ("Request", "Limit", "storageSize")


@rule(
    "number-for-text",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("B5",),
    instead_of=("leading-zero", "number-in-disguise", "number-loses-digits", "trailing-zero-lost"),
    summary="A number where text is needed",
    why=(
        "Helm reads it as a floating point number and prints that: 0.20 becomes 0.2, and 12345678 "
        "becomes 1.2345678e+07."
    ),
    advice="Put it in quotation marks.",
    url="https://helm.sh/docs/chart_best_practices/values/#make-types-clear",
    fixable=True,
    bad=(
        example("detVersion: «0.20»\n", message="is a number, which Helm prints as 0.2"),
        example("db:\n  password: «12345678»\n", message="a number, which is not printed as it is"),
        example("db:\n  hostAddress: db\n  user: «1_0»\n", message="1_0 is a number"),
        example("clusterName: «0.10»\n", message="clusterName: 0.10 is a number"),
        example("clusterName: «1_000»\n"),
        example("checkpointStorage:\n  type: s3\n  bucket: «1e3»\n"),
        example("clusterName: «12345678»\nimagePullSecretName: 123\n", upstream=True),
        example(
            "masterService:\n  annotations:\n    example.com/timeout: «3600»\n",
            message="masterService.annotations.example.com/timeout: 3600 is a number",
        ),
        example("ingress:\n  hosts:\n    - «10.0»\n"),
    ),
    good=(
        example('detVersion: "0.20"\ndb:\n  password: "12345678"\nclusterName: "0.10"\n'),
        example("db:\n  hostAddress: db\n  password: 12345678\n"),
        example("initialUserPassword: 12345678\n"),
        example("clusterName: 12345678\ndb:\n  password: 12345\n"),
        example("masterCpuRequest: 0.50\ndb:\n  port: 5432\n  memRequest: 1e9\n"),
        example("maxSlotsPerPod: 4.0\nresourcePools:\n  - pool_name: a\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at all numbers that the user gives."""
    for one in described(settings):
        number = isinstance(one.value, (int, float)) and not isinstance(one.value, bool)
        if not number or "string" not in one.facts.types or "integer" in one.facts.types:
            continue
        written = settings.written(*one.path) or to_text(one.value)
        printed = _printed(settings, one)
        refused = "number" not in one.facts.types and not settings.upstream
        if not refused and (_is_quantity(one) or printed == written):
            continue
        consistent = not settings.upstream and _is_of_own_database(settings, one)
        yield settings.problem(
            one.path,
            f"{settings.name(one.path)}: {_said(settings, one, written, printed)}; text is needed",
            fix="put it in quotation marks",
            edits=(Quote(one.path),),
            severity=Severity.WARNING if consistent and not refused else None,
        )


def _printed(settings: DeterminedSettings, one: Described) -> str:
    """Return what the chart makes of a number."""
    as_go = settings.upstream or _is_of_own_database(settings, one)
    whole = math.isfinite(one.value) and float(one.value).is_integer()
    return str(int(one.value)) if whole and not as_go else to_text(one.value)


def _is_of_own_database(settings: DeterminedSettings, one: Described) -> bool:
    return one.path in _OF_OWN_DATABASE and not settings.get("db", "hostAddress")


def _said(settings: DeterminedSettings, one: Described, written: str, printed: str) -> str:
    if settings.is_secret(*one.path):
        return "it is a number, which is not printed as it is written"
    if printed == written:
        return f"{written} is a number"
    return f"{written} is a number, which Helm prints as {printed}"


def _is_quantity(one: Described) -> bool:
    """Tell whether a number is as good as text: amounts of CPU, memory and storage."""
    return str(one.path[-1]).endswith(_QUANTITIES)
