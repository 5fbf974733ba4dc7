"""Rendered files as Kubernetes objects that know where they begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.records import Record, replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path

_HOOK = "helm.sh/hook"


class RenderedObject(Record):
    """One Kubernetes object that the chart renders.

    template: the path of its template, as ``determined/templates/x.yaml``.
    content: its text. data: what is read from it. line: of its first line in the rendered file, from 1.
    is_hook: whether Helm installs it apart. root: where it is in the text, if it is an item of a List.
    """

    template: str
    content: str
    data: dict[str, Any]
    line: int
    is_hook: bool
    root: Path = ()

    @property
    def kind(self) -> str:
        """Its kind, blank if it has none."""
        return str(self.data.get("kind") or "")

    @property
    def api_version(self) -> str:
        """Its API version, blank if it has none."""
        return str(self.data.get("apiVersion") or "")

    @property
    def name(self) -> str:
        """Its name, blank if it has none."""
        metadata = self.data.get("metadata")
        return str(metadata.get("name") or "") if type(metadata) is dict else ""


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
    """Yield the objects in a rendered file; NOTES.txt is for people, so it has none.

    Items of a List are objects of their own, behind the List itself.
    """
    from helmwright.go.yaml_read import load_map

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
            whole = RenderedObject(template, content, data, line, is_hook)
            yield whole
            yield from _items(whole)


def _items(one: RenderedObject) -> Iterator[RenderedObject]:
    """Yield the items of a List, those of Lists within it, too; a typed list tells their kind.

    Helm looks at the annotations of the List alone: its items are hooks if it is one.
    """
    items = one.data.get("items")
    if not one.kind.endswith("List") or type(items) is not list:
        return
    for index, item in enumerate(items):
        if type(item) is not dict or not item:
            continue
        data = item
        if one.kind != "List" and "kind" not in item:
            kind = one.kind.removesuffix("List")
            data = {"apiVersion": one.data.get("apiVersion"), "kind": kind, **item}
        found = replace(one, data=data, root=(*one.root, "items", index))
        yield found
        yield from _items(found)
