"""What one case renders to, whichever engine did it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.go.spaces import SPACE

if TYPE_CHECKING:
    from collections.abc import Iterable

_HEAD = re.compile(r"^---\n# Source: ([^\n]+)\n", re.MULTILINE)


class Document(NamedTuple):
    """One document; path: of its template, with the names of the charts on the way."""

    path: str
    content: str


class Rendered(NamedTuple):
    """What a case gave: documents in Helm's order, or why it gave none."""

    documents: tuple[Document, ...] = ()
    error: str = ""


def documents_of(printed: str) -> tuple[Document, ...]:
    """Return the documents in what ``helm template`` prints, or in a golden file."""
    parts = _HEAD.split(printed)
    if parts[0].strip(SPACE):
        raise HelmwrightError("does not begin with '---' and '# Source: PATH'")
    pairs = zip(parts[1::2], parts[2::2], strict=True)
    return tuple(Document(path, content.rstrip(SPACE)) for path, content in pairs)


def printed(documents: Iterable[Document]) -> str:
    """Return documents as ``helm template`` prints them."""
    return "".join(f"---\n# Source: {path}\n{content}\n" for path, content in documents)


def files_of(documents: Iterable[Document], layout: str) -> dict[str, str]:
    """Return what golden files hold, by path below the folder of the case.

    layout: ``per-template``, or ``single`` for one file whose path is blank.
    """
    if layout == "single":
        text = printed(documents)
        return {"": text} if text else {}
    grouped: dict[str, list[Document]] = {}
    for document in documents:
        grouped.setdefault(document.path.partition("/")[2], []).append(document)
    return {path: printed(own) for path, own in grouped.items()}
