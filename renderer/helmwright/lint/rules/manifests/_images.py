"""Images of containers, and how their names are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.rules.manifests._workloads import pods

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Path
    from helmwright.lint.rendered import RenderedChart
    from helmwright.lint.rules.manifests._workloads import PodTemplate

_COMPONENT = r"[a-z0-9]+(?:(?:\.|_{1,2}|-+)[a-z0-9]+)*"
_LABEL = r"(?:[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9])"
_HOST = rf"(?:{_LABEL}(?:\.{_LABEL})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?"
_REFERENCE = lazy_pattern(
    rf"(?:{_HOST}/)?{_COMPONENT}(?:/{_COMPONENT})*(?::(?P<tag>\w[\w.-]{{0,127}}))?"
    r"(?:@(?P<digest>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}))?",
    re.ASCII,
)


class Image(NamedTuple):
    """The parts of an image's name that say which one of a repository it is."""

    tag: str
    digest: str


def read_image(text: str) -> Image | None:
    """Return what a reference says; None for what is none (github.com/distribution/reference)."""
    match = _REFERENCE.fullmatch(text)
    return None if match is None else Image(match["tag"] or "", match["digest"] or "")


def images(rendered: RenderedChart) -> Iterator[tuple[PodTemplate, Path, str]]:
    """Yield the image of each container that has one, with its path."""
    for pod in pods(rendered):
        for container in pod.containers():
            image = container.data.get("image")
            if type(image) is str:
                yield pod, (*container.path, "image"), image
