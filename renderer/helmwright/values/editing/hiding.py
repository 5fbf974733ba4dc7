"""Values files for people's eyes: without what is secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import HelmwrightError
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.places import HIDDEN, secret_leaves, starred

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from helmwright.base.paths import Path


def hide_values(old: bytes, new: bytes, is_marked: Callable[[Path], bool]) -> tuple[str, str]:
    """Return two states of a values file with stars for the secrets of either.

    is_marked: whether a schema says that there is a secret at a path; names and forms count, too.
    A state that cannot be read has stars for all of it.
    """
    known = KnownSecrets()
    for data in (old, new):
        known.add_text(data, is_marked)
    return _hidden(old, is_marked, known), _hidden(new, is_marked, known)


def _hidden(data: bytes, is_marked: Callable[[Path], bool], known: KnownSecrets) -> str:
    whole = data.decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        spans = list(_spans(whole, is_marked))
    except HelmwrightError:
        return f"{HIDDEN}\n"
    return starred(whole, [*spans, *known.spans(whole)])


def _spans(whole: str, is_marked: Callable[[Path], bool]) -> Iterator[tuple[int, int]]:
    """Yield where the secrets of a values file stand."""
    from helmwright.go.yaml_read import load
    from helmwright.values.editing.places import Text

    text = Text(whole, "")
    secrets = {path for path, _ in secret_leaves(load(text.text), is_marked)}
    for path, place in text.places.items():
        node = place.node.target or place.node
        if path in secrets and node.kind == "scalar" and node.value:
            start = len(text.before)
            yield start + text.start(node), start + text.end(node)
