"""Patches on what a chart renders to, as a post-renderer applies them before Helm installs it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.records import Record
from helmwright.rendering.manifest import HOOK

if TYPE_CHECKING:
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.json_model import Document
    from helmwright.patches.reading import ManifestPatch

_NOTES = "NOTES.txt"


class Patches(Record):
    """The patches of a post-renderer.

    patches: texts of patches, or patches as they were read of files. custom: kinds that are not built
    in. allow_missing: a patch may be for no object at all. hooks: whether hooks are patched, too:
    Helm 4 hands them to post-renderers, Helm 3 does not.
    """

    patches: tuple[str | ManifestPatch, ...] = ()
    custom: CustomTypes | None = None
    allow_missing: bool = False
    hooks: bool = True

    def read(self) -> list[ManifestPatch]:
        """Return the patches; raises ``PatchError`` or ``YAMLError`` with the place."""
        from helmwright.patches.reading import read_patches

        found: list[ManifestPatch] = []
        for number, one in enumerate(self.patches, 1):
            found += read_patches(one, f"patch {number}") if isinstance(one, str) else [one]
        return found


def patch_files(files: dict[str, str], patches: Patches) -> dict[str, str]:
    """Return rendered files with patches applied; notes and what is no object stay as they are.

    Raises ``PatchError`` with the place in the patch, also for one that is for no object.
    Source: helm pkg/action/action.go (renderResources)
    """
    wanted = patches.read()
    if not wanted:
        return files
    from helmwright.patches.applying import apply_to_streams
    from helmwright.patches.stream import ManifestStream

    streams = {
        path: ManifestStream(text, path)
        for path, text in files.items()
        if text.strip() and not path.endswith(f"/{_NOTES}")
    }
    if not patches.hooks:
        for stream in streams.values():
            stream.objects = [one for one in stream.objects if not _is_hook(one.before)]
    apply_to_streams(
        list(streams.values()), wanted, patches.custom, allow_missing=patches.allow_missing
    )
    return {path: streams[path].write() if path in streams else files[path] for path in files}


def _is_hook(data: Document) -> bool:
    metadata = data.get("metadata")
    annotations = metadata.get("annotations") if type(metadata) is dict else None
    return type(annotations) is dict and HOOK in annotations
