"""Writes the files of ``--output-dir``; a file appears whole or not at all.

Source: helm pkg/action/install.go and pkg/cmd/template.go (writeToFile)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.disk.writing import write_file
from helmwright.rendering.manifest import document

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class Tree:
    """The files below a directory.

    say: told of each document that was written.
    """

    def __init__(self, directory: str, say: Callable[[str], object]) -> None:
        self._directory = directory
        self._say = say

    def write(self, documents: Sequence[tuple[str, str]]) -> None:
        """Write files anew; documents of one path go into one file."""
        self._write(documents, keep=False)

    def append(self, documents: Sequence[tuple[str, str]]) -> None:
        """Write files, behind what they hold: hooks stand behind other manifests of their template.

        Helm does not tell those of this run from those of an earlier one.
        """
        self._write(documents, keep=True)

    def _write(self, documents: Sequence[tuple[str, str]], *, keep: bool) -> None:
        written: set[str] = set()
        for path, _ in documents:
            name = f"{self._directory}/{path}"
            if name not in written:
                written.add(name)
                text = "".join(document(*one) for one in documents if one[0] == path)
                data = text.encode("utf-8", "surrogateescape")
                write_file(name, data, keep=keep, within=self._directory)
            self._say(f"wrote {name}\n")
