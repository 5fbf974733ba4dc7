"""Whether a registry has the images that a chart needs, under the names by which mirrors keep them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.argument_types import checked
from helmwright.base.errors import SourceError
from helmwright.images.listing import by_image
from helmwright.kube.image_names import read_image_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.images.listing import ImageUse
    from helmwright.kube.image_names import ImageName
    from helmwright.sources.registry.client import Registry

_AT_ONCE = 4
_MISSING = 404


class Mirrored(NamedTuple):
    """An image that a registry was asked for.

    image: its whole name. found: the name under which the registry has it; blank if it has not.
    digest: of what is there. reason: why that is not known; blank for an image that is surely missing.
    """

    image: str
    found: str = ""
    digest: str = ""
    reason: str = ""


@checked
def find_images(uses: Iterable[ImageUse], mirror: str, registry: Registry) -> tuple[Mirrored, ...]:
    """Return for each image whether a mirror has it, sorted by name; nothing is pulled.

    mirror: host, with a port and a path if the mirror has some. An image is looked for with the mirror in the place
    of its registry, and then below the name of its registry: ``MIRROR/library/nginx``, ``MIRROR/docker.io/library/nginx``.
    """
    images = [image for image in by_image(uses) if read_image_name(image) is not None]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return tuple(pool.map(lambda image: _look(image, mirror.rstrip("/"), registry), images))


def _look(image: str, mirror: str, registry: Registry) -> Mirrored:
    name = read_image_name(image)
    if name is None:
        raise AssertionError(f"{image} is no name of an image")
    reason = ""
    for candidate in _candidates(name, mirror):
        try:
            digest = registry.resolve(candidate).digest
        except SourceError as error:
            if error.status != _MISSING:
                reason = reason or error.message
            continue
        return Mirrored(image, candidate, digest)
    return Mirrored(image, reason=reason)


def _candidates(name: ImageName, mirror: str) -> Iterator[str]:
    whole = str(name)
    if f"{whole}/".startswith(f"{mirror}/"):
        yield whole
        return
    yield f"{mirror}{whole.removeprefix(name.registry)}"
    yield f"{mirror}/{whole}"
