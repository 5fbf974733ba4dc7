"""What differs between the images of two renders."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.images.listing import by_image
from helmwright.kube.image_names import read_image_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.images.listing import ImageUse


class ImageChange(NamedTuple):
    """A repository of which other images are needed than before.

    repository: with its registry. before, after: tags and digests, as ``:1.27``; empty if the
    repository is new, or no longer needed. uses: the places that name the new ones.
    """

    repository: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    uses: tuple[ImageUse, ...]


@checked
def compare_images(
    before: Iterable[ImageUse], after: Iterable[ImageUse]
) -> tuple[ImageChange, ...]:
    """Return the repositories of which not the same images are named, sorted by name."""
    old, new = _versions(before), _versions(after)
    changes = []
    for repository in sorted(old.keys() | new.keys()):
        had, has = old.get(repository, {}), new.get(repository, {})
        if had.keys() != has.keys():
            gone = tuple(version for version in had if version not in has)
            come = tuple(version for version in has if version not in had)
            uses = tuple(use for version in come for use in has[version])
            changes.append(ImageChange(repository, gone, come, uses))
    return tuple(changes)


def _versions(uses: Iterable[ImageUse]) -> dict[str, dict[str, list[ImageUse]]]:
    """Return the places by repository, and by tag and digest."""
    found: dict[str, dict[str, list[ImageUse]]] = {}
    for image, places in by_image(uses).items():
        name = read_image_name(image)
        repository = image if name is None else str(name._replace(tag="", digest="x"))[: -len("@x")]
        found.setdefault(repository, {})[image.removeprefix(repository)] = places
    return found
