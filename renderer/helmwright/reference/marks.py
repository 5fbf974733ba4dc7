"""The lines by which ``helmwright docs`` knows what it wrote in a file of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError, Position

if TYPE_CHECKING:
    from collections.abc import Iterator

BEGIN = "<!-- helmwright docs: begin -->"
END = "<!-- helmwright docs: end -->"
WHOLE = "<!-- helmwright docs: the whole page is generated, do not edit it -->"
"""The last line of a page that is nothing but generated."""
_FENCES = ("```", "~~~")


class Part(NamedTuple):
    """A file around the part that is generated; after: from the line of the end marker on."""

    before: str
    after: str

    def around(self, text: str) -> str:
        """Return the file with ``text`` as the part, in the line endings of the file."""
        newline = "\r\n" if self.before.endswith("\r\n") else "\n"
        lines = ["", *text.strip("\n").split("\n"), "", ""]
        return self.before + newline.join(lines) + self.after


def with_mark(page: str) -> str:
    """Return a page with the mark of generated pages as its last line."""
    return page if is_generated(page) else f"{page}\n{WHOLE}\n"


def is_generated(text: str) -> bool:
    """Return whether all of a file was generated: its last line says so."""
    return text.rstrip().endswith(WHOLE)


def generated_part(text: str, path: str) -> Part | None:
    """Return what stands around the markers of a file; None if it has none.

    Those in fenced code are text. path: the file's, for errors.

    Raises:
        HelmwrightError: if they are not one pair, in order.
    """
    found = list(_markers(text))
    if not found:
        return None
    kinds = [marker for marker, *_ in found]
    if kinds != [BEGIN, END]:
        raise HelmwrightError(
            f"{path} needs one '{BEGIN}' and one '{END}' below it, found: "
            + ", ".join(f"{one} (line {line})" for one, line, *_ in found),
            Position(path, found[-1][1]),
        )
    return Part(text[: found[0][3]], text[found[1][2] :])


def _markers(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield each marker with its line, and where that line starts and ends in the text."""
    fence, start = "", 0
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        end = min(start + len(line) + 1, len(text))
        if fence:
            fence = "" if stripped == fence else fence
        elif stripped.startswith(_FENCES):
            length = len(stripped) - len(stripped.lstrip(stripped[0]))
            fence = stripped[0] * length
        elif stripped in (BEGIN, END):
            yield stripped, number, start, end
        start = end
