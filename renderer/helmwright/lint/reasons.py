"""Why an input cannot be read, without the values in it that Go's messages quote."""

from __future__ import annotations

import re

_QUOTED = (
    (r", key: .*", ""),
    (r"`[^`]*`", "a value"),
    (r"unknown anchor '[^']*'", "unknown anchor"),
    (r"(invalid map key): .*", r"\1"),
    (r"(failed parsing --set-json data).*", r"\1: it is no JSON"),
    (r"(key map) \".*\" (has no value)", r"\1 \2"),
)


def without_values(message: str) -> str:
    """Return a message without what it quotes of values, which may be secrets."""
    for quoted, instead in _QUOTED:
        message = re.sub(quoted, instead, message, flags=re.DOTALL)
    return message
