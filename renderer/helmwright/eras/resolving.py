"""The era that a person means by a version, or by a part of one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.base.errors import UsageError
from helmwright.eras.era import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.eras.era import Era

_VERSION = re.compile(r"v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?(?:\+[0-9A-Za-z.-]*)?", re.ASCII)


@checked
def resolve_era(
    version: str, *, asked: str = "--helm", note: Callable[[str], None] | None = None
) -> Era:
    """Return what the release does that a version names: ``3``, ``3.14``, ``3.14.4``, ``v3.14.4+g81c902a``.

    What is left out is the last one that is known, and so is a patch that is not known.
    asked: where the version stands, for messages. note: told when another patch is taken.

    Raises:
        UsageError: if there is no such release, or it is older than all that are known.
    """
    found = _VERSION.fullmatch(version.strip())
    parts = [int(part) for part in found.groups() if part is not None] if found else []
    latest = [int(part) for part in str(DEFAULT).split(".")]
    if parts and latest[: len(parts)] == parts:
        return DEFAULT
    from helmwright.eras.releases import NUMBERS, find

    numbers = [[int(part) for part in number.split(".")] for number in NUMBERS]
    meant = [number for number in numbers if parts and number[: len(parts)] == parts]
    if not meant and len(parts) == 3:
        meant = [number for number in numbers if number[:2] == parts[:2]]
        if meant and note is not None:
            taken = ".".join(map(str, meant[-1]))
            note(f"{asked} {version.strip()}: this patch is not known, taken as {taken}")
    if meant:
        return find(".".join(map(str, meant[-1])))
    if parts and parts < numbers[0]:
        first = ".".join(map(str, numbers[0][:2]))
        raise UsageError(f"{asked} {version}: eras begin with {first}")
    raise UsageError(f"{asked} {version}: is no version of Helm; known: {_ranges(numbers)}")


def writer_of(apply_method: str) -> Era:
    """Return the era of who stored a release.

    apply_method: what Helm 4 stores of how it applied the manifest; blank of the others.
    """
    return DEFAULT if apply_method else resolve_era("3")


@checked
def known_eras() -> tuple[str, ...]:
    """Return the numbers of all releases that are known, oldest first."""
    from helmwright.eras.releases import NUMBERS

    return NUMBERS


def _ranges(numbers: list[list[int]]) -> str:
    """Return the first and the last minor of each major: ``3.12 … 3.21, 4.0 … 4.2``."""
    majors: dict[int, list[int]] = {}
    for major, minor, _ in numbers:
        majors.setdefault(major, []).append(minor)
    return ", ".join(
        f"{major}.{minors[0]} … {major}.{minors[-1]}" for major, minors in majors.items()
    )
