"""The resource managers in the values: the root one, and those of other clusters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.determined.linting.master_overrides import brings_master_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings

ADDITIONAL = "additional_resource_managers"


class AdditionalManager(NamedTuple):
    """A manager of another cluster; path: its entry. settings_path and settings: resource_manager."""

    path: Path
    settings_path: Path
    settings: dict[str, Any]


def additional_managers(settings: DeterminedSettings) -> Iterator[AdditionalManager]:
    """Yield the managers of other clusters that are maps, if this release knows them."""
    if not settings.release.at_least(0, 29, 0) or brings_master_yaml(settings):
        return
    for index, entry in enumerate(settings.items(ADDITIONAL)):
        if type(entry) is dict:
            here: Path = (ADDITIONAL, index)
            path = (*here, "resource_manager")
            yield AdditionalManager(here, path, settings.section(*path))


class SlotPaths(NamedTuple):
    """Where a manager says what a slot is."""

    kind: Path
    requests: Path


def slot_paths(settings: DeterminedSettings) -> Iterator[SlotPaths]:
    """Yield where each manager says what a slot is."""
    if not brings_master_yaml(settings):
        yield SlotPaths(("slotType",), ("slotResourceRequests",))
    for manager in additional_managers(settings):
        path = manager.settings_path
        yield SlotPaths((*path, "slot_type"), (*path, "slot_resource_requests"))


def slot_type(settings: DeterminedSettings, path: Path) -> str:
    """Return a slot type as it is written, ``gpu`` if it is blank."""
    return str(settings.get(*path) or "gpu").strip()


def number(value: object) -> float | None:
    """Return a number that may be written as text; None for everything else."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return float(value)
    except ValueError:
        return None
