"""Which scheduler the values ask for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.master_overrides import decided_elsewhere

if TYPE_CHECKING:
    from helmwright.determined.linting.settings import DeterminedSettings

_VERSION = lazy_pattern(r"v?1\.(\d{1,4})")
COSCHEDULER, PREEMPTION = "coscheduler", "preemption"
NONE = ("", "default", "default-scheduler")
"""What stands for the cluster's own scheduler."""


def chosen(settings: DeterminedSettings) -> str:
    """Return defaultScheduler without blanks around it; blank if it is no text."""
    value = settings.get("defaultScheduler")
    return value.strip() if isinstance(value, str) else ""


def is_modern(settings: DeterminedSettings) -> bool:
    """Tell whether the chart makes a current scheduler instead of the classic one."""
    return not settings.upstream and settings.get("scheduler", "mode") == "modern"


def scheduler_of_tasks(settings: DeterminedSettings) -> str:
    """Return the scheduler that the master asks for in pods which name none; blank for none."""
    name = chosen(settings)
    release = settings.release
    if name == COSCHEDULER and release.at_least(0, 14, 5):
        return COSCHEDULER
    if name == PREEMPTION and release.at_least(0, 15, 2):
        own = release.at_least(0, 18, 1) and not release.at_least(0, 36, 0)
        return PREEMPTION if own else COSCHEDULER
    return ""


def is_decided_elsewhere(settings: DeterminedSettings) -> bool:
    """Tell whether masterConfig says which scheduler the master asks for."""
    return decided_elsewhere(settings, "resource_manager", "default_scheduler")


def kube_minor(settings: DeterminedSettings) -> int | None:
    """Return the minor version of Kubernetes, as it was asked for or as the nodes say."""
    versions = [settings.kube_version] if settings.kube_version else []
    versions += [node.kubelet for node in settings.nodes or () if node.kubelet]
    found = (_VERSION.match(version) for version in versions)
    return next((int(match[1]) for match in found if match is not None), None)
