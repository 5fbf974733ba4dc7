"""Names of container images: what they are made of, and what they are short for.

Source: github.com/distribution/reference normalize.go (ParseNormalizedNamed), reference.go (Parse)
"""

from __future__ import annotations

import re
from typing import NamedTuple

from helmwright.base.patterns import lazy_pattern

DOCKER_HUB = "docker.io"
_DOCKER_INDEX = "index.docker.io"
_OFFICIAL = "library"
_LONGEST = 255
_DIGITS = {"sha256": 64, "sha384": 96, "sha512": 128}
"""How many digits a digest has, by its algorithm; others are not supported."""
_COMPONENT = r"[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*"
_LABEL = r"(?:[A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]*[A-Za-z0-9])"
_HOST = rf"(?:{_LABEL}(?:\.{_LABEL})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?"
_NAME = lazy_pattern(
    rf"(?:(?P<host>{_HOST})/)?(?P<path>{_COMPONENT}(?:/{_COMPONENT})*)"
    r"(?::(?P<tag>\w[\w.-]{0,127}))?"
    r"(?:@(?P<algorithm>[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*):(?P<hex>[0-9a-fA-F]{32,}))?",
    re.ASCII,
)
_IDENTIFIER = lazy_pattern("[a-f0-9]{64}")
_LOWER_HEX = lazy_pattern("[a-f0-9]+")


class ImageName(NamedTuple):
    """An image's name in its parts.

    registry: host and port; ``docker.io`` where none is written; blank where what stands in its place
    can be no host (``a__b.c/web``). repository: with ``library/`` before what Docker Hub keeps
    without an owner. tag, digest: blank where they are not written.
    """

    registry: str
    repository: str
    tag: str
    digest: str

    def __str__(self) -> str:
        """Return the whole name; ``latest`` where it says neither tag nor digest."""
        tag = self.tag or ("" if self.digest else "latest")
        return (
            (f"{self.registry}/" if self.registry else "")
            + self.repository
            + (f":{tag}" if tag else "")
            + (f"@{self.digest}" if self.digest else "")
        )


def read_image_name(text: str) -> ImageName | None:
    """Return the parts of an image's name; None for a text that container runtimes refuse."""
    if _IDENTIFIER.fullmatch(text):
        return None
    registry, rest = _split_registry(text)
    match = _NAME.fullmatch(f"{registry}/{rest}")
    if match is None or len(match["path"]) > _LONGEST:
        return None
    digest = ""
    if match["hex"] is not None:
        digits = match["hex"]
        if _DIGITS.get(match["algorithm"]) != len(digits) or not _LOWER_HEX.fullmatch(digits):
            return None
        digest = f"{match['algorithm']}:{digits}"
    return ImageName(match["host"] or "", match["path"], match["tag"] or "", digest)


def _split_registry(text: str) -> tuple[str, str]:
    """Return the registry of a name and the rest of it; Docker Hub if the first part is no host."""
    first, slash, rest = text.partition("/")
    if not slash:
        return DOCKER_HUB, f"{_OFFICIAL}/{text}"
    is_host = first == "localhost" or "." in first or ":" in first or first.lower() != first
    registry, rest = (first, rest) if is_host else (DOCKER_HUB, text)
    if registry == _DOCKER_INDEX:
        registry = DOCKER_HUB
    if registry == DOCKER_HUB and "/" not in rest:
        rest = f"{_OFFICIAL}/{rest}"
    return registry, rest
