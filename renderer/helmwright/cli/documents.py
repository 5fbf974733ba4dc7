"""Documents as Helm prints them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def document(path: str, content: str) -> str:
    """Return one document as it is printed."""
    return f"---\n# Source: {path}\n{content}\n"


def documents_text(documents: Iterable[tuple[str, str]]) -> str:
    """Return documents as they are printed, each with its path and text."""
    return "".join(document(path, content) for path, content in documents)
