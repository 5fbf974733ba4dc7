"""Comparisons with programs that are made of the sources of several releases of Determined."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from helmwright.determined import DeterminedRelease

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Comparison(NamedTuple):
    """What is compared of one release.

    repository: the clone with its sources. folder: an empty one for the program. cases: how many
    random ones are asked about.
    """

    repository: Path
    release: DeterminedRelease
    folder: Path
    cases: int
    chance: Random


def compare_releases(
    description: str, releases: Iterable[str], cases: int, compare: Callable[[Comparison], int]
) -> int:
    """Compares what the command line asks for and returns the exit code.

    releases, cases: without flags. compare: returns the number of differences.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--release", action="append", default=[])
    parser.add_argument("--cases", type=int, default=cases)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    differences = 0
    for text in options.release or releases:
        release = DeterminedRelease.parse(text)
        if release is None:
            parser.error(f"{text} is no release")
        chance = Random(options.seed)  # noqa: S311 - repeatable
        with tempfile.TemporaryDirectory() as folder:
            differences += compare(
                Comparison(options.repository, release, Path(folder), options.cases, chance)
            )
    return 1 if differences else 0
