"""What is wrong with the configuration of a task."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.base.errors import Position
    from helmwright.base.paths import Path
    from helmwright.determined.versions import DeterminedRelease


class Effect(Enum):
    """What the master does about it."""

    REFUSED = "refused"
    """It does not take the task."""
    DROPPED = "dropped"
    """It takes the task without what is written there, and says nothing."""
    MISSING = "missing"
    """It does not take the task, unless a template or its own defaults have what is missing."""


class TaskProblem(Record):
    """One thing that is wrong.

    path: in the document; of the key, if ``of_key``, else of its value. message: one sentence
    without a full stop; values of secrets are not in it. fix: what to write instead, in words.
    unknown: the key is one that the master does not know there. position: where it stands, None
    for a document that has no file.
    """

    path: Path
    message: str
    fix: str = ""
    effect: Effect = Effect.REFUSED
    of_key: bool = False
    unknown: bool = False
    position: Position | None = None


def dropped_by(release: DeterminedRelease) -> str:
    """Return the words for what a master takes without using it."""
    return f"dropped in silence by masters of {release}"
