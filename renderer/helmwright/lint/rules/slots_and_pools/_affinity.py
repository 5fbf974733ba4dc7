"""Affinities of pod specs as people write them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Path
    from helmwright.lint.settings import DeterminedSettings

REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution"


def affinities(settings: DeterminedSettings) -> Iterator[tuple[Path, Path, dict[str, Any]]]:
    """Yield each affinity in a pod spec: the path of the pod spec, its own, and what it holds."""
    for path, _ in settings.pod_specs():
        spec = settings.section(*path, "spec")
        affinity = spec.get("affinity")
        if type(affinity) is dict:
            yield path, (*path, "spec", "affinity"), affinity
