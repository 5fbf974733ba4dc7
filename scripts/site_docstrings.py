# ruff: noqa: INP001 - an extension of griffe, not a package
"""Shows what docstrings say about parameters as lists: lines such as ``limits: the time of one render``."""

from __future__ import annotations

import re
from typing import Any

import griffe


class Terms(griffe.Extension):  # type: ignore[misc] # griffe is in the environment of the site only
    """Makes a list of each paragraph that begins with ``name: ``."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of a module, class, function or attribute."""
        if obj.docstring:
            paragraphs = obj.docstring.value.split("\n\n")
            obj.docstring.value = "\n\n".join(map(_listed, paragraphs))


def _listed(paragraph: str) -> str:
    """Return a paragraph with an item for each line that begins with a name and a colon."""
    items: list[str] = []
    for line in paragraph.split("\n"):
        term = re.match(r"([a-z]\w*(?:, [a-z]\w*)*): (.*)", line)
        if term:
            names = ", ".join(f"`{name}`" for name in term[1].split(", "))
            items.append(f"- {names}: {term[2]}")
        elif items:
            items[-1] += f" {line.strip()}"
        else:
            return paragraph
    return "\n".join(items)
