"""One log record as the text handler of Go's log/slog writes it.

Source: log/slog/text_handler.go, and helm internal/logging (no time, every level but debug).
"""

from __future__ import annotations

from helmwright.go.spaces import SPACE
from helmwright.go.strconv import quote

_SPACES = frozenset(character for character in SPACE if not character.isascii())


def format_record(level: str, message: str, attributes: dict[str, object]) -> str:
    """Return the line for one record, without its newline.

    level: ``DEBUG``, ``INFO``, ``WARN`` or ``ERROR``.
    attributes: in the order in which they are printed.
    """
    parts = [f"level={_text(level)}", f"msg={_text(message)}"]
    parts.extend(f"{_text(key)}={_text(_plain(value))}" for key, value in attributes.items())
    return " ".join(parts)


def _plain(value: object) -> str:
    """Return what ``%+v`` prints."""
    if isinstance(value, str):
        return value
    if isinstance(value, BaseException):
        return str(getattr(value, "message", value))
    from helmwright.go.fmt import sprintf

    return sprintf("%+v", value)


def _text(text: str) -> str:
    return quote(text) if _needs_quoting(text) else text


def _needs_quoting(text: str) -> bool:
    """Tell whether slog quotes ``text``; a backslash alone is no reason."""
    if not text:
        return True
    if text.isascii():
        return any(character in ' ="' or character < " " for character in text)
    from helmwright.go.printable import is_printable

    for character in text:
        if character < "\x80":
            if character in ' ="' or character < " ":
                return True
        elif character == "\ufffd" or character in _SPACES or not is_printable(ord(character)):
            return True
    return False
