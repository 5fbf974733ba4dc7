"""What a patch must leave alone. Source: k8s.io/apimachinery pkg/util/mergepatch/util.go."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from helmwright.base.errors import PreconditionError
from helmwright.kube.json_model import Document, text

if TYPE_CHECKING:
    from collections.abc import Iterable

Precondition = Callable[[Document], bool]


def key_unchanged(key: str) -> Precondition:
    """Return a precondition that no patch touches the top-level ``key``."""
    return lambda patch: key not in patch


def metadata_key_unchanged(key: str) -> Precondition:
    """Return a precondition that no patch touches ``metadata.<key>``."""

    def holds(patch: Document) -> bool:
        metadata = patch.get("metadata")
        return type(metadata) is not dict or key not in metadata

    return holds


def require(patch: Document, preconditions: Iterable[Precondition]) -> None:
    """Raise ``PreconditionError`` unless all of them hold."""
    for holds in preconditions:
        if not holds(patch):
            raise PreconditionError(f"precondition failed for: {text(patch)}")
