"""Log records as Helm 3 writes them: with Go's package log, one text, without a level.

Helm puts the Go file and line before most of them, which are others in every release and left out here.

Source: helm v3 pkg/chartutil/dependencies.go, pkg/engine/engine.go, pkg/releaseutil/manifest_sorter.go,
cmd/helm/install.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_TEXTS = {
    "this chart is deprecated": "WARNING: This chart is deprecated",
    "skipping unknown hooks": "info: skipping unknown hook: {hookTypes}",
    "returned non-bool value path chart": (
        "Warning: Condition path '{path}' for chart {chart} returned non-bool value"
    ),
    "returned non-bool value tag chart": (
        "Warning: Tag '{tag}' for chart {chart} returned non-bool value"
    ),
    "ImportValues missing table from chart": (
        "Warning: ImportValues missing table from chart {chart}: {error}"
    ),
    "ImportValues missing table": "Warning: ImportValues missing table: {error}",
    "missing required value": "[INFO] Missing required value: {message}",
    "missing required values": "[INFO] Missing required value: {message}",
    "funcMap fail": "[INFO] Fail: {message}",
    "failed to compile": "Failed to compile {rule}: {error}",
    "found symbolic link in path. Contents of linked file included and used": (
        "found symbolic link in path: {path} resolves to {resolved}. "
        "Contents of linked file included and used"
    ),
    "unresolved URN reference ignored; using permissive schema": (
        "WARNING: unresolved URN reference ignored; using permissive schema: {urn}"
    ),
}
"""Helm 4's message, and where two have one the names of their attributes, to Helm 3's text."""
_QUOTED = frozenset(("hookTypes", "rule"))


def log_line(message: str, attributes: Mapping[str, object]) -> str:
    """Return the line of a record; what Helm 3 does not say otherwise is its message."""
    from helmwright.go.strconv import quote

    text = _TEXTS.get(message) or _TEXTS.get(f"{message} {' '.join(attributes)}")
    if text is not None:
        shown = {
            name: quote(str(value)) if name in _QUOTED else str(value)
            for name, value in attributes.items()
        }
        return text.format_map(shown)
    return " ".join([message, *(f"{name}={value}" for name, value in attributes.items())])
