"""Rendered files split into objects that know where they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.errors import HelmwrightError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.rendered import RenderedObject

_HOOK = "helm.sh/hook"


def split_documents(text: str) -> Iterator[tuple[int, str]]:
    """Yield the documents of a rendered file with the number of their first line, from 1."""
    lines = text.split("\n")
    start = 0
    for index, line in enumerate(lines):
        if line.startswith("---"):  # as Helm splits: what follows on the line belongs to the next
            yield start + 1, "\n".join(lines[start:index])
            if line[3:].strip():
                lines[index] = f"   {line[3:]}"
                start = index
            else:
                start = index + 1
    yield start + 1, "\n".join(lines[start:])


def objects_of(template: str, text: str) -> Iterator[RenderedObject]:
    """Yield the objects in a rendered file; NOTES.txt is for people, so it has none."""
    from helmwright.go.yaml_read import load_map
    from helmwright.lint.rendered import RenderedObject

    if template.endswith("/templates/NOTES.txt"):
        return
    for line, content in split_documents(text):
        if not content.strip():
            continue
        try:
            data = load_map(content, template)
        except HelmwrightError:
            continue
        if data:
            metadata = data.get("metadata")
            annotations = metadata.get("annotations") if type(metadata) is dict else None
            is_hook = type(annotations) is dict and _HOOK in annotations
            yield RenderedObject(template, content, data, line, is_hook)
