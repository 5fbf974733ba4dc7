"""Settings of the types that the master wants; others are refused with their place."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError

if TYPE_CHECKING:
    from helmwright.determined.pods.sources import Document, Source

DEVICES = ("cpu", "cuda", "rocm")
_MOUNT_TEXTS = ("host_path", "container_path", "propagation")


def wrong(key: str, wanted: str, source: Source) -> HelmwrightError:
    """Return the error for a value of another type."""
    return HelmwrightError(f"{key} must be {wanted}", source.position((key,)))


def list_at(document: Document, key: str, source: Source) -> list[Any]:
    """Return a list; an empty one if it is not given."""
    value = document.get(key)
    if value is None:
        return []
    if type(value) is not list:
        raise wrong(key, "a list", source)
    return value


def map_at(document: Document, key: str, source: Source) -> Document:
    """Return a map; an empty one if it is not given."""
    value = document.get(key)
    if value is None:
        return {}
    if type(value) is not dict:
        raise wrong(key, "a map", source)
    return value


def text_at(document: Document, key: str, source: Source) -> str:
    """Return a text; blank if it is not given."""
    value = document.get(key)
    if value is None:
        return ""
    if type(value) is not str:
        raise wrong(key, "text", source)
    return value


def whole_at(document: Document, key: str, source: Source) -> int | None:
    """Return a whole number from 0 on; None if it is not given."""
    value = document.get(key)
    if value is not None and (type(value) is not int or value < 0):
        raise wrong(key, "a whole number >= 0", source)
    return value


def number_at(document: Document, key: str, source: Source) -> float:
    """Return a number; 0 if it is not given."""
    value = document.get(key)
    if value is None:
        return 0.0
    if type(value) not in (int, float) or not math.isfinite(value):
        raise wrong(key, "a number", source)
    return float(value)


def mounts_at(document: Document, source: Source) -> tuple[Document, ...]:
    """Return the bind mounts of a configuration."""
    mounts = list_at(document, "bind_mounts", source)
    for index, mount in enumerate(mounts):
        place = source.at("bind_mounts", index)
        if type(mount) is not dict:
            raise HelmwrightError("a bind mount must be a map", place.position())
        for key in _MOUNT_TEXTS:
            text_at(mount, key, place)
    return tuple(mounts)


def image_at(document: Document, source: Source) -> Any:
    """Return an image, or images by device, as they are written."""
    given = document.get("image")
    values = given.values() if type(given) is dict else (given,)
    if any(value is not None and type(value) is not str for value in values):
        raise wrong("image", "text, or a map of texts by device", source)
    return given


def variables_at(document: Document, source: Source) -> Any:
    """Return environment variables, or those by device, as they are written."""
    key = "environment_variables"
    given = document.get(key)
    for value in given.values() if type(given) is dict else (given,):
        if value is None:
            continue
        if type(value) is not list or any(type(item) is not str for item in value):
            raise wrong(key, "a list of texts, or a map of such lists by device", source)
    return given


def by_device(given: Any) -> dict[str, Any]:
    """Return a setting for each kind of device: it is given for all, or as a map."""
    if given is None:
        return {}
    if type(given) is not dict:
        return dict.fromkeys(DEVICES, given)
    found = {device: given[device] for device in DEVICES if given.get(device)}
    if "cuda" not in found and given.get("gpu"):
        found["cuda"] = given["gpu"]
    return found


def read_over(below: Document, given: Any) -> dict[str, Any]:
    """Return a setting that is read on top of another, as those of commands are.

    The old name gpu counts only where nothing is set for cuda yet.
    """
    if type(given) is dict and below.get("cuda"):
        given = {key: value for key, value in given.items() if key != "gpu"}
    return {**below, **by_device(given)}
