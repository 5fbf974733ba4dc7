"""Writes what a chart rendered to, to standard output or to files, as ``helm template`` does.

Source: helm pkg/cmd/template.go, pkg/action/action.go (renderResources)
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from helmwright.errors import HelmwrightError, Position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.cli import Context
    from helmwright.manifest import Manifest
    from helmwright.rendering import Rendering

_SOURCE = re.compile("# Source: [^/]+/(.+)")
_SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""Go's unicode.IsSpace, which differs from Python's idea in the separators U+001C to U+001F."""


def emit(context: Context, flags: dict[str, Any], release_name: str, rendering: Rendering) -> None:
    """Print or write the documents.

    Raises:
        HelmwrightError: if a template that ``--show-only`` names was not rendered, or a file
            cannot be written.
    """
    hooks = [] if flags["no-hooks"] else rendering.hooks
    if flags["skip-tests"]:
        hooks = [hook for hook in hooks if "test" not in hook.events]
    crds = rendering.crds if flags["include-crds"] else []
    directory = flags["output-dir"]
    text = ""
    if directory:
        _write_files(context, directory, flags, release_name, crds, rendering.manifests, hooks)
        text = "\n"
    else:
        text = _join(crds, rendering.manifests).strip(_SPACE) + "\n" + _join([], hooks)
    context.write(_select(text, flags["show-only"]) if flags["show-only"] else text)


def _join(crds: Iterable[tuple[str, str]], manifests: Iterable[Manifest]) -> str:
    documents = [*crds, *((manifest.path, manifest.content) for manifest in manifests)]
    return "".join(f"---\n# Source: {path}\n{content}\n" for path, content in documents)


def _select(text: str, patterns: Iterable[str]) -> str:
    """Return the documents whose path inside the root chart matches, in the patterns' order."""
    from helmwright.errors import GoError
    from helmwright.go.path_match import match
    from helmwright.manifest import split_manifests

    named = [
        (found.group(1), document)
        for document in split_manifests(text)
        if (found := _SOURCE.search(document))
    ]
    selected: list[str] = []
    for pattern in patterns:
        before = len(selected)
        for name, document in named:
            try:
                if match(pattern, name):
                    selected.append(f"---\n{document}\n")
            except GoError:
                continue
        if len(selected) == before:
            raise HelmwrightError(f"could not find template {pattern} in chart")
    return "".join(selected)


def _write_files(
    context: Context,
    directory: str,
    flags: dict[str, Any],
    release_name: str,
    crds: Iterable[tuple[str, str]],
    manifests: Iterable[Manifest],
    hooks: Iterable[Manifest],
) -> None:
    """Write every file of the output; a file appears whole or not at all."""
    below = os.path.join(directory, release_name) if flags["release-name"] else directory
    files: dict[str, str] = {}
    written: list[str] = []

    def add(base: str, path: str, content: str) -> None:
        name = f"{base}/{path}"
        files[name] = files.get(name, "") + f"---\n# Source: {path}\n{content}\n"
        written.append(name)

    for path, content in crds:
        add(directory, path, content)
    for manifest in manifests:
        add(below, manifest.path, manifest.content)
    for hook in hooks:
        add(below, hook.path, hook.content)
    for name, text in files.items():
        _replace(name, text)
    for name in written:
        context.write(f"wrote {name}\n")


def _replace(name: str, text: str) -> None:
    temporary = f"{name}.{os.getpid()}.tmp"
    try:
        os.makedirs(os.path.dirname(name), mode=0o755, exist_ok=True)
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
        os.replace(temporary, name)
    except OSError as error:
        if os.path.exists(temporary):
            os.unlink(temporary)
        problem = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {name}: {problem}", Position(name)) from error
