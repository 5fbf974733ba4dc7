"""A release as Helm stores it, read.

Source: helm pkg/release/v1/release.go
"""

from __future__ import annotations

from typing import Any

from helmwright.base.records import Record, field


class StoredHook(Record):
    """A hook of a release; weight and events are those that Helm read in its annotations."""

    name: str
    kind: str
    path: str
    manifest: str
    events: tuple[str, ...] = ()
    weight: int = 0
    delete_policies: tuple[str, ...] = ()


class StoredChart(Record):
    """The chart of a release, without the charts that it depends on.

    metadata: Chart.yaml as data. templates, files: contents by path. schema: bytes, blank if none.
    """

    metadata: dict[str, Any]
    values: dict[str, Any]
    templates: dict[str, bytes]
    files: dict[str, bytes]
    schema: bytes = b""

    @property
    def subcharts(self) -> tuple[str, ...]:
        """The names of the charts that it depends on, which are not stored with it."""
        found = self.metadata.get("dependencies")
        names = [str(one.get("alias") or one.get("name")) for one in found or () if one]
        return tuple(dict.fromkeys(names))


class StoredRelease(Record):
    """One revision of a release.

    manifest: what Helm installed, without hooks. config: the values of the user; None if the text
    does not say them, as that of ``helm get manifest``. chart: None if it is not known.
    hooks: None if they are not known. status: such as ``deployed``; blank if it is not known, as
    name, namespace and revision 0 are. apply_method: ``ssa``, ``csa``, or blank in Helm 3.
    """

    name: str = ""
    namespace: str = ""
    revision: int = 0
    status: str = ""
    description: str = ""
    first_deployed: str = ""
    last_deployed: str = ""
    notes: str = ""
    chart: StoredChart | None = None
    config: dict[str, Any] | None = None
    manifest: str = ""
    hooks: tuple[StoredHook, ...] | None = None
    apply_method: str = ""
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Its name and revision for people."""
        revision = f" revision {self.revision}" if self.revision else ""
        return f"release {self.name}{revision}" if self.name else "release"
