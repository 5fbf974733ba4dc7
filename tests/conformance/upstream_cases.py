"""The values that the drop-in check renders both charts with: defaults, single keys, combinations."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from tests.conformance import upstream_samples, upstream_samples_cluster
from tests.conformance.upstream_samples import release_number

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

SAMPLES = [*upstream_samples.SAMPLES, *upstream_samples_cluster.SAMPLES]
MOST_SAMPLES = 12
"""So many samples make one random combination, at most."""


class Source(Enum):
    """Where our chart gets the values that a user of the upstream chart has never set."""

    FILE = "with upstream's values.yaml"
    """From a copy of upstream's values.yaml, which most users have edited."""
    DEFAULTS = "over the chart's defaults"
    """From our own values.yaml."""
    REUSED = "with --reuse-values"
    """From the installed upstream chart: our values.yaml is not read at all."""


MODES = (
    (False, Source.FILE),
    (True, Source.FILE),
    (False, Source.DEFAULTS),
    (True, Source.REUSED),
)
"""Upgrade or not, and the source of values, that every values are tried with."""


@dataclass(frozen=True, slots=True)
class ValuesCase:
    """One set of values that both charts are rendered with."""

    name: str
    values: dict[str, Any] = field(hash=False)
    upgrade: bool = False
    source: Source = Source.FILE

    def __str__(self) -> str:
        return f"{'upgrade' if self.upgrade else 'install'} {self.source.value}: {self.name}"


def required_values(release: int) -> dict[str, Any]:
    """Returns what a release of the upstream chart asks its users for."""
    required: dict[str, Any] = {}
    if release >= release_number("0.13.2"):
        required["maxSlotsPerPod"] = 4
    elif release >= release_number("0.12.12"):
        required["slotsPerNode"] = 4
    if release >= release_number("0.31.0"):
        required["initialUserPassword"] = "Passw0rd"
    return required


def merged(base: dict[str, Any], *others: dict[str, Any]) -> dict[str, Any]:
    """Returns maps merged key by key, the later one winning."""
    result = copy.deepcopy(base)
    for other in others:
        for key, value in other.items():
            old = result.get(key)
            if isinstance(old, dict) and isinstance(value, dict):
                result[key] = merged(old, value)
            else:
                result[key] = copy.deepcopy(value)
    return result


def fixed_cases(release: int) -> list[ValuesCase]:
    """Returns the defaults of a release, and each thing that it reads alone."""
    required = required_values(release)
    singles = {"defaults": required} | {
        sample.name: merged(required, sample.values)
        for sample in SAMPLES
        if sample.known_to(release)
    }
    return [
        ValuesCase(name, values, upgrade, source)
        for upgrade, source in MODES
        for name, values in singles.items()
    ]


def file_cases(release: int, files: dict[str, dict[str, Any]]) -> list[ValuesCase]:
    """Returns cases for values files of people, by name."""
    required = required_values(release)
    return [
        ValuesCase(name, merged(required, values), upgrade, source)
        for name, values in files.items()
        for upgrade, source in MODES
    ]


def random_cases(release: int, random: Random) -> Iterator[ValuesCase]:
    """Yields combinations of samples for ever; upstream refuses some of them."""
    required = required_values(release)
    known = [sample for sample in SAMPLES if sample.known_to(release)]
    while True:
        chosen = random.sample(known, random.randint(2, min(MOST_SAMPLES, len(known))))
        name = " + ".join(sample.name for sample in chosen)
        values = merged(required, *(sample.values for sample in chosen))
        yield ValuesCase(name, values, *random.choice(MODES))
