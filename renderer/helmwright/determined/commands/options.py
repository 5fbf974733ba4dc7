"""The flags that commands of Determined share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.commands.flags import STRING
from helmwright.commands.old_flags import Flag

if TYPE_CHECKING:
    from helmwright.determined.versions import DeterminedRelease

DET_VERSION = Flag(
    "det-version",
    STRING,
    "the release of Determined; by default that of the values",
    value_name="version",
)


def asked_release(flags: dict[str, Any]) -> DeterminedRelease | None:
    """Return the release that ``DET_VERSION`` names, None if the flag is not set.

    Raises ``UsageError`` for what is no release.
    """
    text = flags[DET_VERSION.name]
    if not text:
        return None
    from helmwright.determined.versions import DeterminedRelease

    release = DeterminedRelease.parse(text)
    if release is None:
        raise UsageError(f'--det-version is a release such as 0.38.1, not "{text}"')
    return release
