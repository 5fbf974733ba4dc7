"""Quantities in rendered objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.lint.rules.manifests._workloads import entries, pods, section

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.rendering.objects import RenderedObject

    Found = tuple[RenderedObject, Path, str, Fraction | None]


def quantity(value: Any) -> Fraction | None:
    """Return what a quantity says; None for what Kubernetes does not read."""
    from helmwright.go.quantity import parse

    try:
        return parse(quantity_text(value)).value
    except GoError:
        return None


def quantity_text(value: Any) -> str:
    """Return a quantity as it is written: numbers need no quotes."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def quantities(rendered: RenderedChart) -> Iterator[Found]:
    """Yield the requests, limits and sizes of pods and claims; None stands for what is wrong."""
    for one, path, data in _holders(rendered):
        for key, value in data.items():
            if isinstance(value, (str, int, float)) and not isinstance(value, bool):
                yield one, (*path, key), quantity_text(value), quantity(value)


def _holders(rendered: RenderedChart) -> Iterator[tuple[RenderedObject, Path, dict[str, Any]]]:
    for pod in pods(rendered):
        for container in pod.containers():
            for key in ("requests", "limits"):
                yield (
                    pod.owner,
                    (*container.path, "resources", key),
                    section(container.data, "resources", key),
                )
        for path, volume in pod.volumes():
            size = section(volume, "emptyDir").get("sizeLimit")
            yield pod.owner, (*path, "emptyDir"), {"sizeLimit": size}
        for index, claim in enumerate(entries(pod.owner.data, "spec", "volumeClaimTemplates")):
            where: Path = ("spec", "volumeClaimTemplates", index, "spec", "resources", "requests")
            yield pod.owner, where, section(claim, "spec", "resources", "requests")
    for one in rendered.of_kind("PersistentVolumeClaim"):
        where = ("spec", "resources", "requests")
        yield one, where, section(one.data, "spec", "resources", "requests")
