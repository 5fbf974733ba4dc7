"""The walk through a configuration, as checks of single types and values see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.determined.tasks.problem import TaskProblem
    from helmwright.determined.tasks.shapes import Shapes
    from helmwright.determined.versions import DeterminedRelease


class Walk(Protocol):
    """What ``experiments.ExperimentCheck`` offers to whom it asks.

    complete: what a template or defaults would have to bring is reported, too. of_template: what is
    walked through is a template. problems: what was found.
    """

    release: DeterminedRelease
    of_template: bool
    complete: bool
    shapes: Shapes
    problems: list[TaskProblem]

    def attempt(self, value: Any, text: str) -> bool:
        """Tell whether a value has a shape."""
        ...

    def shape(self, value: Any, text: str, path: Path) -> None:
        """Check a value against a shape as it is written."""
        ...

    def type(self, value: Any, name: str, path: Path) -> None:
        """Check a value against a type."""
        ...

    def miss(self, path: Path, key: str) -> None:
        """Report a key that has to come from somewhere."""
        ...

    def refuse(self, path: Path, message: str, *, of_key: bool = False, fix: str = "") -> None:
        """Report what the master refuses."""
        ...

    def drop(self, path: Path, reason: str, fix: str) -> None:
        """Report what the master takes and does not use."""
        ...
