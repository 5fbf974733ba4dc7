"""Reads what ``helm get all`` and ``helm install --dry-run`` print for people about a release.

Source: helm pkg/cmd/status.go (WriteTable)
"""

from __future__ import annotations

import re

from helmwright.base.errors import ReleaseError
from helmwright.go.yaml_read import load_map
from helmwright.releases.model import StoredHook, StoredRelease
from helmwright.rendering.manifest import parse_manifests

_SECTIONS = ("USER-SUPPLIED VALUES:", "COMPUTED VALUES:", "HOOKS:", "MANIFEST:", "NOTES:")
_SOURCE = re.compile(r"^# Source: (.+)\n", re.MULTILINE)


def read_printed(text: str) -> StoredRelease:
    """Return the release that a text describes.

    Raises:
        ReleaseError: if it has no manifest, as that of ``helm status``.
    """
    head, sections = _sections(text)
    if "MANIFEST:" not in sections:
        raise ReleaseError("it says nothing of manifests; 'helm get all' prints them")
    values = sections.get("USER-SUPPLIED VALUES:")
    revision = head.get("REVISION", "")
    return StoredRelease(
        name=head.get("NAME", ""),
        namespace=head.get("NAMESPACE", ""),
        revision=int(revision) if revision.isdecimal() else 0,
        status=head.get("STATUS", ""),
        description=head.get("DESCRIPTION", ""),
        last_deployed=head.get("LAST DEPLOYED", ""),
        notes=sections.get("NOTES:", "").strip("\n"),
        config=None if values is None else _values(values),
        manifest=sections["MANIFEST:"],
        hooks=_hooks(sections["HOOKS:"]) if "HOOKS:" in sections else None,
    )


def _sections(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the lines at the top by their names, and the sections by theirs.

    The sections have an order; a line that looks like an earlier one is text of a later one.
    """
    head: dict[str, str] = {}
    parts: dict[str, list[str]] = {}
    at = -1
    current: list[str] | None = None
    for line in text.splitlines():
        number = _SECTIONS.index(line) if line in _SECTIONS else -1
        if number > at:
            at = number
            current = parts[line] = []
        elif current is not None:
            current.append(line)
        else:
            name, colon, rest = line.partition(": ")
            if colon:
                head.setdefault(name, rest.strip())
    return head, {name: "\n".join(lines) + "\n" for name, lines in parts.items()}


def _values(text: str) -> dict[str, object]:
    return {} if text.strip() in ("", "null") else load_map(text, "user-supplied values")


def _hooks(text: str) -> tuple[StoredHook, ...]:
    found: list[StoredHook] = []
    for number, piece in enumerate(re.split(r"^---\n", text, flags=re.MULTILINE)):
        source = _SOURCE.match(piece)
        path = source.group(1) if source else f"hook-{number}.yaml"
        content = piece[source.end() :] if source else piece
        found += [
            StoredHook(
                name=hook.name, kind=hook.kind, path=path, manifest=content, events=hook.events
            )
            for hook in parse_manifests({path: content})[1]
        ]
    return tuple(found)
