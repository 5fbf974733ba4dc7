"""Writes what a chart rendered to, to standard output or to files, as ``helm template`` does.

Source: helm pkg/cmd/template.go, pkg/action/action.go (renderResources)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.eras.era import DEFAULT
from helmwright.go.spaces import SPACE
from helmwright.rendering.manifest import documents_text, split_manifests

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.cli.template_flags import OutputFlags
    from helmwright.commands import Context
    from helmwright.eras.era import Era
    from helmwright.rendering.steps import Rendering


class Output:
    """What one run writes."""

    def __init__(
        self, context: Context, flags: OutputFlags, release_name: str, era: Era = DEFAULT
    ) -> None:
        self._context = context
        self._flags = flags
        self._release_name = release_name
        self._era = era
        self._text: list[str] = []

    def write_manifests(self, rendering: Rendering) -> None:
        """Take in CRDs and manifests; with ``--output-dir`` they are written.

        Raises:
            HelmwrightError: if a file cannot be written.
        """
        crds = rendering.crds if self._flags.include_crds else []
        manifests = [(manifest.path, manifest.content) for manifest in rendering.manifests]
        if not self._flags.output_dir:
            if not self._era.crd_paths:
                crds = [(_path_in_chart(path), text) for path, text in crds]
            self._text.append(documents_text([*crds, *manifests]).strip(SPACE))
            return
        from helmwright.cli.document_tree import Tree

        Tree(self._flags.output_dir, self._context.report).write(crds)
        Tree(self._directory(), self._context.report).write(manifests)

    def show_invalid(self, rendered: Mapping[str, str]) -> None:
        """Print files that cannot be read as manifests, for ``--debug``."""
        files = [(path, text) for path, text in sorted(rendered.items()) if text.strip(SPACE)]
        text = documents_text(files).strip(SPACE) + "\n"
        if self._flags.show_only:
            try:
                text = _select(text, self._flags.show_only, self._era)
            except HelmwrightError:
                return
        self._context.write(text)

    def finish(self, rendering: Rendering) -> None:
        """Take in the hooks and print.

        Raises:
            HelmwrightError: if a template that ``--show-only`` names gave nothing, or a file
                cannot be written.
        """
        self._text.append("\n")
        hooks = [] if self._flags.no_hooks else rendering.hooks
        if self._flags.skip_tests:
            hooks = [hook for hook in hooks if "test" not in hook.events]
        documents = [(hook.path, hook.content) for hook in hooks]
        if not self._flags.output_dir:
            self._text.append(documents_text(documents))
        elif documents:
            from helmwright.cli.document_tree import Tree

            Tree(self._directory(), self._context.report).append(documents)
        text = "".join(self._text)
        patterns = self._flags.show_only
        self._context.write(_select(text, patterns, self._era) if patterns else text)

    def _directory(self) -> str:
        directory = self._flags.output_dir
        if self._flags.release_name is not True:  # a text is the release's name
            return directory
        from helmwright.go.filepath import join

        return join(directory, self._release_name)


def _path_in_chart(path: str) -> str:
    """Return the path of a file from its own chart: ``crds/x.yaml`` of ``c/charts/sub/crds/x.yaml``."""
    parts = path.split("/")
    own = 1
    while parts[own] == "charts":
        own += 2
    return "/".join(parts[own:])


def _select(text: str, patterns: Iterable[str], era: Era) -> str:
    """Return the documents whose path inside the root chart matches, in the patterns' order."""
    import re

    from helmwright.go.filepath import match

    source = re.compile("# Source: [^/]+/(.+)")
    named = [
        (found.group(1), piece)
        for piece in split_manifests(text, era.documents)
        if (found := source.search(piece))
    ]
    selected: list[str] = []
    for pattern in patterns:
        before = len(selected)
        for name, piece in named:
            try:
                if match(pattern, name):
                    selected.append(f"---\n{piece}\n")
            except GoError:
                continue
        if len(selected) == before:
            raise HelmwrightError(f"could not find template {pattern} in chart")
    return "".join(selected)
