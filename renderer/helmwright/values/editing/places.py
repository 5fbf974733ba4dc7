"""Where the parts of a values file begin and end in its text."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING

from helmwright.base.errors import Position, ValuesError
from helmwright.go.yaml_positions import positions
from helmwright.go.yaml_read import Document
from helmwright.values.editing.emission import Style

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.go.yaml_positions import Place

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s*(?:#[^\n]*\n\s*)*)+")
_ANCHOR = re.compile(r"&[^\s,\[\]{}]+")
_BLANK = re.compile(r"(?:[\s,]+|(?<![^\s,\[\]{}])#[^\n]*)+")
_BLOCK = ("|", ">")


class Text:
    """The one document with content in a values file, and the text around it.

    before, after: what stands around the document. name: of the file.
    """

    def __init__(self, whole: str, name: str) -> None:
        self.name = name
        start, end, self._first_line = self._document(whole)
        self.before, self.text, self.after = whole[:start], whole[start:end], whole[end:]

    def _document(self, whole: str) -> tuple[int, int, int]:
        """Return where the document begins and ends, and its first line from 0."""
        found = []
        for start, end, line in _documents(whole):
            document = Document(whole[start:end])
            document.first_line = line
            if positions(document, self.name):
                found.append((start, end, line))
        if len(found) > 1:
            raise ValuesError(
                "a file with several YAML documents is not edited", Position(self.name, 1, 1)
            )
        if found:
            return found[0]
        *_, last = _documents(whole)
        return last

    def with_document(self, document: str) -> Text:
        """Return the text with another document in the place of this one."""
        return Text(self.before + document + self.after, self.name)

    @cached_property
    def places(self) -> dict[Path, Place]:
        """Where keys and values stand."""
        document = Document(self.text)
        document.first_line = self._first_line
        return positions(document, self.name)

    @property
    def newline(self) -> str:
        """How lines end."""
        whole = self.before + self.text
        return "\r\n" if "\r\n" in whole else "\n"

    def node(self, path: Path) -> Node | None:
        """Return the value at ``path`` as it is written there, which may be an alias."""
        place = self.places.get(path)
        return None if place is None else place.node

    def index(self, path: Path) -> int | None:
        """Return which child of the node above the one at ``path`` is; None if it is none.

        Of a map, that is the key's number among keys and values.
        """
        parent, place = self.node(path[:-1]), self.places.get(path)
        if parent is None or place is None:
            return None
        for number, child in enumerate(parent.children):
            if child is place.key_node:
                return number
        return None

    def position(self, path: Path) -> Position:
        """Return where ``path``, or the innermost part above it, is."""
        for length in range(len(path), 0, -1):
            place = self.places.get(path[:length])
            if place is not None:
                return place.key
        return Position(self.name, 1, 1)

    def start(self, node: Node) -> int:
        """Return where a node begins, behind its anchor and its tag."""
        properties = self._properties(node)
        end = node.mark.offset + len(properties)
        if node.kind in ("scalar", "alias") and node.end is not None:
            return min(end, node.end.offset)
        return end

    def anchor(self, node: Node) -> str:
        """Return the anchor of a node, ``&name``, or nothing."""
        found = _ANCHOR.search(self._properties(node))
        return found[0] if found else ""

    def _properties(self, node: Node) -> str:
        """Return anchor and tag of a node with the blanks behind them; not those of its first key."""
        if node.children and node.children[0].mark.offset == node.mark.offset:
            return ""
        found = _PROPERTIES.match(self.text, node.mark.offset)
        return found[0] if found else ""

    def is_flow(self, node: Node) -> bool:
        """Tell whether a map or a list is written in braces or brackets."""
        if node.kind not in ("mapping", "sequence"):
            return False
        bracket = "{" if node.kind == "mapping" else "["
        return self.text.startswith(bracket, self.start(node))

    def end(self, node: Node) -> int:
        """Return where a node ends; blank lines behind a block of text are not part of it."""
        if self.is_flow(node):
            inner = self.end(node.children[-1]) if node.children else self.start(node) + 1
            return self.skip_blank(inner) + 1
        if node.end is None:
            return self.end(node.children[-1])
        end = node.end.offset
        if node.style in _BLOCK:
            header = self.text[self.start(node) : self.line_end(self.start(node))]
            if "+" in header.partition("#")[0]:
                return end - 1 if self.text[end - 1 : end] == "\n" else end
            end = self.start(node) + len(self.text[self.start(node) : end].rstrip())
        return end

    def end_of_head(self, path: Path) -> int:
        """Return where the key with its colon, or the dash, ends, and the anchor behind it."""
        place = self.places[path]
        anchor = self.anchor(place.node)
        if anchor:
            return self.text.index(anchor, place.node.mark.offset) + len(anchor)
        if place.key_node is not place.node and place.key_node.end is not None:
            return self.text.index(":", place.key_node.end.offset) + 1
        parent, index = self.node(path[:-1]), self.index(path)
        if parent is None or index is None:
            return place.node.mark.offset
        return self.dash(parent, index) + 1

    def skip_blank(self, offset: int) -> int:
        """Return where the next sign is, behind blanks, commas and comments."""
        found = _BLANK.match(self.text, offset)
        return found.end() if found else offset

    def dash(self, sequence: Node, index: int) -> int:
        """Return where the dash of an item of a block list is."""
        if index == 0:
            return self.start(sequence)
        return self.skip_blank(self.end(sequence.children[index - 1]))

    def line_start(self, offset: int) -> int:
        """Return where the line of a place begins."""
        return self.text.rfind("\n", 0, offset) + 1

    def line_end(self, offset: int) -> int:
        """Return where the line of a place ends, behind its line break."""
        found = self.text.find("\n", offset)
        return len(self.text) if found < 0 else found + 1

    def column(self, offset: int) -> int:
        """Return the column of a place, from 0."""
        return offset - self.line_start(offset)

    def begins_line(self, offset: int) -> bool:
        """Tell whether nothing but blanks stands before a place in its line."""
        return not self.text[self.line_start(offset) : offset].strip()

    def is_blank(self, start: int, end: int) -> bool:
        """Tell whether nothing but blanks stands between two places."""
        return not self.text[start:end].strip()

    @cached_property
    def style(self) -> Style:
        """How the file is indented, from the first places that show it."""
        step = offset = None
        for path, place in self.places.items():
            node = place.node
            if not path or isinstance(path[-1], int) or self.is_flow(node) or not node.children:
                continue
            key = self.column(place.key_node.mark.offset)
            if node.kind == "mapping" and step is None:
                step = self.column(node.children[0].mark.offset) - key
            elif node.kind == "sequence" and offset is None:
                offset = self.column(self.dash(node, 0)) - key
        return Style(step if step and step > 0 else 2, offset if offset in (0, 2, 4) else 2)


def _documents(whole: str) -> list[tuple[int, int, int]]:
    """Return start, end and first line of each document, as ``yaml_read`` tells them apart."""
    found = []
    start = at = first_line = 0
    lines = whole.split("\n")
    for number, line in enumerate(lines):
        if line.startswith("---") and number > first_line:
            found.append((start, at, first_line))
            start, first_line = at + len(line) + 1, number + 1
        at += len(line) + 1
    if start <= len(whole):
        found.append((start, len(whole), first_line))
    return found
