"""Values files for people's eyes: without what is secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.values_edit.operations import Path

HIDDEN = "***"


def hide_values(data: bytes, is_secret: Callable[[Path], bool]) -> str:
    """Return a values file with stars for the values that ``is_secret`` says of their path.

    What cannot be read has stars for all of it.
    """
    from helmwright.values_edit.places import Text

    whole = data.decode("utf-8", "replace")
    try:
        text = Text(whole.removeprefix("\ufeff"), "")
        places = text.places
    except HelmwrightError:
        return f"{HIDDEN}\n"
    spans = set()
    for path, place in places.items():
        node = place.node.target or place.node
        if path and node.kind == "scalar" and node.value and is_secret(path):
            spans.add((text.start(node), text.end(node)))
    document = text.text
    for start, end in sorted(spans, reverse=True):
        document = document[:start] + HIDDEN + document[end:]
    return text.before + document + text.after
