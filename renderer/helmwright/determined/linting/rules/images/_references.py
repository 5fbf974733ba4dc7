"""The parts of an image's name."""

from __future__ import annotations

from typing import NamedTuple

DOCKER_HUB = "docker.io"


class Reference(NamedTuple):
    """An image: ``nvcr.io``, ``nvaie/tensorflow``, ``22.04``, without a digest."""

    registry: str
    repository: str
    tag: str


def registry_of(image: str) -> str:
    """Return the registry of an image, Docker Hub's if none is named."""
    first, slash, _ = image.strip().partition("/")
    named = "." in first or ":" in first or first == "localhost"
    return first.lower() if named and slash else DOCKER_HUB


def registry_of_folder(folder: str) -> str:
    """Return the registry of what stands before the name of an image: ``imageRegistry``."""
    return registry_of(f"{folder.strip()}/image")


def parse_reference(image: str) -> Reference:
    """Return the parts of an image's name; the tag is blank if there is none."""
    name, at, _ = image.strip().partition("@")
    registry = registry_of(name)
    folder, _, last = name.rpartition("/")
    last, _, tag = last.partition(":")
    repository = f"{folder}/{last}" if folder else last
    return Reference(registry, repository.removeprefix(f"{registry}/"), tag or ("@" if at else ""))
