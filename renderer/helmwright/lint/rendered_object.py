"""One Kubernetes object that a chart renders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.go.yaml_positions import Path


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
