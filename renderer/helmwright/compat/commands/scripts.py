"""The scripts in a file: all of it, or what stands in the scalars of YAML, with their places."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.errors import HelmwrightError
from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.go.yaml_nodes import Node

_NEEDLE = "helm"
_YAML = (".yaml", ".yml")
_SEPARATOR = lazy_pattern(r"(?m)^---(?=[ \t\r]|$)")
_TEMPLATE = lazy_pattern(r"(?m)^\s*\{\{")
"""A line that begins with an action of a template, which is no YAML before it is rendered."""
_PROSE = frozenset(
    {"comment", "description", "if", "message", "name", "summary", "title", "uses", "image"}
)
"""Keys whose texts are no commands."""

_HELM = lazy_pattern(r"(?i)helm3?(?:\.exe)?(?::[\w.-]+)?")
_VARIABLE = lazy_pattern(
    r"\$?\$[({]?(?:HELM|HELM3|HELM_BIN|HELM_BINARY|HELM_CMD|HELM_COMMAND|HELM_EXE|HELM_PATH|helm)[)}]?"
)


class Script(NamedTuple):
    """Text with commands.

    line, column: of its first character, from 1. folded: whether ends of lines are blanks.
    exact: whether the text stands in the file as it is; else everything in it is at its beginning.
    """

    text: str
    line: int
    column: int
    folded: bool = False
    exact: bool = True

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of a character of the text."""
        if not self.exact:
            return self.line, self.column
        before = self.text[:offset]
        lines = before.count("\n")
        if not lines:
            return self.line, self.column + offset
        return self.line + lines, offset - before.rfind("\n")


class ListedWord(NamedTuple):
    """A word that is an item of a list, and where it stands."""

    text: str
    line: int
    column: int


def is_yaml(name: str) -> bool:
    """Tell whether a file is YAML by its name."""
    return name.lower().endswith(_YAML)


def yaml_documents(text: str) -> list[tuple[Node, int]]:
    """Return the trees of all documents, each with the lines before it; none for what is no YAML."""
    from helmwright.go.yaml_read import read_nodes

    found: list[tuple[Node, int]] = []
    start = 0
    bounds = [match.start() for match in _SEPARATOR.finditer(text)]
    for end in (*bounds, len(text)):
        piece = text[start:end]
        if piece.strip():
            try:
                root = read_nodes(piece)
            except (HelmwrightError, RecursionError):
                return []
            if root is not None:
                found.append((root, text.count("\n", 0, start)))
        start = end
    return found


def scripts_of(text: str, name: str) -> Iterator[Script | list[ListedWord]]:
    """Yield the scripts of a file, and lists of words such as ``[helm, upgrade, …]``."""
    is_template = bool(_TEMPLATE.search(text))
    documents = yaml_documents(text) if is_yaml(name) and not is_template else []
    if not documents:
        yield Script(text, 1, 1)
        return
    lines = text.split("\n")
    for root, before in documents:
        yield from _Scalars(lines, before).of(root)


class _Scalars:
    """Finds what may be commands in the nodes of a document."""

    def __init__(self, lines: list[str], before: int) -> None:
        self._lines = lines
        self._before = before

    def of(self, root: Node) -> Iterator[Script | list[ListedWord]]:
        pending = [root]
        while pending:
            node = pending.pop()
            if node.kind == "mapping":
                pending += self._values(node)
                yield from self._joined(node)
            elif node.kind == "sequence":
                words = self._words(node)
                if words and is_helm(words[0].text):
                    yield words
                else:
                    pending += reversed(node.children)
            elif node.kind == "scalar" and _NEEDLE in node.value.lower():
                yield self._script(node)

    def _values(self, node: Node) -> list[Node]:
        pairs = list(zip(node.children[::2], node.children[1::2], strict=True))
        return [value for key, value in reversed(pairs) if key.value not in _PROSE]

    def _joined(self, node: Node) -> Iterator[list[ListedWord]]:
        """Yield the words of a container whose command and arguments are two lists."""
        keys = dict(
            zip((key.value for key in node.children[::2]), node.children[1::2], strict=True)
        )
        command, given = keys.get("command"), keys.get("args")
        if command is not None and given is not None:
            words, rest = self._words(command), self._words(given)
            if len(words) == 1 and is_helm(words[0].text) and rest:
                yield [*words, *rest]

    def _words(self, node: Node) -> list[ListedWord]:
        """Return the items of a list of scalars; none of another list."""
        if node.kind != "sequence" or any(one.kind != "scalar" for one in node.children):
            return []
        return [
            ListedWord(one.value, one.mark.line + self._before + 1, one.mark.column + 1)
            for one in node.children
        ]

    def _script(self, node: Node) -> Script:
        line, column = node.mark.line + self._before, node.mark.column
        if node.style in ("|", ">"):
            first = line + 1
            text = "\n".join(self._lines[first : first + self._length(node, first)])
            return Script(text, first + 1, 1, folded=node.style == ">")
        written = self._lines[line][column + len(node.style) :]
        if written.startswith(node.value):
            return Script(node.value, line + 1, column + len(node.style) + 1)
        end = node.end
        if not node.style and end is not None:
            rows = self._lines[line : end.line + self._before + 1]
            text = "\n".join((rows[0][column:], *rows[1:-1], rows[-1][: end.column]))
            return Script(text, line + 1, column + 1, folded=True)
        return Script(node.value, line + 1, column + 1, exact=False)

    def _length(self, node: Node, first: int) -> int:
        """Return how many lines of the file a block scalar has."""
        last = node.end.line + self._before if node.end is not None else first
        return max(last - first + (0 if node.end is None or not node.end.column else 1), 1)


def is_helm(word: str) -> bool:
    """Tell whether a word calls Helm: by name, path or image, or by a variable such as $(HELM)."""
    word = word.lstrip("@-+")  # of recipes of make
    return bool(_VARIABLE.fullmatch(word) or _HELM.fullmatch(os.path.basename(word)))  # noqa: PTH119 - no path of this system
