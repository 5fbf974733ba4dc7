"""What a chart says of its versions: annotations for Artifact Hub, and a changelog among its files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.go.semver_version import parse_version
from helmwright.go.yaml_read import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.go.semver_version import Version

_ANNOTATION = "artifacthub.io/changes"
_FILES = ("CHANGELOG.md", "CHANGELOG", "CHANGES.md", "RELEASE_NOTES.md", "RELEASES.md")
_HEADING = re.compile(
    r"(?P<level>#{1,4})\s+[^\n]*?\bv?(?P<version>\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\b"
)
_MOST = 200
"""How many lines of a changelog are told."""


def release_notes(before: Chart, after: Chart) -> tuple[tuple[str, str], ...]:
    """Return the versions after one and up to another with what the newer chart says of them, newest first.

    Of the newer one these are its annotations ``artifacthub.io/changes``; of all of them the sections of its
    changelog, if it has one.
    """
    own = [(after.metadata.version, text) for text in _annotated(after)]
    return (*own, *_of_changelog(before, after))


def _annotated(chart: Chart) -> Iterator[str]:
    """Yield the changes of the annotation: texts, or maps with a kind and a description."""
    text = (chart.metadata.annotations or {}).get(_ANNOTATION, "")
    try:
        changes: Any = load(text)
    except HelmwrightError:
        return
    for change in changes if type(changes) is list else ():
        if type(change) is str:
            yield change
        elif type(change) is dict and type(change.get("description")) is str:
            kind = change.get("kind")
            yield f"{kind}: {change['description']}" if kind else change["description"]


def _of_changelog(before: Chart, after: Chart) -> Iterator[tuple[str, str]]:
    oldest, newest = _version(before.metadata.version), _version(after.metadata.version)
    texts = {file.name: file.data for file in after.files}
    name = next((name for name in _FILES if name in texts), None)
    if name is None or oldest is None or newest is None:
        return
    section, level, told = "", 0, 0
    for line in texts[name].decode("utf-8", "replace").splitlines():
        heading = _HEADING.match(line)
        if heading is not None:
            version = _version(heading["version"])
            is_between = version is not None and version.compare(oldest) > 0 >= version.compare(
                newest
            )
            section, level = (heading["version"] if is_between else ""), len(heading["level"])
        elif line.startswith("#") and len(line) - len(line.lstrip("#")) <= level:
            section = ""
        elif section and line.strip(" \t#-*="):
            told += 1
            if told > _MOST:
                yield section, f"… more is in {name}"
                return
            yield section, line.strip().lstrip("#").strip()


def _version(text: str) -> Version | None:
    try:
        return parse_version(text)
    except GoError:
        return None
