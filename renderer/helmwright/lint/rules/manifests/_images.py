"""Images of the containers that rendered objects have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.lint.rules.manifests._workloads import pods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.rules.manifests._workloads import PodTemplate


def images(rendered: RenderedChart) -> Iterator[tuple[PodTemplate, Path, str]]:
    """Yield the image of each container that has one, with its path."""
    for pod in pods(rendered):
        for container in pod.containers():
            image = container.data.get("image")
            if type(image) is str:
                yield pod, (*container.path, "image"), image
