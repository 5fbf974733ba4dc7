"""What of master.yaml the user writes past the chart's own values (``masterConfig``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings


def brings_master_yaml(settings: DeterminedSettings) -> bool:
    """Tell whether the chart writes no master.yaml, and does not look at the values for one."""
    return not settings.upstream and bool(settings.get("masterConfig", "existingSecret"))


def decided_elsewhere(settings: DeterminedSettings, *keys: str) -> bool:
    """Tell whether masterConfig, and not the other values, decides a key of master.yaml.

    keys: its path there, or the first part of it; then something below it may be what decides.
    Values that make no sense by themselves are refused by the chart all the same.
    """
    if settings.upstream:  # which does not know masterConfig
        return False
    if brings_master_yaml(settings):
        return True
    value = settings.get("masterConfig", "extra")
    for key in keys:
        if type(value) is not dict:
            return value is not None
        if key not in value:
            return False
        value = value[key]
    return True
