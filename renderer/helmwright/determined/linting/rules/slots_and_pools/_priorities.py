"""Priority classes: those of Determined, those that values bring, and where they are named."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

CLASSES = ("determined-system-priority", "determined-medium-priority")
OLD_CLASSES = ("determined-high-priority", "determined-low-priority")
"""Until 0.16.5, with a scheduler."""


def class_names(settings: DeterminedSettings) -> Iterator[tuple[Path, str]]:
    """Yield the priority classes that pod specs name, with their paths."""
    for path, _ in settings.pod_specs():
        where: Path = (*path, "spec", "priorityClassName")
        name = settings.get(*where)
        if isinstance(name, str) and name:
            yield where, name


def extra_classes(settings: DeterminedSettings) -> dict[str, Path]:
    """Return the priority classes among the values' own objects, by name."""
    found: dict[str, Path] = {}
    for index, one in enumerate(settings.items("extraObjects")):
        if type(one) is dict and one.get("kind") == "PriorityClass":
            name = settings.get("extraObjects", index, "metadata", "name")
            if isinstance(name, str):
                found[name] = ("extraObjects", index)
    return found
