"""Helm's wording of template errors.

Helm reads the texts of Go's error chain back to build a report of several lines; when one of them
does not look like a template error it prints Go's single line instead.
Source: helm pkg/engine/engine.go (cleanupParseError, reformatExecErrorMsg)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.eras.era import Errors

WARNING_START = "HELM_ERR_START"
WARNING_END = "HELM_ERR_END"


def mark_warning(message: str) -> str:
    """Return the message of ``fail`` or ``required`` as Helm marks it."""
    return f"{WARNING_START}{message}{WARNING_END}"


def parse_error(path: str, message: str) -> str:
    """Return Helm's text for a template that does not parse.

    Only what follows the last ``: `` survives of Go's message.
    """
    parts = message.split(": ")
    if len(parts) == 1:
        return f"parse error in ({path}): {message}"
    return f"parse error at ({parts[1]}): {parts[-1]}"


def execution_error(path: str, chain: Iterable[str], layout: Errors = "blocks") -> str:
    """Return Helm's text for a chain of Go's error texts, outermost first.

    layout: an era's: a block for each text, or the outermost alone, which has all others in it.
    """
    texts = list(chain)
    outermost = texts[0]
    parts = outermost.split(": ", 2)
    if len(parts) != 3:
        return f"execution error in ({path}): {outermost}"
    start = parts[2].find(WARNING_START)
    end = parts[2].rfind(WARNING_END)
    if start >= 0 and start + len(WARNING_START) <= end:
        return f"execution error at ({parts[1]}): {parts[2][start + len(WARNING_START) : end]}"
    if layout == "one line":
        return outermost
    blocks: list[str] = []
    for text in texts:
        block = _block(text)
        if block is None:
            return outermost
        if not blocks or blocks[-1] != block:
            blocks.append(block)
    return "".join(blocks).strip()


def _block(text: str) -> str | None:
    """Return the lines that Helm makes of one error text, or None if it cannot read it."""
    if not text.startswith("template: "):
        return None
    rest = text.removeprefix("template: ")
    if rest.startswith("no template "):
        return f"{text}\n"
    block = _executing_block(rest)
    if block is not None:
        return block
    location, separator, message = rest.rpartition(": ")
    if not separator:
        return None
    return _lines(location, "", _cut(message))


def _executing_block(rest: str) -> str | None:
    location, found, after = rest.partition(": executing ")
    if not found or not after.startswith('"'):
        return None
    end = after.find('"', 1)
    if end < 0:
        return None
    name = after[1:end]
    after = after[end + 1 :]
    if not after.startswith(" at <"):
        return None
    node, found, message = after.removeprefix(" at <").partition(">: ")
    if not found:
        return None
    return _lines(location, f'executing "{name}" at <{node}>:', _cut(message))


def _cut(message: str) -> str:
    """Return a message without the chained error that follows it."""
    return message.partition(" template:")[0]


def _lines(location: str, executing: str, message: str) -> str:
    lines = ""
    if location:
        lines += f"{location}\n  "
    if executing:
        lines += f"{executing}\n    "
    if message:
        lines += f"{message}\n"
    return lines
