"""Images as text for people, as plain names for other programs, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.images.listing import by_image
from helmwright.kube.image_names import read_image_name
from helmwright.kube.images import CUSTOM_RESOURCE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.images.differences import ImageChange
    from helmwright.images.listing import ImageUse
    from helmwright.images.mirror import Mirrored


def to_names(uses: Iterable[ImageUse]) -> str:
    """Return the whole names of the images, a line each; what is no name is left out."""
    return "".join(f"{image}\n" for image in by_image(uses) if read_image_name(image) is not None)


def to_text(uses: Iterable[ImageUse]) -> str:
    """Return the images, below each the places that name it, and a last line that counts them."""
    images = by_image(uses)
    lines = [line for image, places in images.items() for line in _image_lines(image, places)]
    return "".join(f"{line}\n" for line in (*lines, _count(images)))


def _image_lines(image: str, places: list[ImageUse]) -> Iterator[str]:
    yield image if read_image_name(image) is not None else f'"{image}": no name of an image'
    for place, many in _alike(places).items():
        more = f" and {many - 1} more" if many > 1 else ""
        yield f"  {place}{more}"


def _alike(places: Iterable[ImageUse]) -> dict[str, int]:
    """Return the places in words, and how often each is there."""
    found: dict[str, int] = {}
    for use in places:
        words = place_in_words(use)
        found[words] = found.get(words, 0) + 1
    return found


def place_in_words(use: ImageUse) -> str:
    """Return a place in one line: ``container web of Deployment prod/web  c/templates/web.yaml:12``."""
    what = use.path if use.role == CUSTOM_RESOURCE else f"{use.role} {use.container}".rstrip()
    hook = " (hook)" if use.is_hook else ""
    return f"{what} of {use.owner or 'an object without a kind'}{hook}  {use.template}"


def _count(images: dict[str, list[ImageUse]]) -> str:
    uncertain = sum(not any(use.is_certain for use in uses) for uses in images.values())
    if not images:
        return "no images"
    counted = f"{len(images)} image{'s' * (len(images) != 1)}"
    if not uncertain:
        return counted
    stand = "is named" if uncertain == 1 else "are named"
    return f"{counted}; {uncertain} of them {stand} outside of pods only, for whoever reads that"


def to_data(uses: Iterable[ImageUse]) -> dict[str, Any]:
    """Return the images as data: names in their parts, and the places of each."""
    return {"images": [_image(image, places) for image, places in by_image(uses).items()]}


def _image(image: str, places: list[ImageUse]) -> dict[str, Any]:
    name = read_image_name(image)
    parts: dict[str, Any] = dict.fromkeys(("registry", "repository", "tag", "digest"))
    if name is not None:
        parts = {key: part or None for key, part in name._asdict().items()}
    return {"image": image, **parts, "places": [_place(use) for use in places]}


def _place(use: ImageUse) -> dict[str, Any]:
    return {
        "written": use.text,
        "object": use.owner,
        "path": use.path,
        "role": use.role,
        "name": use.container or None,
        "certain": use.is_certain,
        "hook": use.is_hook,
        "template": use.template.path,
        "line": use.template.line,
    }


def changes_to_text(changes: Iterable[ImageChange]) -> str:
    """Return the repositories of which other images are needed, with the places of the new ones."""
    lines = []
    for change in changes:
        sign = "~" if change.before and change.after else "+" if change.after else "-"
        versions = " → ".join(", ".join(side) for side in (change.before, change.after) if side)
        lines.append(
            f"{sign} {change.repository}{versions}"
            if sign != "~"
            else f"{sign} {change.repository} {versions}"
        )
        lines += [f"    {place}" for place in _alike(change.uses)]
    return "".join(f"{line}\n" for line in lines) or "the same images\n"


def changes_to_data(changes: Iterable[ImageChange]) -> dict[str, Any]:
    """Return the same as data."""
    return {
        "changes": [
            {
                "repository": change.repository,
                "before": [one.removeprefix(":") for one in change.before],
                "after": [one.removeprefix(":") for one in change.after],
                "places": [_place(use) for use in change.uses],
            }
            for change in changes
        ]
    }


def mirrored_to_text(images: Iterable[Mirrored]) -> str:
    """Return for each image under which name the registry has it, or that it has not, and a count."""
    lines, missing, unknown, there = [], 0, 0, 0
    for one in images:
        if one.found:
            there += 1
            lines.append(f"+ {one.image}" + (f" is {one.found}" if one.found != one.image else ""))
        elif one.reason:
            unknown += 1
            lines.append(f"? {one.image}: {one.reason}")
        else:
            missing += 1
            lines.append(f"- {one.image} is missing")
    counts = [f"{there} there", f"{missing} missing"]
    counts += [f"{unknown} not known"] if unknown else []
    return "".join(f"{line}\n" for line in (*lines, ", ".join(counts)))


def mirrored_to_data(images: Iterable[Mirrored]) -> dict[str, Any]:
    """Return the same as data."""
    return {
        "images": [
            {
                "image": one.image,
                "found": one.found or None,
                "digest": one.digest or None,
                "reason": one.reason or None,
            }
            for one in images
        ]
    }
