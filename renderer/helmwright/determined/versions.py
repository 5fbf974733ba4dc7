"""Releases of Determined: their numbers, their order, and the list of all of them.

Source: the tags of github.com/determined-ai/determined that ship a Helm chart.
"""

from __future__ import annotations

from functools import total_ordering

from helmwright.base.argument_types import checked
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record, field

Number = tuple[int, int, int]
"""Major, minor and patch."""

_PATCHES: dict[int, tuple[int, ...]] = {
    12: (10, 11, 12, 13),
    13: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
    14: (0, 1, 2, 3, 5, 6),
    15: (0, 1, 2, 3, 4, 5, 6),
    16: (0, 1, 2, 3, 4, 5),
    17: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    18: (0, 1, 2, 3, 4),
    19: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    20: (0, 1),
    21: (0, 1, 2),
    22: (0, 1, 2),
    23: (0, 1, 2, 3, 4),
    24: (0,),
    25: (0, 1),
    26: (0, 1, 2, 3, 4, 5, 6, 7),
    27: (0, 1),
    28: (0, 1),
    29: (0, 1),
    30: (0,),
    31: (0,),
    32: (0, 1),
    33: (0,),
    34: (0,),
    35: (0, 1),
    36: (0,),
    37: (0,),
    38: (0, 1),
}

_TEXT = lazy_pattern(
    r"v?(?P<major>\d+)\.(?P<minor>\d+)\.(?P<patch>\d+)"
    r"(?P<enterprise>-ee)?"
    r"(?P<pre>[-.]?(?:dev|rc|alpha|beta)[0-9.]*)?"
    r"(?P<build>\+[0-9A-Za-z.-]+)?"
)


@total_ordering
class DeterminedRelease(Record):
    """A release of Determined.

    ``prerelease`` is what follows the number of a release candidate or a development build
    ("rc3", "dev0"). ``enterprise`` says that the master is the one with the licensed features
    (HPE MLDE); it has no part in the order.
    """

    number: Number
    prerelease: str = ""
    enterprise: bool = field(default=False, compare=False)

    @classmethod
    @checked
    def parse(cls, text: str) -> DeterminedRelease | None:
        """Return the release that an image tag names; None for what has none (a commit hash)."""
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            return None
        number = (int(match["major"]), int(match["minor"]), int(match["patch"]))
        prerelease = (match["pre"] or "").lstrip("-.")
        return cls(number, prerelease, enterprise=match["enterprise"] is not None)

    def __str__(self) -> str:
        number = ".".join(map(str, self.number))
        parts = (number, "ee" if self.enterprise else "", self.prerelease)
        return "-".join(part for part in parts if part)

    def __lt__(self, other: DeterminedRelease) -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[Number, bool, str]:
        return self.number, not self.prerelease, self.prerelease

    def at_least(self, major: int, minor: int, patch: int) -> bool:
        """Tell whether this is the given release or a later one.

        Candidates and development builds count as what they became.
        """
        return self.number >= (major, minor, patch)


RELEASES: tuple[DeterminedRelease, ...] = tuple(
    DeterminedRelease((0, minor, patch)) for minor, patches in _PATCHES.items() for patch in patches
)
"""Every release that has a Helm chart, oldest first."""

FIRST = RELEASES[0]
LATEST = RELEASES[-1]
