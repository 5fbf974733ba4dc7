"""Values files for another release: old keys renamed or removed, the rest to the byte as it was."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.argument_types import checked
from helmwright.base.errors import UsageError
from helmwright.determined.migrations import migrations_for
from helmwright.determined.versions import FIRST, LATEST, DeterminedRelease
from helmwright.values.migrating import MigratedValues, OldKey, ValuesChange, migrate

if TYPE_CHECKING:
    from helmwright.values.migrating import FindOldKeys

__all__ = ["MigratedValues", "ValuesChange", "finder", "migrate_values"]


@checked
def migrate_values(
    data: bytes,
    *,
    to: DeterminedRelease | None = None,
    origin: DeterminedRelease | None = None,
    name: str | os.PathLike[str] = "values.yaml",
) -> MigratedValues:
    """Return a values file with the keys of another release.

    to: the release; by default the one that the file asks for (detRelease, detVersion), else the
    newest. origin: the release that the file was made for, if that is known: then defaults that
    have changed since are written down, and of an old and a new key the one that counted is kept.
    name: of the file, for positions.

    Raises:
        ValuesError: for a file that cannot be read, and if an old and a new key are both set, to
            different values; the others of this kind are notes of the error.
    """
    return migrate(data, _finder(to, origin), os.fspath(name))


def finder(to: str, origin: str) -> FindOldKeys:
    """Return what finds old keys in values; to, origin: releases as texts, blank if none is named.

    Raises:
        UsageError: for what is no release.
    """
    return _finder(_release(to, "to"), _release(origin, "from"))


def _finder(to: DeterminedRelease | None, origin: DeterminedRelease | None) -> FindOldKeys:
    def find(values: dict[str, Any]) -> list[OldKey]:
        release = to or asked_release(values) or LATEST
        return [
            OldKey(one.path, one.note, one.edits, one.needs_person, one.conflict)
            for one in migrations_for(values, release, origin=origin)
        ]

    return find


def asked_release(values: dict[str, Any]) -> DeterminedRelease | None:
    """Return the release that values ask for; None if they leave that to the chart."""
    for key in ("detRelease", "detVersion"):
        release = DeterminedRelease.parse(str(values.get(key) or ""))
        if release is not None and release >= FIRST:
            return release
    return None


def _release(text: str, flag: str) -> DeterminedRelease | None:
    if not text:
        return None
    release = DeterminedRelease.parse(text)
    if release is None:
        raise UsageError(f'--{flag} is a release such as 0.38.1, not "{text}"')
    return release
