"""The flags that commands of Determined share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.commands.flags import Flags, string

if TYPE_CHECKING:
    from helmwright.determined.versions import DeterminedRelease


class ReleaseFlags(Flags):
    """The release of Determined."""

    det_version: str = string(
        "the release of Determined; by default that of the values", value_name="version"
    )


def asked_release(flags: ReleaseFlags) -> DeterminedRelease | None:
    """Return the release that ``--det-version`` names, None if the flag is not set.

    Raises ``UsageError`` for what is no release.
    """
    text = flags.det_version
    if not text:
        return None
    from helmwright.determined.versions import DeterminedRelease

    release = DeterminedRelease.parse(text)
    if release is None:
        raise UsageError(f'--det-version is a release such as 0.38.1, not "{text}"')
    return release
